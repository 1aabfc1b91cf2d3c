"""The entries of the stops family that come after a hand."""

from typing import ClassVar

from typing_extensions import override

from companion.core.entries.entry import Entry, entry
from companion.core.entries.keys import (
    a_choice,
    a_finding,
    a_player,
    an_entry_number,
    counts,
    some_cards,
)
from companion.core.sentences import Sentence, say
from companion.core.words import Cards, by_player

WINNER = "winner"
"""Who takes what is left, where the hand just ended turned out to be the last one."""


@entry
class LastEnd(Entry):
    """The evening is over; ``to`` says that the hand just ended was the last, and who takes all."""

    do: ClassVar[str] = "end"
    title: ClassVar[Sentence] = say("End the evening")
    to: str = a_choice(
        say("What is left in the pots"),
        ((WINNER, say("goes to the winner of the last hand")),),
        default="",
    )

    @override
    def said(self) -> Sentence:
        if self.to:
            return say("The evening ends: that was the last hand")
        return say("The evening ends")


@entry
class Totals(Entry):
    """Every player's card total after a blocked hand."""

    do: ClassVar[str] = "totals"
    title: ClassVar[Sentence] = say("Card totals")
    points: dict[str, int] = counts(say("Points"))

    @override
    def said(self) -> Sentence:
        return say("Card totals: {points}", points=by_player(self.points))


@entry
class Show(Entry):
    """Cards that a player holds at the end of a hand."""

    do: ClassVar[str] = "show"
    own: ClassVar[str] = "player"
    title: ClassVar[Sentence] = say("Show cards")
    player: str = a_player()
    cards: tuple[str, ...] = some_cards()

    @override
    def said(self) -> Sentence:
        return say("{player} shows {cards}", player=self.player, cards=Cards(self.cards))


@entry
class Enforce(Entry):
    """The table enforces a finding of the hand, by its place; ``entry`` is what it is about."""

    do: ClassVar[str] = "enforce"
    title: ClassVar[Sentence] = say("Penalty applied")
    finding: int = a_finding()
    entry: int | None = an_entry_number("entry", default=None)

    @override
    def said(self) -> Sentence:
        return say("Mistake {number}: penalty applied", number=self.finding + 1)


@entry
class Waive(Entry):
    """The table waives a finding of the hand, by its place; ``entry`` is what it is about."""

    do: ClassVar[str] = "waive"
    title: ClassVar[Sentence] = say("Mistake let go")
    finding: int = a_finding()
    entry: int | None = an_entry_number("entry", default=None)

    @override
    def said(self) -> Sentence:
        return say("Mistake {number} let go", number=self.finding + 1)

"""The entries of the stops family that come after a hand."""

from typing import ClassVar

from typing_extensions import override

from companion.core.entries.entry import Entry, entry_class
from companion.core.entries.keys import (
    cards_field,
    choice_field,
    counts_by_player_field,
    entry_number_field,
    finding_field,
    player_field,
)
from companion.core.sentences import Sentence, say
from companion.core.words import Cards, player_series

WINNER = "winner"
"""Who takes what is left, where the hand just ended turned out to be the last one."""


@entry_class
class LastEnd(Entry):
    """The evening is over; ``to`` says that the hand just ended was the last, and who takes all."""

    do: ClassVar[str] = "end"
    title: ClassVar[Sentence] = say("End the evening")
    to: str = choice_field(
        say("What is left in the pots"),
        ((WINNER, say("goes to the winner of the last hand")),),
        default="",
    )

    @override
    def describe(self) -> Sentence:
        if self.to:
            return say("The evening ends: that was the last hand")
        return say("The evening ends")


@entry_class
class Totals(Entry):
    """Every player's card total after a blocked hand."""

    do: ClassVar[str] = "totals"
    title: ClassVar[Sentence] = say("Card totals")
    points: dict[str, int] = counts_by_player_field(say("Points"))

    @override
    def describe(self) -> Sentence:
        return say("Card totals: {points}", points=player_series(self.points))


@entry_class
class Show(Entry):
    """Cards that a player holds at the end of a hand."""

    do: ClassVar[str] = "show"
    own_field: ClassVar[str] = "player"
    title: ClassVar[Sentence] = say("Show cards")
    player: str = player_field()
    cards: tuple[str, ...] = cards_field()

    @override
    def describe(self) -> Sentence:
        return say("{player} shows {cards}", player=self.player, cards=Cards(self.cards))


@entry_class
class Enforce(Entry):
    """The table enforces a finding of the hand, by its place; ``entry`` is what it is about."""

    do: ClassVar[str] = "enforce"
    title: ClassVar[Sentence] = say("Penalty applied")
    finding: int = finding_field()
    entry: int | None = entry_number_field("entry", default=None)

    @override
    def describe(self) -> Sentence:
        return say("Mistake {number}: penalty applied", number=self.finding + 1)


@entry_class
class Waive(Entry):
    """The table waives a finding of the hand, by its place; ``entry`` is what it is about."""

    do: ClassVar[str] = "waive"
    title: ClassVar[Sentence] = say("Mistake let go")
    finding: int = finding_field()
    entry: int | None = entry_number_field("entry", default=None)

    @override
    def describe(self) -> Sentence:
        return say("Mistake {number} let go", number=self.finding + 1)

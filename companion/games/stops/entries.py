"""The entries of the stops family, from the deal to the last card."""

from collections.abc import Iterable
from typing import ClassVar

from typing_extensions import override

from companion.core.accounts import Pot
from companion.core.entries.common import Deal
from companion.core.entries.entry import Entry, entry
from companion.core.entries.keys import (
    Choices,
    a_choice,
    a_count,
    a_number,
    a_player,
    a_pot,
    an_amount,
    cards_in_a_row,
    counts,
    some_cards,
)
from companion.core.entries.reading import as_texts, check_pot
from companion.core.errors import Unfit
from companion.core.ledger import Transfer
from companion.core.sentences import Sentence, say
from companion.core.words import CardCount, Cards

# the deal and the dummy

DUMMY = "dummy"


@entry
class PileDeal(Deal):
    """Start the next hand; ``piles`` overrides the count of the cards."""

    piles: dict[str, int] | None = counts(
        say("Cards in the piles, if they were counted"),
        besides=((DUMMY, say("The dummy")),),
        default=None,
    )


@entry
class LastHand(Entry):
    """Announce the last hand."""

    do: ClassVar[str] = "last-hand"
    title: ClassVar[Sentence] = say("Announce the last hand")

    @override
    def said(self) -> Sentence:
        return say("Last hand announced")


@entry
class Swap(Entry):
    """The dealer takes the dummy."""

    do: ClassVar[str] = "swap"
    by_dealer: ClassVar[bool] = True
    title: ClassVar[Sentence] = say("Swap for the dummy")

    @override
    def said(self) -> Sentence:
        return say("The dealer takes the dummy")


def _sold(said: Sentence, moves: Iterable[Transfer]) -> Sentence:
    """Add who bought the dummy by what was said, the last word of the auction."""
    sale = next((m for m in moves if m.why == DUMMY and m.issuer is None), None)
    if sale is None:
        return said
    return say(
        "{said}, and {buyer} buys the dummy for {chips}",
        said=said,
        buyer=sale.source,
        chips=sale.chips,
    )


@entry
class ChipBid(Entry):
    """A bid for the dummy, in chips."""

    do: ClassVar[str] = "bid"
    own: ClassVar[str] = "player"
    title: ClassVar[Sentence] = say("Bid for the dummy")
    player: str = a_player()
    chips: int = a_number()

    @override
    def said(self) -> Sentence:
        return say("{player} bids {chips}", player=self.player, chips=self.chips)

    @override
    def news(self, moves: Iterable[Transfer]) -> Sentence:
        return _sold(self.said(), moves)


@entry
class Pass(Entry):
    """A player bids no more."""

    do: ClassVar[str] = "pass"
    own: ClassVar[str] = "player"
    title: ClassVar[Sentence] = say("Pass")
    player: str = a_player()

    @override
    def said(self) -> Sentence:
        return say("{player} passes", player=self.player)

    @override
    def news(self, moves: Iterable[Transfer]) -> Sentence:
        return _sold(self.said(), moves)


@entry
class Sell(Entry):
    """The auction's result alone."""

    do: ClassVar[str] = "sell"
    title: ClassVar[Sentence] = say("Sell the dummy")
    player: str = a_player()
    chips: int = an_amount()

    @override
    def said(self) -> Sentence:
        return say("{player} buys the dummy for {chips}", player=self.player, chips=self.chips)


@entry
class Keep(Entry):
    """No sale."""

    do: ClassVar[str] = "keep"
    by_dealer: ClassVar[bool] = True
    title: ClassVar[Sentence] = say("Keep the cards: no sale")

    @override
    def said(self) -> Sentence:
        return say("The dummy is not sold")


# the play


@entry
class Play(Entry):
    """A lead or a follow; several cards in a row by one player are one entry."""

    do: ClassVar[str] = "play"
    own: ClassVar[str] = "player"
    title: ClassVar[Sentence] = say("Play")
    player: str = a_player()
    cards: tuple[str, ...] = cards_in_a_row()

    @override
    def said(self) -> Sentence:
        return say("{player} plays {cards}", player=self.player, cards=Cards(self.cards))


@entry
class Stop(Entry):
    """Nobody can play the next card."""

    do: ClassVar[str] = "stop"
    title: ClassVar[Sentence] = say("Stop")

    @override
    def said(self) -> Sentence:
        return say("Nobody has the next card")


@entry
class Skip(Entry):
    """A player has the lead and no card that may be led."""

    do: ClassVar[str] = "skip"
    own: ClassVar[str] = "player"
    title: ClassVar[Sentence] = say("Skip")
    player: str = a_player()

    @override
    def said(self) -> Sentence:
        return say("{player} skips", player=self.player)


DUMPS: Choices = (("full-house", say("full house")), ("straight", say("straight")))
"""What four cards may be dumped for."""


def _four_cards(value: object) -> tuple[str, ...]:
    four = as_texts(value)
    if len(four) != 4:
        raise Unfit(say("a list of four cards"))
    return four


@entry
class Dump(Entry):
    """Four cards put down on an opponent's card."""

    do: ClassVar[str] = "dump"
    own: ClassVar[str] = "player"
    title: ClassVar[Sentence] = say("Lay down four cards")
    player: str = a_player()
    cards: tuple[str, ...] = some_cards(read=_four_cards)
    pot: str = a_choice(say("Which pot?"), DUMPS, check=check_pot)

    @override
    def said(self) -> Sentence:
        return say(
            "{player} lays down {cards}: {pot}",
            player=self.player,
            cards=Cards(self.cards),
            pot=Pot(self.pot),
        )


@entry
class Recount(Entry):
    """A player holds so many cards now."""

    do: ClassVar[str] = "recount"
    title: ClassVar[Sentence] = say("Count the cards again")
    player: str = a_player()
    cards: int = a_count(say("How many cards?"))

    @override
    def said(self) -> Sentence:
        return say("{player} holds {cards}", player=self.player, cards=CardCount(self.cards))


# hands kept in chips only


@entry
class ChipsOnly(Entry):
    """From here to the end of the hand cards are not recorded."""

    do: ClassVar[str] = "chips-only"
    title: ClassVar[Sentence] = say("Go on in chips only")

    @override
    def said(self) -> Sentence:
        return say("From here on chips only")


@entry
class Collect(Entry):
    """A player won a pot."""

    do: ClassVar[str] = "collect"
    own: ClassVar[str] = "player"
    title: ClassVar[Sentence] = say("Win a pot")
    player: str = a_player()
    pot: str = a_pot()

    @override
    def said(self) -> Sentence:
        return say("{player} wins {pot}", player=self.player, pot=Pot(self.pot))


@entry
class Out(Entry):
    """A player went out; cards left of every other player."""

    do: ClassVar[str] = "out"
    title: ClassVar[Sentence] = say("Go out")
    player: str = a_player()
    left: dict[str, int] = counts(say("Cards left"))

    @override
    def said(self) -> Sentence:
        return say("{player} goes out", player=self.player)

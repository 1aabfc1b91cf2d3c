"""The entries of the stops family, from the deal to the settlement of the hand."""

from collections.abc import Iterable
from typing import ClassVar

from typing_extensions import override

from companion.core.accounts import Pot
from companion.core.entries.fields import (
    Choices,
    cards_field,
    choice_field,
    count_field,
    counts_by_player_field,
    entry_number_field,
    finding_field,
    number_field,
    player_field,
    positive_number_field,
    pot_field,
    run_field,
)
from companion.core.entries.parsing import check_pot, parse_texts
from companion.core.entries.schema import Entry, entry_class
from companion.core.entries.standard import Deal
from companion.core.errors import InvalidValue
from companion.core.ledger import Transfer
from companion.core.sentences import Sentence, say
from companion.core.words import CardCount, Cards, player_series

# The value of `LastEnd.to`.
WINNER = "winner"


@entry_class
class LastEnd(Entry):
    """End the evening; with `to` the hand just ended was the last, and its winner takes all."""

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
    """Each player's card total after a blocked hand."""

    do: ClassVar[str] = "totals"
    title: ClassVar[Sentence] = say("Card totals")
    points: dict[str, int] = counts_by_player_field(say("Points"))

    @override
    def describe(self) -> Sentence:
        return say("Card totals: {points}", points=player_series(self.points))


@entry_class
class Show(Entry):
    """A player shows the cards that they hold at the end of a hand."""

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
    """Apply the penalty of a finding, by its place in the hand; `entry` is the one it is about."""

    do: ClassVar[str] = "enforce"
    title: ClassVar[Sentence] = say("Penalty applied")
    finding: int = finding_field()
    entry: int | None = entry_number_field("entry", default=None)

    @override
    def describe(self) -> Sentence:
        return say("Mistake {number}: penalty applied", number=self.finding + 1)


@entry_class
class Waive(Entry):
    """Waive a finding, by its place in the hand; `entry` is the one it is about."""

    do: ClassVar[str] = "waive"
    title: ClassVar[Sentence] = say("Mistake let go")
    finding: int = finding_field()
    entry: int | None = entry_number_field("entry", default=None)

    @override
    def describe(self) -> Sentence:
        return say("Mistake {number} let go", number=self.finding + 1)


# the deal and the dummy

DUMMY = "dummy"


@entry_class
class PileDeal(Deal):
    """Start the next hand; `piles` overrides the computed numbers of cards."""

    piles: dict[str, int] | None = counts_by_player_field(
        say("Cards in the piles, if they were counted"),
        besides=((DUMMY, say("The dummy")),),
        default=None,
    )


@entry_class
class LastHand(Entry):
    """Announce the last hand."""

    do: ClassVar[str] = "last-hand"
    title: ClassVar[Sentence] = say("Announce the last hand")

    @override
    def describe(self) -> Sentence:
        return say("Last hand announced")


@entry_class
class Swap(Entry):
    """The dealer takes the dummy."""

    do: ClassVar[str] = "swap"
    is_dealers: ClassVar[bool] = True
    title: ClassVar[Sentence] = say("Swap for the dummy")

    @override
    def describe(self) -> Sentence:
        return say("The dealer takes the dummy")


def _sold(sentence: Sentence, moves: Iterable[Transfer]) -> Sentence:
    """Append the sale of the dummy if this entry ended the auction."""
    sale = next((m for m in moves if m.reason == DUMMY and m.issuer is None), None)
    if sale is None:
        return sentence
    return say(
        "{said}, and {buyer} buys the dummy for {chips}",
        said=sentence,
        buyer=sale.source,
        chips=sale.chips,
    )


@entry_class
class ChipBid(Entry):
    """A bid for the dummy, in chips."""

    do: ClassVar[str] = "bid"
    own_field: ClassVar[str] = "player"
    title: ClassVar[Sentence] = say("Bid for the dummy")
    player: str = player_field()
    chips: int = number_field()

    @override
    def describe(self) -> Sentence:
        return say("{player} bids {chips}", player=self.player, chips=self.chips)

    @override
    def describe_effect(self, moves: Iterable[Transfer]) -> Sentence:
        return _sold(self.describe(), moves)


@entry_class
class Pass(Entry):
    """A player leaves the auction."""

    do: ClassVar[str] = "pass"
    own_field: ClassVar[str] = "player"
    title: ClassVar[Sentence] = say("Pass")
    player: str = player_field()

    @override
    def describe(self) -> Sentence:
        return say("{player} passes", player=self.player)

    @override
    def describe_effect(self, moves: Iterable[Transfer]) -> Sentence:
        return _sold(self.describe(), moves)


@entry_class
class Sell(Entry):
    """The result of an auction."""

    do: ClassVar[str] = "sell"
    title: ClassVar[Sentence] = say("Sell the dummy")
    player: str = player_field()
    chips: int = positive_number_field()

    @override
    def describe(self) -> Sentence:
        return say("{player} buys the dummy for {chips}", player=self.player, chips=self.chips)


@entry_class
class Keep(Entry):
    """The dummy is not sold."""

    do: ClassVar[str] = "keep"
    is_dealers: ClassVar[bool] = True
    title: ClassVar[Sentence] = say("Keep the cards: no sale")

    @override
    def describe(self) -> Sentence:
        return say("The dummy is not sold")


# the play


@entry_class
class PlayCards(Entry):
    """A lead or a follow; several cards in a row by one player are one entry."""

    do: ClassVar[str] = "play"
    own_field: ClassVar[str] = "player"
    title: ClassVar[Sentence] = say("Play")
    player: str = player_field()
    cards: tuple[str, ...] = run_field()

    @override
    def describe(self) -> Sentence:
        return say("{player} plays {cards}", player=self.player, cards=Cards(self.cards))


@entry_class
class Stop(Entry):
    """Nobody can play the next card."""

    do: ClassVar[str] = "stop"
    title: ClassVar[Sentence] = say("Stop")

    @override
    def describe(self) -> Sentence:
        return say("Nobody has the next card")


@entry_class
class Skip(Entry):
    """A player has the lead, but no card that may be led."""

    do: ClassVar[str] = "skip"
    own_field: ClassVar[str] = "player"
    title: ClassVar[Sentence] = say("Skip")
    player: str = player_field()

    @override
    def describe(self) -> Sentence:
        return say("{player} skips", player=self.player)


# The pots that four cards may win.
DUMPS: Choices = (("full-house", say("full house")), ("straight", say("straight")))


def _four_cards(value: object) -> tuple[str, ...]:
    four = parse_texts(value)
    if len(four) != 4:
        raise InvalidValue(say("a list of four cards"))
    return four


@entry_class
class Dump(Entry):
    """A player puts four cards down on an opponent's card."""

    do: ClassVar[str] = "dump"
    own_field: ClassVar[str] = "player"
    title: ClassVar[Sentence] = say("Lay down four cards")
    player: str = player_field()
    cards: tuple[str, ...] = cards_field(read=_four_cards)
    pot: str = choice_field(say("Which pot?"), DUMPS, check=check_pot)

    @override
    def describe(self) -> Sentence:
        return say(
            "{player} lays down {cards}: {pot}",
            player=self.player,
            cards=Cards(self.cards),
            pot=Pot(self.pot),
        )


@entry_class
class Recount(Entry):
    """A player holds this number of cards now."""

    do: ClassVar[str] = "recount"
    title: ClassVar[Sentence] = say("Count the cards again")
    player: str = player_field()
    cards: int = count_field(say("How many cards?"))

    @override
    def describe(self) -> Sentence:
        return say("{player} holds {cards}", player=self.player, cards=CardCount(self.cards))


# hands kept in chips only


@entry_class
class ChipsOnly(Entry):
    """From here to the end of the hand cards are not recorded."""

    do: ClassVar[str] = "chips-only"
    title: ClassVar[Sentence] = say("Go on in chips only")

    @override
    def describe(self) -> Sentence:
        return say("From here on chips only")


@entry_class
class Collect(Entry):
    """A player won a pot."""

    do: ClassVar[str] = "collect"
    own_field: ClassVar[str] = "player"
    title: ClassVar[Sentence] = say("Win a pot")
    player: str = player_field()
    pot: str = pot_field()

    @override
    def describe(self) -> Sentence:
        return say("{player} wins {pot}", player=self.player, pot=Pot(self.pot))


@entry_class
class Out(Entry):
    """A player went out; `left` are the cards left of each other player."""

    do: ClassVar[str] = "out"
    title: ClassVar[Sentence] = say("Go out")
    player: str = player_field()
    left: dict[str, int] = counts_by_player_field(say("Cards left"))

    @override
    def describe(self) -> Sentence:
        return say("{player} goes out", player=self.player)

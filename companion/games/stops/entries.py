"""The entries of the stops family, from the deal to the settlement of the hand."""

from collections.abc import Iterable

from typing_extensions import override

from companion.core.accounts import Pot
from companion.core.entries.fields import (
    Amount,
    AmountOrZero,
    CardList,
    CardRun,
    Choice,
    Choices,
    FindingPlace,
    NumberByPlayer,
    NumberOfEntry,
    Player,
    PotName,
    SmallNumber,
    entry_field,
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


@entry_class("end", say("End the evening"))
class LastEnd(Entry):
    """End the evening; with `to` the hand just ended was the last, and its winner takes all."""

    to: Choice = entry_field(
        say("What is left in the pots"),
        choices=((WINNER, say("goes to the winner of the last hand")),),
        default="",
    )

    @override
    def describe(self) -> Sentence:
        if self.to:
            return say("The evening ends: that was the last hand")
        return say("The evening ends")


@entry_class("totals", say("Card totals"))
class Totals(Entry):
    """Each player's card total after a blocked hand."""

    points: NumberByPlayer = entry_field(say("Points"))

    @override
    def describe(self) -> Sentence:
        return say("Card totals: {points}", points=player_series(self.points))


@entry_class("show", say("Show cards"), own_field="player")
class Show(Entry):
    """A player shows the cards that they hold at the end of a hand."""

    player: Player
    cards: CardList

    @override
    def describe(self) -> Sentence:
        return say("{player} shows {cards}", player=self.player, cards=Cards(self.cards))


@entry_class("enforce", say("Penalty applied"))
class Enforce(Entry):
    """Apply the penalty of a finding, by its place in the hand; `entry` is the one it is about."""

    finding: FindingPlace
    entry: NumberOfEntry | None = None

    @override
    def describe(self) -> Sentence:
        return say("Mistake {number}: penalty applied", number=self.finding + 1)


@entry_class("waive", say("Mistake let go"))
class Waive(Entry):
    """Waive a finding, by its place in the hand; `entry` is the one it is about."""

    finding: FindingPlace
    entry: NumberOfEntry | None = None

    @override
    def describe(self) -> Sentence:
        return say("Mistake {number} let go", number=self.finding + 1)


# the deal and the dummy

DUMMY = "dummy"


@entry_class("deal", Deal.title, is_dealers=True)
class PileDeal(Deal):
    """Start the next hand; `piles` overrides the computed numbers of cards."""

    piles: NumberByPlayer | None = entry_field(
        say("Cards in the piles, if they were counted"),
        choices=((DUMMY, say("The dummy")),),
        default=None,
    )


@entry_class("last-hand", say("Announce the last hand"))
class LastHand(Entry):
    """Announce the last hand."""

    @override
    def describe(self) -> Sentence:
        return say("Last hand announced")


@entry_class("swap", say("Swap for the dummy"), is_dealers=True)
class Swap(Entry):
    """The dealer takes the dummy."""

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


@entry_class("bid", say("Bid for the dummy"), own_field="player")
class ChipBid(Entry):
    """A bid for the dummy, in chips."""

    player: Player
    chips: AmountOrZero

    @override
    def describe(self) -> Sentence:
        return say("{player} bids {chips}", player=self.player, chips=self.chips)

    @override
    def describe_effect(self, moves: Iterable[Transfer]) -> Sentence:
        return _sold(self.describe(), moves)


@entry_class("pass", say("Pass"), own_field="player")
class Pass(Entry):
    """A player leaves the auction."""

    player: Player

    @override
    def describe(self) -> Sentence:
        return say("{player} passes", player=self.player)

    @override
    def describe_effect(self, moves: Iterable[Transfer]) -> Sentence:
        return _sold(self.describe(), moves)


@entry_class("sell", say("Sell the dummy"))
class Sell(Entry):
    """The result of an auction."""

    player: Player
    chips: Amount

    @override
    def describe(self) -> Sentence:
        return say("{player} buys the dummy for {chips}", player=self.player, chips=self.chips)


@entry_class("keep", say("Keep the cards: no sale"), is_dealers=True)
class Keep(Entry):
    """The dummy is not sold."""

    @override
    def describe(self) -> Sentence:
        return say("The dummy is not sold")


# the play


@entry_class("play", say("Play"), own_field="player")
class PlayCards(Entry):
    """A lead or a follow; several cards in a row by one player are one entry."""

    player: Player
    cards: CardRun

    @override
    def describe(self) -> Sentence:
        return say("{player} plays {cards}", player=self.player, cards=Cards(self.cards))


@entry_class("stop", say("Stop"))
class Stop(Entry):
    """Nobody can play the next card."""

    @override
    def describe(self) -> Sentence:
        return say("Nobody has the next card")


@entry_class("skip", say("Skip"), own_field="player")
class Skip(Entry):
    """A player has the lead, but no card that may be led."""

    player: Player

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


@entry_class("dump", say("Lay down four cards"), own_field="player")
class Dump(Entry):
    """A player puts four cards down on an opponent's card."""

    player: Player
    cards: CardList = entry_field(read=_four_cards)
    pot: Choice = entry_field(choices=DUMPS, check=check_pot)

    @override
    def describe(self) -> Sentence:
        return say(
            "{player} lays down {cards}: {pot}",
            player=self.player,
            cards=Cards(self.cards),
            pot=Pot(self.pot),
        )


@entry_class("recount", say("Count the cards again"))
class Recount(Entry):
    """A player holds this number of cards now."""

    player: Player
    cards: SmallNumber = entry_field(say("How many cards?"))

    @override
    def describe(self) -> Sentence:
        return say("{player} holds {cards}", player=self.player, cards=CardCount(self.cards))


# hands kept in chips only


@entry_class("chips-only", say("Go on in chips only"))
class ChipsOnly(Entry):
    """From here to the end of the hand cards are not recorded."""

    @override
    def describe(self) -> Sentence:
        return say("From here on chips only")


@entry_class("collect", say("Win a pot"), own_field="player")
class Collect(Entry):
    """A player won a pot."""

    player: Player
    pot: PotName

    @override
    def describe(self) -> Sentence:
        return say("{player} wins {pot}", player=self.player, pot=Pot(self.pot))


@entry_class("out", say("Go out"))
class Out(Entry):
    """A player went out; `left` are the cards left of each other player."""

    player: Player
    left: NumberByPlayer = entry_field(say("Cards left"))

    @override
    def describe(self) -> Sentence:
        return say("{player} goes out", player=self.player)

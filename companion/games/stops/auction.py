"""The auction of the dummy: swap, sale or keep (*A hand*, 2–3)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from typing_extensions import override

from companion.core.entries.fields import Amount, AmountOrZero, Player, entry_field
from companion.core.entries.schema import Entry, PartialEntry, entry_class
from companion.core.errors import Refused
from companion.core.ledger import POT, Transfer
from companion.core.offers import possible_offers
from companion.core.prompts import EntryTemplate, NumberInput, Offer, Prompt
from companion.core.repair.candidates import are_neighbours
from companion.core.review import Mistap, mistap
from companion.core.sentences import Sentence, say
from companion.core.words import Chips
from companion.games.stops.chips_only import ChipsOnly
from companion.games.stops.deduction import DEAD_PILE, Claim
from companion.games.stops.feature import Feature
from companion.games.stops.state import Auction, StopsTable

DUMMY = "dummy"


class AuctionEntry(Entry):
    """A bid or a pass; it may end the auction."""

    __slots__ = ()

    @override
    def describe_effect(self, moves: Iterable[Transfer]) -> Sentence:
        sale = next((m for m in moves if m.reason == DUMMY and m.issuer is None), None)
        if sale is None:
            return self.describe()
        return say(
            "{said}, and {buyer} pays {chips} for the dummy",
            said=self.describe(),
            buyer=sale.source,
            chips=Chips(sale.chips),
        )


@entry_class(
    "swap", say("Exchange hands with the dummy"), say("The dealer takes the dummy"), is_dealers=True
)
class Swap(Entry):
    """The dealer takes the dummy, and their own cards are dead."""


@entry_class("bid", say("Bid for the dummy"), say("{player} bids {chips}"), own_field="player")
class ChipBid(AuctionEntry):
    player: Player
    chips: AmountOrZero = entry_field(fact=int)  # a bid is called without a unit


@entry_class("pass", say("Pass"), say("{player} passes"), own_field="player")
class Pass(AuctionEntry):
    """A player leaves the auction."""

    player: Player


@entry_class("sell", say("Sell the dummy"), say("{player} buys the dummy for {chips}"))
class Sell(Entry):
    """The dummy was sold in an auction that was not entered bid by bid."""

    player: Player
    chips: Amount


@entry_class("keep", say("Keep the cards (no sale)"), say("The dummy is not sold"), is_dealers=True)
class Keep(Entry):
    """The dummy is not sold."""


# The number of bids that are offered as tiles.
BID_TILES = 4


def dummy_prompt(table: StopsTable) -> Prompt:
    """Return the prompt that asks whether the dummy is exchanged, sold, bid for, or kept."""
    auction, dealer = table.current_hand.auction, table.dealer
    if auction.high or auction.passed:
        return _auction(auction)
    keeps = say("{dealer} keeps the cards (no sale)", dealer=dealer)
    no_sale = keeps if table.options.dealer_may_keep else say("Nobody buys it")
    buttons = (
        Offer(Swap(), say("{dealer} takes it", dealer=dealer), own_label=say("I take it")),
        Offer(PartialEntry(Sell), say("Sold to …"), needs_form=True),
        Offer(Keep(), no_sale, means_nobody=True),
        Offer(ChipsOnly(), say("Chips only")),
    )
    return replace(
        _auction(auction),
        kind="dummy",
        question=say("Does {dealer} exchange hands with the dummy, or is it sold?", dealer=dealer),
        buttons=possible_offers(table, *buttons),
        player=dealer,
    )


def _auction(auction: Auction) -> Prompt:
    assert auction.turn is not None
    player, least = auction.turn, auction.highest + 1
    passes = Pass(player)
    return Prompt(
        "auction",
        _so_far(auction, player),
        # at the bidder's seat, so that no two taps hit one spot
        seats={
            player: (Offer(passes, passes.describe(), own_label=say("I pass"), means_nobody=True),)
        },
        tiles=tuple(_bid(player, chips) for chips in range(least, least + BID_TILES)),
        template=EntryTemplate(
            PartialEntry(ChipBid, {"player": player}),
            ChipBid.title,
            number_input=NumberInput("chips", least),
        ),
        player=player,
    )


def _so_far(auction: Auction, player: str) -> Sentence:
    if auction.high is None:
        return say("No bid yet. {player}?", player=player)
    bidder, chips = auction.high
    return say("{bidder} bids {chips}. {player}?", bidder=bidder, chips=chips, player=player)


def _bid(player: str, chips: int) -> Offer:
    bid = ChipBid(player, chips)
    return Offer(bid, bid.describe(), own_label=say("I bid {chips}", chips=chips))


# the dummy


def swap(table: StopsTable, _: Swap) -> None:
    """Exchange the dealer's cards, which are then dead, for the dummy. Raises Refused."""
    table.require_no_bids()
    _take_dummy(table, table.dealer)
    table.begin_play()


def keep(table: StopsTable, _: Keep) -> None:
    """Leave the dummy dead, as the dealer keeps their cards or nobody bid. Raises Refused."""
    table.require_no_bids()
    table.begin_play()


def sell(table: StopsTable, entry: Sell) -> None:
    """Sell the dummy to a player for a price. Raises Refused (`wrong-phase`, `may-not-bid`)."""
    table.require_no_bids()
    if entry.player == table.dealer:
        raise Refused(
            "may-not-bid", "{player} is the dealer and cannot buy the dummy.", player=entry.player
        )
    _close_sale(table, entry.player, entry.chips)


def bid(table: StopsTable, entry: ChipBid) -> None:
    """Bid for the dummy, in turn.

    Raises Refused (`wrong-phase`, `may-not-bid`, `not-your-turn`, `bid-too-low`).
    """
    _check_bidder(table, entry.player)
    hand = table.current_hand
    highest = hand.auction.highest
    if entry.chips <= highest:
        raise Refused(
            "bid-too-low",
            "A bid of {chips} does not beat {highest}.",
            chips=Chips(entry.chips),
            highest=highest,
        )
    hand.auction.high = (entry.player, entry.chips)
    # the first bid counts: a money card has barred the player since then
    hand.auction.bids = {
        entry.player: (table.entry_number, table.line_count),
        **hand.auction.bids,
    }
    _advance(table, entry.player)


def pass_bid(table: StopsTable, entry: Pass) -> None:
    """Leave the auction. Raises Refused (`wrong-phase`, `may-not-bid`, `not-your-turn`)."""
    _check_bidder(table, entry.player)
    table.current_hand.auction.passed |= {entry.player}
    _advance(table, entry.player)


def _check_bidder(table: StopsTable, player: str) -> None:
    table.require_phase("dummy")
    if player == table.dealer:
        raise Refused("may-not-bid", "{player} is the dealer and cannot bid.", player=player)
    if player in table.current_hand.auction.passed:
        raise Refused("may-not-bid", "{player} has passed and may not bid again.", player=player)
    if player != table.current_hand.auction.turn:
        raise Refused(
            "not-your-turn",
            "{bidder} bids now, not {player}.",
            bidder=table.current_hand.auction.turn or "",
            player=player,
        )


def next_bidder(table: StopsTable, after: str) -> str | None:
    hand = table.current_hand
    out = {table.dealer, *hand.auction.passed, hand.auction.high[0] if hand.auction.high else None}
    return next((p for p in table.clockwise(after) if p not in out), None)


def _advance(table: StopsTable, after: str) -> None:
    hand = table.current_hand
    hand.auction.turn = next_bidder(table, after)
    if hand.auction.turn is None:
        if hand.auction.high:
            _close_sale(table, *hand.auction.high)
        else:
            table.begin_play()


def _close_sale(table: StopsTable, buyer: str, chips: int) -> None:
    to_dealer = table.options.dummy_price == "dealer"
    seller = table.dealer if to_dealer else POT + table.board.priced
    table.ledger.pay_or_owe(buyer, seller, chips, DUMMY)
    _take_dummy(table, buyer)
    _claim_bids(table, buyer)
    table.begin_play()


def _take_dummy(table: StopsTable, player: str) -> None:
    hand = table.current_hand
    hand.referee.freeze(hand.sizes)
    # the pile that the player gives for the dummy is dead, and had no card that bars
    hand.cards_left[player], hand.dead_cards = hand.dead_cards, hand.cards_left[player]
    cards = _barring_cards(table)
    if table.options.money_card_bars and cards:
        claim = Claim("taken", DEAD_PILE, table.entry_number, table.line_count, cards, 0)
        hand.referee.add(claim)


def _barring_cards(table: StopsTable) -> int:
    """Return the cards (mask) any one of which bars its holder from swapping and bidding."""
    part = table.options.combination_bars == "part"
    return table.board.single_bits | (table.board.fixed_bits if part else 0)


def _claim_bids(table: StopsTable, buyer: str) -> None:
    if table.options.money_card_bars:
        hand, singles = table.current_hand, _barring_cards(table)
        for player, (entry, place) in hand.auction.bids.items():
            if player != buyer:  # the buyer's own pile is dead: the dead pile's claim says the same
                hand.referee.add(Claim("illegal-bid", player, entry, place, singles, 0))


# The most chips by which a bid is above the last one, or a price differs from another.
MAX_STEP = 4

_BIDS = say("What did {player} say: {chips}?")


def bid_mistaps(_: StopsTable, entry: ChipBid) -> Iterator[Mistap]:
    words = say("{player} passed", player=entry.player)
    question = _BIDS.with_facts(player=entry.player, chips=say("pass"))
    yield mistap("bid", words, Pass(entry.player), question=question)
    for chips in _near_prices(entry.chips):
        words = say("{player} bid {chips}", player=entry.player, chips=chips)
        yield mistap("price", words, replace(entry, chips=chips), question=_BIDS)


def _near_prices(had: int) -> list[int]:
    near = range(max(1, had - MAX_STEP), had + MAX_STEP + 1)
    return [chips for chips in near if chips != had]


def pass_mistaps(table: StopsTable, entry: Pass) -> Iterator[Mistap]:
    highest = table.current_hand.auction.highest
    for chips in range(highest + 1, highest + MAX_STEP + 1):
        bid = ChipBid(entry.player, chips)
        words = say("{player} bid {chips}", player=entry.player, chips=chips)
        yield mistap("passed", words, bid, near=chips == highest + 1, question=_BIDS)


def sale_mistaps(table: StopsTable, entry: Sell) -> Iterator[Mistap]:
    for chips in _near_prices(entry.chips):
        words = say("{player} paid {chips}", player=entry.player, chips=Chips(chips))
        question = say("Did {player} pay {chips}?")
        yield mistap("price", words, replace(entry, chips=chips), question=question)
    for player in table.others(table.dealer):
        if player != entry.player:
            words = say("{player} bought the dummy", player=player)
            question = say("Did {player} buy the dummy?")
            near, sale = are_neighbours(table, player, entry.player), replace(entry, player=player)
            yield mistap("buyer", words, sale, near=near, question=question)
    yield from dummy_mistaps(table, entry)


def dummy_mistaps(table: StopsTable, entry: Entry) -> Iterator[Mistap]:
    ways = {
        Swap: say("{player} took the dummy", player=table.dealer),
        Keep: say("Nobody took the dummy"),
    }
    for kind, words in ways.items():
        if not isinstance(entry, kind):
            yield mistap("taken", words, kind())


AUCTION = Feature(
    handlers=(swap, bid, pass_bid, sell, keep),
    prompts={"dummy": dummy_prompt},
    phases={"dummy": say("the dummy has not been exchanged or sold yet")},
    mistaps={
        ChipBid: bid_mistaps,
        Pass: pass_mistaps,
        Sell: sale_mistaps,
        Swap: dummy_mistaps,
        Keep: dummy_mistaps,
    },
)

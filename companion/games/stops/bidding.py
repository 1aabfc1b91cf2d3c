"""The sale of the dummy as the table is asked about it: swap, price, bids and passes."""

from dataclasses import replace

from companion.core.asking.common import possible_offers
from companion.core.entries.writing import PartialEntry
from companion.core.offers import EntryTemplate, NumberInput, Offer, PlayerChoice, Prompt
from companion.core.sentences import Sentence, say
from companion.games.stops.entries import ChipBid, ChipsOnly, Keep, Pass, Sell, Swap
from companion.games.stops.state import Hand, StopsTable

NEAR_BIDS = 4
"""So many bids are offered to be tapped."""


def dummy_prompt(table: StopsTable) -> Prompt:
    """Ask what becomes of the dummy: swapped, sold, bid for, or kept."""
    hand, dealer = table.current_hand, table.dealer
    keeps = say("{dealer} keeps the cards; no sale", dealer=dealer)
    no_sale = keeps if table.options.dealer_may_keep else say("Nobody buys it")
    if hand.auction.high or hand.auction.passed:
        return _auction(hand)
    buttons = (
        Offer(Swap(), say("{dealer} swaps", dealer=dealer), own_label=say("I swap")),
        Offer(Keep(), no_sale, means_nobody=True),
        Offer(ChipsOnly(), say("Chips only")),
    )
    sale = PlayerChoice("player", table.others(dealer)), NumberInput("chips")
    return Prompt(
        "dummy",
        say("The dummy: does {dealer} swap, or who buys it?", dealer=dealer),
        tiles=(*_bids(hand), *_passes(hand)),
        buttons=possible_offers(table, *buttons),
        template=EntryTemplate(
            PartialEntry(Sell), say("Sold"), sale, say("Sold: tap the buyer, then the price")
        ),
        player=hand.auction.turn,
        own_template=_bid_of_any(hand),
    )


def _auction(hand: Hand) -> Prompt:
    bid, seats = _bid_of_any(hand), {hand.auction.turn: _passes(hand)} if hand.auction.turn else {}
    asked = Prompt(
        "auction", _so_far(hand), tiles=_bids(hand), template=bid, player=hand.auction.turn
    )
    return replace(asked, seats=seats)


def _bid_of_any(hand: Hand) -> EntryTemplate:
    number = (NumberInput("chips", _least(hand)),)
    return EntryTemplate(
        PartialEntry(ChipBid, {"player": hand.auction.turn}), say("Bid for the dummy"), number
    )


def _so_far(hand: Hand) -> Sentence:
    turn = hand.auction.turn or ""
    if hand.auction.high is None:
        return say("No bid yet. {player}?", player=turn)
    bidder, chips = hand.auction.high
    return say("{bidder} bids {chips}. {player}?", bidder=bidder, chips=chips, player=turn)


def _least(hand: Hand) -> int:
    return hand.auction.high[1] + 1 if hand.auction.high else 1


def _bids(hand: Hand) -> tuple[Offer, ...]:
    """Offer a few bids."""
    if hand.auction.turn is None:
        return ()
    near = range(_least(hand), _least(hand) + NEAR_BIDS)
    return tuple(_bid(hand.auction.turn, chips) for chips in near)


def _bid(player: str, chips: int) -> Offer:
    label = say("{player} bids {chips}", player=player, chips=chips)
    mine = say("I bid {chips}", chips=chips)
    return Offer(ChipBid(player, chips), label, own_label=mine)


def _passes(hand: Hand) -> tuple[Offer, ...]:
    """Offer to pass: in an auction at the bidder's seat, so that no two lie at one spot."""
    player = hand.auction.turn
    if player is None:
        return ()
    passes = say("{player} passes", player=player)
    return (Offer(Pass(player), passes, own_label=say("I pass"), means_nobody=True),)

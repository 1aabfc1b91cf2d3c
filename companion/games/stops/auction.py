"""The deal and the auction of the dummy: swap, sale or keep (*A hand*, 1–3)."""

from dataclasses import replace
from functools import lru_cache

from companion.core.cards import SUITS
from companion.core.chips import ANTE, take_antes
from companion.core.entries.schema import PartialEntry
from companion.core.errors import Refused, WrongPhase
from companion.core.handlers import begin_hand, check_agreed
from companion.core.ledger import POT, Transfer
from companion.core.possible import possible_offers
from companion.core.prompts import EntryTemplate, NumberInput, Offer, PlayerChoice, Prompt
from companion.core.sentences import Sentence, say
from companion.core.words import CardCount
from companion.games.stops import entries as e
from companion.games.stops.deduction import Claim, Referee
from companion.games.stops.entries import ChipBid, ChipsOnly, Keep, Pass, Sell, Swap
from companion.games.stops.state import Hand, Lead, StopsTable

# The number of bids that are offered as tiles.
NEAR_BIDS = 4


def dummy_prompt(table: StopsTable) -> Prompt:
    """Return the prompt about the dummy: it is swapped, sold, bid for, or kept."""
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
    prompt = Prompt(
        "auction", _so_far(hand), tiles=_bids(hand), template=bid, player=hand.auction.turn
    )
    return replace(prompt, seats=seats)


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
    if hand.auction.turn is None:
        return ()
    near = range(_least(hand), _least(hand) + NEAR_BIDS)
    return tuple(_bid(hand.auction.turn, chips) for chips in near)


def _bid(player: str, chips: int) -> Offer:
    label = say("{player} bids {chips}", player=player, chips=chips)
    sentence = say("I bid {chips}", chips=chips)
    return Offer(ChipBid(player, chips), label, own_label=sentence)


def _passes(hand: Hand) -> tuple[Offer, ...]:
    """Offer to pass. The screen shows it at the bidder's seat, so that no two taps hit one spot."""
    player = hand.auction.turn
    if player is None:
        return ()
    passes = say("{player} passes", player=player)
    return (Offer(Pass(player), passes, own_label=say("I pass"), means_nobody=True),)


PACK_SIZE = 52


def deal(table: StopsTable, entry: e.PileDeal) -> None:
    """Take the antes and count the piles.

    Raises Refused (`bad-entry`, `wrong-phase`, `short-of-chips`, `bad-count`, `last-hand-played`).
    """
    if entry.piles is not None and entry.piles.keys() != {*table.present, e.DUMMY}:
        raise Refused("bad-entry", "The piles must name every player and the dummy.")
    begin_hand(table, entry.dealer)
    take_antes(table, _antes(table))
    left, dummy = count_piles(table) if entry.piles is None else _given_piles(table, entry.piles)
    check_agreed(table)
    leads = table.dealer if table.options.first_leader == "dealer" else table.left_of(table.dealer)
    table.hand_state = Hand(left, dummy, leads, table.active_count, Referee(left))
    table.phase = "dummy"
    table.hand_state.auction.turn = _next_bidder(table, table.dealer)


def _antes(table: StopsTable) -> tuple[Transfer, ...]:
    twice = {"none": (), "all pots": table.pots, "jackpot": table.board.out}
    extra = twice[table.options.dealer_extra]
    antes = {pot: table.options.ante_of(pot) for pot in table.pots}
    more = {pot: chips for pot, chips in antes.items() if pot in extra}
    return _paid(table.present, (*antes.items(),)) + _paid((table.dealer,), (*more.items(),))


@lru_cache(maxsize=64)  # a replay deals thousands of hands, with the same few antes
def _paid(players: tuple[str, ...], antes: tuple[tuple[str, int], ...]) -> tuple[Transfer, ...]:
    """Return the transfers of an ante of each player into each pot."""
    return tuple(
        Transfer(player, POT + pot, chips, ANTE) for player in players for pot, chips in antes
    )


def _given_piles(table: StopsTable, piles: dict[str, int]) -> tuple[dict[str, int], int]:
    left, dummy = {player: piles[player] for player in table.present}, piles[e.DUMMY]
    total = sum(left.values()) + dummy
    if total != PACK_SIZE:
        raise Refused(
            "bad-count",
            "The piles must hold {size} cards, not {total}.",
            size=PACK_SIZE,
            total=total,
        )
    for player, cards in left.items():
        if cards < 1:
            raise Refused("bad-count", "The pile of {player} is empty.", player=player)
    if dummy < 0:
        raise Refused("bad-count", "The dummy cannot hold {cards}.", cards=CardCount(dummy))
    return left, dummy


def count_piles(table: StopsTable) -> tuple[dict[str, int], int]:
    """Return the number of cards of each player, and of the dummy. The first piles are larger."""
    piles = len(table.present) + 1
    each, odd = divmod(PACK_SIZE, piles)
    sizes = [each + (place < odd) for place in range(piles)]
    dummy = sizes.pop(0 if table.options.dummy_dealt == "first" else -1)
    fallen = dict(zip(table.clockwise(table.dealer), sizes, strict=True))
    return {player: fallen[player] for player in table.present}, dummy


def announce_last_hand(table: StopsTable, _: e.LastHand) -> None:
    """Announce the last hand: the next one if none is in progress, else this one.

    Raises Refused (`wrong-phase`).
    """
    between = table.phase == "between-hands"
    if not between:
        table.require_phase("dummy", "play")
        if table.current_hand.played_cards or table.current_hand.chips_only:
            raise Refused("wrong-phase", "The last hand is announced before its first lead.")
    if table.last is not None:
        raise Refused("wrong-phase", "The last hand has been announced already.")
    number = table.hand + 1 if between else table.hand
    if table.agreed_last is not None and number >= table.agreed_last:
        raise Refused(
            "wrong-phase",
            "Hand {number} is the last one anyway: it need not be announced.",
            number=table.agreed_last,
        )
    table.last = number


# the dummy


def swap(table: StopsTable, _: e.Swap) -> None:
    """Swap the dealer's pile for the dummy; the pile is dead then."""
    _before_bids(table)
    _take_dummy(table, table.dealer)
    _begin_play(table)


def keep(table: StopsTable, _: e.Keep) -> None:
    """Leave the dummy dead: the dealer keeps their own pile, or nobody bid."""
    _before_bids(table)
    _begin_play(table)


def sell(table: StopsTable, entry: e.Sell) -> None:
    """Enter the result of an auction. Raises Refused (`wrong-phase`, `may-not-bid`)."""
    _before_bids(table)
    if entry.player == table.dealer:
        raise Refused(
            "may-not-bid", "{player} deals and cannot buy the dummy.", player=entry.player
        )
    _close_sale(table, entry.player, entry.chips)


def _before_bids(table: StopsTable) -> None:
    table.require_phase("dummy")
    if table.current_hand.auction.high or table.current_hand.auction.passed:
        raise WrongPhase(say("the auction has begun"))


def bid(table: StopsTable, entry: e.ChipBid) -> None:
    """Bid for the dummy, in turn.

    Raises Refused (`may-not-bid`, `not-your-turn`, `bid-too-low`).
    """
    _check_bidder(table, entry.player)
    hand = table.current_hand
    highest = hand.auction.high[1] if hand.auction.high else 0
    if entry.chips <= highest:
        raise Refused(
            "bid-too-low",
            "{chips} is not above the highest bid of {highest}.",
            chips=entry.chips,
            highest=highest,
        )
    hand.auction.high = (entry.player, entry.chips)
    # the first bid counts: a money card has barred the player since then
    hand.auction.bids = {
        entry.player: (table.entry_number, table.active_count),
        **hand.auction.bids,
    }
    _go_on(table, entry.player)


def pass_bid(table: StopsTable, entry: e.Pass) -> None:
    """Pass for good. Raises Refused (`may-not-bid`, `not-your-turn`)."""
    _check_bidder(table, entry.player)
    table.current_hand.auction.passed |= {entry.player}
    _go_on(table, entry.player)


def _check_bidder(table: StopsTable, player: str) -> None:
    table.require_phase("dummy")
    if player == table.dealer:
        raise Refused("may-not-bid", "{player} deals and cannot bid.", player=player)
    if player in table.current_hand.auction.passed:
        raise Refused("may-not-bid", "{player} has passed and may not bid again.", player=player)
    if player != table.current_hand.auction.turn:
        raise Refused(
            "not-your-turn",
            "{bidder} bids now, not {player}.",
            bidder=table.current_hand.auction.turn or "",
            player=player,
        )


def _next_bidder(table: StopsTable, after: str) -> str | None:
    hand = table.current_hand
    out = {table.dealer, *hand.auction.passed, hand.auction.high[0] if hand.auction.high else None}
    return next((p for p in table.clockwise(after) if p not in out), None)


def _go_on(table: StopsTable, after: str) -> None:
    hand = table.current_hand
    hand.auction.turn = _next_bidder(table, after)
    if hand.auction.turn is None:
        if hand.auction.high:
            _close_sale(table, *hand.auction.high)
        else:
            _begin_play(table)


def _close_sale(table: StopsTable, buyer: str, chips: int) -> None:
    table.ledger.pay_or_owe(buyer, sale_account(table), chips, "dummy")
    _take_dummy(table, buyer)
    _claim_bids(table, buyer)
    _begin_play(table)


def sale_account(table: StopsTable) -> str:
    """Return the account that gets the price of the dummy: the dealer, or a pot for going out."""
    if table.options.dummy_price == "dealer":
        return table.dealer
    return POT + table.board.priced


def _take_dummy(table: StopsTable, player: str) -> None:
    hand = table.current_hand
    hand.freeze_referee()
    # the pile that the player gives for the dummy is dead, and had no card that bars
    hand.cards_left[player], hand.dead_cards = hand.dead_cards, hand.cards_left[player]
    hand.referee.dead_without = _barring(table) if table.options.money_card_bars else 0


def _barring(table: StopsTable) -> int:
    """Return the cards (mask) any one of which bars its holder from swapping and bidding."""
    part = table.options.combination_bars == "part"
    return table.board.single_bits | (table.board.fixed_bits if part else 0)


def _claim_bids(table: StopsTable, buyer: str) -> None:
    if table.options.money_card_bars:
        hand, singles = table.current_hand, _barring(table)
        for player, (entry, place) in hand.auction.bids.items():
            if player != buyer:  # the buyer's own pile is dead: dead_without says the same
                hand.referee.add(Claim("illegal-bid", player, entry, place, singles, 0))


def _begin_play(table: StopsTable) -> None:
    table.phase = "play"
    hand = table.current_hand
    hand.auction.turn = None
    suit = table.options.first_suit
    if suit:
        hand.lead = Lead(None, suit, free=True)
    else:
        table.pass_lead(Lead(hand.first_leader, SUITS, free=True))
    hand.referee.add_moment(table.entry_number, table.active_count)


def switch_to_chips_only(table: StopsTable, _: e.ChipsOnly) -> None:
    """Stop recording cards for the rest of the hand. Before a bid, there is no sale.

    Raises Refused (`wrong-phase`).
    """
    if table.phase == "dummy":
        _before_bids(table)
        _begin_play(table)
    table.require_phase("play")
    hand = table.current_hand
    if hand.chips_only:
        raise WrongPhase(say("this hand is kept in chips only already"))
    hand.referee.stop(hand.sizes)
    hand.chips_only = True

"""The deal: antes, the piles of the players and of the dummy, and the last hand (*A hand*, 1)."""

from collections.abc import Iterator
from functools import lru_cache

from companion.core.chips import ANTE, take_antes
from companion.core.entries.fields import NumberByPlayer, entry_field
from companion.core.entries.schema import Entry, entry_class, serialize_entry
from companion.core.entries.standard import Deal
from companion.core.errors import Refused
from companion.core.handlers import (
    agree_rounds,
    begin_hand,
    check_last_hand,
    refusal_sentence,
    try_entry,
)
from companion.core.ledger import POT, Transfer
from companion.core.offers import deal_prompt, deal_refusal, end_offer, possible_offers
from companion.core.prompts import Offer, Prompt
from companion.core.review import Mistap, mistap
from companion.core.sentences import say
from companion.core.words import CardCount
from companion.games.stops.auction import DUMMY, next_bidder
from companion.games.stops.chips_only import ChipsOnly
from companion.games.stops.deduction import Referee
from companion.games.stops.feature import Feature
from companion.games.stops.hand_end import WINNER, LastEnd
from companion.games.stops.state import Hand, StopsTable


@entry_class("deal", Deal.title, is_dealers=True)
class PileDeal(Deal):
    """Start the next hand; `piles` has the numbers of cards if they were counted."""

    piles: NumberByPlayer | None = entry_field(
        say("Cards in each pile, if you counted them"),
        choices=((DUMMY, say("The dummy")),),
        default=None,
    )


@entry_class("last-hand", say("Announce the last hand"), say("Last hand announced"))
class LastHand(Entry):
    """Announce the last hand."""


PACK_SIZE = 52


def deal(table: StopsTable, entry: PileDeal) -> None:
    """Take the antes and count the piles.

    Raises Refused (`bad-entry`, `wrong-phase`, `short-of-chips`, `bad-count`, `last-hand-played`).
    """
    if entry.piles is not None and entry.piles.keys() != {*table.present, DUMMY}:
        raise Refused("bad-entry", "Enter the number of cards for every player and for the dummy.")
    begin_hand(table, entry.dealer)
    take_antes(table, _list_antes(table))
    left, dummy = count_piles(table) if entry.piles is None else _check_piles(table, entry.piles)
    check_last_hand(table)
    table.current_hand = Hand(left, dummy, Referee(left), table.seated_at)
    table.phase = "dummy"
    table.current_hand.auction.turn = next_bidder(table, table.dealer)


def _list_antes(table: StopsTable) -> tuple[Transfer, ...]:
    pots_by_rule = {"none": (), "all pots": table.pots, "jackpot": table.board.out}
    antes = tuple((pot, table.options.ante_of(pot)) for pot in table.pots)
    extra_pots = pots_by_rule[table.options.dealer_extra]
    extra = tuple((pot, chips) for pot, chips in antes if pot in extra_pots)
    return _antes(table.present, antes) + _antes((table.dealer,), extra)


@lru_cache(maxsize=64)  # a replay deals thousands of hands, with the same few antes
def _antes(players: tuple[str, ...], antes: tuple[tuple[str, int], ...]) -> tuple[Transfer, ...]:
    """Return the transfers of an ante of each player into each pot."""
    return tuple(
        Transfer(player, POT + pot, chips, ANTE) for player in players for pot, chips in antes
    )


def _check_piles(table: StopsTable, piles: dict[str, int]) -> tuple[dict[str, int], int]:
    left, dummy = {player: piles[player] for player in table.present}, piles[DUMMY]
    total = sum(left.values()) + dummy
    if total != PACK_SIZE:
        raise Refused(
            "bad-count",
            "The piles must add up to {size} cards, not {total}.",
            size=PACK_SIZE,
            total=total,
        )
    for player, cards in left.items():
        if cards < 1:
            raise Refused("bad-count", "{player}’s pile needs at least one card.", player=player)
    if dummy < 0:
        raise Refused("bad-count", "The dummy cannot hold {cards}.", cards=CardCount(dummy))
    return left, dummy


def count_piles(table: StopsTable) -> tuple[dict[str, int], int]:
    """Return the number of cards of each player and of the dummy, if dealt evenly, one by one."""
    piles = len(table.present) + 1
    each, odd = divmod(PACK_SIZE, piles)
    sizes = [each + (place < odd) for place in range(piles)]
    dummy = sizes.pop(0 if table.options.dummy_dealt == "first" else -1)
    sizes_by_player = dict(zip(table.clockwise(table.dealer), sizes, strict=True))
    return {player: sizes_by_player[player] for player in table.present}, dummy


def announce_last_hand(table: StopsTable, _: LastHand) -> None:
    """Announce the last hand: this one, or the next if none is in progress.

    Raises Refused (`wrong-phase`).
    """
    between = table.phase == "between-hands"
    if not between:
        table.require_phase("dummy", "play")
        if table.current_hand.played_cards or table.current_hand.chips_only:
            raise Refused("wrong-phase", "The last hand must be announced before its first lead.")
    if table.last is not None:
        raise Refused("wrong-phase", "The last hand has already been announced.")
    number = table.hand + 1 if between else table.hand
    if table.agreed_last is not None and number >= table.agreed_last:
        raise Refused(
            "wrong-phase",
            "You agreed on the number of hands ({number}), so you need not announce the last one.",
            number=table.agreed_last,
        )
    table.last = number


def next_hand_as_counted(table: StopsTable) -> Hand | None:
    """Return the hand that a deal would start now, or None if a deal is refused."""
    after = try_entry(table, PileDeal())
    return after.current_hand if after else None


NEXT_IS_LAST = Offer(LastHand(), say("The next hand is the last"))
THIS_IS_LAST = Offer(LastHand(), say("This is the last hand"))
LAST_HAND = LastEnd(WINNER)


def before_deal_prompt(table: StopsTable) -> Prompt:
    terms = table.setup.game.hand_terms
    hand = terms.in_progress.with_facts(hand=table.hand + 1)
    dealer = table.next_dealer()
    sentence = say("{dealer} deals {hand}", dealer=dealer, hand=hand)
    if table.hand + 1 in (table.last, table.rounds):
        sentence = say("{dealer} deals {hand} ({last})", dealer=dealer, hand=hand, last=terms.last)
    deal = Offer(PileDeal(), say("Deal {hand}", hand=hand))
    others = (NEXT_IS_LAST,) if table.hand else ()
    end = end_offer(table, needs_form=may_have_been_last(table)) if table.hand else None
    return deal_prompt(table, Prompt("deal", sentence, buttons=(deal,), end_offer=end), others)


def may_have_been_last(table: StopsTable) -> bool:
    """Return whether a player would take the pots if the hand just ended were the last one."""
    if table.is_last_hand or refusal_sentence(table, serialize_entry(LAST_HAND)):
        return False
    return any(not table.ledger.is_empty(POT + pot) for pot in table.pots)


def rare_offers(table: StopsTable) -> tuple[Offer, ...]:
    """Return the offers to announce the last hand, and to continue this one in chips only."""
    in_chips = Offer(ChipsOnly(), say("Continue with chips only"))
    if table.phase != "between-hands":
        return possible_offers(table, THIS_IS_LAST, in_chips)
    return () if deal_refusal(table) else possible_offers(table, NEXT_IS_LAST)


def pile_mistaps(before: StopsTable, _: PileDeal) -> Iterator[Mistap]:
    """Yield deals in which a player has a card more or less, and the dummy one less or more."""
    hand = next_hand_as_counted(before)
    if hand is None:
        return
    for player, had in hand.cards_left.items():
        for cards in (had + 1, had - 1):
            piles = {**hand.cards_left, player: cards, DUMMY: hand.dead_cards + had - cards}
            if min(piles.values()) > 0:
                words = say("{player} was dealt {cards}", player=player, cards=CardCount(cards))
                question = say("Was {player} dealt {cards}?")
                yield mistap("miscounted", words, PileDeal(piles=piles), question=question)


DEAL = Feature(
    handlers=(deal, agree_rounds, announce_last_hand),
    prompts={"between-hands": before_deal_prompt},
    mistaps={PileDeal: pile_mistaps},
)

"""What may still come that nobody has seen: how a run goes on, cards to be shown, piles dealt."""

from companion.core.cards import NEXT, PACK
from companion.core.handlers import apply_entry, refusal_sentence
from companion.games.stops.entries import PileDeal
from companion.games.stops.state import Hand, StopsTable


def continuations(table: StopsTable) -> tuple[str, ...]:
    """List the cards to which a run may go on after the next card, if one player has them all."""
    hand = table.current_hand
    return (
        run_after(hand, hand.next_card, max(hand.cards_left.values()) - 1) if hand.next_card else ()
    )


def run_after(hand: Hand, card: str, most: int) -> tuple[str, ...]:
    """List the cards that may follow a card before its run stops by itself, at most so many."""
    cards: list[str] = []
    following = NEXT.get(card)
    while following and following not in hand.played_cards and len(cards) < most:
        cards.append(following)
        following = NEXT.get(following)
    return tuple(cards)


def run_to(first: str, last: str) -> tuple[str, ...]:
    """List the cards of a run from the first to the last; only the first if they are not of one."""
    cards = [first]
    while cards[-1] != last and cards[-1] in NEXT:
        cards.append(NEXT[cards[-1]])
    return tuple(cards) if cards[-1] == last else (first,)


def next_hand_as_counted(table: StopsTable) -> Hand | None:
    """Give the hand that a deal would start now, if one may be started."""
    if refusal_sentence(table, {"do": "deal"}):
        return None
    after = apply_entry(table, PileDeal(), table.entry_number + 1)
    assert isinstance(after, StopsTable)
    return after.hand_state


def players_who_may_show(table: StopsTable) -> tuple[str, ...]:
    """List who holds cards after a hand that nobody has seen yet."""
    hand = table.hand_state
    if hand is None or not hand.end.is_over or hand.chips_only or table.phase == "over":
        return ()
    waiting = players_with_unseen(hand)
    return tuple(p for p in table.present if p in waiting)


def players_with_unseen(hand: Hand) -> frozenset[str]:
    """Name who holds cards that have not been shown."""
    return frozenset(
        p for p, cards in hand.cards_left.items() if cards and p not in hand.end.shown_cards
    )


def unseen_cards(table: StopsTable) -> tuple[str, ...]:
    """List the cards that have neither been played nor shown in this hand."""
    seen = {
        *table.current_hand.played_cards,
        *(c for cards in table.current_hand.end.shown_cards.values() for c in cards),
    }
    return tuple(card for card in PACK if card not in seen)

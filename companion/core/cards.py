"""Cards and packs in the record's notation: ``2C`` … ``10H``, ``AS``, and ``JK`` for a joker."""

from collections.abc import Iterable
from functools import cache

SUITS = "CDHS"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
JOKER = "JK"

# The 52 cards, clubs first, each suit from the 2 up to the ace.
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)

SUIT = {card: card[-1] for card in PACK}
# Rank of a card from 0 (the 2) to 12 (the ace, always high here).
RANK = {card: RANKS.index(card[:-1]) for card in PACK}

# The next higher card of the suit; an ace has none.
NEXT = {card: RANKS[RANK[card] + 1] + SUIT[card] for card in PACK if RANK[card] < 12}

OTHER_COLOUR = {"C": "DH", "S": "DH", "D": "CS", "H": "CS"}
SAME_COLOUR = {"C": "CS", "S": "CS", "D": "DH", "H": "DH"}
OTHER_SUITS = {suit: SUITS.replace(suit, "") for suit in SUITS}

# One bit a card, so that a set of cards is a whole number.
BIT = {card: 1 << place for place, card in enumerate(PACK)}

ALL_BITS = (1 << len(PACK)) - 1

_SYMBOL = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def cards_to_mask(cards: Iterable[str]) -> int:
    """Return a set of cards as a bit mask: the sum of their `BIT`."""
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def mask_to_cards(mask: int) -> tuple[str, ...]:
    """Return the cards of a bit mask in the order of the pack."""
    return tuple(card for card in PACK if mask & BIT[card])


@cache
def adjacent_cards(card: str) -> tuple[str, ...]:
    """Return the cards that are easily tapped by mistake for `card`; () for a joker.

    These are the next lower and the next higher card of its suit, and the other cards of its rank.
    """
    return tuple(other for other in PACK if card in RANK and _is_beside(card, other))


def _is_beside(card: str, other: str) -> bool:
    if SUIT[card] == SUIT[other]:
        return abs(RANK[card] - RANK[other]) == 1
    return RANK[card] == RANK[other]


LOWER_IN_SUIT = {
    card: cards_to_mask(c for c in PACK if SUIT[c] == SUIT[card] and RANK[c] < RANK[card])
    for card in PACK
}
LOWER_RANKS = {card: cards_to_mask(c for c in PACK if RANK[c] < RANK[card]) for card in PACK}


def card_symbol(card: str) -> str:
    """Return a card as people write it: `10♥`, or `joker`."""
    return "joker" if card == JOKER else card[:-1] + _SYMBOL[card[-1]]

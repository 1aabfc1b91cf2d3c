"""The memory aid: what is certain of the unseen cards of a hand, for tables that want it."""

from dataclasses import dataclass

from companion.core.cards import BIT, PACK, mask_to_cards
from companion.games.stops.state import Hand


@dataclass(frozen=True, slots=True)
class MemoryAid:
    """What anybody could remember of a hand.

    ``out`` are cards that everybody has seen; ``dead`` those that nobody can play; ``without``
    the other cards that a player cannot hold, by player.
    """

    seen_cards: frozenset[str]
    unplayable_cards: frozenset[str]
    excluded_cards: dict[str, tuple[str, ...]]


def deduce_memory(hand: Hand | None) -> MemoryAid:
    """Draw from stops, leads and skips what is certain, taking every one of them at its word."""
    if hand is None or hand.chips_only:
        return MemoryAid(frozenset(), frozenset(), {})
    seen = sum(hand.referee.seen.values())
    dead = 0
    for claim in hand.referee.claims:
        if claim.player is None:
            dead |= claim.cards
    without = dict.fromkeys(hand.cards_left, 0)
    for claim in hand.referee.claims:
        if claim.player is not None:
            without[claim.player] |= claim.cards
    return MemoryAid(
        seen_cards=frozenset(card for card in PACK if BIT[card] & seen),
        unplayable_cards=frozenset(mask_to_cards(dead & ~seen)),
        excluded_cards={
            player: mask_to_cards(cards & ~seen & ~dead) for player, cards in without.items()
        },
    )

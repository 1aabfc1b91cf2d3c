"""The memory aid: what is certain of the unseen cards of a hand, for tables that want it."""

from dataclasses import dataclass

from companion.core.cards import BIT, PACK, cards_of
from companion.games.stops.state import Hand


@dataclass(frozen=True, slots=True)
class Memory:
    """What anybody could remember of a hand.

    ``out`` are cards that everybody has seen; ``dead`` those that nobody can play; ``without``
    the other cards that a player cannot hold, by player.
    """

    out: frozenset[str]
    dead: frozenset[str]
    without: dict[str, tuple[str, ...]]


def remember(hand: Hand | None) -> Memory:
    """Draw from stops, leads and skips what is certain, taking every one of them at its word."""
    if hand is None or hand.chips_only:
        return Memory(frozenset(), frozenset(), {})
    seen = sum(hand.referee.seen.values())
    dead = 0
    for claim in hand.referee.claims:
        if claim.player is None:
            dead |= claim.cards
    without = dict.fromkeys(hand.left, 0)
    for claim in hand.referee.claims:
        if claim.player is not None:
            without[claim.player] |= claim.cards
    return Memory(
        out=frozenset(card for card in PACK if BIT[card] & seen),
        dead=frozenset(cards_of(dead & ~seen)),
        without={player: cards_of(cards & ~seen & ~dead) for player, cards in without.items()},
    )

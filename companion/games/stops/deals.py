"""Does any deal of the unseen cards fit? A flow from cards to piles, kept from test to test."""

from collections.abc import Mapping, Sequence


def find_consistent_deal(
    before: tuple[int, ...], may_hold: list[int], sizes: Sequence[int]
) -> tuple[int, ...] | None:
    """Find a deal: for every pile the cards (bits) that lie in it, or None if there is none.

    ``before`` is any earlier deal to start from, ``may_hold`` the cards that each pile may
    hold, ``sizes`` how many it does. All cards that any pile may hold must be placed.
    """
    piles: list[int] = []
    unseen = placed = 0
    for had, may, size in zip(before, may_hold, sizes, strict=True):
        piles.append(_trim(had & may, size))
        unseen |= may
        placed |= piles[-1]
    if sum(sizes) != unseen.bit_count():
        return None
    loose = _fill(unseen & ~placed, piles, may_hold, sizes)
    while loose:
        card = loose & -loose
        loose ^= card
        if not _make_room(card, piles, may_hold, sizes):
            return None
    return tuple(piles)


def possible_cards(unseen: int, denied: Mapping[str | None, int], dead_without: int) -> list[int]:
    """Give the unseen cards (bits) that every pile may hold, the dead one last.

    ``denied`` are the cards that nobody holds, under None, and that each player does not;
    ``dead_without`` those that the dead pile does not.
    """
    held = unseen & ~denied[None]
    players = [held & ~cards for player, cards in denied.items() if player is not None]
    return [*players, unseen & ~dead_without]


def _fill(loose: int, piles: list[int], may_hold: list[int], sizes: Sequence[int]) -> int:
    """Place cards where there is room; give those that find none."""
    for at, may in enumerate(may_hold):
        fits = loose & may
        if fits:
            placed = _trim(fits, sizes[at] - piles[at].bit_count())
            piles[at] |= placed
            loose ^= placed
    return loose


def _trim(pile: int, size: int) -> int:
    """Take cards off a pile until it is no larger than it may be."""
    for _ in range(pile.bit_count() - size):
        pile &= pile - 1
    return pile


def _make_room(card: int, piles: list[int], may_hold: list[int], sizes: Sequence[int]) -> bool:
    """Place a card by moving others from pile to pile (an augmenting path)."""
    queue = [at for at, may in enumerate(may_hold) if may & card]
    came = dict.fromkeys(queue, (-1, card))
    for at in queue:
        if piles[at].bit_count() < sizes[at]:
            _shift(at, came, piles)
            return True
        for to, may in enumerate(may_hold):
            movable = piles[at] & may
            if movable and to not in came:
                came[to] = (at, movable & -movable)
                queue.append(to)
    return False


def _shift(at: int, came: dict[int, tuple[int, int]], piles: list[int]) -> None:
    while at >= 0:
        source, card = came[at]
        piles[at] |= card
        if source >= 0:
            piles[source] ^= card
        at = source

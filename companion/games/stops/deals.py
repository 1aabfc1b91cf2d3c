"""Does any deal of the unseen cards fit? A flow from cards to piles, kept from test to test."""


def find_deal(
    before: tuple[int, ...], may_hold: list[int], sizes: list[int]
) -> tuple[int, ...] | None:
    """Find a deal: for every pile the cards (bits) that lie in it, or None if there is none.

    ``before`` is any earlier deal to start from, ``may_hold`` the cards that each pile may
    hold, ``sizes`` how many it does. All cards that any pile may hold must be placed.
    """
    piles = [_trim(had & may, size) for had, may, size in zip(before, may_hold, sizes, strict=True)]
    unseen = placed = 0
    for may, pile in zip(may_hold, piles, strict=True):
        unseen |= may
        placed |= pile
    if sum(sizes) != unseen.bit_count():
        return None
    loose = unseen & ~placed
    while loose:
        card = loose & -loose
        loose ^= card
        if not _place(card, piles, may_hold, sizes):
            return None
    return tuple(piles)


def _trim(pile: int, size: int) -> int:
    while pile.bit_count() > size:
        pile &= pile - 1
    return pile


def _place(card: int, piles: list[int], may_hold: list[int], sizes: list[int]) -> bool:
    """Place a card, moving others from pile to pile where need be (an augmenting path)."""
    queue = []
    for at, may in enumerate(may_hold):
        if may & card:
            if piles[at].bit_count() < sizes[at]:
                piles[at] |= card
                return True
            queue.append(at)
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

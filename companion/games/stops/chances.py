"""In how many ways can the unseen cards lie? About, and as a logarithm, to compare tables by."""

from collections import Counter
from collections.abc import Sequence
from math import lgamma, log

ROUNDS = 12
"""So often cards and piles are levelled; more changes little."""


def log_deal_count(may_hold: list[int], sizes: Sequence[int]) -> float:
    """Give the logarithm of about how many deals fit: by maximum entropy.

    ``may_hold`` are the cards (bits) that each pile may hold, ``sizes`` how many it does hold.
    """
    kinds = Counter(_piles_of(may_hold))
    if not kinds:
        return 0.0
    total = sum(sizes)
    free = lgamma(total + 1) - sum(lgamma(size + 1) for size in sizes)
    return free + _entropy(kinds, sizes) - _entropy(Counter({(1 << len(sizes)) - 1: total}), sizes)


def _piles_of(may_hold: list[int]) -> list[int]:
    """Give for every unseen card the piles (bits) in which it may lie."""
    unseen, found = 0, []
    for may in may_hold:
        unseen |= may
    while unseen:
        card = unseen & -unseen
        unseen ^= card
        found.append(sum(1 << at for at, may in enumerate(may_hold) if may & card))
    return found


def _entropy(kinds: Counter[int], sizes: Sequence[int]) -> float:
    """Level weights of cards and piles until each pile holds as many as it does."""
    piles = [(at, size) for at, size in enumerate(sizes) if size]
    weights: dict[int, float] = dict(piles)
    rows = [(count, [at for at, _ in piles if kind >> at & 1]) for kind, count in kinds.items()]
    for _ in range(ROUNDS):
        had = dict.fromkeys(weights, 0.0)
        for count, ats in rows:
            whole = sum(weights[at] for at in ats)
            if not whole:
                return -1e9
            for at in ats:
                had[at] += count * weights[at] / whole
        weights = {at: weights[at] * size / had[at] if had[at] else 0.0 for at, size in piles}
    entropy = 0.0
    for count, ats in rows:
        whole = sum(weights[at] for at in ats)
        shares = [weights[at] / whole for at in ats]
        entropy -= count * sum(share * log(share) for share in shares if share)
    return entropy

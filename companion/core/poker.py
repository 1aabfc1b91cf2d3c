"""Poker hands of one to five cards, for the pots that poker decides. The ace is always high.

Hands of fewer than five cards compete too: they lose to a hand that is equal but for a further
card. Most libraries know neither these hands nor two packs and wild cards; the tests compare with
one of them.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, groupby

from companion.core.cards import RANK, SUIT
from companion.core.sentences import Sentence, say
from companion.core.words import Rank, Ranks

# Category from 0 (high card) to 8 (straight flush), then ranks in order of weight.
Strength = tuple[int, ...]

HIGH, PAIR, TWO_PAIRS, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)

_SHAPES = {
    (2,): PAIR,
    (2, 2): TWO_PAIRS,
    (3,): TRIPS,
    (3, 2): FULL_HOUSE,
    (4,): QUADS,
}


def strength(cards: Sequence[str]) -> Strength:
    """Return the strength of a hand of one to five cards of one pack; the greater one wins."""
    counts = Counter(RANK[card] for card in cards)
    groups = sorted(((n, rank) for rank, n in counts.items()), reverse=True)
    ranks = [rank for _, rank in groups]
    category = _SHAPES.get(tuple(n for n, _ in groups if n > 1), HIGH)
    if len(ranks) == 5:
        straight = ranks[0] - ranks[-1] == 4
        flush = len({SUIT[card] for card in cards}) == 1
        if straight or flush:
            category = STRAIGHT_FLUSH if straight and flush else STRAIGHT if straight else FLUSH
    return (category, *ranks)


def best_hand_strength(cards: Iterable[str]) -> Strength:
    """Return the strength of the best hand of at most five of these cards; () without cards."""
    held_cards = sorted(cards, key=RANK.__getitem__, reverse=True)
    return max((strength(hand) for hand in _promising(held_cards)), default=())


def _promising(cards: list[str]) -> Iterable[list[str]]:
    """Yield hands that are sure to include the best one: by rank, straights, and by suit."""
    if cards:
        yield _grouped(cards)
        yield from _straights(cards)
    for suit in "CDHS":
        in_suit = [card for card in cards if SUIT[card] == suit]
        if len(in_suit) >= 5:
            yield in_suit[:5]
            yield from _straights(in_suit)


def _grouped(cards: list[str]) -> list[str]:
    """Return up to five cards: again and again the largest group of a rank that has room."""
    groups = {rank: [*group] for rank, group in groupby(cards, RANK.__getitem__)}
    hand: list[str] = []
    while groups and len(hand) < 5:
        room = 5 - len(hand)
        _, best = max((min(len(group), room), rank) for rank, group in groups.items())
        hand += groups.pop(best)[:room]
    return hand


def _straights(cards: list[str]) -> Iterable[list[str]]:
    by_rank = {RANK[card]: card for card in cards}
    ranks = sorted(by_rank, reverse=True)
    for top, low in zip(ranks, ranks[4:], strict=False):
        if top - low == 4:
            yield [by_rank[top - step] for step in range(5)]
            return


def lowest_hand_strength(cards: Iterable[str]) -> Strength:
    """Return the strength of the lowest hand of five of these cards (deuce to seven)."""
    held_cards = sorted(cards, key=RANK.__getitem__)
    ranks = [[*alike] for _, alike in groupby(held_cards, RANK.__getitem__)]
    for lowest in range(5, len(ranks) + 1):  # first without a pair, straight or flush
        fives = [*filter(_can_be_nothing, combinations(ranks[:lowest], 5))]
        if fives:
            return min((HIGH, *(RANK[alike[0]] for alike in five[::-1])) for five in fives)
    return min(map(strength, combinations(held_cards, min(5, len(held_cards)))))


def _can_be_nothing(ranks: Sequence[list[str]]) -> bool:
    """Return whether cards of five ranks, several for a rank, can avoid a straight and a flush."""
    straight = RANK[ranks[-1][0]] - RANK[ranks[0][0]] == 4
    return not straight and len({SUIT[card] for alike in ranks for card in alike}) > 1


_WORDS = {
    HIGH: say("{rank} high"),
    PAIR: say("a pair of {ranks}"),
    TWO_PAIRS: say("two pairs, {ranks} and {others}"),
    TRIPS: say("three {ranks}"),
    STRAIGHT: say("a straight to the {rank}"),
    FLUSH: say("a flush, {rank} high"),
    FULL_HOUSE: say("a full house, {ranks} full of {others}"),
    QUADS: say("four {ranks}"),
    STRAIGHT_FLUSH: say("a straight flush to the {rank}"),
}


def hand_sentence(hand: Strength) -> Sentence:
    """Return a hand in words: `a full house, kings over fours`."""
    if not hand:
        return say("no cards")
    category, first, *rest = hand
    return _WORDS[category].with_facts(
        rank=Rank(first), ranks=Ranks(first), others=Ranks(rest[0] if rest else first)
    )

"""Five-card hands in Wanagan, with two packs, wild cards and the ace high or low."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache
from itertools import permutations
from operator import ge
from types import MappingProxyType

from companion.core.accounts import register_pot_name
from companion.core.cards import RANK, SUIT
from companion.core.poker import Strength
from companion.core.sentences import Sentence, say, say_plural
from companion.core.words import Rank, Ranks

# How many cards of each rank make a cup's category, exactly.
SHAPES = {
    "1-pair": (2, 1, 1, 1),
    "2-pair": (2, 2, 1),
    "3-kind": (3, 1, 1),
    "full-house": (3, 2),
}

# The cups in the order of the board.
CUPS = (*SHAPES, "flush", "straight", "4-kind", "wanagan")

ACE = 12
# The ranks of every straight by its top, best first; the lowest has the ace below the 2.
STRAIGHTS = {top: {(top - step) % 13 for step in range(5)} for top in range(ACE, 2, -1)}

EVENS, ODDS = {0, 2, 4, 6, 8}, {ACE, 1, 3, 5, 7}
_CATEGORIES = ("", "1-pair", "2-pair", "3-kind", "straight", "flush", "full-house", "4-kind")
# The cups of a final hand's categories ("": high card). The last two are a straight flush and
# five of a kind.
_FINAL_CUPS = (*_CATEGORIES, "straight", "4-kind")

_STRAIGHT_FLUSH, _FIVE_OF_A_KIND = 8, 9


def cup_claims(cards: Sequence[str], wild: Collection[str] = ()) -> Mapping[str, Strength]:
    """Return, for each cup that five cards could claim, their best strength in it.

    Each card in `wild` may stand for any card.
    """
    return _claims(tuple(cards), frozenset(wild))


@lru_cache(maxsize=4096)
def _claims(cards: tuple[str, ...], wild: frozenset[str]) -> Mapping[str, Strength]:
    natural_cards = [card for card in cards if card not in wild]
    ranks = [RANK[card] for card in natural_cards]
    is_suited = len({SUIT[card] for card in natural_cards}) <= 1
    strengths = {cup: _group_strength(shape, ranks) for cup, shape in SHAPES.items()}
    strengths["flush"] = _flush_strength(ranks) if is_suited else ()
    top = _straight_top(ranks)
    strengths["straight"] = () if top is None else (int(is_suited), top)
    strengths["4-kind"] = _four_strength(ranks)
    strengths["wanagan"] = _wanagan_strength(ranks)
    return MappingProxyType({cup: strength for cup, strength in strengths.items() if strength})


def draw_strength(cards: Sequence[str]) -> Strength:
    """Return the strength of five cards in the final. Five of a kind beats a straight flush."""
    strengths = cup_claims(cards)
    if strengths.get("4-kind", (0,))[0]:
        return (_FIVE_OF_A_KIND, *strengths["4-kind"])
    if strengths.get("straight", (0,))[0]:
        return (_STRAIGHT_FLUSH, *strengths["straight"])
    for category in range(len(_CATEGORIES) - 1, 0, -1):
        if _CATEGORIES[category] in strengths:
            return (category, *strengths[_CATEGORIES[category]])
    return (0, *sorted((RANK[card] for card in cards), reverse=True))


def _group_strength(shape: tuple[int, ...], ranks: Sequence[int]) -> Strength:
    """Return the strength of the best hand of a shape with these ranks; () if there is none."""
    counts = Counter(ranks)
    best: Strength = ()
    for sizes, rest in _size_assignments(shape, len(counts)):
        if all(map(ge, sizes, counts.values())):
            best = max(best, _fill_groups(list(zip(sizes, counts, strict=True)), rest))
    return best


@cache
def _size_assignments(
    shape: tuple[int, ...], ranks: int
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Return all ways to deal the group sizes of a shape to ranks, with the sizes left over."""
    ways = dict.fromkeys(permutations(shape, ranks))
    return tuple((sizes, tuple((Counter(shape) - Counter(sizes)).elements())) for sizes in ways)


def _fill_groups(groups: list[tuple[int, int]], rest: tuple[int, ...]) -> Strength:
    """Complete a hand with wild cards: groups of the sizes `rest`, of the highest free ranks."""
    held_ranks = {rank for _, rank in groups}
    spare = (rank for rank in range(ACE, -1, -1) if rank not in held_ranks)
    groups += zip(rest, spare, strict=False)
    return tuple(rank for _, rank in sorted(groups, reverse=True))


def _four_strength(ranks: Sequence[int]) -> Strength:
    five = _group_strength((5,), ranks)
    if five:
        return (1, *five)
    four = _group_strength((4, 1), ranks)
    return (0, *four) if four else ()


def _straight_top(ranks: Sequence[int]) -> int | None:
    """Return the top of the best straight that includes all these ranks, or None."""
    rank_set = set(ranks)
    if len(rank_set) < len(ranks):
        return None
    return next((top for top, straight in STRAIGHTS.items() if rank_set <= straight), None)


def _flush_strength(ranks: Sequence[int]) -> Strength:
    """Return the strength of a flush, wild cards counted as aces; a straight flush is best."""
    top = _straight_top(ranks)
    if top is not None:
        return (1, top)
    return (0, *sorted([*ranks, *[ACE] * (5 - len(ranks))], reverse=True))


def _wanagan_strength(ranks: Sequence[int]) -> Strength:
    rank_set = set(ranks)
    if len(rank_set) < len(ranks):
        return ()
    return (1,) if rank_set <= EVENS else (0,) if rank_set <= ODDS else ()


# What stands on each pot, its label, and its name within a sentence.
_POT_NAMES = {
    "1-pair": (say("1 pair"), say("1 pair"), say("the 1-pair cup")),
    "2-pair": (say("2 pairs"), say("2 pairs"), say("the 2-pair cup")),
    "3-kind": (say("Three of a kind"), say("3 of a kind"), say("the 3-of-a-kind cup")),
    "full-house": (say("Full house"), say("full house"), say("the full-house cup")),
    "flush": (say("Flush"), say("flush"), say("the flush cup")),
    "straight": (say("Straight"), say("straight"), say("the straight cup")),
    "4-kind": (say("Four of a kind"), say("4 of a kind"), say("the 4-of-a-kind cup")),
    "wanagan": (say("Wanagan"), say("Wanagan"), say("the Wanagan cup")),
    "jackpot": (say("Jackpot"), say("jackpot"), say("the jackpot")),
}
CUP_WORDS = {pot: words for pot, (words, _, _) in _POT_NAMES.items()}
# The cups that five cards may stand for, with their words.
CLAIMS = tuple((cup, CUP_WORDS[cup]) for cup in CUPS)

for _pot, (_, _label, _sentence) in _POT_NAMES.items():
    register_pot_name(_pot, _label, _sentence)

NO_CUP = say("no cup")


def packs_sentence(packs: int) -> Sentence:
    return say_plural("one deck", "{n} decks", n=packs)


_GROUPS = {
    "1-pair": say("a pair of {ranks}"),
    "2-pair": say("{ranks} and {others}"),
    "3-kind": say("three {ranks}"),
    "full-house": say("{ranks} full of {others}"),
}


def reveal_sentence(claim: str | None, strength: Strength) -> Sentence:
    """Return a revealed hand in words: `kings full of fours`; `no cup` if it claims none."""
    if claim is None or not strength:
        return NO_CUP
    if claim != "jackpot":
        return _claim_sentence(claim, strength)
    category, *rest = strength
    if category == 0:
        return say("{rank} high", rank=Rank(rest[0]))
    return _claim_sentence(_FINAL_CUPS[category], tuple(rest))


def _claim_sentence(claim: str, strength: Strength) -> Sentence:
    first, *rest = strength
    if claim in _GROUPS:
        return _GROUPS[claim].with_facts(
            ranks=Ranks(first), others=Ranks(rest[0] if rest else first)
        )
    if claim == "wanagan":
        return say("2-4-6-8-10") if first else say("A-3-5-7-9")
    if claim == "4-kind":
        return (say("five {ranks}") if first else say("four {ranks}")).with_facts(
            ranks=Ranks(rest[0])
        )
    if first:
        return say("straight flush to the {rank}", rank=Rank(rest[0]))
    to_the = say("flush, {rank} high") if claim == "flush" else say("straight to the {rank}")
    return to_the.with_facts(rank=Rank(rest[0]))

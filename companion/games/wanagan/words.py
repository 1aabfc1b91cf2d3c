"""Wanagan's cups and revealed hands in words."""

from companion.core.accounts import register_pot_names
from companion.core.poker import Strength
from companion.core.sentences import Sentence, say, say_plural
from companion.core.words import Rank, Ranks
from companion.games.wanagan.hands import DRAWN

CUP_WORDS = {
    "1-pair": say("1 pair"),
    "2-pair": say("2 pairs"),
    "3-kind": say("3 of a kind"),
    "full-house": say("Full house"),
    "flush": say("Flush"),
    "straight": say("Straight"),
    "4-kind": say("4 of a kind"),
    "wanagan": say("Wanagan"),
    "jackpot": say("Jackpot"),
}
"""What stands on the cups."""

CLAIMS = tuple((cup, words) for cup, words in CUP_WORDS.items() if cup != "jackpot")
"""The cups that five cards may stand for, with their words."""

register_pot_names(
    {
        "1-pair": say("1 pair"),
        "2-pair": say("2 pairs"),
        "3-kind": say("3 of a kind"),
        "full-house": say("full house"),
        "flush": say("flush"),
        "straight": say("straight"),
        "4-kind": say("4 of a kind"),
        "wanagan": say("Wanagan"),
        "jackpot": say("jackpot"),
    },
    {
        "1-pair": say("the 1-pair cup"),
        "2-pair": say("the 2-pairs cup"),
        "3-kind": say("the 3-of-a-kind cup"),
        "full-house": say("the full-house cup"),
        "flush": say("the flush cup"),
        "straight": say("the straight cup"),
        "4-kind": say("the 4-of-a-kind cup"),
        "wanagan": say("the Wanagan cup"),
    },
)

NO_CUP = say("no cup")


def packs_sentence(packs: int) -> Sentence:
    """Count packs: ``one pack``, ``2 packs``."""
    return say_plural("one pack", "{n} packs", n=packs)


_GROUPS = {
    "1-pair": say("a pair of {ranks}"),
    "2-pair": say("{ranks} and {others}"),
    "3-kind": say("three {ranks}"),
    "full-house": say("{ranks} full of {others}"),
}


def reveal_sentence(claim: str | None, strength: Strength) -> Sentence:
    """Say what a revealed hand stands for: ``kings full of fours``; none: ``no cup``."""
    if claim is None or not strength:
        return NO_CUP
    if claim != "jackpot":
        return _claimed(claim, strength)
    category, *rest = strength
    if category == 0:
        return say("{rank} high", rank=Rank(rest[0]))
    return _claimed(DRAWN[category], tuple(rest))


def _claimed(claim: str, strength: Strength) -> Sentence:
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
    to_the = say("flush to the {rank}") if claim == "flush" else say("straight to the {rank}")
    return to_the.with_facts(rank=Rank(rest[0]))

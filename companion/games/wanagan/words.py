"""Wanagan's cups and revealed hands in words."""

from companion.core.poker import Strength
from companion.core.sentences import say
from companion.core.words import name_pots

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

name_pots(
    {
        "1-pair": say("1 pair"),
        "2-pair": say("2 pairs"),
        "3-kind": say("3 of a kind"),
        "full-house": say("full house"),
        "flush": say("flush"),
        "straight": say("straight"),
        "4-kind": say("4 of a kind"),
        "wanagan": say("wanagan"),
        "jackpot": say("jackpot"),
    }
)

NO_CUP = say("no cup")

_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")
_DRAWN = (
    "",
    "1-pair",
    "2-pair",
    "3-kind",
    "straight",
    "flush",
    "full-house",
    "4-kind",
    "straight",
    "4-kind",
)


def hand_words(claim: str | None, strength: Strength) -> str:
    """Say what a revealed hand stands for: ``kings full of 4s``; none: ``no cup``."""
    if claim is None or not strength:
        return "no cup"
    if claim != "jackpot":
        return _claimed(claim, strength)
    category, *rest = strength
    if category == 0:
        return f"{_RANKS[rest[0]]} high"
    return _claimed(_DRAWN[category], tuple(rest))


def _claimed(claim: str, strength: Strength) -> str:
    first, *rest = strength
    if claim == "wanagan":
        return "2-4-6-8-10" if first else "A-3-5-7-9"
    if claim in ("flush", "straight"):
        suited = "straight flush" if first else claim
        return f"{suited} to the {_RANKS[rest[0]]}"
    if claim == "4-kind":
        return f"{'five' if first else 'four'} {_many(rest[0])}"
    if claim == "1-pair":
        return f"a pair of {_many(first)}"
    if claim == "3-kind":
        return f"three {_many(first)}"
    between = "and" if claim == "2-pair" else "full of"
    return f"{_many(first)} {between} {_many(rest[0])}"


def _many(rank: int) -> str:
    return f"{_RANKS[rank]}s"

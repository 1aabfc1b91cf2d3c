"""What cannot all be true: the smallest sets of claims of which at least one must be false."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from companion.core.sentences import Sentence

C = TypeVar("C")

MOST_SETS = 3


@dataclass(frozen=True, slots=True)
class DoubtfulClaim:
    """Something that was claimed and may be false, by the entry that says so, if one does.

    ``words`` say what happened if it is.
    """

    entry: int | None
    sentence: Sentence


def minimal_conflicts(
    claims: Sequence[C], possible: Callable[[Sequence[C]], bool], most: int = MOST_SETS
) -> list[tuple[C, ...]]:
    """Find sets of claims that are not possible together, though without any one of them they are.

    The smallest come first; at most so many. None where all claims are possible together.
    """
    found: list[tuple[C, ...]] = []
    waiting = [tuple(claims)]
    while waiting and len(found) < most:
        whole = waiting.pop(0)
        if possible(whole):
            continue
        core = _shrunk(whole, possible)
        if core not in found:
            found.append(core)
        waiting += [tuple(claim for claim in whole if claim is not one) for one in core]
    return sorted(found, key=len)


def _shrunk(claims: tuple[C, ...], possible: Callable[[Sequence[C]], bool]) -> tuple[C, ...]:
    for one in claims:
        fewer = tuple(claim for claim in claims if claim is not one)
        if not possible(fewer):
            claims = fewer
    return claims

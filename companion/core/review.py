"""The review of a hand: findings, doubtful claims and mistaps of each family of games."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Never, TypeVar

from companion.core.entries.schema import Entry, Raw
from companion.core.prompts import Offer
from companion.core.sentences import Sentence

C = TypeVar("C")

MOST_SETS = 3


@dataclass(frozen=True, slots=True)
class DoubtfulClaim:
    """Something that was claimed and may be false, by the entry that says so, if one does.

    ``sentence`` say what happened if it is.
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


# How the kinds begin of what is not tapped wrong, but not entered yet.
LATE = "late "


@dataclass(frozen=True, slots=True)
class Mistap:
    """What may have happened instead of an entry: ``replacements`` are the entries in its place.

    None: it did not happen; two: the first was forgotten before it. ``kind`` names such slips,
    ``words`` say what happened then, ``question_template`` asks for it, about the facts of the
    words if it names none of its own; ``is_neighbour``: what was tapped lies beside what was meant.
    ``then`` stands in the place of the entry after it, where that is another with it.
    """

    kind: str
    replacements: tuple[Raw, ...]
    words: Sentence
    is_neighbour: bool = False
    question_template: Sentence | None = None
    then: Raw | None = None

    @property
    def is_late(self) -> bool:
        """Return whether the log is right, and this only has not been entered yet."""
        return self.kind.startswith(LATE)

    @property
    def question(self) -> Sentence | None:
        """Ask whether it was so; None: it has no question of its own."""
        if self.question_template is None or self.question_template.facts:
            return self.question_template
        return self.question_template.with_facts(**self.words.facts)


T = TypeVar("T", contravariant=True)


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding: the rule, the offender (None: nobody), the entries, its fate, and its words.

    ``about`` tells findings of one rule and one entry apart: the card led or missing.
    """

    rule: str
    player: str | None
    entry: int
    proof: int
    status: str
    words: Sentence
    about: str = ""

    @property
    def identity(self) -> tuple[int, str, str | None, str]:
        """What was done wrong, however it is proven."""
        return self.entry, self.rule, self.player, self.about


def _nothing(_: object) -> tuple[()]:
    return ()


def _not_settled(_: object, __: int) -> tuple[()]:
    return ()


def _for_nobody(_: object) -> Mapping[str, Never]:
    return {}


def _as_likely(_: object) -> float:
    return 0.0


def _no_turn(_: object, __: Entry) -> str | None:
    return None


def _not_told(_: object, __: str, ___: int) -> Raw | None:
    return None


def _no_run(_: object, __: Entry) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class ReviewHooks(Generic[T]):
    """What a game tells of mistakes; one that follows no cards tells nothing."""

    # what was found in the hand in progress or just ended
    findings: Callable[[T], tuple[Finding, ...]] = _nothing
    # whose turn it is to do what an entry says (None: it is a matter of no turn)
    player_to_act: Callable[[T, Entry], str | None] = _no_turn
    # the cards of a play that goes on with the run on the table (none where it cannot)
    intended_run: Callable[[T, Entry], tuple[str, ...]] = _no_run
    # lists, seen from a table, what may have happened instead of an entry of this hand
    mistaps: Callable[[T], Callable[[T, Entry], Iterable[Mistap]]] | None = None
    # how many cards each player holds
    cards_left: Callable[[T], Mapping[str, int]] = _for_nobody
    # the entry that puts right how many cards a player holds (None: that cannot be told)
    recount_entry: Callable[[T, str, int], Raw | None] = _not_told
    # how likely the cards lie so that all that was said of them is true, as a logarithm
    log_likelihood: Callable[[T], float] = _as_likely
    # the smallest sets of what cannot all be true
    doubtful_claims: Callable[[T], tuple[tuple[DoubtfulClaim, ...], ...]] = _nothing
    # what settles a finding, by its place
    settling: Callable[[T, int], tuple[Offer, ...]] = _not_settled
    # whether a slip may show many hands later, so that all hands are looked through
    whole_game: bool = False

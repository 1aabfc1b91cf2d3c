"""What a game knows of a hand besides its rules: who broke one, and what else may have been."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, Never, TypeVar

from companion.core.doubts import DoubtfulClaim
from companion.core.entries.entry import Entry, Raw
from companion.core.offers import Offer
from companion.core.sentences import Sentence
from companion.core.slip import Mistap

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

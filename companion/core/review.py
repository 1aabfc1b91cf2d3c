"""What a game finds in a hand: findings, claims in conflict, possible mistaps, highlights."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from companion.core.entries.schema import Entry, Raw, serialize_entry
from companion.core.prompts import Offer
from companion.core.sentences import Sentence
from companion.core.words import Chips

C = TypeVar("C")

MAX_CONFLICTS = 3


def minimal_conflicts(
    claims: Sequence[C], possible: Callable[[Sequence[C]], bool]
) -> list[tuple[C, ...]]:
    """Return a few minimal sets of claims that cannot all be true, smallest first.

    A set without any one of its claims is possible, as the function `possible` says.
    """
    conflicts: list[tuple[C, ...]] = []
    queue = [tuple(claims)]
    while queue and len(conflicts) < MAX_CONFLICTS:
        conflicting = queue.pop(0)
        if possible(conflicting):
            continue
        core = _shrink(conflicting, possible)
        if core not in conflicts:
            conflicts.append(core)
        # another conflict lacks at least one claim of this one
        queue += [tuple(claim for claim in conflicting if claim is not one) for one in core]
    return sorted(conflicts, key=len)


def _shrink(claims: tuple[C, ...], possible: Callable[[Sequence[C]], bool]) -> tuple[C, ...]:
    for one in claims:
        fewer = tuple(claim for claim in claims if claim is not one)
        if not possible(fewer):
            claims = fewer
    return claims


@dataclass(frozen=True, slots=True)
class Doubt:
    """What happened in case a claim is false, and the number of the entry that makes the claim.

    `entry` is None if the claim is how many cards were dealt.
    """

    words: Sentence
    entry: int | None = None


# The prefix of kinds of events that are not entered yet.
LATE = "late "


@dataclass(frozen=True, slots=True)
class Mistap:
    """A possible correction of an entry: what may have happened instead."""

    # what the search learns weights for; it begins with `LATE` if nothing was tapped wrong, and
    # kinds that answer one question are the same up to a comma
    kind: str
    # the entries in its place: none if it did not happen, two if one before it was forgotten
    replacements: tuple[Raw, ...]
    # what happened, and the question whether it did (by default about the same facts)
    words: Sentence
    # the right button was next to the one that was tapped
    is_neighbour: bool = False
    question_template: Sentence | None = None
    # the entry in place of the next one, if that changes along
    then: Raw | None = None

    @property
    def is_late(self) -> bool:
        """Whether the log is right so far, and what happened next has only not been entered yet."""
        return self.kind.startswith(LATE)

    @property
    def question(self) -> Sentence | None:
        if self.question_template is None or self.question_template.facts:
            return self.question_template
        return self.question_template.with_facts(**self.words.facts)


def mistap(
    kind: str,
    words: Sentence,
    *entries: Entry | Raw,
    near: bool = False,
    question: Sentence | None = None,
    then: Raw | None = None,
) -> Mistap:
    """Return the mistap that `entries` happened instead; `near` is its `is_neighbour`."""
    raws = (serialize_entry(one) if isinstance(one, Entry) else one for one in entries)
    return Mistap(kind, tuple(raws), words, near, question, then)


T = TypeVar("T", contravariant=True)


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule that a player broke (None: nobody in particular), its entries, status and sentence."""

    rule: str
    player: str | None
    # the numbers of the entries with the offence and with the proof
    entry: int
    proof: int
    status: str = "open"
    # the card led or missing: two findings of one rule and one entry differ in it
    about: str = ""

    @property
    def words(self) -> Sentence:
        raise NotImplementedError

    @property
    def identity(self) -> tuple[int, str, str | None, str]:
        """What identifies the offence: equal for the same offence, whatever its proof."""
        return self.entry, self.rule, self.player, self.about


@dataclass(frozen=True, slots=True)
class ReviewHooks(Generic[T]):
    """The functions with which a game finds mistakes in its hands.

    The defaults are for a game whose cards are not followed.
    """

    # the findings of the hand in progress or just ended
    findings: Callable[[T], tuple[Finding, ...]] = lambda _: ()
    # whose turn it is for this kind of entry (None: it has no turns)
    player_to_act: Callable[[T, Entry], str | None] = lambda _, __: None
    # the cards that a play meant if it continues the run on the table (none if it cannot)
    intended_run: Callable[[T, Entry], tuple[str, ...]] = lambda _, __: ()
    # for a table, the function that yields mistaps of an earlier entry of the hand
    mistaps: Callable[[T], Callable[[T, Entry], Iterable[Mistap]]] | None = None
    # the number of cards that each player holds
    cards_left: Callable[[T], Mapping[str, int]] = lambda _: {}
    # the entry that corrects the number of a player's cards (None: there is none)
    recount_entry: Callable[[T, str, int], Raw | None] = lambda _, __, ___: None
    # the logarithm of the share of deals in which all claims are true
    log_likelihood: Callable[[T], float] = lambda _: 0.0
    # for minimal sets of claims that cannot all be true, what happened in case each is false
    doubtful_claims: Callable[[T], tuple[tuple[Doubt, ...], ...]] = lambda _: ()
    # the players of whom one holds another number of cards, if an entry that is refused did happen
    doubtful_holders: Callable[[T, Entry], Collection[str]] = lambda _, __: ()
    # the offers that settle a finding, by its place
    settling: Callable[[T, int], tuple[Offer, ...]] = lambda _, __: ()
    # a mistap may show many hands later, so that all hands are searched
    whole_game: bool = False
    # the entry without the players who are out of the game by now (None: it names none)
    without_eliminated: Callable[[T, Entry, Raw], Raw | None] = lambda _, __, ___: None
    # the one player in the game whom the entry lacks (None: it lacks none, or several)
    absent_player: Callable[[T, Entry], str | None] = lambda _, __: None


# The kind of the chips won from a pot, which all games with pots share.
POT_WON = "pot"


class Highlight(NamedTuple):
    """Something that `player` did in a hand, or all together (None): its kind and its `number`.

    `pot` is the pot that it is about, if any.
    """

    kind: str
    player: str | None
    number: int
    pot: str = ""


@dataclass(frozen=True, slots=True)
class HighlightKind:
    """The words for highlights of one kind.

    `record_title` is the heading of the greatest one in the records, `amount` puts its number in
    words. `column_title` is the heading of each player's sum; None if there is no such column.
    """

    record_title: Sentence | None = None
    column_title: Sentence | None = None
    amount: Sentence = Chips.words


@dataclass(frozen=True)
class Highlights(Generic[T]):
    """The highlights of a game: `collect` returns those of a table whose hand has just ended.

    With `fewer_is_better` the lowest result of an evening is the best.
    """

    collect: Callable[[T], Iterable[Highlight]] = lambda _: ()
    kinds: Mapping[str, HighlightKind] = field(default_factory=dict)
    fewer_is_better: bool = False

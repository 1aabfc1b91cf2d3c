"""Deduction about unseen cards: claims, and the deals that are consistent with them.

A pile is the cards of a player, or the dead pile, which comes last. Sets of cards are bit masks.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import InitVar, dataclass, field, replace
from functools import reduce
from math import log
from operator import or_
from typing import NamedTuple

from typing_extensions import override

from companion.core.cards import ALL_BITS, BIT
from companion.core.game import shallow_copy
from companion.core.review import Finding
from companion.core.sentences import Sentence, say
from companion.core.words import Card

# Stands for the dead pile where a player is named.
DEAD_PILE = ""

# The iterations of `_entropy`; more change little.
ITERATIONS = 12


def log_deal_share(may_hold: list[int], sizes: Sequence[int]) -> float:
    """Return the logarithm of the approximate share of deals that are consistent.

    `may_hold` are the cards (mask) that each pile may hold, `sizes` the number of cards in each.
    Deals are counted by maximum entropy.
    """
    kinds = Counter(_possible_piles(may_hold))
    anywhere = Counter({(1 << len(sizes)) - 1: sum(sizes)})
    return _entropy(kinds, sizes) - _entropy(anywhere, sizes) if kinds else 0.0


def _possible_piles(may_hold: list[int]) -> list[int]:
    """Return for every unseen card the piles (mask) in which it may be."""
    unseen, piles = reduce(or_, may_hold), []
    while unseen:
        card = unseen & -unseen
        unseen ^= card
        piles.append(sum(1 << at for at, may in enumerate(may_hold) if may & card))
    return piles


def _entropy(kinds: Counter[int], sizes: Sequence[int]) -> float:
    """Return the entropy of the cards' places, after fitting weights of piles to their sizes."""
    piles = [(at, size) for at, size in enumerate(sizes) if size]
    weights: dict[int, float] = dict(piles)
    rows = [(count, [at for at, _ in piles if kind >> at & 1]) for kind, count in kinds.items()]
    for _ in range(ITERATIONS):
        sums = dict.fromkeys(weights, 0.0)
        for count, places in rows:
            total = sum(weights[at] for at in places)
            if not total:
                return -1e9  # a card with no pile: no deal at all
            for at in places:
                sums[at] += count * weights[at] / total
        weights = {at: weights[at] * size / sums[at] if sums[at] else 0.0 for at, size in piles}
    entropy = 0.0
    for count, places in rows:
        total = sum(weights[at] for at in places)
        shares = [weights[at] / total for at in places]
        entropy -= count * sum(share * log(share) for share in shares if share)
    return entropy


def has_consistent_deal(may_hold: list[int], sizes: Sequence[int]) -> bool:
    """Return whether there is a deal with these numbers of cards in the piles, their `sizes`.

    `may_hold` are the cards (mask) that each pile may hold, and all of these are dealt.
    """
    unseen = reduce(or_, may_hold)
    if sum(sizes) != unseen.bit_count():
        return False
    piles = [0] * len(sizes)
    rest = _fill_piles(unseen, piles, may_hold, sizes)
    while rest:
        card = rest & -rest
        rest ^= card
        if not _place_card(card, piles, may_hold, sizes):
            return False
    return True


def possible_cards(unseen: int, exclusions: Mapping[str | None, int]) -> list[int]:
    """Return the unseen cards (mask) that each player may hold, then those in the dead pile.

    Not among them are the `exclusions` for each, and for players those for all of them (None). The
    players are in the order of `exclusions`.
    """
    count = unseen & ~exclusions[None]
    players = [count & ~cards for player, cards in exclusions.items() if player]
    return [*players, unseen & ~exclusions[DEAD_PILE]]


def _fill_piles(rest: int, piles: list[int], may_hold: list[int], sizes: Sequence[int]) -> int:
    """Add cards to piles with room. Return those for which there is none."""
    for at, may in enumerate(may_hold):
        fits = rest & may
        if fits:
            cards = _trim(fits, sizes[at] - piles[at].bit_count())
            piles[at] |= cards
            rest ^= cards
    return rest


def _trim(pile: int, size: int) -> int:
    """Remove cards from a pile until it has no more than `size`."""
    for _ in range(pile.bit_count() - size):
        pile &= pile - 1  # clears the lowest bit
    return pile


def _place_card(card: int, piles: list[int], may_hold: list[int], sizes: Sequence[int]) -> bool:
    """Add a card by moving others (an augmenting path). Return False if no pile can take it."""
    queue = [at for at, may in enumerate(may_hold) if may & card]
    origins = dict.fromkeys(queue, (-1, card))
    for at in queue:
        if piles[at].bit_count() < sizes[at]:
            _move_along(at, origins, piles)
            return True
        for target, may in enumerate(may_hold):
            movable = piles[at] & may
            if movable and target not in origins:
                origins[target] = (at, movable & -movable)
                queue.append(target)
    return False


def _move_along(at: int, origins: dict[int, tuple[int, int]], piles: list[int]) -> None:
    while at >= 0:
        source, card = origins[at]
        piles[at] |= card
        if source >= 0:
            piles[source] ^= card
        at = source


class Claim(NamedTuple):
    """What an entry implies about unseen cards: `player` lacks all of `cards`.

    `player` is None if all players lack them, and `DEAD_PILE` if they are not in the dead pile.
    """

    rule: str
    player: str | None
    # the number of the entry, and its place among the lines of the log
    entry: int
    place: int
    cards: int
    # how many cards were on the table before the offence
    since: int
    # the card led or missing
    about: str = ""


_FINDINGS = {
    "led-not-lowest": say("{player} led {about}, but still had {card}."),
    "first-lead-not-lowest": say("{player} led {about} first, but still had {card}."),
    "withheld": say("The sequence stopped as if nobody had {about}, but {player} had it."),
    "opened-above": say("{about} was led as the lowest of its suit, but {player} had {card}."),
    "false-skip": say("{player} skipped, but had {card}."),
    "illegal-bid": say("{player} bid for the dummy but was not allowed to, as {card} shows."),
    "contradiction": say("These entries cannot all be right, however the cards were dealt."),
}


@dataclass(frozen=True, slots=True)
class StopsFinding(Finding):
    # the places of the proof and of the entry among the lines of the log
    order: tuple[int, int] = (0, 0)
    # as in Claim
    since: int = 0
    # the card that proves it
    card: str = ""

    @property
    @override
    def words(self) -> Sentence:
        about = {"about": self.about, "card": self.card}
        cards = {name: Card(card) for name, card in about.items() if card}
        above = self.rule == "withheld" and self.card != self.about
        rule = "opened-above" if above else self.rule
        return _FINDINGS[rule].with_facts(player=self.player or "", **cards)

    @property
    def offender(self) -> str:
        """The player who broke the rule. Fails for a contradiction, which has no offender."""
        assert self.player is not None
        return self.player


# A point at which a deal must fit: entry, place, unseen cards (mask), and number of claims.
Moment = tuple[int, int, int, int]

# The number of cards in each pile, the dead pile last.
Sizes = tuple[int, ...]


class Knowledge(NamedTuple):
    """All that was known when a claim or a pile was corrected; or all that is known now.

    Until then, claims were only added and cards only seen.
    """

    # how many moments it covers
    moments: int
    # the number of unseen cards in each pile
    sizes: Sizes
    # the cards (mask) that each player was seen to hold
    seen: dict[str, int]
    claims: tuple[Claim, ...]

    def has_deal(self, moment: Moment) -> bool:
        """Return whether a deal fits what was known at `moment`."""
        *_, unseen, claims = moment
        exclusions = exclusions_of(self.claims[:claims], self.seen)
        # cards seen after that moment were in the piles of their players
        later = [(cards & unseen).bit_count() for cards in (*self.seen.values(), 0)]
        sizes = [now + more for now, more in zip(self.sizes, later, strict=True)]
        return has_consistent_deal(possible_cards(unseen, exclusions), sizes)


@dataclass(frozen=True, slots=True)
class ConsistencyCheck:
    """The result of testing whether a deal fits what was known up to a moment, the `moments`-th.

    If it `is_final`, later moments are not tested: no deal fits, or cards are no longer followed.
    """

    moments: int = 0
    is_final: bool = False
    contradiction: StopsFinding | None = None

    def after(self, moments: list[Moment], knowledge: Knowledge) -> "ConsistencyCheck":
        """Return the check extended to all `moments` that `knowledge` covers."""
        rest = moments[self.moments : knowledge.moments]
        if not rest or self.is_final:
            return self
        # with claims only added and cards only seen, a deal that fits the last moment fits all
        if knowledge.has_deal(rest[-1]):
            return ConsistencyCheck(knowledge.moments)
        first = bisect_left(rest, True, key=lambda moment: not knowledge.has_deal(moment))
        entry, place, *_ = rest[first]
        contradiction = StopsFinding("contradiction", None, entry, entry, order=(place, place))
        return ConsistencyCheck(knowledge.moments, True, contradiction)


@dataclass(eq=False, slots=True)
class Referee:
    """What the entries of a hand tell about the unseen cards, and the findings that follow.

    `moments` are points at which a deal must fit. Whether one does is tested only when somebody
    asks for the findings.
    """

    players: InitVar[Iterable[str]]
    # the cards (mask) that each player was seen to hold, and that nobody has seen
    seen: dict[str, int] = field(init=False)
    unseen: int = ALL_BITS
    claims: list[Claim] = field(default_factory=list)
    # the cards (mask) that a player, nobody (None) or the dead pile cannot hold
    excluded: dict[str | None, int] = field(init=False)
    # without a contradiction, which `test` finds
    findings: tuple[StopsFinding, ...] = ()
    moments: list[Moment] = field(default_factory=list)
    frozen: tuple[Knowledge, ...] = ()
    _tested: ConsistencyCheck = ConsistencyCheck()

    def __post_init__(self, players: Iterable[str]) -> None:
        self.seen = dict.fromkeys(players, 0)
        self.excluded = exclusions_of((), self.seen)

    def copy(self) -> "Referee":
        copy = shallow_copy(self)
        copy.seen, copy.excluded = self.seen.copy(), self.excluded.copy()
        copy.claims, copy.moments = self.claims.copy(), self.moments.copy()
        return copy

    def reset_seen(self, player_by_card: Mapping[str, str]) -> None:
        """Forget all cards that were seen, except `player_by_card`."""
        self.seen = dict.fromkeys(self.seen, 0)
        for card, player in player_by_card.items():
            self.seen[player] |= BIT[card]
        self.unseen = ALL_BITS & ~sum(self.seen.values())

    def drop_claims(self, proven: list[Claim]) -> None:
        for claim in proven:
            self.claims.remove(claim)
        for player in {claim.player for claim in proven}:
            cards = [claim.cards for claim in self.claims if claim.player == player]
            self.excluded[player] = reduce(or_, cards, 0)

    def add(self, claim: Claim) -> None:
        self.claims.append(claim)
        self.excluded[claim.player] |= claim.cards

    def excluded_for(self, player: str) -> int:
        """Return the cards (mask) that a player does not hold according to the claims."""
        return self.excluded[player] | self.excluded[None]

    @property
    def possible_cards(self) -> list[int]:
        return possible_cards(self.unseen, self.excluded)

    def add_moment(self, entry: int, place: int) -> None:
        """Store the knowledge after `entry`, the line at `place`, for a later test."""
        self.moments.append((entry, place, self.unseen, len(self.claims)))

    def freeze(self, sizes: Sizes) -> None:
        """Store the present knowledge; `sizes` is the number of unseen cards in each pile.

        Must be called before a claim or a pile is corrected.
        """
        self.frozen += (self._known(sizes),)

    def _known(self, sizes: Sizes) -> Knowledge:
        return Knowledge(len(self.moments), sizes, self.seen.copy(), (*self.claims,))

    def test(self, sizes: Sizes) -> ConsistencyCheck:
        """Return the check of all moments; `sizes` has the present unseen cards in each pile."""
        check = self._tested
        for knowledge in (*self.frozen, self._known(sizes)):
            check = check.after(self.moments, knowledge)
        # one assignment of a whole result: other threads may ask the same table
        self._tested = check
        return check

    def stop(self, sizes: Sizes) -> None:
        """Test for the last time, with piles of these sizes: cards are not followed any more."""
        self._tested = replace(self.test(sizes), is_final=True)

    def set_finding_status(
        self, findings: tuple[StopsFinding, ...], place: int, status: str
    ) -> None:
        """Store `findings`, with a new status of the one at `place`."""
        finding = replace(findings[place], status=status)
        self.findings = (*findings[:place], finding, *findings[place + 1 :])
        self._tested = replace(self._tested, contradiction=None)


def exclusions_of(claims: Iterable[Claim], players: Iterable[str]) -> dict[str | None, int]:
    """Return the cards (mask) that claims exclude for all players (None), each, and `DEAD_PILE`."""
    exclusions = dict.fromkeys((None, *players, DEAD_PILE), 0)
    for claim in claims:
        exclusions[claim.player] |= claim.cards
    return exclusions

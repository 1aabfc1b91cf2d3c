"""What can be deduced of unseen cards: claims, the deals that fit them, and how likely they are."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from math import lgamma, log
from operator import or_
from typing import NamedTuple

from companion.core.cards import ALL_BITS, BIT

# So often cards and piles are levelled; more changes little.
ROUNDS = 12


def log_deal_count(may_hold: list[int], sizes: Sequence[int]) -> float:
    """Return the logarithm of about how many deals fit: by maximum entropy.

    ``may_hold`` are the cards (bits) that each pile may hold, ``sizes`` how many it does hold.
    """
    kinds = Counter(_piles_of(may_hold))
    if not kinds:
        return 0.0
    total = sum(sizes)
    free = lgamma(total + 1) - sum(lgamma(size + 1) for size in sizes)
    return free + _entropy(kinds, sizes) - _entropy(Counter({(1 << len(sizes)) - 1: total}), sizes)


def _piles_of(may_hold: list[int]) -> list[int]:
    """Return for every unseen card the piles (bits) in which it may lie."""
    unseen, piles = 0, []
    for may in may_hold:
        unseen |= may
    while unseen:
        card = unseen & -unseen
        unseen ^= card
        piles.append(sum(1 << at for at, may in enumerate(may_hold) if may & card))
    return piles


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


def find_consistent_deal(
    before: tuple[int, ...], may_hold: list[int], sizes: Sequence[int]
) -> tuple[int, ...] | None:
    """Find a deal: for every pile the cards (bits) that lie in it, or None if there is none.

    ``before`` is any earlier deal to start from, ``may_hold`` the cards that each pile may
    hold, ``sizes`` how many it does. All cards that any pile may hold must be placed.
    """
    piles: list[int] = []
    unseen = placed = 0
    for had, may, size in zip(before, may_hold, sizes, strict=True):
        piles.append(_trim(had & may, size))
        unseen |= may
        placed |= piles[-1]
    if sum(sizes) != unseen.bit_count():
        return None
    loose = _fill(unseen & ~placed, piles, may_hold, sizes)
    while loose:
        card = loose & -loose
        loose ^= card
        if not _make_room(card, piles, may_hold, sizes):
            return None
    return tuple(piles)


def possible_cards(unseen: int, denied: Mapping[str | None, int], dead_without: int) -> list[int]:
    """Return the unseen cards (bits) that every pile may hold, the dead one last.

    ``denied`` are the cards that nobody holds, under None, and that each player does not;
    ``dead_without`` those that the dead pile does not.
    """
    count = unseen & ~denied[None]
    players = [count & ~cards for player, cards in denied.items() if player is not None]
    return [*players, unseen & ~dead_without]


def _fill(loose: int, piles: list[int], may_hold: list[int], sizes: Sequence[int]) -> int:
    """Place cards where there is room; give those that find none."""
    for at, may in enumerate(may_hold):
        fits = loose & may
        if fits:
            placed = _trim(fits, sizes[at] - piles[at].bit_count())
            piles[at] |= placed
            loose ^= placed
    return loose


def _trim(pile: int, size: int) -> int:
    """Take cards off a pile until it is no larger than it may be."""
    for _ in range(pile.bit_count() - size):
        pile &= pile - 1
    return pile


def _make_room(card: int, piles: list[int], may_hold: list[int], sizes: Sequence[int]) -> bool:
    """Place a card by moving others from pile to pile (an augmenting path)."""
    queue = [at for at, may in enumerate(may_hold) if may & card]
    came = dict.fromkeys(queue, (-1, card))
    for at in queue:
        if piles[at].bit_count() < sizes[at]:
            _shift(at, came, piles)
            return True
        for to, may in enumerate(may_hold):
            movable = piles[at] & may
            if movable and to not in came:
                came[to] = (at, movable & -movable)
                queue.append(to)
    return False


def _shift(at: int, came: dict[int, tuple[int, int]], piles: list[int]) -> None:
    while at >= 0:
        source, card = came[at]
        piles[at] |= card
        if source >= 0:
            piles[source] ^= card
        at = source


class Claim(NamedTuple):
    """What an entry says of unseen cards: none of ``cards`` (bits) is in the player's hand.

    ``player`` None: in nobody's. ``place`` is that of the entry among those in force, ``since``
    counts the cards on the table before the offence, ``about`` is the card led or missing.
    """

    rule: str
    player: str | None
    entry: int
    place: int
    cards: int
    since: int
    about: str = ""


class StopsFinding(NamedTuple):
    """A rule that was broken: by whom, at which entry, and the entry that proves it.

    ``about`` is the card led or missing, ``card`` the one that proves it; ``since`` as in Claim.
    ``order`` holds the places of the proof and of the entry among those in force.
    """

    rule: str
    player: str | None
    entry: int
    proof: int
    order: tuple[int, int]
    status: str = "open"
    since: int = 0
    about: str = ""
    card: str = ""

    @property
    def offender(self) -> str:
        """Who broke the rule; a contradiction has none."""
        assert self.player is not None
        return self.player


# When a deal must fit: an entry, its place, the unseen cards (bits) then, and how many claims.
Moment = tuple[int, int, int, int]

# A number for every pile, the dead one last: its cards (bits), or how many they are.
Piles = tuple[int, ...]


class Knowledge(NamedTuple):
    """What was known when a claim or a pile was put right, or is now.

    Up to the ``moments`` so many claims were only added and cards only seen. ``sizes`` are of the
    unseen cards in every pile, ``seen`` the cards (bits) that each player was seen to hold.
    """

    moments: int
    sizes: Piles
    seen: dict[str, int]
    claims: tuple[Claim, ...]
    dead_excluded: int

    def deal(self, moment: Moment, before: Piles) -> Piles | None:
        """Find a deal that fits what was known at a moment, as `find_consistent_deal` does."""
        *_, unseen, claims = moment
        denied = excluded_cards(self.claims[:claims], self.seen)
        since = [(cards & unseen).bit_count() for cards in (*self.seen.values(), 0)]
        then = [now + seen for now, seen in zip(self.sizes, since, strict=True)]
        return find_consistent_deal(
            before, possible_cards(unseen, denied, self.dead_excluded), then
        )


@dataclass(frozen=True, slots=True)
class ConsistencyCheck:
    """What tests said: a deal that fits, by pile, the dead one last, and the contradiction.

    ``moments`` counts those tested. Without a ``fitting_deal`` there are no tests any more.
    """

    moments: int
    fitting_deal: Piles | None
    contradiction: StopsFinding | None = None

    def after(self, moments: list[Moment], known: Knowledge) -> "ConsistencyCheck":
        """Test the moments up to what was known that are still untested.

        As long as claims are only added and cards only seen, a deal that fits now is one for every
        entry before, too: the last is tested for all, and the first that none fits is soon found.
        """
        untested, witness = moments[self.moments : known.moments], self.fitting_deal
        if not untested or witness is None:
            return self
        fits = known.deal(untested[-1], witness)
        if fits is not None:
            return ConsistencyCheck(known.moments, fits)
        first = bisect_left(untested, True, key=lambda moment: known.deal(moment, witness) is None)
        entry, place, *_ = untested[first]
        contradiction = StopsFinding("contradiction", None, entry, entry, (place, place))
        return ConsistencyCheck(known.moments, None, contradiction)


class Referee:
    """What the referee knows of a hand, and what was found.

    ``seen`` are the cards (bits) that each player was seen to hold, ``unseen`` those that nobody
    has seen, ``excluded`` those that the claims say a player does not hold, under None that nobody
    does, and ``dead_without`` those that the dead pile does not. ``findings`` are the rules broken
    so far, but for a contradiction: whether any deal fits is tested when somebody asks for the
    findings, by what was ``frozen`` on the way and what is known now.
    """

    __slots__ = (
        "_tested",
        "claims",
        "dead_without",
        "excluded",
        "findings",
        "frozen",
        "moments",
        "seen",
        "unseen",
    )

    def __init__(self, players: Iterable[str]) -> None:
        """Begin with every card unseen, and nothing said."""
        self.seen = dict.fromkeys(players, 0)
        self.unseen = ALL_BITS
        self.claims: list[Claim] = []
        self.excluded = excluded_cards((), self.seen)
        self.dead_without = 0
        self.findings: tuple[StopsFinding, ...] = ()
        self.moments: list[Moment] = []
        self.frozen: tuple[Knowledge, ...] = ()
        self._tested = ConsistencyCheck(0, (0,) * (len(self.seen) + 1))

    def copy(self) -> "Referee":
        """Return one who may learn more."""
        twin = Referee.__new__(Referee)
        twin.seen, twin.excluded = self.seen.copy(), self.excluded.copy()
        twin.claims, twin.moments = self.claims.copy(), self.moments.copy()
        twin.unseen, twin.dead_without = self.unseen, self.dead_without
        twin.findings, twin.frozen, twin._tested = self.findings, self.frozen, self._tested
        return twin

    def reset_seen(self, played: Mapping[str, str]) -> None:
        """Know of no other cards than those played, by who played each."""
        self.seen = dict.fromkeys(self.seen, 0)
        for card, player in played.items():
            self.seen[player] |= BIT[card]
        self.unseen = ALL_BITS & ~sum(self.seen.values())

    def drop_claims(self, proven: list[Claim]) -> None:
        """Take these claims for true no more."""
        for claim in proven:
            self.claims.remove(claim)
        for player in {claim.player for claim in proven}:
            cards = [claim.cards for claim in self.claims if claim.player == player]
            self.excluded[player] = reduce(or_, cards, 0)

    def add(self, claim: Claim) -> None:
        """Take one more claim for true."""
        self.claims.append(claim)
        self.excluded[claim.player] |= claim.cards

    def excluded_for(self, player: str) -> int:
        """Return the cards (bits) that a player does not hold by the claims."""
        return self.excluded[player] | self.excluded[None]

    @property
    def possible_cards(self) -> list[int]:
        """The unseen cards (bits) that every pile may hold, the dead one last."""
        return possible_cards(self.unseen, self.excluded, self.dead_without)

    def add_moment(self, entry: int, place: int) -> None:
        """Note what is known after an entry, to be tested."""
        self.moments.append((entry, place, self.unseen, len(self.claims)))

    def freeze(self, sizes: Piles) -> None:
        """Keep what is known, with so many unseen cards in every pile, to be tested as it is now.

        Due before a claim or a pile is put right.
        """
        self.frozen += (self._known(sizes),)

    def _known(self, sizes: Piles) -> Knowledge:
        seen, claims = self.seen.copy(), (*self.claims,)
        return Knowledge(len(self.moments), sizes, seen, claims, self.dead_without)

    def test(self, sizes: Piles) -> ConsistencyCheck:
        """Test what is still untested, with so many unseen cards in every pile now.

        What comes out is kept beside what is known, at once and whole: of others who ask the same
        table at the same time, all find the same.
        """
        consistency_check = self._tested
        for knowledge in (*self.frozen, self._known(sizes)):
            consistency_check = consistency_check.after(self.moments, knowledge)
        self._tested = consistency_check
        return consistency_check

    def stop(self, sizes: Piles) -> None:
        """Test for the last time: cards are not followed any longer."""
        self._tested = replace(self.test(sizes), fitting_deal=None)

    def replace_findings(self, findings: tuple[StopsFinding, ...]) -> None:
        """Take findings as they are now, a contradiction among them or not."""
        self.findings = findings
        self._tested = replace(self._tested, contradiction=None)


def excluded_cards(claims: Iterable[Claim], players: Iterable[str]) -> dict[str | None, int]:
    """Return the cards (bits) that each player does not hold by these claims; None: nobody."""
    denied = dict.fromkeys((None, *players), 0)
    for claim in claims:
        denied[claim.player] |= claim.cards
    return denied

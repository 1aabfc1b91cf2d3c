"""What the referee keeps of a hand: claims of cards not held, and what tests of them said."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from companion.core.cards import ALL_BITS, BIT
from companion.games.stops.deals import find_deal, may_hold

P = TypeVar("P")


def twin_of(part: P) -> P:
    """Give a copy that shares what it holds, in a fifth of the time that `copy` takes."""
    twin = object.__new__(type(part))
    twin.__dict__.update(part.__dict__)
    return twin


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


@dataclass(frozen=True, slots=True)
class Finding:
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


Moment = tuple[int, int, int, int]
"""When a deal must fit: an entry, its place, the unseen cards (bits) then, and how many claims."""

Deal = Callable[[Moment, tuple[int, ...]], tuple[int, ...] | None]
"""Finds a deal that fits what was known at a moment, from any earlier deal."""


@dataclass(frozen=True, slots=True)
class Tested:
    """What tests said: a deal that fits, by pile, the dead one last, and the contradiction.

    ``moments`` counts those tested. Without a ``witness`` there are no tests any more.
    """

    moments: int
    witness: tuple[int, ...] | None
    contradiction: Finding | None = None

    def after(self, moments: list[Moment], deal: Deal) -> "Tested":
        """Test the moments that are still untested.

        As long as claims are only added and cards only seen, a deal that fits now is one for every
        entry before, too: the last is tested for all, and the first that none fits is soon found.
        """
        untested, witness = moments[self.moments :], self.witness
        if not untested or witness is None:
            return self
        fits = deal(untested[-1], witness)
        if fits is not None:
            return Tested(len(moments), fits)
        first = bisect_left(untested, True, key=lambda moment: deal(moment, witness) is None)
        entry, place, *_ = untested[first]
        contradiction = Finding("contradiction", None, entry, entry, (place, place))
        return Tested(len(moments), None, contradiction)


class Referee:
    """What the referee knows of a hand, and what was found.

    ``seen`` are the cards (bits) that each player was seen to hold, ``unseen`` those that nobody
    has seen, ``denied`` those that the claims say a player does not hold, and ``dead_without``
    those that the dead pile does not. ``found`` are the rules broken so far, but for a
    contradiction: whether any deal fits is tested when somebody asks for the findings.
    """

    def __init__(self, players: Iterable[str]) -> None:
        """Begin with every card unseen, and nothing said."""
        self.seen = dict.fromkeys(players, 0)
        self.unseen = ALL_BITS
        self.claims: list[Claim] = []
        self.denied = self.seen.copy()
        self.dead_without = 0
        self.found: tuple[Finding, ...] = ()
        self.moments: list[Moment] = []
        self._tested = Tested(0, (0,) * (len(self.seen) + 1))

    def copy(self) -> "Referee":
        """Give one who may learn more."""
        twin = twin_of(self)
        twin.seen, twin.denied = self.seen.copy(), self.denied.copy()
        twin.claims, twin.moments = self.claims.copy(), self.moments.copy()
        return twin

    def look_anew(self, played: Mapping[str, str]) -> None:
        """Know of no other cards than those played, by who played each."""
        self.seen = dict.fromkeys(self.seen, 0)
        for card, player in played.items():
            self.seen[player] |= BIT[card]
        self.unseen = ALL_BITS & ~sum(self.seen.values())

    def believe(self, claims: Iterable[Claim]) -> None:
        """Take these claims for true, and no others."""
        self.claims = [*claims]
        self.denied = self._denied_by(self.claims)

    def _denied_by(self, claims: Iterable[Claim]) -> dict[str, int]:
        denied = dict.fromkeys(self.seen, 0)
        for claim in claims:
            deny(denied, claim)
        return denied

    def add(self, claim: Claim) -> None:
        """Take one more claim for true."""
        self.claims.append(claim)
        deny(self.denied, claim)

    @property
    def may_hold(self) -> list[int]:
        """The unseen cards (bits) that every pile may hold, the dead one last."""
        return may_hold(self.unseen, self.denied, self.dead_without)

    def note(self, entry: int, place: int) -> None:
        """Note what is known after an entry, to be tested."""
        if self._tested.witness is not None:
            self.moments.append((entry, place, self.unseen, len(self.claims)))

    def test(self, sizes: Sequence[int]) -> Tested:
        """Test what is still untested, with so many unseen cards in every pile now.

        Due before a claim or a pile is put right. What comes out is kept beside what is known, at
        once and whole: of others who ask the same table at the same time, all find the same.
        """
        self._tested = tested = self._tested.after(
            self.moments, lambda moment, before: self._deal(sizes, moment, before)
        )
        return tested

    def stop(self) -> None:
        """Test no more: cards are not followed any longer."""
        self._tested = replace(self._tested, witness=None)

    def settle(self, findings: tuple[Finding, ...]) -> None:
        """Take findings as they are now, a contradiction among them or not."""
        self.found = findings
        self._tested = replace(self._tested, contradiction=None)

    def _deal(
        self, sizes: Sequence[int], moment: Moment, before: tuple[int, ...]
    ) -> tuple[int, ...] | None:
        """Find a deal that fits what was known at a moment, as `find_deal` does."""
        *_, unseen, claims = moment
        denied = self.denied
        if claims < len(self.claims):
            denied = self._denied_by(self.claims[:claims])
        since = [(cards & unseen).bit_count() for cards in (*self.seen.values(), 0)]
        then = [now + seen for now, seen in zip(sizes, since, strict=True)]
        return find_deal(before, may_hold(unseen, denied, self.dead_without), then)


def deny(denied: dict[str, int], claim: Claim) -> None:
    """Add the cards (bits) of a claim to what a player, or everybody, does not hold."""
    if claim.player is not None:
        denied[claim.player] |= claim.cards
    else:
        for player in denied:
            denied[player] |= claim.cards

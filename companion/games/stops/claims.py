"""What the referee keeps of a hand: claims of cards not held, and what tests of them said."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import NamedTuple

from companion.core.cards import ALL_BITS, BIT
from companion.games.stops.deals import find_deal, may_hold


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


class Finding(NamedTuple):
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

Piles = tuple[int, ...]
"""A number for every pile, the dead one last: its cards (bits), or how many they are."""


class Knowledge(NamedTuple):
    """What was known when a claim or a pile was put right, or is now.

    Up to the ``moments`` so many claims were only added and cards only seen. ``sizes`` are of the
    unseen cards in every pile, ``seen`` the cards (bits) that each player was seen to hold.
    """

    moments: int
    sizes: Piles
    seen: dict[str, int]
    claims: tuple[Claim, ...]
    dead_without: int

    def deal(self, moment: Moment, before: Piles) -> Piles | None:
        """Find a deal that fits what was known at a moment, as `find_deal` does."""
        *_, unseen, claims = moment
        denied = denied_by(self.claims[:claims], self.seen)
        since = [(cards & unseen).bit_count() for cards in (*self.seen.values(), 0)]
        then = [now + seen for now, seen in zip(self.sizes, since, strict=True)]
        return find_deal(before, may_hold(unseen, denied, self.dead_without), then)


@dataclass(frozen=True, slots=True)
class Tested:
    """What tests said: a deal that fits, by pile, the dead one last, and the contradiction.

    ``moments`` counts those tested. Without a ``witness`` there are no tests any more.
    """

    moments: int
    witness: Piles | None
    contradiction: Finding | None = None

    def after(self, moments: list[Moment], known: Knowledge) -> "Tested":
        """Test the moments up to what was known that are still untested.

        As long as claims are only added and cards only seen, a deal that fits now is one for every
        entry before, too: the last is tested for all, and the first that none fits is soon found.
        """
        untested, witness = moments[self.moments : known.moments], self.witness
        if not untested or witness is None:
            return self
        fits = known.deal(untested[-1], witness)
        if fits is not None:
            return Tested(known.moments, fits)
        first = bisect_left(untested, True, key=lambda moment: known.deal(moment, witness) is None)
        entry, place, *_ = untested[first]
        contradiction = Finding("contradiction", None, entry, entry, (place, place))
        return Tested(known.moments, None, contradiction)


class Referee:
    """What the referee knows of a hand, and what was found.

    ``seen`` are the cards (bits) that each player was seen to hold, ``unseen`` those that nobody
    has seen, ``denied`` those that the claims say a player does not hold, under None that nobody
    does, and ``dead_without`` those that the dead pile does not. ``found`` are the rules broken so
    far, but for a contradiction: whether any deal fits is tested when somebody asks for the
    findings, by what was ``sealed`` on the way and what is known now.
    """

    __slots__ = (
        "_tested",
        "claims",
        "dead_without",
        "denied",
        "found",
        "moments",
        "sealed",
        "seen",
        "unseen",
    )

    def __init__(self, players: Iterable[str]) -> None:
        """Begin with every card unseen, and nothing said."""
        self.seen = dict.fromkeys(players, 0)
        self.unseen = ALL_BITS
        self.claims: list[Claim] = []
        self.denied = denied_by((), self.seen)
        self.dead_without = 0
        self.found: tuple[Finding, ...] = ()
        self.moments: list[Moment] = []
        self.sealed: tuple[Knowledge, ...] = ()
        self._tested = Tested(0, (0,) * (len(self.seen) + 1))

    def copy(self) -> "Referee":
        """Give one who may learn more."""
        twin = Referee.__new__(Referee)
        twin.seen, twin.denied = self.seen.copy(), self.denied.copy()
        twin.claims, twin.moments = self.claims.copy(), self.moments.copy()
        twin.unseen, twin.dead_without = self.unseen, self.dead_without
        twin.found, twin.sealed, twin._tested = self.found, self.sealed, self._tested
        return twin

    def look_anew(self, played: Mapping[str, str]) -> None:
        """Know of no other cards than those played, by who played each."""
        self.seen = dict.fromkeys(self.seen, 0)
        for card, player in played.items():
            self.seen[player] |= BIT[card]
        self.unseen = ALL_BITS & ~sum(self.seen.values())

    def drop(self, proven: list[Claim]) -> None:
        """Take these claims for true no more."""
        for claim in proven:
            self.claims.remove(claim)
        for player in {claim.player for claim in proven}:
            cards = [claim.cards for claim in self.claims if claim.player == player]
            self.denied[player] = reduce(or_, cards, 0)

    def add(self, claim: Claim) -> None:
        """Take one more claim for true."""
        self.claims.append(claim)
        self.denied[claim.player] |= claim.cards

    def denies(self, player: str) -> int:
        """Give the cards (bits) that a player does not hold by the claims."""
        return self.denied[player] | self.denied[None]

    @property
    def may_hold(self) -> list[int]:
        """The unseen cards (bits) that every pile may hold, the dead one last."""
        return may_hold(self.unseen, self.denied, self.dead_without)

    def note(self, entry: int, place: int) -> None:
        """Note what is known after an entry, to be tested."""
        self.moments.append((entry, place, self.unseen, len(self.claims)))

    def seal(self, sizes: Piles) -> None:
        """Keep what is known, with so many unseen cards in every pile, to be tested as it is now.

        Due before a claim or a pile is put right.
        """
        self.sealed += (self._known(sizes),)

    def _known(self, sizes: Piles) -> Knowledge:
        seen, claims = self.seen.copy(), (*self.claims,)
        return Knowledge(len(self.moments), sizes, seen, claims, self.dead_without)

    def test(self, sizes: Piles) -> Tested:
        """Test what is still untested, with so many unseen cards in every pile now.

        What comes out is kept beside what is known, at once and whole: of others who ask the same
        table at the same time, all find the same.
        """
        tested = self._tested
        for known in (*self.sealed, self._known(sizes)):
            tested = tested.after(self.moments, known)
        self._tested = tested
        return tested

    def stop(self, sizes: Piles) -> None:
        """Test for the last time: cards are not followed any longer."""
        self._tested = replace(self.test(sizes), witness=None)

    def settle(self, findings: tuple[Finding, ...]) -> None:
        """Take findings as they are now, a contradiction among them or not."""
        self.found = findings
        self._tested = replace(self._tested, contradiction=None)


def denied_by(claims: Iterable[Claim], players: Iterable[str]) -> dict[str | None, int]:
    """Give the cards (bits) that each player does not hold by these claims; None: nobody."""
    denied = dict.fromkeys((None, *players), 0)
    for claim in claims:
        denied[claim.player] |= claim.cards
    return denied

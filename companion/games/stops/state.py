"""The state of a hand in the stops family."""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Self

from companion.core.cards import ALL_BITS
from companion.core.game import Table
from companion.core.ledger import Transfer
from companion.core.poker import Strength
from companion.games.stops.board import Board
from companion.games.stops.deals import find_deal, may_hold
from companion.games.stops.options import StopsOptions, StopsRules


class Lead(NamedTuple):
    """Who leads, and which suits. ``free``: a skip makes no sense, any suit may be led.

    ``after`` is the suit of the run before. ``two``: a 2 of any suit may be led (ace-2).
    """

    player: str
    suits: str
    free: bool
    after: str | None = None
    two: bool = False


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


class Known(NamedTuple):
    """What was known of the unseen cards (bits) after an entry, to be tested for a deal that fits.

    ``denied`` are the cards that each player does not hold, ``dead_without`` those that the dead
    pile does not, ``sizes`` how many lie in every pile, the dead one last.
    """

    entry: int
    place: int
    unseen: int
    denied: Mapping[str, int]
    dead_without: int
    sizes: tuple[int, ...]

    def deal(self, before: tuple[int, ...]) -> tuple[int, ...] | None:
        """Find a deal that fits, as `find_deal` does."""
        may = may_hold(self.unseen, self.denied, self.dead_without)
        return find_deal(before, may, self.sizes)

    def contradiction(self) -> Finding:
        """Say that at this entry no deal fits any more."""
        return Finding("contradiction", None, self.entry, self.entry, (self.place, self.place))


@dataclass(frozen=True, slots=True)
class Judged:
    """A pot that was judged: its winners, and their hand where the app judged the cards."""

    pot: str
    winners: tuple[str, ...]
    strength: Strength | None


@dataclass(frozen=True, slots=True)
class Collection:
    """What a player took from a pot in a hand: chips, and notes as (issuer, chips).

    ``since`` counts the cards that lay on the table before the one that won it.
    """

    player: str
    pot: str
    chips: int
    notes: tuple[tuple[str, int], ...]
    since: int


class Hand:
    """One hand, from the deal to the next deal. Cards are counted, seen ones known.

    ``left`` and ``dead`` count cards; ``played`` maps a card to who played it; ``run`` holds
    (card, player) of the run in progress or just ended. ``denied`` are the cards (bits) that the
    claims say a player does not hold, ``dead_without`` those that the dead pile does not.
    ``found`` are the rules broken so far, but for a ``contradiction``: whether any deal fits is
    tested when somebody asks for the findings. ``witness`` is a deal that fitted at the last test,
    by pile, the dead one last; None: there are no tests any more.
    """

    def __init__(self, left: dict[str, int], dead: int, leader: str) -> None:
        """Start a hand with its piles counted."""
        self.left = left
        self.dead = dead
        # the auction
        self.turn: str | None = None
        self.passed: frozenset[str] = frozenset()
        self.high: tuple[str, int] | None = None
        self.bids: dict[str, tuple[int, int]] = {}
        self.dead_without = 0
        # the play
        self.first_leader = leader
        self.played: dict[str, str] = {}
        self.seen: dict[str, int] = dict.fromkeys(left, 0)
        self.run: tuple[tuple[str, str], ...] = ()
        self.next: str | None = None
        self.lead: Lead | None = None
        self.skipped: frozenset[str] = frozenset()
        self.chips_only = False
        self.collected: tuple[Collection, ...] = ()
        # the end
        self.over = False
        self.winner: str | None = None
        self.settlement: tuple[Transfer, ...] = ()
        self.shown: dict[str, tuple[str, ...]] = {}
        self.waiting: tuple[str, ...] = ()
        self.judged: tuple[Judged, ...] = ()
        # the referee
        self.claims: tuple[Claim, ...] = ()
        self.denied = dict.fromkeys(left, 0)
        self.found: tuple[Finding, ...] = ()
        self.contradiction: Finding | None = None
        self.untested: tuple[Known, ...] = ()
        self.witness: tuple[int, ...] | None = (0,) * (len(left) + 1)
        self.barred: dict[str, int] = {}
        self.cannot_win: frozenset[str] = frozenset()
        self.compensated: frozenset[tuple[str, str]] = frozenset()

    def copy(self) -> "Hand":
        """Give a copy that may be changed."""
        twin = Hand.__new__(Hand)
        twin.__dict__.update(self.__dict__)
        twin.left = self.left.copy()
        twin.played = self.played.copy()
        twin.seen = self.seen.copy()
        return twin

    def believe(self, claims: tuple[Claim, ...]) -> None:
        """Take these claims for true: they say which cards each player does not hold."""
        self.claims = claims
        nobody = 0
        self.denied = dict.fromkeys(self.left, 0)
        for claim in claims:
            if claim.player is None:
                nobody |= claim.cards
            else:
                self.denied[claim.player] |= claim.cards
        if nobody:
            self.denied = {player: nobody | cards for player, cards in self.denied.items()}

    def add(self, claim: Claim) -> None:
        """Take one more claim for true."""
        self.claims += (claim,)
        self.denied = self.denied.copy()
        for player in self.left if claim.player is None else (claim.player,):
            self.denied[player] |= claim.cards

    @property
    def unseen(self) -> int:
        """The cards (bits) that nobody has seen in this hand."""
        return ALL_BITS & ~sum(self.seen.values())

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many unseen cards lie in every pile, the dead one last."""
        if not self.shown:
            return (*self.left.values(), self.dead)
        return (*(0 if p in self.shown else n for p, n in self.left.items()), self.dead)

    @property
    def may_hold(self) -> list[int]:
        """The unseen cards (bits) that every pile may hold, the dead one last."""
        return may_hold(self.unseen, self.denied, self.dead_without)

    def known(self, entry: int, place: int) -> Known:
        """Tell what is known of the unseen cards after an entry."""
        return Known(entry, place, self.unseen, self.denied, self.dead_without, self.sizes)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The rules broken in this hand, in order of proof."""
        self.test()
        if self.contradiction is None:
            return self.found
        return tuple(sorted((*self.found, self.contradiction), key=lambda f: f.order))

    def test(self) -> None:
        """Test what is still untested. Due before a claim or a pile is put right.

        As long as claims are only added and cards only seen, a deal that fits now is one for every
        entry before, too: the last is tested for all, and the first that none fits is soon found.
        """
        untested, witness = self.untested, self.witness
        if untested and witness is not None:
            deal = untested[-1].deal(witness)
            if deal is None:
                first = bisect_left(untested, True, key=lambda known: known.deal(witness) is None)
                self.contradiction = untested[first].contradiction()
            self.witness = deal
        self.untested = ()  # after all else: others may ask the same table at the same time

    @property
    def players(self) -> tuple[str, ...]:
        """All who were dealt cards."""
        return tuple(self.left)

    def contenders(self) -> list[str]:
        """List who holds cards and may still win."""
        return [p for p, cards in self.left.items() if cards and p not in self.cannot_win]


@dataclass(kw_only=True)
class StopsTable(Table[StopsOptions]):
    """A table of the stops family; ``live`` is the hand in progress or just ended."""

    board: Board
    rules: StopsRules
    live: Hand | None = None
    last: int | None = None

    def copy(self) -> Self:
        """Give a copy that a handler may change."""
        twin = super().copy()
        if self.live is not None:
            twin.live = self.live.copy()
        return twin

    def twin(self) -> Self:
        """Give a copy that has moved what this table has, with nothing left to be tested."""
        if self.live is not None:
            self.live.test()
        return super().twin()

    @property
    def now(self) -> Hand:
        """The hand in progress or just ended; there must have been a deal."""
        assert self.live is not None
        return self.live

    def with_cards(self, player: str) -> str | None:
        """Name this player if holding cards, else the next on the left who does."""
        left = self.now.left
        if left.get(player):
            return player
        return next((p for p in self.others(player) if left.get(p)), None)

    def pass_lead(self, lead: Lead) -> None:
        """Give a lead to its player, or without a card on to the left."""
        leader = self.with_cards(lead.player)
        if leader == lead.player:
            self.now.lead = lead
        else:
            self.now.lead = None if leader is None else lead._replace(player=leader, two=False)

    @property
    def is_last_hand(self) -> bool:
        """Say whether the hand in progress or just ended was announced as the last."""
        return self.last is not None and self.hand >= self.last

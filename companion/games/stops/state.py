"""The state of a hand in the stops family."""

from dataclasses import dataclass, field
from typing import NamedTuple, Self

from companion.core.game import Table
from companion.core.ledger import Transfer
from companion.core.poker import Strength
from companion.core.twins import twin_of
from companion.games.stops.board import Board
from companion.games.stops.claims import Finding, Referee
from companion.games.stops.options import StopsOptions, StopsRules


class Lead(NamedTuple):
    """Who leads (None: whoever holds the card), and which suits. ``free``: nobody can skip.

    ``after`` is the suit of the run before. ``two``: a 2 of any suit may be led (ace-2).
    """

    player: str | None
    suits: str
    free: bool
    after: str | None = None
    two: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """A pot that was judged: its winners, and their hand where the app judged the cards."""

    pot: str
    winners: tuple[str, ...]
    strength: Strength | None


class Collection(NamedTuple):
    """What a player took from a pot in a hand: chips, and notes as (issuer, chips).

    ``since`` counts the cards that lay on the table before the one that won it.
    """

    player: str
    pot: str
    chips: int
    notes: tuple[tuple[str, int], ...]
    since: int


@dataclass(slots=True)
class Auction:
    """The bids for the dummy: whose turn it is, who passed, and the highest bid.

    ``bids`` are the entries and places at which each player bid last.
    """

    turn: str | None = None
    passed: frozenset[str] = frozenset()
    high: tuple[str, int] | None = None
    bids: dict[str, tuple[int, int]] = field(default_factory=dict)


@dataclass(slots=True)
class Ending:
    """How a hand ended: the winner, what was paid for it, cards shown, pots that wait.

    ``settlement`` are the movements that would be taken back if the hand had to go on.
    """

    over: bool = False
    broken_off: bool = False
    winner: str | None = None
    settlement: tuple[Transfer, ...] = ()
    shown: dict[str, tuple[str, ...]] = field(default_factory=dict)
    waiting: tuple[str, ...] = ()
    judged: tuple[Judged, ...] = ()


@dataclass(slots=True)
class Penalties:
    """What offenders may no longer do in a hand: collect, since which entry, and win.

    ``compensated`` are the pots that an offender has paid for already.
    """

    barred: dict[str, int] = field(default_factory=dict)
    cannot_win: frozenset[str] = frozenset()
    compensated: frozenset[tuple[str, str]] = frozenset()


@dataclass(eq=False, slots=True)
class Hand:
    """One hand, from the deal to the next deal. Cards are counted, seen ones known.

    ``left`` and ``dead`` count cards, ``dealt`` is the place of the deal; ``played`` maps a card
    to who played it; ``run`` holds (card, player) of the run in progress or just ended.
    """

    left: dict[str, int]
    dead: int
    first_leader: str
    dealt: int
    referee: Referee
    played: dict[str, str] = field(default_factory=dict)
    run: tuple[tuple[str, str], ...] = ()
    next: str | None = None
    lead: Lead | None = None
    skipped: frozenset[str] = frozenset()
    chips_only: bool = False
    collected: tuple[Collection, ...] = ()
    auction: Auction = field(default_factory=Auction)
    end: Ending = field(default_factory=Ending)
    penalties: Penalties = field(default_factory=Penalties)

    def copy(self) -> "Hand":
        """Give a copy that may be changed."""
        twin = twin_of(self)
        twin.left, twin.played = self.left.copy(), self.played.copy()
        twin.auction, twin.end = twin_of(self.auction), twin_of(self.end)
        twin.penalties, twin.referee = twin_of(self.penalties), self.referee.copy()
        return twin

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many unseen cards lie in every pile, the dead one last."""
        shown = self.end.shown
        if not shown:
            return (*self.left.values(), self.dead)
        return (*(0 if p in shown else n for p, n in self.left.items()), self.dead)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The rules broken in this hand, in order of proof."""
        found, contradiction = self.referee.found, self.referee.test(self.sizes).contradiction
        if contradiction is None:
            return found
        return tuple(sorted((*found, contradiction), key=lambda f: f.order))

    def seal(self) -> None:
        """Let the referee test later what is known now, before a claim or a pile is put right."""
        self.referee.seal(self.sizes)

    @property
    def players(self) -> tuple[str, ...]:
        """All who were dealt cards."""
        return tuple(self.left)

    def contenders(self) -> list[str]:
        """List who holds cards and may still win."""
        return [p for p, cards in self.left.items() if cards and p not in self.penalties.cannot_win]


@dataclass(kw_only=True, slots=True)
class StopsTable(Table[StopsOptions]):
    """A table of the stops family; ``live`` is the hand in progress or just ended."""

    board: Board
    rules: StopsRules
    live: Hand | None = None

    def copy(self) -> Self:
        """Give a copy that a handler may change."""
        twin = self.past()
        if self.live is not None:
            twin.live = self.live.copy()
        return twin

    @property
    def now(self) -> Hand:
        """The hand in progress or just ended; there must have been a deal."""
        assert self.live is not None
        return self.live

    def pass_lead(self, lead: Lead) -> None:
        """Give a lead to its player, or without a card on to the left."""
        hand = self.live
        assert hand is not None
        assert lead.player is not None
        if hand.left.get(lead.player):
            hand.lead = lead
        else:
            leader = next((p for p in self.others(lead.player) if hand.left.get(p)), None)
            hand.lead = None if leader is None else lead._replace(player=leader, two=False)

    def counts_played(self, pot: str) -> bool:
        """Say whether played cards count for a poker pot, besides those still held."""
        return self.options.counts_played(pot, held_only=self.rules.poker_held_only)

    @property
    def agreed_last(self) -> int | None:
        """The number of the hand that is the last one without a word, if there is one."""
        return self.rounds if self.options.leftovers == "last-winner" else None

    @property
    def is_last_hand(self) -> bool:
        """Say whether the hand in progress or just ended was announced or agreed as the last."""
        lasts = [last for last in (self.last, self.agreed_last) if last is not None]
        return bool(lasts) and self.hand >= min(lasts)

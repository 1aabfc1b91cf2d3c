"""The state of a hand in the stops family."""

from dataclasses import dataclass, replace
from typing import Self

from companion.core.game import Table
from companion.core.ledger import Transfer
from companion.core.poker import Strength
from companion.games.stops.board import Board
from companion.games.stops.options import StopsOptions, StopsRules


@dataclass(frozen=True, slots=True)
class Lead:
    """Who leads, and which suits. ``free``: a skip makes no sense, any suit may be led.

    ``after`` is the suit of the run before. ``two``: a 2 of any suit may be led (ace-2).
    """

    player: str
    suits: str
    free: bool
    after: str | None = None
    two: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
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
    ``witness`` is a deal of the unseen cards by pile, the dead one last; ``fits`` says whether it
    is known to fit the claims and the piles as they are.
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
        self.findings: tuple[Finding, ...] = ()
        self.witness: tuple[int, ...] | None = (0,) * (len(left) + 1)
        self.fits = False
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
        self._look_at_deal()

    def add(self, claim: Claim) -> None:
        """Take one more claim for true."""
        self.claims += (claim,)
        named = self.left if claim.player is None else (claim.player,)
        more = {player: self.denied[player] | claim.cards for player in named}
        self.denied = {**self.denied, **more}
        self._look_at_deal()

    def _look_at_deal(self) -> None:
        """See whether the deal that is known to fit still does."""
        if self.fits and self.witness:
            denied = self.denied.values()
            self.fits = not any(had & no for had, no in zip(self.witness, denied, strict=False))

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

    @property
    def now(self) -> Hand:
        """The hand in progress or just ended; there must have been a deal."""
        assert self.live is not None
        return self.live

    def with_cards(self, player: str) -> str | None:
        """Name this player if he holds cards, else the next at his left who does."""
        left = self.now.left
        if left.get(player):
            return player
        return next((p for p in self.others(player) if left.get(p)), None)

    def pass_lead(self, lead: Lead) -> None:
        """Give a lead to its player, or on to his left if he holds no card."""
        leader = self.with_cards(lead.player)
        if leader == lead.player:
            self.now.lead = lead
        else:
            self.now.lead = None if leader is None else replace(lead, player=leader, two=False)

    @property
    def is_last_hand(self) -> bool:
        """Say whether the hand in progress or just ended was announced as the last."""
        return self.last is not None and self.hand >= self.last

"""The state of a hand in the stops family, and its memory aid."""

from dataclasses import dataclass, field
from typing import NamedTuple, Self

from companion.core.cards import BIT, PACK, mask_to_cards
from companion.core.game import Table, shallow_copy
from companion.core.ledger import Transfer
from companion.core.poker import Strength
from companion.games.stops.board import Board
from companion.games.stops.deduction import Referee, StopsFinding
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
class JudgedPot:
    """A pot that was judged: its winners, and their hand where the app judged the cards."""

    pot: str
    winners: tuple[str, ...]
    strength: Strength | None


class PotWin(NamedTuple):
    """What a player took from a pot in a hand: chips, and IOUs as (issuer, chips).

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
class HandEnd:
    """How a hand ended: the winner, what was paid for it, cards shown, pots that wait.

    ``payments`` are the movements that would be taken back if the hand had to go on.
    """

    is_over: bool = False
    broken_off: bool = False
    winner: str | None = None
    payments: tuple[Transfer, ...] = ()
    shown_cards: dict[str, tuple[str, ...]] = field(default_factory=dict)
    pots_to_judge: tuple[str, ...] = ()
    judged_pots: tuple[JudgedPot, ...] = ()


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

    ``cards_left`` and ``dead_cards`` count cards, ``dealt_by`` is the place of the deal;
    ``played_cards`` maps a card to who played it; ``current_run`` holds (card, player) of the run
    in progress or just ended.
    """

    cards_left: dict[str, int]
    dead_cards: int
    first_leader: str
    dealt_by: int
    referee: Referee
    played_cards: dict[str, str] = field(default_factory=dict)
    current_run: tuple[tuple[str, str], ...] = ()
    next_card: str | None = None
    lead: Lead | None = None
    skipped_players: frozenset[str] = frozenset()
    chips_only: bool = False
    pot_wins: tuple[PotWin, ...] = ()
    auction: Auction = field(default_factory=Auction)
    end: HandEnd = field(default_factory=HandEnd)
    penalties: Penalties = field(default_factory=Penalties)

    def copy(self) -> "Hand":
        """Return a copy that may be changed."""
        twin = shallow_copy(self)
        twin.cards_left, twin.played_cards = self.cards_left.copy(), self.played_cards.copy()
        twin.auction, twin.end = shallow_copy(self.auction), shallow_copy(self.end)
        twin.penalties, twin.referee = shallow_copy(self.penalties), self.referee.copy()
        return twin

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many unseen cards lie in every pile, the dead one last."""
        cards_by_name = self.end.shown_cards
        if not cards_by_name:
            return (*self.cards_left.values(), self.dead_cards)
        return (
            *(0 if p in cards_by_name else n for p, n in self.cards_left.items()),
            self.dead_cards,
        )

    @property
    def findings(self) -> tuple[StopsFinding, ...]:
        """The rules broken in this hand, in order of proof."""
        stops_findings, contradiction = (
            self.referee.findings,
            self.referee.test(self.sizes).contradiction,
        )
        if contradiction is None:
            return stops_findings
        return tuple(sorted((*stops_findings, contradiction), key=lambda f: f.order))

    def freeze_referee(self) -> None:
        """Let the referee test later what is known now, before a claim or a pile is put right."""
        self.referee.freeze(self.sizes)

    @property
    def players(self) -> tuple[str, ...]:
        """All who were dealt cards."""
        return tuple(self.cards_left)

    def contenders(self) -> list[str]:
        """List who holds cards and may still win."""
        return [
            p
            for p, cards in self.cards_left.items()
            if cards and p not in self.penalties.cannot_win
        ]


@dataclass(kw_only=True, slots=True)
class StopsTable(Table[StopsOptions]):
    """A table of the stops family; ``hand_state`` is the hand in progress or just ended."""

    board: Board
    rules: StopsRules
    hand_state: Hand | None = None

    def copy(self) -> Self:
        """Return a copy that a handler may change."""
        twin = self.snapshot()
        if self.hand_state is not None:
            twin.hand_state = self.hand_state.copy()
        return twin

    @property
    def current_hand(self) -> Hand:
        """The hand in progress or just ended; there must have been a deal."""
        assert self.hand_state is not None
        return self.hand_state

    def pass_lead(self, lead: Lead) -> None:
        """Give a lead to its player, or without a card on to the left."""
        hand = self.hand_state
        assert hand is not None
        assert lead.player is not None
        if hand.cards_left.get(lead.player):
            hand.lead = lead
        else:
            leader = next((p for p in self.others(lead.player) if hand.cards_left.get(p)), None)
            hand.lead = None if leader is None else lead._replace(player=leader, two=False)

    def counts_played(self, pot: str) -> bool:
        """Return whether played cards count for a poker pot, besides those still held."""
        return self.options.counts_played(pot, held_only=self.rules.poker_held_only)

    @property
    def agreed_last(self) -> int | None:
        """The number of the hand that is the last one without a word, if there is one."""
        return self.rounds if self.options.leftovers == "last-winner" else None

    @property
    def is_last_hand(self) -> bool:
        """Return whether the hand in progress or just ended was announced or agreed as the last."""
        lasts = [last for last in (self.last, self.agreed_last) if last is not None]
        return bool(lasts) and self.hand >= min(lasts)


@dataclass(frozen=True, slots=True)
class MemoryAid:
    """What anybody could remember of a hand.

    ``seen_cards`` are cards that everybody has seen; ``unplayable_cards`` those that nobody can
    play; ``excluded_cards`` the other cards that a player cannot hold, by player.
    """

    seen_cards: frozenset[str]
    unplayable_cards: frozenset[str]
    excluded_cards: dict[str, tuple[str, ...]]


def deduce_memory(hand: Hand | None) -> MemoryAid:
    """Draw from stops, leads and skips what is certain, taking every one of them at its word."""
    if hand is None or hand.chips_only:
        return MemoryAid(frozenset(), frozenset(), {})
    seen = sum(hand.referee.seen.values())
    dead = 0
    for claim in hand.referee.claims:
        if claim.player is None:
            dead |= claim.cards
    without = dict.fromkeys(hand.cards_left, 0)
    for claim in hand.referee.claims:
        if claim.player is not None:
            without[claim.player] |= claim.cards
    return MemoryAid(
        seen_cards=frozenset(card for card in PACK if BIT[card] & seen),
        unplayable_cards=frozenset(mask_to_cards(dead & ~seen)),
        excluded_cards={
            player: mask_to_cards(cards & ~seen & ~dead) for player, cards in without.items()
        },
    )

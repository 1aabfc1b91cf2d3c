"""The state of a hand in the stops family, and what everybody could remember of it."""

from dataclasses import dataclass, field
from typing import NamedTuple, Self

from companion.core.cards import RANK, SUIT, SUITS, mask_to_cards
from companion.core.errors import WrongPhase
from companion.core.game import Table, shallow_copy
from companion.core.ledger import Transfer
from companion.core.poker import Strength
from companion.core.sentences import say
from companion.games.stops.board import Board
from companion.games.stops.deduction import Referee, StopsFinding
from companion.games.stops.options import StopsOptions

TWO = RANK["2C"]


class Lead(NamedTuple):
    """Who leads (None: the holder of the lowest card), and the suits that may be led, as letters.

    With `free` nobody can skip. `after` is the suit of the last run. With `two` any 2 may be led.
    """

    player: str | None
    suits: str
    free: bool
    after: str | None = None
    two: bool = False

    def allows(self, card: str) -> bool:
        """Return whether a card may be led: it is of such a suit, or a 2 that may be led."""
        return SUIT[card] in self.suits or (self.two and RANK[card] == TWO)


@dataclass(frozen=True, slots=True)
class JudgedPot:
    """A pot judged after the hand: its winners, and their strength if the app compared cards."""

    pot: str
    winners: tuple[str, ...]
    strength: Strength | None


class PotWin(NamedTuple):
    """A pot that a player won by a card: its chips, and its IOUs as (issuer, chips).

    `since` is the number of cards that were on the table before the winning card.
    """

    player: str
    pot: str
    chips: int
    ious: tuple[tuple[str, int], ...]
    since: int


@dataclass(slots=True)
class Auction:
    turn: str | None = None
    passed: frozenset[str] = frozenset()
    # the highest bid: the player, and the chips
    high: tuple[str, int] | None = None
    # the entry and place of each player's first bid
    bids: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def highest(self) -> int:
        return self.high[1] if self.high else 0


@dataclass(slots=True)
class HandEnd:
    is_over: bool = False
    broken_off: bool = False
    winner: str | None = None
    # what the entry that ended the hand had paid before, such as the pots won by the last card
    last_card_payments: tuple[Transfer, ...] = ()
    # the transfers to reverse if the hand must continue
    payments: tuple[Transfer, ...] = ()
    shown_cards: dict[str, tuple[str, ...]] = field(default_factory=dict)
    pots_to_judge: tuple[str, ...] = ()
    judged_pots: tuple[JudgedPot, ...] = ()


@dataclass(slots=True)
class Penalties:
    # the players who may not collect
    barred: frozenset[str] = frozenset()
    cannot_win: frozenset[str] = frozenset()
    # offenders, with the pots that they have paid for
    compensated: frozenset[tuple[str, str]] = frozenset()


@dataclass(eq=False, slots=True)
class Hand:
    """One hand, from the deal to the next deal."""

    # the number of cards of each player, and in the dead pile
    cards_left: dict[str, int]
    dead_cards: int
    referee: Referee
    # when somebody had last joined, left, or come back before the deal: `Table.seated_at`
    seated_at: int = 0
    # who played each card, in order
    played_cards: dict[str, str] = field(default_factory=dict)
    # cards with their players, of the run in progress or just ended
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
        copy = shallow_copy(self)
        copy.cards_left, copy.played_cards = self.cards_left.copy(), self.played_cards.copy()
        copy.auction, copy.end = shallow_copy(self.auction), shallow_copy(self.end)
        copy.penalties, copy.referee = shallow_copy(self.penalties), self.referee.copy()
        return copy

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of unseen cards in each pile, the dead pile last."""
        shown_cards = self.end.shown_cards
        unseen = (0 if p in shown_cards else n for p, n in self.cards_left.items())
        return (*unseen, self.dead_cards)

    @property
    def findings(self) -> tuple[StopsFinding, ...]:
        """The findings of this hand, in the order of the entries that prove them."""
        contradiction = self.referee.test(self.sizes).contradiction
        if contradiction is None:
            return self.referee.findings
        return tuple(sorted((*self.referee.findings, contradiction), key=lambda f: f.order))

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.cards_left)

    def contenders(self) -> list[str]:
        """Return the players who hold cards and may still win."""
        return [
            p
            for p, cards in self.cards_left.items()
            if cards and p not in self.penalties.cannot_win
        ]


def _no_hand() -> Hand:
    """Return the hand before the first deal: it is over, and nobody had a card.

    It is in chips only, so that nothing is deduced from its cards.
    """
    return Hand({}, 0, Referee(()), chips_only=True, end=HandEnd(is_over=True))


@dataclass(kw_only=True, slots=True)
class StopsTable(Table[StopsOptions]):
    """A table of the stops family; `current_hand` is the hand in progress or just ended."""

    board: Board
    # only the cards still held count for the pot `poker`, unless a house rule decides
    poker_held_only: bool = False
    current_hand: Hand = field(default_factory=_no_hand)

    def copy(self) -> Self:
        copy = self.snapshot()
        copy.current_hand = self.current_hand.copy()
        return copy

    def pass_lead(self, lead: Lead) -> None:
        """Pass a lead to its player, or to the next on the left if that player has no cards."""
        hand = self.current_hand
        assert lead.player is not None
        if hand.cards_left.get(lead.player):
            hand.lead = lead
        else:
            leader = next((p for p in self.others(lead.player) if hand.cards_left.get(p)), None)
            hand.lead = None if leader is None else lead._replace(player=leader, two=False)

    def require_no_bids(self) -> None:
        """Raise Refused (`wrong-phase`) unless the dummy is here and nobody has bid or passed."""
        self.require_phase("dummy")
        if self.current_hand.auction.high or self.current_hand.auction.passed:
            raise WrongPhase(say("the auction has begun"))

    def begin_play(self) -> None:
        """Close the auction, and pass the first lead."""
        self.phase = "play"
        hand = self.current_hand
        hand.auction.turn = None
        suit, dealer = self.options.first_suit, self.dealer
        if suit:
            hand.lead = Lead(None, suit, free=True)
        else:
            leader = dealer if self.options.first_leader == "dealer" else self.left_of(dealer)
            self.pass_lead(Lead(leader, SUITS, free=True))
        hand.referee.add_moment(self.entry_number, self.line_count)

    def counts_played(self, pot: str) -> bool:
        """Return whether played cards count for a poker pot, besides those still held."""
        return self.options.counts_played(pot, held_only=self.poker_held_only)

    @property
    def agreed_last(self) -> int | None:
        """The number of the last hand, if it is agreed on and need not be announced."""
        return self.rounds if self.options.leftovers == "last-winner" else None

    @property
    def is_last_hand(self) -> bool:
        """Whether this hand was announced, or agreed on, as the last."""
        lasts = [last for last in (self.last, self.agreed_last) if last is not None]
        return bool(lasts) and self.hand >= min(lasts)


@dataclass(frozen=True, slots=True)
class MemoryAid:
    """What everybody could remember about the cards of a hand."""

    seen_cards: frozenset[str]
    # cards that nobody holds
    unplayable_cards: frozenset[str]
    # other cards that a player cannot hold
    excluded_cards: dict[str, tuple[str, ...]]


def deduce_memory(hand: Hand) -> MemoryAid:
    """Return what follows from the cards seen if all stops, leads and skips were right."""
    if hand.chips_only:
        return MemoryAid(frozenset(), frozenset(), {})
    referee = hand.referee
    cards_seen, dead = sum(referee.seen.values()), referee.excluded[None]
    return MemoryAid(
        seen_cards=frozenset(mask_to_cards(cards_seen)),
        unplayable_cards=frozenset(mask_to_cards(dead & ~cards_seen)),
        excluded_cards={
            player: mask_to_cards(referee.excluded[player] & ~cards_seen & ~dead)
            for player in hand.cards_left
        },
    )

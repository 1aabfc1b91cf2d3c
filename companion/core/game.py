"""The nouns of the rules core: a game, its options, and the state of a table."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, Never, Self, cast

from typing_extensions import TypeVar

from companion.core.called import HANDS, Called
from companion.core.cards import PACK
from companion.core.doubts import Doubt
from companion.core.entries.entry import Entry
from companion.core.errors import Refused
from companion.core.ledger import POT, Ledger
from companion.core.looking_back import Found
from companion.core.offers import Ask, Offer
from companion.core.options import Option, Options, options_of
from companion.core.sentences import Sentence, say
from companion.core.slip import Slip

T = TypeVar("T", bound="Table", default="Table")
H = TypeVar("H", bound=Options, default=Options)
H_co = TypeVar("H_co", bound=Options, default=Options, covariant=True)
T_contra = TypeVar("T_contra", bound="Table", contravariant=True)
E = TypeVar("E", bound=Entry)


@dataclass(frozen=True, slots=True)
class Rule(Generic[T_contra]):
    """A kind of entry that a game takes, and what it does to a table. Made by `rule`."""

    kind: type[Entry]
    apply: Callable[[T_contra, Entry], None]


def rule(kind: type[E], handler: Callable[[T, E], None]) -> Rule[T]:
    """Let a handler do what a kind of entry says."""
    return Rule(kind, cast(Callable[[T, Entry], None], handler))


def rules(*taken: Rule[T]) -> Mapping[str, Rule[T]]:
    """Sort the rules of a game by what their entries say to do; a later one goes before others."""
    return {rule.kind.do: rule for rule in taken}


def _standing(table: "Table") -> dict[str, int]:
    """Give everyone's result so far: chips + notes held − notes issued − bought."""
    ledger = table.ledger
    results = {p: ledger.chips[p] - ledger.bought.get(p, 0) for p in table.seats}
    for note in ledger.notes:
        results[note.issuer] -= note.chips
        if note.holder in results:
            results[note.holder] += note.chips
    return results


def _nothing(_: "Table") -> tuple[()]:
    return ()


def _for_nobody(_: "Table") -> Mapping[str, Never]:
    return {}


def _as_likely(_: "Table") -> float:
    return 0.0


def _no_turn(_: "Table", __: Entry) -> str | None:
    return None


def _no_run(_: "Table", __: Entry) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Placed:
    """A player's line of a tally, and the place in it; each game adds what it counts."""

    player: str
    place: int = field(default=0, kw_only=True)


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the rules in words: its title, and a paragraph a line."""

    title: Sentence
    lines: tuple[Sentence, ...]


def _no_sections(_: Options) -> tuple[Section, ...]:
    return ()


PURSES = {
    "result": say("Result"),
    "chips": say("Chips"),
    "owes": say("Owes"),
    "owed": say("Is owed"),
    "bought": say("Bought"),
}
"""The columns of a tally by chips and notes, besides player and place."""


@dataclass(frozen=True)
class Game(Generic[T, H]):
    """One game: what is played, with which options and entries, and how a table of it is made.

    ``defaults`` are its own house rules. ``boards`` are those that set-up offers, by name;
    ``asks_board``: they are printed on boards that vary, so the table is asked which is its own.
    ``entries`` are its rules by what an entry says to do, ``phases`` the words for its own phases,
    after "Not now:". ``ask`` says what a table must be asked now, with all answers that can be;
    ``rare`` is offered apart from the question, and ``mends`` what may be put right about a player.
    ``standing`` gives everyone's result so far, ``winners`` who won the hand just ended; ``unit``
    is what is counted, ``called`` its words for hands. ``lines`` gives the tally's lines as the
    table stands (None: by chips and notes), ``why`` what decided them, ``columns`` what their
    numbers are called, ``findings`` what was found in the hand in progress or just ended, ``turn``
    whose turn it is to do what an entry says (None: it is a matter of no turn), ``run`` the cards
    of a play that goes on with the run on the table (none where it cannot), ``rule_sheet`` the
    rules in words, by the house rules in force. ``slips`` looks back from a table: it lists what
    may have happened instead of an entry of this hand; ``cards_left`` counts the cards that each
    player holds, ``likely`` tells how likely the cards lie so that all that was said of them is
    true, as a logarithm, and ``doubts`` the smallest sets of what cannot all be true. Games of a
    ``family`` are played alike, and look alike.
    """

    slug: str
    name: Sentence
    about: Sentence
    fewest: int
    most: int
    chips: int
    defaults: H
    entries: Mapping[str, Rule[T]]
    phases: Mapping[str, Sentence]
    new_table: "Callable[[Setup[H]], T]"
    ask: Callable[[T], Ask]
    result: Callable[[T], dict[str, object]]
    rare: Callable[[T], tuple[Offer, ...]] = _nothing
    mends: Callable[[T], Mapping[str, tuple[Offer, ...]]] = _for_nobody
    family: str = ""
    order: int = 100
    boards: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    asks_board: bool = False
    standing: Callable[[T], dict[str, int]] = _standing
    winners: Callable[[T], tuple[str, ...]] = _nothing
    unit: str = "chips"
    called: Called = HANDS
    lines: Callable[[T], tuple[Placed, ...]] | None = None
    why: Callable[[T], Sentence | None] | None = None
    columns: Mapping[str, Sentence] = field(default_factory=lambda: PURSES)
    findings: Callable[[T], tuple[Found, ...]] = _nothing
    turn: Callable[[T, Entry], str | None] = _no_turn
    run: Callable[[T, Entry], tuple[str, ...]] = _no_run
    rule_sheet: Callable[[H], tuple[Section, ...]] = _no_sections
    slips: Callable[[T], Callable[[T, Entry], Iterable[Slip]]] | None = None
    cards_left: Callable[[T], Mapping[str, int]] = _for_nobody
    likely: Callable[[T], float] = _as_likely
    doubts: Callable[[T], tuple[tuple[Doubt, ...], ...]] = _nothing

    @property
    def options(self) -> tuple[Option, ...]:
        """The house rules that a table of it may change."""
        return options_of(type(self.defaults))

    @cached_property
    def kinds(self) -> dict[str, type[Entry]]:
        """The classes of the entries that this game takes."""
        return {do: rule.kind for do, rule in self.entries.items()}


@dataclass(frozen=True, slots=True)
class Setup(Generic[H_co]):
    """How an evening began: the game, its options (all of them), the players clockwise."""

    game: Game
    options: H_co
    players: tuple[str, ...]
    dealer: str
    chips: Mapping[str, int]


@dataclass
class Table(Generic[H_co]):
    """What is known of an evening after an entry. Who is given one never changes it.

    ``seats`` are all who ever sat here, clockwise; ``present`` those who still do.
    ``dealer`` and ``hand`` are of the hand in progress or just ended. ``entry`` is the number of
    the last entry, ``place`` its place among the entries in force, from 1.
    """

    setup: Setup[H_co]
    seats: tuple[str, ...]
    present: tuple[str, ...]
    dealer: str
    ledger: Ledger
    phase: str = "between-hands"
    hand: int = 0
    before_deal: Self | None = None
    last_hand: bool = False
    tally: tuple[Placed, ...] | None = None
    entry: int = 0
    place: int = 0
    cards: Collection[str] = field(default=frozenset(PACK), repr=False)
    pots: tuple[str, ...] = ()

    def copy(self) -> Self:
        """Give a copy that a handler may change."""
        twin = self.__class__.__new__(self.__class__)
        twin.__dict__.update(self.__dict__)
        twin.ledger = self.ledger.copy()
        return twin

    def twin(self) -> Self:
        """Give a copy that has moved what this table has."""
        twin = self.copy()
        twin.ledger.moves = self.ledger.moves
        return twin

    @property
    def options(self) -> H_co:
        """The house rules in force."""
        return self.setup.options

    @property
    def in_hand(self) -> bool:
        """Say whether a hand is in progress."""
        return self.phase not in ("between-hands", "over")

    def need(self, *phases: str) -> None:
        """Refuse (`wrong-phase`) unless the table is in one of these phases."""
        if self.phase not in phases:
            now = {**PHASES, **self.setup.game.phases}[self.phase]
            raise Refused("wrong-phase", "Not now: {phase}.", phase=now)

    def left_of(self, player: str) -> str:
        """Name the next player clockwise who is at the table."""
        return self.clockwise(player)[0]

    def clockwise(self, player: str) -> tuple[str, ...]:
        """List the players at the table from the left of a seat; that seat comes last."""
        return tuple(p for p in self._from(player) if p in self.present)

    def in_turn(self, players: Collection[str]) -> tuple[str, ...]:
        """Sort players who are or were at the table clockwise, from the dealer's left."""
        return tuple(p for p in self._from(self.dealer) if p in players)

    def _from(self, player: str) -> tuple[str, ...]:
        at = self.seats.index(player) + 1
        return self.seats[at:] + self.seats[:at]

    @property
    def counted(self) -> int:
        """How many count for a deal's fewest players: all who have not left."""
        return len(self.present)

    def others(self, player: str) -> tuple[str, ...]:
        """List all at the table but this player, from the left of that one."""
        return tuple(p for p in self.clockwise(player) if p != player)

    def next_dealer(self) -> str:
        """Name who deals the next hand: the first dealer, then on to the left."""
        if self.hand == 0 and self.dealer in self.present:
            return self.dealer
        return self.left_of(self.dealer)

    def pot_accounts(self) -> list[str]:
        """List the accounts of all pots."""
        return [POT + pot for pot in self.pots]


PHASES = {
    "between-hands": say("no hand is in progress"),
    "play": say("the hand is being played"),
    "over": say("the evening is over"),
}
"""The phases that games share, in words that go on after "Not now:"."""

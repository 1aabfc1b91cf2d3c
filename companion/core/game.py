"""The nouns of the rules core: a game, its options, and the state of a table."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from companion.core.cards import PACK
from companion.core.errors import Refused
from companion.core.ledger import POT, Ledger
from companion.core.offers import Ask

Handler = Callable[[Any, Any], None]
"""What an entry does to a table: it changes the table it is given, or raises Refused."""


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: its name in the record, how its value is read, and its words for players.

    ``read`` turns a JSON value into what the rules use and raises ValueError for another.
    ``choices`` lists the values that a table may pick from, with words; without them a value is
    a whole number, or where ``is_board`` the pots of a board. ``empty`` says what no number means.
    """

    name: str
    read: Callable[[Any], Any]
    label: str
    choices: tuple[tuple[Any, str], ...] = ()
    empty: str = ""
    is_board: bool = False

    def words(self, value: Any) -> str:
        """Say a value as players do."""
        if value is None:
            return self.empty
        return str(dict(self.choices).get(value, value))


def _standing(table: "Table") -> dict[str, int]:
    """Give everyone's result so far: chips + notes held − notes issued − bought."""
    ledger = table.ledger
    results = {p: ledger.chips[p] - ledger.bought.get(p, 0) for p in table.seats}
    for note in ledger.notes:
        results[note.issuer] -= note.chips
        if note.holder in results:
            results[note.holder] += note.chips
    return results


def _nobody(_: "Table") -> tuple[str, ...]:
    return ()


def _nothing(_: "Table") -> tuple["Found", ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Found:
    """A finding in words: the rule, the offender (None: nobody), the entries, what became of it."""

    rule: str
    player: str | None
    entry: int
    proof: int
    status: str
    words: str


@dataclass(frozen=True, slots=True)
class Game:
    """One game: what is played, with which options and entries, and how a table of it is made.

    ``entries`` maps what an entry says to do to its class and its handler. ``ask`` says what a
    table must be asked now, with all answers that can be. ``standing`` gives
    everyone's result so far, ``winners`` who won the hand just ended; ``unit`` is what is counted.
    Games of a ``family`` are played alike, and look alike.
    ``lines`` gives the tally's lines as the table stands (None: by chips and notes), ``findings``
    what was found in the hand in progress or just ended.
    """

    slug: str
    name: str
    about: str
    fewest: int
    most: int
    chips: int
    options: tuple[Option, ...]
    defaults: Mapping[str, Any]
    entries: Mapping[str, tuple[type, Handler]]
    new_table: "Callable[[Setup], Table]"
    ask: Callable[[Any], Ask]
    result: "Callable[[Any], dict[str, Any]]"
    family: str = ""
    order: int = 100
    more: Any = None
    standing: "Callable[[Any], dict[str, int]]" = _standing
    winners: "Callable[[Any], tuple[str, ...]]" = _nobody
    unit: str = "chips"
    lines: "Callable[[Any], tuple[Any, ...]] | None" = None
    findings: "Callable[[Any], tuple[Found, ...]]" = _nothing

    @property
    def kinds(self) -> dict[str, type]:
        """The classes of the entries that this game takes."""
        return {do: kind for do, (kind, _) in self.entries.items()}


@dataclass(frozen=True, slots=True)
class Setup:
    """How an evening began: the game, its options (all of them), the players clockwise."""

    game: Game
    options: Mapping[str, Any]
    players: tuple[str, ...]
    dealer: str
    chips: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class TallyLine:
    """One player's line of the tally, in chips; equal results share a place."""

    player: str
    chips: int
    owes: int
    owed: int
    bought: int
    result: int
    place: int


@dataclass
class Table:
    """What is known of an evening after an entry. Entries are applied to a copy, never in place.

    ``seats`` are all who ever sat here, clockwise; ``present`` those who still do.
    ``dealer`` and ``hand`` are of the hand in progress or just ended.
    """

    setup: Setup
    seats: tuple[str, ...]
    present: tuple[str, ...]
    dealer: str
    ledger: Ledger
    phase: str = "between-hands"
    hand: int = 0
    before_deal: Self | None = None
    last_hand: bool = False
    tally: tuple[Any, ...] | None = None
    entry: int = 0
    cards: Collection[str] = field(default=frozenset(PACK), repr=False)
    pots: tuple[str, ...] = ()

    def copy(self) -> Self:
        """Give a copy that a handler may change."""
        twin = self.__class__.__new__(self.__class__)
        twin.__dict__.update(self.__dict__)
        twin.ledger = self.ledger.copy()
        return twin

    @property
    def options(self) -> Mapping[str, Any]:
        """The house rules in force."""
        return self.setup.options

    @property
    def in_hand(self) -> bool:
        """Say whether a hand is in progress."""
        return self.phase not in ("between-hands", "over")

    def need(self, *phases: str) -> None:
        """Refuse (`wrong-phase`) unless the table is in one of these phases."""
        if self.phase not in phases:
            raise Refused("wrong-phase", f"Not now: {PHASE_WORDS.get(self.phase, self.phase)}.")

    def left_of(self, player: str) -> str:
        """Name the next player clockwise who is at the table."""
        return self.clockwise(player)[0]

    def clockwise(self, player: str) -> tuple[str, ...]:
        """List the players at the table from the left of a seat; that seat comes last."""
        at = self.seats.index(player) + 1
        return tuple(p for p in self.seats[at:] + self.seats[:at] if p in self.present)

    def others(self, player: str) -> tuple[str, ...]:
        """List all at the table but this player, from his left."""
        return tuple(p for p in self.clockwise(player) if p != player)

    def next_dealer(self) -> str:
        """Name who deals the next hand: the first dealer, then on to the left."""
        if self.hand == 0 and self.dealer in self.present:
            return self.dealer
        return self.left_of(self.dealer)

    def pot_accounts(self) -> list[str]:
        """List the accounts of all pots."""
        return [POT + pot for pot in self.pots]


PHASE_WORDS = {
    "between-hands": "no hand is in progress",
    "dummy": "the dummy is still to be swapped or sold",
    "play": "the hand is being played",
    "blocked": "the hand is blocked, and the card totals are missing",
    "poker": "a pot waits to be judged",
    "hand-1": "the first hand of the round is revealed",
    "overtime-1": "overtime 1 is revealed",
    "overtime-2": "overtime 2 is revealed",
    "overtime-3": "overtime 3 is revealed",
    "final": "the final for the jackpot is played",
    "bids": "the bids are being made",
    "tricks": "the tricks of the hand are still to be entered",
    "over": "the evening is over",
}

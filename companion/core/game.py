"""The nouns of the rules core: a game and its variants, its options, and the state of a table."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Generic, Never, Self, cast

from typing_extensions import TypeVar

from companion.core.cards import PACK
from companion.core.entries.schema import Entry
from companion.core.errors import WrongPhase
from companion.core.highlights import Highlights
from companion.core.ledger import POT, Ledger
from companion.core.options import Option, Options, list_options
from companion.core.prompts import Offer, Prompt
from companion.core.review import ReviewHooks
from companion.core.sentences import Sentence, say
from companion.core.words import HANDS, HandTerms

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


P = TypeVar("P", bound="DataclassInstance")


def shallow_copy(part: P) -> P:
    """Return a copy of a dataclass that shares what it holds."""
    twin = object.__new__(type(part))
    copy_fields(twin, part)
    return twin


def copy_fields(part: P, other: P) -> None:
    """Let a dataclass hold what another of its kind holds."""
    for name in _names(type(part)):
        setattr(part, name, getattr(other, name))


@cache
def _names(kind: "type[DataclassInstance]") -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


@dataclass(frozen=True, slots=True)
class NamedVariant:
    """House rules that another game is known by: its name, what it sets, and a sentence.

    ``names`` are others that it has. A ``cousin`` is played otherwise, and these rules come
    nearest: it is shown only where somebody searches for it.
    """

    slug: str
    name: Sentence
    about: Sentence
    options: Mapping[str, object] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    cousin: bool = False


# What is said of a cousin.
NEAREST = say("It is not in the box; these rules come nearest.")


def cousin(slug: str, name: Sentence, *names: str, **options: object) -> NamedVariant:
    """Make the rules that come nearest to a game that is not in the box."""
    return NamedVariant(slug, name, NEAREST, options, names, cousin=True)


@dataclass(frozen=True, slots=True)
class BoardChoices:
    """The boards that set-up offers for a game, by name.

    ``has_printed_boards``: such boards are sold in several prints, so a table is asked which is its
    own.
    """

    named_boards: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    has_printed_boards: bool = False


T = TypeVar("T", bound="Table", default="Table")
H = TypeVar("H", bound=Options, default=Options)
H_co = TypeVar("H_co", bound=Options, default=Options, covariant=True)
T_contra = TypeVar("T_contra", bound="Table", contravariant=True)
E = TypeVar("E", bound=Entry)


@dataclass(frozen=True, slots=True)
class EntryHandler(Generic[T_contra]):
    """A kind of entry that a game takes, and what it does to a table. Made by `handle`."""

    kind: type[Entry]
    apply: Callable[[T_contra, Entry], None]


def handle(kind: type[E], handler: Callable[[T, E], None]) -> EntryHandler[T]:
    """Let a handler do what a kind of entry says."""
    return EntryHandler(kind, cast(Callable[[T, Entry], None], handler))


def entry_handlers(*taken: EntryHandler[T]) -> Mapping[str, EntryHandler[T]]:
    """Sort the rules of a game by what their entries say to do; a later one goes before others."""
    return {rule.kind.do: rule for rule in taken}


def _standing(table: "Table") -> dict[str, int]:
    """Return everyone's result so far: chips + IOUs held − IOUs issued − bought."""
    ledger = table.ledger
    results = {p: ledger.chips[p] - ledger.bought.get(p, 0) for p in table.seats}
    for note in ledger.ious:
        results[note.issuer] -= note.chips
        if note.holder in results:
            results[note.holder] += note.chips
    return results


def _nothing(_: "Table") -> tuple[()]:
    return ()


def _for_nobody(_: "Table") -> Mapping[str, Never]:
    return {}


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A player's line of a tally, and the place in it; each game adds what it counts."""

    player: str
    place: int = field(default=0, kw_only=True)

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {one.name: getattr(self, one.name) for one in fields(self)}


@dataclass(frozen=True, slots=True)
class RuleSection:
    """A part of the rules in words: its title, and a paragraph a line."""

    title: Sentence
    lines: tuple[Sentence, ...]


def _no_sections(_: Options) -> tuple[RuleSection, ...]:
    return ()


# The columns of a tally by chips and notes, besides player and place.
PURSES = {
    "result": say("Result"),
    "chips": say("Chips"),
    "owes": say("Owes"),
    "owed": say("Is owed"),
    "bought": say("Bought"),
}


# Who deals first where the sheet of a game does not say.
DRAWN = say("Agree on who deals first, or draw cards: the highest deals.")


@dataclass(frozen=True)
class Game(Generic[T, H]):
    """One game: what is played, with which options and entries, and how a table of it is made."""

    slug: str
    name: Sentence
    tagline: Sentence
    # how many may play, and how many chips each is given for a start
    min_players: int
    max_players: int
    starting_chips: int
    # the game's own house rules
    defaults: H
    # the rules by what an entry says to do
    entries: Mapping[str, EntryHandler[T]]
    # words for phases of this game alone, after "Not now:"
    phases: Mapping[str, Sentence]
    new_table: "Callable[[Setup[H]], T]"
    # what a table must be asked now, with all answers that can be
    current_prompt: Callable[[T], Prompt]
    # the state of a table as the record's results tell it
    result: Callable[[T], dict[str, object]]
    # what is offered apart from the question
    rare_offers: Callable[[T], tuple[Offer, ...]] = _nothing
    # what may be corrected about each player
    correction_offers: Callable[[T], Mapping[str, tuple[Offer, ...]]] = _for_nobody
    # games of a family are played alike, and look alike
    family: str = ""
    # where the game stands among others
    order: int = 100
    # house rules that other games are known by, and words that people search it by
    variants: tuple[NamedVariant, ...] = ()
    words: tuple[Sentence, ...] = ()
    # why nobody can join once it has begun (None: everybody may)
    late_join_refusal: Sentence | None = None
    # who deals the first hand
    deals_first: Sentence = DRAWN
    boards: BoardChoices = field(default_factory=BoardChoices)
    # everyone's result so far, and what it is counted in
    current_results: Callable[[T], dict[str, int]] = _standing
    unit: str = "chips"
    # who won the hand just ended
    winners: Callable[[T], tuple[str, ...]] = _nothing
    # words for hands
    hand_terms: HandTerms = HANDS
    # the tally's lines as the table stands (None: by chips and IOUs)
    result_lines: Callable[[T], tuple[ResultLine, ...]] | None = None
    # what decided the lines
    tie_break_sentence: Callable[[T], Sentence | None] | None = None
    # what the numbers of the lines are called
    columns: Mapping[str, Sentence] = field(default_factory=lambda: PURSES)
    # the rules in words, by the house rules in force
    rule_sheet: Callable[[H], tuple[RuleSection, ...]] = _no_sections
    # what is told of mistakes
    review: ReviewHooks[T] = field(default_factory=ReviewHooks)
    # what is remembered of hands
    highlights: Highlights[T] = field(default_factory=Highlights)

    @property
    def options(self) -> tuple[Option, ...]:
        """The house rules that a table of it may change."""
        return list_options(type(self.defaults))

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


@dataclass(slots=True)
class Table(Generic[H_co]):
    """What is known of an evening after an entry. Who is given one never changes it.

    ``seats`` are all who ever sat here, clockwise; ``present`` those who still do. ``sharers`` are
    those who have been dealt into a hand: they share what is left at the end. ``rounds`` is how
    many hands are agreed on, ``last`` the one announced as the last. ``dealer`` and ``hand`` are of
    the hand in progress or just ended. ``entry_number`` is the number of the last entry,
    ``active_count`` its place among the entries in force, from 1; ``dealt_by`` and ``ended_by`` are
    the numbers of the entries that began the hand and that ended it; ``hand_players`` are those who
    were dealt into it; ``seated_at`` is the place at which somebody last joined, left or came back.
    """

    setup: Setup[H_co]
    seats: tuple[str, ...]
    present: tuple[str, ...]
    dealer: str
    ledger: Ledger
    phase: str = "between-hands"
    hand: int = 0
    before_deal: Self | None = None
    rounds: int | None = None
    last: int | None = None
    tally: tuple[ResultLine, ...] | None = None
    entry_number: int = 0
    active_count: int = 0
    dealt_by: int = 0
    ended_by: int = 0
    hand_players: tuple[str, ...] = ()
    seated_at: int = 0
    sharers: frozenset[str] = frozenset()
    cards: Collection[str] = field(default=frozenset(PACK), repr=False)
    pots: tuple[str, ...] = ()

    def copy(self) -> Self:
        """Return a copy that a handler may change."""
        return self.snapshot()

    def snapshot(self) -> Self:
        """Return the table as it stands, to be looked at later: it shares the hand just ended."""
        twin = shallow_copy(self)
        twin.ledger = self.ledger.copy()
        return twin

    def copy_with_moves(self) -> Self:
        """Return a copy that has moved what this table has."""
        twin = self.copy()
        twin.ledger.moves = self.ledger.moves
        return twin

    @property
    def options(self) -> H_co:
        """The house rules in force."""
        return self.setup.options

    @property
    def in_hand(self) -> bool:
        """Return whether a hand is in progress."""
        return self.phase not in NO_HAND

    def require_phase(self, *phases: str) -> None:
        """Refuse (`wrong-phase`) unless the table is in one of these phases."""
        if self.phase not in phases:
            now = {**PHASES, **self.setup.game.phases}[self.phase]
            raise WrongPhase(now)

    def left_of(self, player: str) -> str:
        """Return the name of the next player clockwise who is at the table."""
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
    def eliminated(self) -> frozenset[str]:
        """Who is out of the game for good; most games eliminate nobody."""
        return frozenset()

    @property
    def players_for_deal(self) -> int:
        """How many count for a deal's fewest players: all who have not left."""
        return len(self.present)

    def others(self, player: str) -> tuple[str, ...]:
        """List all at the table but this player, from the left of that one."""
        return tuple(p for p in self._from(player)[:-1] if p in self.present)

    def next_dealer(self) -> str:
        """Return who deals the next hand: the first dealer, then on to the left."""
        if self.hand == 0 and self.dealer in self.present:
            return self.dealer
        return next(iter(self.clockwise(self.dealer)), self.dealer)

    @property
    def deals(self) -> str:
        """Who deals the hand in progress, or will deal the next one."""
        return self.dealer if self.in_hand else self.next_dealer()

    def pot_accounts(self) -> list[str]:
        """List the accounts of all pots."""
        return [POT + pot for pot in self.pots]


# The phases in which no hand is in progress.
NO_HAND = ("between-hands", "over")

# The phases that games share, in words that go on after "Not now:".
PHASES = {
    "between-hands": say("no hand is in progress"),
    "play": say("the hand is being played"),
    "over": say("the evening is over"),
}

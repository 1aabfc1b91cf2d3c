"""The central classes of the rules: a game, its variants, the set-up and the state of a table."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Generic, Self, cast

from typing_extensions import TypeVar

from companion.core.cards import PACK
from companion.core.entries.schema import Entry, Raw, parse_entry
from companion.core.errors import WrongPhase
from companion.core.ledger import POT, Ledger
from companion.core.options import Option, Options
from companion.core.prompts import Offer, Prompt
from companion.core.review import Highlights, ReviewHooks
from companion.core.sentences import Sentence, say
from companion.core.words import HANDS, HandTerms

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


P = TypeVar("P", bound="DataclassInstance")


def shallow_copy(part: P) -> P:
    """Return a copy of a dataclass that shares the values of its fields."""
    copy = object.__new__(type(part))
    copy_fields(copy, part)
    return copy


def copy_fields(part: P, other: P) -> None:
    """Copy all fields of `other` into `part`."""
    for name in _field_names(type(part)):
        setattr(part, name, getattr(other, name))


@cache
def _field_names(kind: "type[DataclassInstance]") -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


@dataclass(frozen=True, slots=True)
class NamedVariant:
    """House rules under which a game is known by another name.

    `options` differ from the game's defaults; `names` are further names that a search finds. A
    `cousin` is another game, to which these options come nearest: only a search lists it.
    """

    slug: str
    name: Sentence
    about: Sentence
    options: Mapping[str, object] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    cousin: bool = False


# The sentence about every cousin.
_COUSIN_TEXT = say("Companion does not have this game, but these rules come closest.")


def cousin(slug: str, name: Sentence, *names: str, **options: object) -> NamedVariant:
    """Return the variant nearest to a game that Companion lacks; `names` are more of its names."""
    return NamedVariant(slug, name, _COUSIN_TEXT, options, names, cousin=True)


@dataclass(frozen=True, slots=True)
class BoardChoices:
    """The boards that set-up offers for a game: the pots of each, by name.

    With `has_printed_boards` the board is sold in several prints, and set-up asks for the pots.
    """

    named_boards: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    has_printed_boards: bool = False


T = TypeVar("T", bound="Table", default="Table")
H = TypeVar("H", bound=Options, default=Options)
H_co = TypeVar("H_co", bound=Options, default=Options, covariant=True)

# Applies an entry to a table. Its second argument is annotated with the class of the entry.
Handler = Callable[[T, Any], None]


def entry_handlers(*handlers: Handler[T]) -> Mapping[str, Handler[T]]:
    """Return handlers by the `do` of their entries; of two for one entry the later one counts."""
    return {_entry_class(handler).do: handler for handler in handlers}


def _entry_class(handler: Handler[T]) -> type[Entry]:
    _, kind, *_ = handler.__annotations__.values()
    return cast(type[Entry], kind)


def _chip_results(table: "Table") -> dict[str, int]:
    """Return everyone's result so far: chips + IOUs held − IOUs issued − chips bought."""
    ledger = table.ledger
    results = {p: ledger.chips[p] - ledger.bought.get(p, 0) for p in table.seats}
    for iou in ledger.ious:
        results[iou.issuer] -= iou.chips
        if iou.holder in results:  # a pot may hold one, too
            results[iou.holder] += iou.chips
    return results


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A player's line of the tally, and their place. Each game adds its own numbers."""

    player: str
    place: int = field(default=0, kw_only=True)


@dataclass(frozen=True, slots=True)
class RuleSection:
    """A section of a game's rules: its title, and a sentence for each paragraph."""

    title: Sentence
    lines: tuple[Sentence, ...]


# The columns of a tally by chips and IOUs, besides player and place.
CHIP_COLUMNS = {
    "result": say("Result"),
    "chips": say("Chips"),
    "owes": say("Owes"),
    "owed": say("Is owed"),
    "bought": say("Start + bought"),
}


# Who deals first, unless the sheet of a game says so.
_DRAW_FOR_DEAL = say(
    "Agree on who deals first, or draw cards: the highest card deals. In a tie, draw again."
)


@dataclass(frozen=True, kw_only=True)
class Game(Generic[T, H]):
    """One game: its name, its house rules, its handlers, and the functions that read its tables."""

    slug: str
    name: Sentence
    tagline: Sentence
    # how many may play, and how many chips each starts with
    min_players: int
    max_players: int
    starting_chips: int
    # the game's own house rules
    defaults: H
    # the handlers by the `do` of their entries
    entries: Mapping[str, Handler[T]]
    # the game's own phases, as they follow "because"
    phases: Mapping[str, Sentence]
    new_table: "Callable[[Setup[H]], T]"
    # the prompt of the moment, with all possible answers
    current_prompt: Callable[[T], Prompt]
    # the state of a table as the record's results have it
    result: Callable[[T], dict[str, object]]
    # offers apart from the prompt, which the screen keeps in a menu
    rare_offers: Callable[[T], tuple[Offer, ...]] = lambda _: ()
    # offers that correct the state of a player, by player
    correction_offers: Callable[[T], Mapping[str, tuple[Offer, ...]]] = lambda _: {}
    # the family's name: its games share templates and rules pages
    family: str = ""
    # the place in lists of games
    order: int = 100
    # house rules with a name of their own, and words that a search finds the game by
    variants: tuple[NamedVariant, ...] = ()
    words: tuple[Sentence, ...] = ()
    # why nobody can join a game in progress (None: everybody may)
    late_join_refusal: Sentence | None = None
    # a sentence on who deals the first hand
    deals_first: Sentence = _DRAW_FOR_DEAL
    # the words of the rule sheet in English, by the words of the app that they replace
    terms: Mapping[str, str] = field(default_factory=dict)
    # a further sentence of the rule sheet, such as other words for the same
    sheet_words: Sentence | None = None
    boards: BoardChoices = field(default_factory=BoardChoices)
    # everyone's result so far, and its unit
    current_results: Callable[[T], dict[str, int]] = _chip_results
    unit: str = "chips"
    # the winners of the hand just ended
    winners: Callable[[T], tuple[str, ...]] = lambda _: ()
    hand_terms: HandTerms = HANDS
    # the lines of the tally if the evening ended now (None: by chips and IOUs)
    result_lines: Callable[[T], tuple[ResultLine, ...]] | None = None
    # a sentence on what decided the ranking
    tie_break_sentence: Callable[[T], Sentence | None] | None = None
    # the titles of the numbers in the lines
    columns: Mapping[str, Sentence] = field(default_factory=lambda: CHIP_COLUMNS)
    # the rules in words, for the house rules of a table
    rule_sheet: Callable[[H], tuple[RuleSection, ...]] = lambda _: ()
    review: ReviewHooks[T] = field(default_factory=ReviewHooks)
    highlights: Highlights[T] = field(default_factory=Highlights)

    @property
    def options(self) -> tuple[Option, ...]:
        return self.defaults.definitions

    @cached_property
    def kinds(self) -> dict[str, type[Entry]]:
        """The entry classes that this game accepts, by their `do`."""
        return {do: _entry_class(handler) for do, handler in self.entries.items()}

    def entry_sentence(self, raw: Raw) -> Sentence:
        """Return the description of an entry: `Bob plays 8♣`. Raises Refused (`bad-entry`)."""
        return parse_entry(dict(raw), self.kinds).describe()


@dataclass(frozen=True, slots=True)
class Setup(Generic[H_co]):
    """How an evening started: the game, all options, and the players clockwise."""

    game: Game
    options: H_co
    players: tuple[str, ...]
    dealer: str
    chips: Mapping[str, int]


@dataclass(slots=True)
class Table(Generic[H_co]):
    """The state of an evening after an entry.

    Handlers change a copy of their own; a table that others can see is never changed.
    """

    setup: Setup[H_co]
    # all who ever sat here, clockwise, and those who still do
    seats: tuple[str, ...]
    present: tuple[str, ...]
    # the dealer and the number of the hand in progress or just ended
    dealer: str
    ledger: Ledger
    phase: str = "between-hands"
    hand: int = 0
    # the table to which a misdeal returns
    before_deal: Self | None = None
    # how many hands are agreed on, and the one announced as the last
    rounds: int | None = None
    last: int | None = None
    tally: tuple[ResultLine, ...] | None = None
    # the number of the last entry, and its place among the lines, from 1
    entry_number: int = 0
    line_count: int = 0
    # the numbers of the entries that began and ended the hand, and who was dealt into it
    dealt_by: int = 0
    ended_by: int = 0
    hand_players: tuple[str, ...] = ()
    # the place of the last entry by which somebody joined, left or came back
    seated_at: int = 0
    # who has been dealt into any hand, and so shares what is left at the end
    sharers: frozenset[str] = frozenset()
    # who is out of the game for good, but may stay seated; nobody in most games
    eliminated: frozenset[str] = frozenset()
    cards: Collection[str] = field(default=frozenset(PACK), repr=False)
    pots: tuple[str, ...] = ()

    def copy(self) -> Self:
        """Return an independent copy for a handler to change."""
        return self.snapshot()

    def snapshot(self) -> Self:
        """Return a copy for reading: it shares the state of the hand with this table."""
        copy = shallow_copy(self)
        copy.ledger = self.ledger.copy()
        return copy

    def copy_with_moves(self) -> Self:
        """Return an independent copy that keeps the moves of the last entry."""
        copy = self.copy()
        copy.ledger.moves = self.ledger.moves
        return copy

    @property
    def options(self) -> H_co:
        return self.setup.options

    @property
    def in_hand(self) -> bool:
        return self.phase not in NO_HAND

    def require_phase(self, *phases: str) -> None:
        """Raise Refused (`wrong-phase`) unless the table is in one of these phases."""
        if self.phase not in phases:
            now = {**PHASES, **self.setup.game.phases}[self.phase]
            raise WrongPhase(now)

    def left_of(self, player: str) -> str:
        """Return the next player at the table clockwise."""
        return self.clockwise(player)[0]

    def clockwise(self, player: str) -> tuple[str, ...]:
        """Return the players at the table, from the left of `player`, who comes last."""
        return tuple(p for p in self._from(player) if p in self.present)

    def in_turn(self, players: Collection[str]) -> tuple[str, ...]:
        """Return `players`, whether at the table or not, clockwise from the dealer's left."""
        return tuple(p for p in self._from(self.dealer) if p in players)

    def _from(self, player: str) -> tuple[str, ...]:
        at = self.seats.index(player) + 1
        return self.seats[at:] + self.seats[:at]

    @property
    def active_players(self) -> tuple[str, ...]:
        """The players at the table who are not eliminated, in the order of the seats."""
        return tuple(player for player in self.present if player not in self.eliminated)

    def active_players_from(self, player: str) -> tuple[str, ...]:
        """Return the active players, from the left of `player`, who comes last."""
        return tuple(p for p in self.clockwise(player) if p not in self.eliminated)

    def list_eliminated(self) -> list[str]:
        return [player for player in self.seats if player in self.eliminated]

    def others(self, player: str) -> tuple[str, ...]:
        """Return the other players at the table, from the left of `player`."""
        return tuple(p for p in self._from(player)[:-1] if p in self.present)

    def next_dealer(self) -> str:
        """Return the dealer of the next hand: first the one of the set-up, then clockwise."""
        if self.hand == 0 and self.dealer in self.present:
            return self.dealer
        return next(iter(self.active_players_from(self.dealer)), self.dealer)

    @property
    def deals(self) -> str:
        """The dealer of the hand in progress; between hands, of the next one."""
        return self.dealer if self.in_hand else self.next_dealer()

    def pot_accounts(self) -> list[str]:
        return [POT + pot for pot in self.pots]


# The phases in which no hand is in progress.
NO_HAND = ("between-hands", "over")

# The phases that games share, in words that go on after "because".
PHASES = {
    "between-hands": say("no hand is in progress"),
    "play": say("the hand is being played"),
    "over": say("the evening is over"),
}

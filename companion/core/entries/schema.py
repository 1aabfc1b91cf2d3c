"""The schema of entries: their fields, what each holds, and how an entry is written as JSON."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from enum import Enum
from functools import cache
from types import EllipsisType
from typing import Any, ClassVar, Generic, Never, cast

from typing_extensions import TypeVar, dataclass_transform

from companion.core.entries.parsing import (
    CHECK_ORDER,
    Checker,
    KnownNames,
    Parser,
    check_account,
    check_cards,
    check_hands,
    check_player,
    check_players,
    check_pot,
    choice_parser,
    optional_parser,
    parse_anything,
    parse_cards,
    parse_further_changes,
    parse_integer,
    parse_name,
    parse_natural_number,
    parse_positive_number,
    parse_single_card,
    parse_text,
    parse_texts,
    per_player_parser,
    quote_input,
)
from companion.core.errors import InvalidValue, Refused
from companion.core.ledger import Transfer
from companion.core.sentences import Sentence, say

V = TypeVar("V", default=object)
D = TypeVar("D", default=Never)


class FieldKind(Enum):
    """What a key holds."""

    PLAYER = "a player at the table"
    PLAYERS = "players at the table"
    NEWCOMER = "the name of somebody new"
    ANYBODY = "a player who is or was at the table"
    POT = "a pot"
    ACCOUNT = "a player at the table, or a pot"
    ANY_ACCOUNT = "a player who is or was at the table, or a pot"
    CARDS = "cards"
    CARDS_IN_A_ROW = "one card, or several in their order"
    NUMBER = "a whole number"
    COUNT = "a small whole number"
    NUMBERS = "a whole number for each player"
    HANDS = "cards for each player"
    CHOICE = "one of the choices"
    FINDING = "the place of a finding of the hand"
    ENTRY = "an entry, or its number"


Choices = tuple[tuple[str, Sentence], ...]
"""Values that may be picked, each with its words."""


@dataclass(frozen=True, slots=True)
class EntryField(Generic[V]):
    """A key of an entry. ``label`` asks for it; ``none_label`` says what leaving it open means.

    ``name`` is what the record calls it (none: as the entry does), ``singular_name`` what it calls
    a single card that is written without a list. ``choices`` are what may be picked besides what
    its kind allows: all values of a choice, or who else is counted. ``is_required``: it must be
    there.
    """

    kind: FieldKind
    label: Sentence
    read: Parser[V]
    check: Checker[V] | None = None
    name: str = ""
    singular_name: str = ""
    choices: Choices = ()
    none_label: Sentence | None = None
    is_required: bool = True


# declarations, one for each sort of key; they give what a dataclass takes for the field


def _field(key: EntryField[V], default: D | EllipsisType = ...) -> V | D:
    metadata = {"key": key}
    made: V | D = (
        field(metadata=metadata) if default is ... else field(metadata=metadata, default=default)
    )
    return made


WHO = say("Who?")
WHICH_POT = say("Which pot?")
WHICH_CARDS = say("Which cards?")
HOW_MANY_CHIPS = say("How many chips?")
WHICH_FINDING = say("Which mistake?")
WHICH_ENTRY = say("Which entry?")


def player_field(label: Sentence = WHO) -> str:
    """Declare a player at the table."""
    return _field(EntryField(FieldKind.PLAYER, label, parse_text, check_player))


def optional_player_field(label: Sentence, none: Sentence) -> str | None:
    """Declare a player at the table, or null, which means what ``none`` says."""
    read = optional_parser(parse_text)
    return _field(EntryField(FieldKind.PLAYER, label, read, check_players, none_label=none))


def a_dealer(label: Sentence, none: Sentence, *, default: None) -> str | None:
    """Declare who deals, whom the rules check; if it is missing, that means what ``none`` says."""
    return _field(EntryField(FieldKind.PLAYER, label, parse_text, none_label=none), default=default)


def optional_players_field(
    label: Sentence, none: Sentence, *, default: None
) -> tuple[str, ...] | None:
    """Declare a list of players at the table; if it is missing, that means what ``none`` says."""
    key = EntryField(FieldKind.PLAYERS, label, parse_texts, check_players, none_label=none)
    return _field(key, default=default)


def new_player_field(label: Sentence = WHO) -> str:
    """Declare the name of somebody who sits down."""
    return _field(EntryField(FieldKind.NEWCOMER, label, parse_name))


def any_player_field(label: Sentence = WHO) -> str:
    """Declare a player whom the rules check: who may have left, or must not."""
    return _field(EntryField(FieldKind.ANYBODY, label, parse_text))


def account_field(name: str, label: Sentence) -> str:
    """Declare a player at the table or a pot (``pot:ID``), under a name of the record."""
    return _field(EntryField(FieldKind.ACCOUNT, label, parse_text, check_account, name))


def any_account_field(name: str, label: Sentence) -> str:
    """Declare a pot or a player, who may have left, under a name of the record."""
    return _field(EntryField(FieldKind.ANY_ACCOUNT, label, parse_text, name=name))


def pot_field(label: Sentence = WHICH_POT) -> str:
    """Declare a pot on the board."""
    return _field(EntryField(FieldKind.POT, label, parse_text, check_pot))


def positive_number_field(label: Sentence = HOW_MANY_CHIPS) -> int:
    """Declare a number from 1 up."""
    return _field(EntryField(FieldKind.NUMBER, label, parse_positive_number))


def number_field(label: Sentence = HOW_MANY_CHIPS) -> int:
    """Declare a number from 0 up."""
    return _field(EntryField(FieldKind.NUMBER, label, parse_natural_number))


def count_field(label: Sentence) -> int:
    """Declare what was counted; the rules say how much it can be."""
    return _field(EntryField(FieldKind.COUNT, label, parse_integer))


def a_count_or_none(label: Sentence, none: Sentence) -> int | None:
    """Declare what was counted, or null, which means what ``none`` says."""
    return _field(
        EntryField(FieldKind.COUNT, label, optional_parser(parse_integer), none_label=none)
    )


def counts_by_player_field(
    label: Sentence,
    check: Checker[dict[str, int]] | None = None,
    besides: Choices = (),
    *,
    default: D | EllipsisType = ...,
) -> dict[str, int] | D:
    """Declare what was counted for each player, and for what there is ``besides``."""
    key = EntryField(
        FieldKind.NUMBERS, label, per_player_parser(parse_integer), check, choices=besides
    )
    return _field(key, default)


def cards_field(
    label: Sentence = WHICH_CARDS, read: Callable[[object], tuple[str, ...]] = parse_texts
) -> tuple[str, ...]:
    """Declare cards of the pack."""
    return _field(EntryField(FieldKind.CARDS, label, read, check_cards))


def run_field(label: Sentence = WHICH_CARDS) -> tuple[str, ...]:
    """Declare cards in their order, at least one; one alone may be written as ``card``."""
    key = EntryField(
        FieldKind.CARDS_IN_A_ROW, label, parse_cards, check_cards, singular_name="card"
    )
    return _field(key)


def cards_by_player_field(
    label: Sentence, *, default: D | EllipsisType = ...
) -> dict[str, tuple[str, ...]] | D:
    """Declare cards for each player."""
    return _field(
        EntryField(FieldKind.HANDS, label, per_player_parser(parse_texts), check_hands), default
    )


def choice_field(
    label: Sentence,
    choices: Choices,
    name: str = "",
    check: Checker[str] | None = None,
    *,
    default: D | EllipsisType = ...,
) -> str | D:
    """Declare one of some values, each with its words."""
    read = choice_parser(value for value, _ in choices)
    return _field(EntryField(FieldKind.CHOICE, label, read, check, name, choices=choices), default)


def finding_field() -> int:
    """Declare a finding of the hand, by its place in the list."""
    return _field(EntryField(FieldKind.FINDING, WHICH_FINDING, parse_natural_number))


def entry_number_field(name: str, *, default: D | EllipsisType = ...) -> int | D:
    """Declare the number of an entry of the log, under a name of the record."""
    return _field(
        EntryField(FieldKind.ENTRY, WHICH_ENTRY, parse_natural_number, name=name), default
    )


def further_changes_field(
    name: str, *, default: tuple[tuple[int, object], ...]
) -> tuple[tuple[int, object], ...]:
    """Declare further changes of entries, each a number and what it becomes."""
    return _field(
        EntryField(FieldKind.ENTRY, WHICH_ENTRY, parse_further_changes, name=name), default
    )


def entry_field(name: str, *, default: object = ...) -> object:
    """Declare an entry as it is written, or null, under a name of the record."""
    return _field(EntryField(FieldKind.ENTRY, WHICH_ENTRY, parse_anything, name=name), default)


Raw = Mapping[str, Any]
"""An entry as JSON has it: what it says to do, and its keys."""


class Entry(ABC):
    """Something that happened at a table, as the log keeps it.

    Every kind is a dataclass, and nobody changes one. ``do`` is what the record calls the kind,
    ``title`` what people do. ``own_field`` is the key that names the player who may enter it alone;
    none: it is a matter of the whole table, or, where it is ``is_dealers``, of whoever deals.
    """

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[object]]]
    do: ClassVar[str]
    title: ClassVar[Sentence]
    shape: ClassVar["_Shape"]
    own_field: ClassVar[str] = ""
    is_dealers: ClassVar[bool] = False

    @abstractmethod
    def describe(self) -> Sentence:
        """Return what happened, short: ``Bob plays 8♣``."""

    def describe_effect(self, moves: Iterable[Transfer]) -> Sentence:
        """Return what happened, and what came of it where that is not seen from the chips moved."""
        _ = moves
        return self.describe()


E = TypeVar("E", bound=Entry)


@dataclass_transform(
    frozen_default=True,
    field_specifiers=(
        player_field,
        optional_player_field,
        a_dealer,
        optional_players_field,
        new_player_field,
        any_player_field,
        account_field,
        any_account_field,
        pot_field,
        positive_number_field,
        number_field,
        count_field,
        a_count_or_none,
        counts_by_player_field,
        cards_field,
        run_field,
        cards_by_player_field,
        choice_field,
        finding_field,
        entry_field,
        entry_number_field,
        further_changes_field,
    ),
)
def entry_class(cls: type[E]) -> type[E]:
    """Make a class an entry. That nobody changes one is for mypy to prove.

    To have it refused at run time, too, takes a fifth of what reading an entry costs.
    """
    made = cast(type[E], dataclass(slots=True)(cls))
    made.shape = _shape(made)
    return made


@cache
def entry_fields(kind: type[Entry]) -> Mapping[str, EntryField]:
    """Return the keys of an entry besides ``do``, by what the record calls them."""
    return {key.name: key for key in map(_key, fields(kind))}


def _key(declared_field: "Field[object]") -> EntryField:
    key: EntryField = declared_field.metadata["key"]
    return replace(
        key, name=key.name or declared_field.name, is_required=declared_field.default is MISSING
    )


@dataclass(frozen=True, slots=True)
class _Shape:
    """How an entry is read: ``readers`` by key of the record, each with the field it fills."""

    readers: Mapping[str, tuple[str, Parser]]
    needed: Mapping[str, str]
    fields: int
    checks: tuple[tuple[Checker, str], ...]


def _shape(kind: type[Entry]) -> _Shape:
    names = (one_field.name for one_field in fields(kind))
    fields_by_name = dict(zip(names, entry_fields(kind).values(), strict=True))
    checks = [(key.check, name) for name, key in fields_by_name.items() if key.check]
    return _Shape(
        {way: (name, read) for name, key in fields_by_name.items() for way, read in _ways(key)},
        {name: key.name for name, key in fields_by_name.items() if key.is_required},
        len(fields_by_name),
        tuple(sorted(checks, key=lambda row: CHECK_ORDER.index(row[0]))),
    )


def _ways(key: EntryField) -> Iterator[tuple[str, Parser]]:
    yield key.name, key.read
    if key.singular_name:
        yield key.singular_name, parse_single_card


_NO_KEY: tuple[str, Parser] = ("", parse_text)


def parse_entry(raw: object, kinds: Mapping[str, type[Entry]]) -> Entry:
    """Read an entry from JSON by the kinds that a game takes.

    Raises Refused (`bad-entry`) for an unknown entry, a missing or extra key, a wrong value.
    """
    if not isinstance(raw, dict):
        raise Refused("bad-entry", "An entry is an object that says what to do.")
    do = raw.get("do")
    kind = kinds.get(do) if isinstance(do, str) else None
    if kind is None:
        raise Refused("bad-entry", "This game has no entry “{do}”.", do=quote_input(do))
    shape = kind.shape
    values: dict[str, object] = {}
    for key, value in raw.items():
        name, reader = shape.readers.get(key, _NO_KEY)
        if not name or name in values:
            if key == "do":
                continue
            raise Refused("bad-entry", "“{do}” has no “{key}”.", do=kind.do, key=quote_input(key))
        try:
            values[name] = reader(value)
        except InvalidValue as error:
            raise _bad_value(kind, key, value, error) from None
    if len(values) < shape.fields:
        for name, key in shape.needed.items():
            if name not in values:
                raise Refused("bad-entry", "“{do}” needs “{key}”.", do=kind.do, key=key)
    return kind(**values)


def _bad_value(kind: type[Entry], key: str, value: object, error: InvalidValue) -> Refused:
    return Refused(
        "bad-entry",
        "“{key}” of “{do}” must be {wanted}, not “{value}”.",
        key=key,
        do=kind.do,
        wanted=error.reason,
        value=quote_input(value),
    )


def check_references(entry: Entry, names: KnownNames) -> None:
    """Check that all players, cards and pots of an entry are at this table.

    Raises Refused (`unknown-player`, `unknown-card`, `unknown-pot`).
    """
    for check, name in entry.shape.checks:
        check(names, getattr(entry, name))


@dataclass(frozen=True, slots=True)
class PartialEntry:
    """An entry as far as it is known: its kind, and values by their fields."""

    kind: type[Entry]
    values: Mapping[str, object] = field(default_factory=dict)

    def with_values(self, **more: object) -> "PartialEntry":
        """Return it with more values by their fields."""
        return PartialEntry(self.kind, {**self.values, **more})


def serialize_entry(entry: Entry | PartialEntry) -> Raw:
    """Write an entry; what is as usual is left out."""
    partial_entry = (
        entry
        if isinstance(entry, PartialEntry)
        else PartialEntry(type(entry), dict(_unusual(entry)))
    )
    keys = _by_field(partial_entry.kind)
    pairs = (_pair(keys[name], value) for name, value in partial_entry.values.items())
    return {"do": partial_entry.kind.do, **dict(pairs)}


def _unusual(entry: Entry) -> Iterator[tuple[str, object]]:
    for one_field in fields(entry):
        value = getattr(entry, one_field.name)
        if value != one_field.default:
            yield one_field.name, value


@cache
def _by_field(kind: type[Entry]) -> Mapping[str, EntryField]:
    names = (one_field.name for one_field in fields(kind))
    return dict(zip(names, entry_fields(kind).values(), strict=True))


def _pair(key: EntryField, value: object) -> tuple[str, object]:
    if key.singular_name and isinstance(value, tuple) and len(value) == 1:
        return key.singular_name, value[0]
    return key.name, _as_json(value)


def _as_json(value: object) -> object:
    if isinstance(value, tuple):
        return [*value]
    if isinstance(value, dict):
        return {name: _as_json(part) for name, part in value.items()}
    return value

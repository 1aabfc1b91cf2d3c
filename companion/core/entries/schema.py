"""The schema of entries: the fields of each class, and entries from and to JSON."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from functools import cache
from typing import Any, ClassVar, cast

from typing_extensions import TypeVar, dataclass_transform

from companion.core.entries.fields import (
    EntryField,
    account_field,
    any_account_field,
    any_player_field,
    cards_by_player_field,
    cards_field,
    choice_field,
    count_field,
    counts_by_player_field,
    dealer_field,
    entry_field,
    entry_number_field,
    finding_field,
    further_changes_field,
    new_player_field,
    number_field,
    optional_count_field,
    optional_player_field,
    optional_players_field,
    player_field,
    positive_number_field,
    pot_field,
    run_field,
)
from companion.core.entries.parsing import (
    CHECK_ORDER,
    Checker,
    KnownNames,
    Parser,
    parse_single_card,
    parse_text,
    quote_input,
)
from companion.core.errors import InvalidValue, Refused
from companion.core.ledger import Transfer
from companion.core.sentences import Sentence

# An entry as JSON: its `do` and its fields.
Raw = Mapping[str, Any]


class Entry(ABC):
    """Something that happened at a table, as the log stores it.

    Every entry class is a dataclass; its objects are never changed.
    """

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[object]]]
    # its name in the record, and for players
    do: ClassVar[str]
    title: ClassVar[Sentence]
    shape: ClassVar["_Shape"]
    # the field with the player who may enter it alone ("": it concerns the whole table)
    own_field: ClassVar[str] = ""
    # the dealer may enter it alone
    is_dealers: ClassVar[bool] = False

    @abstractmethod
    def describe(self) -> Sentence:
        """Return what happened in a short sentence: `Bob plays 8♣`."""

    def describe_effect(self, moves: Iterable[Transfer]) -> Sentence:
        """Return what happened, with the effects that `moves` of chips alone do not show."""
        _ = moves
        return self.describe()


E = TypeVar("E", bound=Entry)


@dataclass_transform(
    frozen_default=True,
    field_specifiers=(
        player_field,
        optional_player_field,
        dealer_field,
        optional_players_field,
        new_player_field,
        any_player_field,
        account_field,
        any_account_field,
        pot_field,
        positive_number_field,
        number_field,
        count_field,
        optional_count_field,
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
    """Return a class as the dataclass of an entry."""
    # only mypy treats it as frozen: at run time that takes a fifth of the time of parse_entry
    kind = cast(type[E], dataclass(slots=True)(cls))
    kind.shape = _shape(kind)
    return kind


@cache
def entry_fields(kind: type[Entry]) -> Mapping[str, EntryField]:
    """Return the fields of an entry class, by their names in the record, without `do`."""
    return {key.name: key for key in map(_key, fields(kind))}


def _key(declared_field: "Field[object]") -> EntryField:
    key: EntryField = declared_field.metadata["key"]
    return replace(
        key, name=key.name or declared_field.name, is_required=declared_field.default is MISSING
    )


@dataclass(frozen=True, slots=True)
class _Shape:
    """How a class is parsed: `readers` by name in the record, each with the field that it fills."""

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
    """Return the entry that JSON describes, of the classes `kinds` that a game accepts.

    Raises Refused (`bad-entry`) for an unknown entry, a missing or extra field, a wrong value.
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
    """An entry with some of its values: its class, and values by field."""

    kind: type[Entry]
    values: Mapping[str, object] = field(default_factory=dict)

    def with_values(self, **more: object) -> "PartialEntry":
        """Return a copy with more values by field."""
        return PartialEntry(self.kind, {**self.values, **more})


def serialize_entry(entry: Entry | PartialEntry) -> Raw:
    """Return an entry as JSON, without fields that have their default."""
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

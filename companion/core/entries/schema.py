"""The schema of entries: which fields a kind has, and how an entry is read and written as JSON."""

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

# An entry as JSON has it: what it says to do, and its keys.
Raw = Mapping[str, Any]


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

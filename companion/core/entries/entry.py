"""What an entry is: its keys, its words, and how it is read from JSON."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields, replace
from functools import cache
from typing import Any, ClassVar, TypeVar, cast

from typing_extensions import dataclass_transform

from companion.core.entries import keys
from companion.core.entries.keys import EntryField
from companion.core.entries.reading import (
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

Raw = Mapping[str, Any]
"""An entry as JSON has it: what it says to do, and its keys."""


class Entry(ABC):
    """Something that happened at a table, as the log keeps it.

    Every kind is a dataclass, and nobody changes one. ``do`` is what the record calls the kind,
    ``title`` what people do. ``own`` is the key that names the player who may enter it alone;
    none: it is a matter of the whole table, or, where it is ``by_dealer``, of whoever deals.
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
        """Say what happened, short: ``Bob plays 8♣``."""

    def describe_effect(self, moves: Iterable[Transfer]) -> Sentence:
        """Say what happened, and what came of it where that is not seen from the chips moved."""
        _ = moves
        return self.describe()


E = TypeVar("E", bound=Entry)


@dataclass_transform(
    frozen_default=True,
    field_specifiers=(
        keys.player_field,
        keys.optional_player_field,
        keys.a_dealer,
        keys.optional_players_field,
        keys.new_player_field,
        keys.any_player_field,
        keys.account_field,
        keys.any_account_field,
        keys.pot_field,
        keys.positive_number_field,
        keys.number_field,
        keys.count_field,
        keys.a_count_or_none,
        keys.counts_by_player_field,
        keys.cards_field,
        keys.run_field,
        keys.cards_by_player_field,
        keys.choice_field,
        keys.finding_field,
        keys.entry_field,
        keys.entry_number_field,
        keys.further_changes_field,
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
    """Give the keys of an entry besides ``do``, by what the record calls them."""
    return {key.name: key for key in map(_key, fields(kind))}


def _key(made: "Field[object]") -> EntryField:
    key: EntryField = made.metadata["key"]
    return replace(key, name=key.name or made.name, is_required=made.default is MISSING)


@dataclass(frozen=True, slots=True)
class _Shape:
    """How an entry is read: ``readers`` by key of the record, each with the field it fills."""

    readers: Mapping[str, tuple[str, Parser]]
    needed: Mapping[str, str]
    fields: int
    checks: tuple[tuple[Checker, str], ...]


def _shape(kind: type[Entry]) -> _Shape:
    names = (made.name for made in fields(kind))
    declared = dict(zip(names, entry_fields(kind).values(), strict=True))
    checks = [(key.check, name) for name, key in declared.items() if key.check]
    return _Shape(
        {way: (name, read) for name, key in declared.items() for way, read in _ways(key)},
        {name: key.name for name, key in declared.items() if key.is_required},
        len(declared),
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
        except InvalidValue as wrong:
            raise _bad_value(kind, key, value, wrong) from None
    if len(values) < shape.fields:
        for name, key in shape.needed.items():
            if name not in values:
                raise Refused("bad-entry", "“{do}” needs “{key}”.", do=kind.do, key=key)
    return kind(**values)


def _bad_value(kind: type[Entry], key: str, value: object, wrong: InvalidValue) -> Refused:
    return Refused(
        "bad-entry",
        "“{key}” of “{do}” must be {wanted}, not “{value}”.",
        key=key,
        do=kind.do,
        wanted=wrong.reason,
        value=quote_input(value),
    )


def check_references(made: Entry, names: KnownNames) -> None:
    """Check that all players, cards and pots of an entry are at this table.

    Raises Refused (`unknown-player`, `unknown-card`, `unknown-pot`).
    """
    for check, name in made.shape.checks:
        check(names, getattr(made, name))

"""The schema of entries: the fields of each class, and entries from and to JSON."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from typing import Annotated, Any, ClassVar, cast, get_args, get_origin, get_type_hints

from typing_extensions import TypeVar, dataclass_transform

from companion.core.entries.fields import EntryField, FieldKind, entry_field
from companion.core.entries.parsing import (
    Checker,
    KnownNames,
    Parser,
    choice_parser,
    optional_parser,
    parse_text,
    quote_input,
)
from companion.core.errors import InvalidValue, Refused
from companion.core.ledger import Transfer
from companion.core.sentences import Fact, Sentence, quote

# An entry as JSON: its `do` and its fields.
Raw = Mapping[str, Any]


class Entry:
    """Something that happened at a table, as the log stores it.

    Every entry class is a dataclass; its objects are never changed.
    """

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[object]]]
    # its name in the record, and for players
    do: ClassVar[str]
    title: ClassVar[Sentence]
    # what happened; its facts are fields, in the words of their types
    sentence: ClassVar[Sentence]
    shape: ClassVar["_Shape"]
    # the field with the player who may enter it alone ("": it concerns the whole table)
    own_field: ClassVar[str]
    # the dealer may enter it alone
    is_dealers: ClassVar[bool]

    def describe(self) -> Sentence:
        """Return what happened in a short sentence: `Bob plays 8♣`."""
        return self.sentence.with_facts(
            **{name: fact(getattr(self, name)) for name, fact in self.shape.facts.items()}
        )

    def describe_effect(self, moves: Iterable[Transfer]) -> Sentence:
        """Return what happened, and what else the transfers `moves` show: a sale of the dummy."""
        _ = moves
        return self.describe()


E = TypeVar("E", bound=Entry)


@dataclass_transform(frozen_default=True, field_specifiers=(entry_field,))
def entry_class(
    do: str,
    title: Sentence,
    sentence: Sentence | None = None,
    *,
    own_field: str = "",
    is_dealers: bool = False,
) -> Callable[[type[E]], type[E]]:
    """Return a decorator that makes a class the entry named `do` in the record.

    `sentence` says what happened, with fields as facts; without it `title` does. `own_field` is the
    field with the player who may enter it alone; with `is_dealers` the dealer may.
    """

    def decorate(cls: type[E]) -> type[E]:
        # only mypy treats it as frozen: at run time that takes a fifth of the time of parse_entry
        kind = cast(type[E], dataclass(slots=True)(cls))
        kind.do, kind.own_field, kind.is_dealers = do, own_field, is_dealers
        kind.title, kind.sentence = title, sentence or title
        kind.shape = _shape(kind)
        return kind

    return decorate


def entry_fields(kind: type[Entry]) -> Mapping[str, EntryField]:
    """Return the fields of an entry class by their names in the record. `do` is none of them."""
    return {key.name: key for key in kind.shape.keys.values()}


def _entry_field(part: "Field[object]", hint: object) -> EntryField:
    types = (hint, *get_args(hint))
    annotation = next(one for one in types if get_origin(one) is Annotated)
    key: EntryField = replace(annotation.__metadata__[0], **part.metadata)
    is_required = part.default is MISSING
    parse = key.parse
    if key.kind is FieldKind.CHOICE:
        parse = choice_parser(value for value, _ in key.choices)
    if type(None) in types and is_required:
        parse = optional_parser(parse)
    return replace(key, parse=parse, name=key.name or part.name, is_required=is_required)


@dataclass(frozen=True, slots=True)
class _Shape:
    """The fields of an entry class, and what parsing and checking need to know of them."""

    # the fields by attribute
    keys: Mapping[str, EntryField]
    # by name in the record, the attribute and the parser
    parsers: Mapping[str, tuple[str, Parser]]
    # the required attributes, with their names in the record
    needed: Mapping[str, str]
    # the fields that the sentence names, by attribute, each with what makes it a fact
    facts: Mapping[str, Callable[[Any], Fact]]
    checks: tuple[tuple[Checker, str], ...]


# The order of checks, on which the error code of an entry with several faults depends.
_CHECK_ORDER = (
    *(FieldKind.PLAYER, FieldKind.PLAYERS, FieldKind.NUMBERS),
    *(FieldKind.CARDS, FieldKind.CARDS_IN_A_ROW, FieldKind.HANDS),
    *(FieldKind.ACCOUNT, FieldKind.POT, FieldKind.CHOICE),
)


def _shape(kind: type[Entry]) -> _Shape:
    hints = get_type_hints(kind, include_extras=True)
    keys = {part.name: _entry_field(part, hints[part.name]) for part in fields(kind)}
    checks = [(key.kind, key.check, name) for name, key in keys.items() if key.check]
    checks.sort(key=lambda row: _CHECK_ORDER.index(row[0]))
    return _Shape(
        keys,
        {key: (name, parse) for name, field in keys.items() for key, parse in _parsers(field)},
        {name: key.name for name, key in keys.items() if key.is_required},
        {name: keys[name].fact for name in kind.sentence.fact_names()},
        tuple((check, name) for _, check, name in checks),
    )


def _parsers(key: EntryField) -> Iterator[tuple[str, Parser]]:
    yield key.name, key.parse
    if key.singular_name:
        yield key.singular_name, lambda card: (parse_text(card),)


_NO_KEY: tuple[str, Parser] = ("", parse_text)


def parse_entry(raw: object, kinds: Mapping[str, type[Entry]]) -> Entry:
    """Return the entry that the JSON `raw` describes. `kinds` has the accepted classes by `do`.

    Raises Refused (`bad-entry`) for an unknown entry, a missing or extra field, or a wrong value.
    """
    if not isinstance(raw, dict) or "do" not in raw:
        raise Refused("bad-entry", "An entry must be a JSON object with a “do” key.")
    do = raw["do"]
    kind = kinds.get(do) if isinstance(do, str) else None
    if kind is None:
        raise Refused("bad-entry", "This game has no entry “{do}”.", do=quote_input(do))
    shape = kind.shape
    values: dict[str, object] = {}
    for key, value in raw.items():
        name, parser = shape.parsers.get(key, _NO_KEY)
        if not name or name in values:
            if key == "do":
                continue
            raise Refused(
                "bad-entry", "The entry “{do}” takes no “{key}”.", do=kind.do, key=quote_input(key)
            )
        try:
            values[name] = parser(value)
        except InvalidValue as error:
            raise _bad_value(kind, key, value, error) from None
    if len(values) < len(shape.keys):
        for name, key in shape.needed.items():
            if name not in values:
                raise Refused("bad-entry", "The entry “{do}” needs “{key}”.", do=kind.do, key=key)
    return kind(**values)


def _bad_value(kind: type[Entry], key: str, value: object, error: InvalidValue) -> Refused:
    text = quote_input(value)
    return Refused(
        "bad-entry",
        "“{key}” in the entry “{do}” must be {wanted}, not {value}.",
        key=key,
        do=kind.do,
        wanted=error.reason,
        # a description is not quoted: a list of 3 items
        value=quote(text) if isinstance(text, str) else text,
    )


def check_references(entry: Entry, names: KnownNames) -> None:
    """Raise Refused unless all players, cards and pots in an entry are at this table.

    The codes are `unknown-player`, `unknown-card` and `unknown-pot`.
    """
    for check, name in entry.shape.checks:
        value = getattr(entry, name)
        if value is not None:
            check(names, value)


@dataclass(frozen=True, slots=True)
class PartialEntry:
    """An entry class with values for some of its fields."""

    kind: type[Entry]
    values: Mapping[str, object] = field(default_factory=dict)


def serialize_entry(entry: Entry | PartialEntry) -> Raw:
    """Return an entry as JSON, without fields that have their default."""
    if isinstance(entry, Entry):
        unusual = {
            part.name: value
            for part in fields(entry)
            if (value := getattr(entry, part.name)) != part.default
        }
        entry = PartialEntry(type(entry), unusual)
    keys = entry.kind.shape.keys
    pairs = (_pair(keys[name], value) for name, value in entry.values.items())
    return {"do": entry.kind.do, **dict(pairs)}


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

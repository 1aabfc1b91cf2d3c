"""How an entry is written as the record has it, whole or as far as it is known."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache

from companion.core.entries.entry import Entry, Raw, entry_fields
from companion.core.entries.keys import EntryField


@dataclass(frozen=True, slots=True)
class PartialEntry:
    """An entry as far as it is known: its kind, and values by their fields."""

    kind: type[Entry]
    values: Mapping[str, object] = field(default_factory=dict)

    def with_values(self, **more: object) -> "PartialEntry":
        """Give it with more values by their fields."""
        return PartialEntry(self.kind, {**self.values, **more})


def serialize_entry(entry: Entry | PartialEntry) -> Raw:
    """Write an entry; what is as usual is left out."""
    begun = (
        entry
        if isinstance(entry, PartialEntry)
        else PartialEntry(type(entry), dict(_unusual(entry)))
    )
    keys = _by_field(begun.kind)
    pairs = (_pair(keys[name], value) for name, value in begun.values.items())
    return {"do": begun.kind.do, **dict(pairs)}


def _unusual(entry: Entry) -> Iterator[tuple[str, object]]:
    for made in fields(entry):
        value = getattr(entry, made.name)
        if value != made.default:
            yield made.name, value


@cache
def _by_field(kind: type[Entry]) -> Mapping[str, EntryField]:
    names = (made.name for made in fields(kind))
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

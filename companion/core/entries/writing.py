"""How an entry is written as the record has it, whole or as far as it is known."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache

from companion.core.entries.entry import Entry, Raw, keys_of
from companion.core.entries.keys import Key


@dataclass(frozen=True, slots=True)
class Begun:
    """An entry as far as it is known: its kind, and values by their fields."""

    kind: type[Entry]
    known: Mapping[str, object] = field(default_factory=dict)

    def knowing(self, **more: object) -> "Begun":
        """Give it with more values by their fields."""
        return Begun(self.kind, {**self.known, **more})


def written(entry: Entry | Begun) -> Raw:
    """Write an entry; what is as usual is left out."""
    begun = entry if isinstance(entry, Begun) else Begun(type(entry), dict(_unusual(entry)))
    keys = _by_field(begun.kind)
    pairs = (_pair(keys[name], value) for name, value in begun.known.items())
    return {"do": begun.kind.do, **dict(pairs)}


def _unusual(entry: Entry) -> Iterator[tuple[str, object]]:
    for made in fields(entry):
        value = getattr(entry, made.name)
        if value != made.default:
            yield made.name, value


@cache
def _by_field(kind: type[Entry]) -> Mapping[str, Key]:
    names = (made.name for made in fields(kind))
    return dict(zip(names, keys_of(kind).values(), strict=True))


def _pair(key: Key, value: object) -> tuple[str, object]:
    if key.one and isinstance(value, tuple) and len(value) == 1:
        return key.one, value[0]
    return key.name, _as_json(value)


def _as_json(value: object) -> object:
    if isinstance(value, tuple):
        return [*value]
    if isinstance(value, dict):
        return {name: _as_json(part) for name, part in value.items()}
    return value

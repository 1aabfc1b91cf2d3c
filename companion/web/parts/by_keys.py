"""Any entry, filled in by its keys: the page where it is finished, and what a form of it says."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.core.entries.entry import Raw, keys_of
from companion.core.entries.keys import Kind
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.offers import Blank
from companion.web.parts.fields import NOBODY, Field, entry_of, fields_of
from companion.web.parts.forms import Fields
from companion.web.parts.sheet import SheetView

KEY = "key-"
"""How the fields are named that hold a key of an entry; others say where the form came from."""

Filled = Callable[[Table, Raw], Raw]
"""What a game adds to an entry of a form at its table. Raises Refused (`bad-entry`)."""


def hidden(raw: Raw) -> dict[str, object]:
    """Give the fields of what is known of an entry; several players are a list."""
    known = {key: value for key, value in raw.items() if key != "do"}
    return {KEY + key: NOBODY if value in ("", None, []) else value for key, value in known.items()}


def typed(blank: Blank | None) -> dict[str, object]:
    """Give the hidden fields of the form of a blank: what is known of its entry."""
    return {} if blank is None else {"do": blank.entry.kind.do, **hidden(blank.raw)}


def key_chosen(fields: Fields, key: str) -> str | None:
    """Give what a form, or the link to it, says for a key; None: nothing yet."""
    return fields.get(KEY + key, fields.get(key))


def entry_by_keys(table: Table, fields: Fields, filled: Filled) -> Raw:
    """Read an entry from a form, filled in by its game. Raises Refused (`bad-entry`)."""
    do = fields.get("do", "")
    if do not in table.setup.game.entries:
        raise Refused("bad-entry", "That tap does not say what to do.")
    raw = filled(table, entry_of(table, {"do": do}, fields, KEY))
    _ask_for_missing(table, raw, fields)
    return raw


def _ask_for_missing(table: Table, raw: Raw, fields: Fields) -> None:
    """Ask for what an entry needs; who shares a pot must be said, though it may be nobody."""
    for name, key in keys_of(table.setup.game.entries[raw["do"]].kind).items():
        is_there = any(way in raw for way in (name, key.one)) or not key.needed
        if not (KEY + name in fields if key.kind is Kind.PLAYERS else is_there):
            raise Refused("bad-entry", "Still to be answered: {question}", question=key.label)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrySheet(SheetView):
    """An entry that is finished: the fields of what is known of it, and those that it lacks."""

    do: str
    known: Mapping[str, object]
    lacking: tuple[Field, ...]


def sheet(table: Table, do: str, fields: Fields) -> EntrySheet | None:
    """Ask for what an entry still lacks; None: this game has no such entry."""
    rule = table.setup.game.entries.get(do)
    if rule is None or not keys_of(rule.kind):
        return None
    known = {name: fields[name] for name in keys_of(rule.kind) if name in fields}
    raw = {"do": do, **_typed(table, do, fields)}
    lacking = (f for f in fields_of(table, raw, KEY) if f.key.name not in known)
    return EntrySheet(title=rule.kind.title, do=do, known=hidden(known), lacking=tuple(lacking))


def _typed(table: Table, do: str, fields: Fields) -> Raw:
    """Give what was filled in before, as far as it can be read."""
    try:
        return entry_of(table, {"do": do}, fields, KEY)
    except Refused:
        return {}

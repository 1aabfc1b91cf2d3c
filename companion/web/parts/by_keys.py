"""Any entry, filled in by its keys: the page where it is finished, and what a form of it says."""

from collections.abc import Mapping
from typing import Any

from companion.core.entry import keys_of
from companion.core.errors import Refused
from companion.core.game import Table
from companion.web.parts.fields import NOBODY, entry_of, fields_of
from companion.web.parts.forms import Fields

KEY = "key-"
"""How the fields are named that hold a key of an entry; others say where the form came from."""


def hidden(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Give the fields of what is known of an entry."""
    known = {key: value for key, value in raw.items() if key != "do"}
    return {KEY + key: NOBODY if value in ("", None) else value for key, value in known.items()}


def is_by_keys(fields: Fields) -> bool:
    """Say whether a form names its fields by the keys of an entry."""
    return any(name.startswith(KEY) for name in fields)


def entry_by_keys(table: Table, fields: Fields) -> dict[str, Any]:
    """Read an entry from such a form. Raises Refused (`bad-entry`)."""
    do = fields.get("do", "")
    if do not in table.setup.game.entries:
        raise Refused("bad-entry", "The tap does not say what to do.")
    return entry_of(table, {"do": do}, fields, KEY)


def sheet(table: Table, do: str, fields: Fields) -> dict[str, Any] | None:
    """Ask for what an entry still lacks; None: this game has no such entry."""
    rule = table.setup.game.entries.get(do)
    if rule is None or not keys_of(rule.kind):
        return None
    known = {name: fields[name] for name in keys_of(rule.kind) if name in fields}
    raw = {"do": do, **_typed(table, do, fields)}
    return {
        "title": str(rule.kind.title),
        "do": do,
        "known": hidden(known),
        "lacking": [f for f in fields_of(table, raw, KEY) if f.key.name not in known],
    }


def _typed(table: Table, do: str, fields: Fields) -> dict[str, Any]:
    """Give what was filled in before, as far as it can be read."""
    try:
        return entry_of(table, {"do": do}, fields, KEY) if is_by_keys(fields) else {}
    except Refused:
        return {}

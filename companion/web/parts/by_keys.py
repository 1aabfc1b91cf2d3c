"""Any entry, filled in by its keys: the page where it is finished, and what a form of it says."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.core.entries.entry import Raw, entry_fields
from companion.core.entries.keys import FieldKind
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.offers import EntryTemplate
from companion.web.parts.fields import NOBODY, EntryFormField, entry_form_fields, entry_from_form
from companion.web.parts.forms import FormData
from companion.web.parts.sheet import SheetView

KEY = "key-"
"""How the fields are named that hold a key of an entry; others say where the form came from."""

CompleteEntry = Callable[[Table, Raw], Raw]
"""What a game adds to an entry of a form at its table. Raises Refused (`bad-entry`)."""


def hidden_fields(raw: Raw) -> dict[str, object]:
    """Give the fields of what is known of an entry; several players are a list."""
    known = {key: value for key, value in raw.items() if key != "do"}
    return {KEY + key: NOBODY if value in ("", None, []) else value for key, value in known.items()}


def template_fields(blank: EntryTemplate | None) -> dict[str, object]:
    """Give the hidden fields of the form of a blank: what is known of its entry."""
    return {} if blank is None else {"do": blank.entry.kind.do, **hidden_fields(blank.raw)}


def form_value(fields: FormData, key: str) -> str | None:
    """Give what a form, or the link to it, says for a key; None: nothing yet."""
    return fields.get(KEY + key, fields.get(key))


def read_entry_form(table: Table, fields: FormData, filled: CompleteEntry) -> Raw:
    """Read an entry from a form, filled in by its game. Raises Refused (`bad-entry`)."""
    do = fields.get("do", "")
    if do not in table.setup.game.entries:
        raise Refused("bad-entry", "That tap does not say what to do.")
    raw = filled(table, entry_from_form(table, {"do": do}, fields, KEY))
    _ask_for_missing(table, raw, fields)
    return raw


def _ask_for_missing(table: Table, raw: Raw, fields: FormData) -> None:
    """Ask for what an entry needs; who shares a pot must be said, though it may be nobody."""
    for name, key in entry_fields(table.setup.game.entries[raw["do"]].kind).items():
        is_there = any(way in raw for way in (name, key.singular_name)) or not key.is_required
        if not (KEY + name in fields if key.kind is FieldKind.PLAYERS else is_there):
            raise Refused("bad-entry", "Still to be answered: {question}", question=key.label)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrySheet(SheetView):
    """An entry that is finished: the fields of what is known of it, and those that it lacks."""

    do: str
    known: Mapping[str, object]
    lacking: tuple[EntryFormField, ...]


def entry_sheet(table: Table, do: str, fields: FormData) -> EntrySheet | None:
    """Ask for what an entry still lacks; None: this game has no such entry."""
    rule = table.setup.game.entries.get(do)
    if rule is None or not entry_fields(rule.kind):
        return None
    known = {name: fields[name] for name in entry_fields(rule.kind) if name in fields}
    raw = {"do": do, **_partial_entry(table, do, fields)}
    lacking = (f for f in entry_form_fields(table, raw, KEY) if f.key.name not in known)
    return EntrySheet(
        title=rule.kind.title, do=do, known=hidden_fields(known), lacking=tuple(lacking)
    )


def _partial_entry(table: Table, do: str, fields: FormData) -> Raw:
    """Give what was filled in before, as far as it can be read."""
    try:
        return entry_from_form(table, {"do": do}, fields, KEY)
    except Refused:
        return {}

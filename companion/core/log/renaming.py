"""A player called otherwise from the start: in the set-up, and in all that was ever entered."""

from collections.abc import Mapping
from typing import Any

from companion.core.entries.entry import Raw, entry_fields
from companion.core.entries.keys import EntryField, FieldKind
from companion.core.errors import Refused
from companion.core.log.force import EDITS, Kinds, action_name
from companion.core.log.log import Log
from companion.core.log.record import SetupRecord, check_player_name

NAME_FIELDS = (
    FieldKind.PLAYER,
    FieldKind.PLAYERS,
    FieldKind.NEWCOMER,
    FieldKind.ANYBODY,
    FieldKind.ACCOUNT,
    FieldKind.ANY_ACCOUNT,
)
"""Keys that hold players; a pot is never called like one."""

PER_PLAYER_FIELDS = (FieldKind.NUMBERS, FieldKind.HANDS)
"""Keys that hold something for each player."""

NameMap = Mapping[str, str]


def plan_names(log: Log, old: str, new: str) -> NameMap:
    """Tell who is called otherwise if a player gets another name.

    Whoever was called so, and was taken back, gets the old one: so all replays as it did. Raises
    Refused (`unknown-player`, `bad-record`).
    """
    seats = log.table.seats
    if old not in seats:
        raise Refused("unknown-player", "Nobody called {player} is at this table.", player=old)
    check_player_name(new, [*(name for name in seats if name != old), new])
    return {old: new, new: old}


def rename_in_setup(setup: SetupRecord, names: NameMap) -> SetupRecord:
    """Give a set-up with other names."""
    chips = setup.get("chips")
    players = [names.get(name, name) for name in setup["players"]]
    changed: SetupRecord = {
        **setup,
        "players": players,
        "dealer": names.get(setup["dealer"], setup["dealer"]),
    }
    if isinstance(chips, dict):
        changed["chips"] = {names.get(name, name): has for name, has in chips.items()}
    return changed


def rename_in_entry(raw: Raw, kinds: Kinds, names: NameMap) -> Raw:
    """Give an entry, as it is written, with other names; what cannot be read stays as it is."""
    kind = kinds.get(action_name(raw)) or EDITS.get(action_name(raw))
    if kind is None:
        return raw
    keys = entry_fields(kind)
    return {
        name: _value(value, keys[name], kinds, names) if name in keys else value
        for name, value in raw.items()
    }


def _value(value: Any, key: EntryField, kinds: Kinds, names: NameMap) -> Any:
    if key.kind is FieldKind.ENTRY:
        return _nested(value, kinds, names)
    if key.kind in PER_PLAYER_FIELDS and isinstance(value, dict):
        besides = {name for name, _ in key.choices}
        return {n if n in besides else names.get(n, n): has for n, has in value.items()}
    if key.kind in NAME_FIELDS:
        several = isinstance(value, list)
        return [names.get(n, n) for n in value] if several else names.get(value, value)
    return value


def _nested(value: Any, kinds: Kinds, names: NameMap) -> Any:
    """Rename in the entries that an amend or insert writes down."""
    if isinstance(value, list):
        return [{**change, "with": _nested(change["with"], kinds, names)} for change in value]
    return rename_in_entry(value, kinds, names) if isinstance(value, dict) else value

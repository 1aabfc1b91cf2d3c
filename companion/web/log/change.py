"""A change to the log as far as it is made on its form, and what it would do."""

from dataclasses import dataclass, replace

from companion.core.asking.moment import may_happen
from companion.core.entries.entry import Raw, keys_of
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.log.force import Line
from companion.core.log.history import said
from companion.core.log.log import Log
from companion.core.log.preview import Preview, preview
from companion.core.sentences import Sentence, say
from companion.web.parts.fields import Field, entry_of, fields_of
from companion.web.parts.forms import Fields

WITH = "with-"
"""How the fields begin of an entry that changes along with one that is put in before it."""


@dataclass(frozen=True, slots=True)
class Changing:
    """What the form shows: the entry as filled in, and the change as it would be recorded.

    ``also`` are the fields of the entry after one put in, where that changes too; ``problem``
    says what is still open, or cannot be read; ``falls`` names the entry that could not stand,
    ``carried`` those that change with it, each with its number.
    """

    line: Line
    words: Sentence
    do: str | None
    fields: list[Field]
    also: list[Field]
    raw: Raw | None = None
    shown: Preview | None = None
    told: Sentence | None = None
    problem: str = ""
    falls: Sentence | None = None
    carried: tuple[tuple[int, Sentence], ...] = ()


def change_of(log: Log, line: Line, args: Fields, *, before: bool) -> Changing:
    """Read the form of an entry to be changed, or of one to be put in before it."""
    table = log.table_after(log.lines.index(line))
    do = args.get("do") or (None if before else line.entry.do)
    if do not in table.setup.game.entries:
        do = None
    words = line.entry.said()
    if args.get("remove") and not before:
        gone = {"do": "amend", "entry": line.number, "with": None}
        return _tried(
            log,
            Changing(line, words, None, [], [], gone, told=say("This entry is removed.")),
        )
    if do is None:
        return Changing(line, words, None, [], [])
    try:
        return _filled(log, table, line, Changing(line, words, do, [], []), args, before)
    except Refused as wrong:
        fields = fields_of(table, _base(line, do, before))
        return Changing(line, words, do, fields, [], problem=wrong.message)


def _base(line: Line, do: str, before: bool) -> Raw:
    return {"do": do} if before or do != line.entry.do else line.raw


def _filled(
    log: Log, table: Table, line: Line, empty: Changing, args: Fields, before: bool
) -> Changing:
    """Read the entry that the form gives, and try it out once nothing of it is missing."""
    assert empty.do is not None
    base = _base(line, empty.do, before)
    looked = "look" in args or not fields_of(table, base)
    raw = entry_of(table, base, args) if looked else base
    also, second = _second(table, line, args) if before and "also" in args else ([], None)
    fields = fields_of(table, raw, several="several" in args)
    change = replace(empty, fields=fields, also=also)
    missing = _missing(table, raw)
    if missing or (raw == line.raw and not before):
        return replace(change, problem=missing if looked else "")
    if not before:
        made = {"do": "amend", "entry": line.number, "with": raw}
        return _tried(log, replace(change, raw=made, told=said(log, raw)))
    made = {"do": "insert", "before": line.number, "entry": raw}
    if second is None or second == line.raw:
        return _tried(log, replace(change, raw=made, told=said(log, raw)))
    told = say("{first}; then {second}", first=said(log, raw), second=said(log, second))
    return _tried(log, replace(change, raw={**made, "with": second}, told=told))


def _second(table: Table, line: Line, args: Fields) -> tuple[list[Field], Raw | None]:
    """Read the entry that changes along with one put in before it."""
    typed = any(name.startswith(WITH) for name in args)
    raw = entry_of(table, line.raw, args, WITH) if typed else line.raw
    return fields_of(table, raw, WITH), raw


def _missing(table: Table, raw: Raw) -> str:
    """Ask for what an entry still needs."""
    keys = keys_of(table.setup.game.entries[raw["do"]].kind)
    there = {name for name, value in raw.items() if value != []}
    return " ".join(
        str(key.label) for name, key in keys.items() if key.needed and not there & {name, key.one}
    )


def _tried(log: Log, change: Changing) -> Changing:
    assert change.raw is not None
    shown = preview(log, change.raw)
    fallen = log.line(shown.falls) if shown.falls is not None else None
    also = tuple((number, said(log, new)) for number, new in shown.also)
    falls = fallen.entry.said() if fallen else None
    return replace(change, raw=dict(shown.raw), shown=shown, falls=falls, carried=also)


def kinds_then(log: Log, line: Line) -> tuple[tuple[str, str], ...]:
    """List what could have been entered instead of an entry, or before it."""
    table = log.table_after(log.lines.index(line))
    kinds = table.setup.game.kinds
    return tuple((do, str(kind.title)) for do, kind in kinds.items() if may_happen(table, kind))

"""The form of a change to the log, and a preview of its consequences."""

from dataclasses import dataclass, replace

from companion.core.entries.schema import Raw, entry_fields
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.log.change import Preview, preview_change
from companion.core.log.history import describe_entry
from companion.core.log.log import Log
from companion.core.log.timeline import ActiveEntry
from companion.core.offers import is_kind_possible
from companion.core.sentences import Sentence, say
from companion.web.components.entry_form import (
    EntryFormField,
    FormData,
    entry_form_fields,
    entry_from_form,
)

# The prefix of the fields for the entry that changes along with an insertion.
WITH = "with-"


@dataclass(frozen=True, slots=True)
class ChangeForm:
    """A change as filled in: the entry, and the amendment that would be recorded as ``raw``.

    ``also`` are the fields of the following entry, if that changes along with an insertion.
    ``problem`` describes missing or invalid input, ``falls`` the entry that would become
    impossible, and ``carried`` those that would change too, with their numbers.
    """

    line: ActiveEntry
    words: Sentence
    do: str | None
    fields: list[EntryFormField]
    also: list[EntryFormField]
    raw: Raw | None = None
    preview: Preview | None = None
    summary: Sentence | None = None
    problem: str = ""
    falls: Sentence | None = None
    carried: tuple[tuple[int, Sentence], ...] = ()


def read_change_form(log: Log, line: ActiveEntry, args: FormData, *, before: bool) -> ChangeForm:
    """Parse the form of an amendment of `line`, or of an insertion before it."""
    table = log.table_after(log.active_entries.index(line))
    do = args.get("do") or (None if before else line.entry.do)
    if do not in table.setup.game.entries:
        do = None
    words = line.entry.describe()
    if args.get("remove") and not before:
        removal = {"do": "amend", "entry": line.number, "with": None}
        return _tried(
            log,
            ChangeForm(line, words, None, [], [], removal, summary=say("This entry is removed.")),
        )
    if do is None:
        return ChangeForm(line, words, None, [], [])
    try:
        return _filled(log, table, line, ChangeForm(line, words, do, [], []), args, before)
    except Refused as error:
        fields = entry_form_fields(table, _base(line, do, before))
        return ChangeForm(line, words, do, fields, [], problem=error.message)


def _base(line: ActiveEntry, do: str, before: bool) -> Raw:
    return {"do": do} if before or do != line.entry.do else line.raw


def _filled(
    log: Log, table: Table, line: ActiveEntry, empty: ChangeForm, args: FormData, before: bool
) -> ChangeForm:
    """Parse the entry on the form, and preview the change once nothing is missing."""
    assert empty.do is not None
    base = _base(line, empty.do, before)
    is_preview = "look" in args or not entry_form_fields(table, base)
    raw = entry_from_form(table, base, args) if is_preview else base
    also, second = _second(table, line, args) if before and "also" in args else ([], None)
    fields = entry_form_fields(table, raw, several="several" in args)
    change = replace(empty, fields=fields, also=also)
    missing = _missing(table, raw)
    if missing or (raw == line.raw and not before):
        return replace(change, problem=missing if is_preview else "")
    summary = describe_entry(log, raw)
    if not before:
        amendment = {"do": "amend", "entry": line.number, "with": raw}
        return _tried(log, replace(change, raw=amendment, summary=summary))
    amendment = {"do": "insert", "before": line.number, "entry": raw}
    if second is not None and second != line.raw:
        amendment["with"] = second
        summary = say("{first}; then {second}", first=summary, second=describe_entry(log, second))
    return _tried(log, replace(change, raw=amendment, summary=summary))


def _second(
    table: Table, line: ActiveEntry, args: FormData
) -> tuple[list[EntryFormField], Raw | None]:
    """Parse the entry that changes along with an insertion before it."""
    is_typed = any(name.startswith(WITH) for name in args)
    raw = entry_from_form(table, line.raw, args, WITH) if is_typed else line.raw
    return entry_form_fields(table, raw, WITH), raw


def _missing(table: Table, raw: Raw) -> str:
    """Return the labels of the fields that an entry lacks."""
    keys = entry_fields(table.setup.game.entries[raw["do"]].kind)
    there = {name for name, value in raw.items() if value != []}
    return " ".join(
        str(key.label)
        for name, key in keys.items()
        if key.is_required and not there & {name, key.singular_name}
    )


def _tried(log: Log, change: ChangeForm) -> ChangeForm:
    assert change.raw is not None
    preview = preview_change(log, change.raw)
    fallen = log.active_entry(preview.failing_entry) if preview.failing_entry is not None else None
    also = tuple((number, describe_entry(log, new)) for number, new in preview.also)
    falls = fallen.entry.describe() if fallen else None
    return replace(change, raw=dict(preview.raw), preview=preview, falls=falls, carried=also)


def possible_kinds(log: Log, line: ActiveEntry) -> tuple[tuple[str, str], ...]:
    """Return the kinds of entries that were possible instead of `line`, or before it."""
    table = log.table_after(log.active_entries.index(line))
    kinds = table.setup.game.kinds
    return tuple(
        (do, str(kind.title)) for do, kind in kinds.items() if is_kind_possible(table, kind)
    )

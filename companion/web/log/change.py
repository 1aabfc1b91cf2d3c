"""The form of a change to the log, and a preview of its consequences."""

from collections.abc import Sequence

from companion.core.entries.schema import Raw, entry_fields
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.log.change import Preview, preview_change
from companion.core.log.log import Log
from companion.core.log.timeline import LogLine
from companion.core.offers import is_kind_possible
from companion.core.sentences import Sentence, say
from companion.web.components.entry_form import (
    EntryFormField,
    FormData,
    entry_form_fields,
    entry_from_form,
)

# The prefix of the fields for the entry that changes along with an insertion.
FOLLOWING_PREFIX = "with-"


class ChangeForm:
    """An amendment of `line`, or an insertion before it, as filled in; `raw` is its entry.

    `also` are the fields of the following entry, if that changes along with an insertion. `problem`
    describes missing or invalid input, `failing_sentence` the entry that would become impossible,
    and `also_changed` those that would change too, with their numbers.
    """

    fields: Sequence[EntryFormField] = ()
    also: Sequence[EntryFormField] = ()
    raw: Raw | None = None
    preview: Preview | None = None
    summary: Sentence | None = None
    problem: str = ""
    failing_sentence: Sentence | None = None
    also_changed: tuple[tuple[int, Sentence], ...] = ()

    def __init__(self, log: Log, line: LogLine, args: FormData, *, before: bool) -> None:
        table = log.table_after(log.lines.index(line))
        do = args.get("do") or ("" if before else line.entry.do)
        self.line, self.words = line, line.entry.describe()
        self.do = do if do in table.setup.game.entries else None
        if args.get("remove") and not before:
            removal = {"do": "amend", "entry": line.number, "with": None}
            self._preview(log, removal, say("This entry will be removed."))
        elif self.do is not None:
            base = {"do": do} if before or do != line.entry.do else line.raw
            try:
                self._fill(log, table, base, args, before)
            except Refused as error:
                self.fields, self.also = entry_form_fields(table, base), ()
                self.problem = error.message

    def _fill(self, log: Log, table: Table, base: Raw, args: FormData, before: bool) -> None:
        """Parse the entry on the form, and preview the change once nothing is missing."""
        line, game, following = self.line, table.setup.game, None
        is_preview = "look" in args or not entry_form_fields(table, base)
        raw = entry_from_form(table, base, args) if is_preview else base
        if before and "also" in args:
            self.also, following = _following_entry(table, line, args)
        self.fields = entry_form_fields(table, raw, several="several" in args)
        missing = _missing(table, raw)
        if missing or (raw == line.raw and not before):
            self.problem = missing if is_preview else ""
            return
        summary = game.entry_sentence(raw)
        change = {"do": "amend", "entry": line.number, "with": raw}
        if before:
            change = {"do": "insert", "before": line.number, "entry": raw}
        if following is not None and following != line.raw:
            change["with"] = following
            second = game.entry_sentence(following)
            summary = say("{first}; then {second}", first=summary, second=second)
        self._preview(log, change, summary)

    def _preview(self, log: Log, change: Raw, summary: Sentence) -> None:
        self.summary, self.preview = summary, preview_change(log, change)
        self.raw, failing = dict(self.preview.raw), self.preview.failing_entry
        failing_line = log.line(failing) if failing is not None else None
        self.failing_sentence = failing_line.entry.describe() if failing_line else None
        describe = log.setup.game.entry_sentence
        self.also_changed = tuple((n, describe(new)) for n, new in self.preview.also)


def _following_entry(
    table: Table, line: LogLine, args: FormData
) -> tuple[list[EntryFormField], Raw | None]:
    """Return the fields and the JSON of the entry that changes along with an insertion."""
    is_typed = any(name.startswith(FOLLOWING_PREFIX) for name in args)
    raw = entry_from_form(table, line.raw, args, FOLLOWING_PREFIX) if is_typed else line.raw
    return entry_form_fields(table, raw, FOLLOWING_PREFIX), raw


def _missing(table: Table, raw: Raw) -> str:
    """Return the labels of the fields that an entry lacks."""
    keys = entry_fields(table.setup.game.kinds[raw["do"]])
    present = {name for name, value in raw.items() if value != []}
    return " ".join(
        str(key.label)
        for name, key in keys.items()
        if key.is_required and not present & {name, key.singular_name}
    )


def possible_kinds(log: Log, line: LogLine) -> tuple[tuple[str, str], ...]:
    """Return the name and title of each entry that was possible instead of `line`, or before it."""
    table = log.table_after(log.lines.index(line))
    kinds = table.setup.game.kinds
    return tuple(
        (do, str(kind.title)) for do, kind in kinds.items() if is_kind_possible(table, kind)
    )

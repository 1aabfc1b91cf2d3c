"""The log of an evening: its entries in order, and the table after them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.core.entries.schema import Entry, Raw, check_references, parse_entry
from companion.core.entries.standard import Amend, Insert, Redo, Undo
from companion.core.errors import Refused
from companion.core.game import Setup, Table
from companion.core.handlers import apply_in_place
from companion.core.log.record import MAX_ENTRIES
from companion.core.log.timeline import (
    EDITS,
    AppliedEdit,
    LogLine,
    Timeline,
    Undoable,
    count_written_entries,
    is_edit,
    list_replacements,
)
from companion.core.sentences import EntryNumber

# The number of the last tables that a log saves, and again for each doubling of the distance.
_TABLES_PER_DOUBLING = 8

# The distance of checkpoints while many entries are entered at once.
_BATCH_INTERVAL = 8 * _TABLES_PER_DOUBLING

# The memory of a table, in entries.
_CHECKPOINT_WEIGHT = 4


@dataclass(eq=False, slots=True)
class Checkpoints:
    """Tables in memory, by the number of lines before them: many recent, few old."""

    _tables: dict[int, Table]

    def copy(self) -> "Checkpoints":
        return Checkpoints(self._tables.copy())

    @property
    def weight(self) -> int:
        """The approximate memory in use, as a number of entries."""
        return _CHECKPOINT_WEIGHT * len(self._tables)

    def nearest(self, place: int) -> tuple[int, Table]:
        """Return the place of the last saved table up to `place`, and that table."""
        # the replay from there takes longer than this search
        start = next(key for key in range(place, -1, -1) if key in self._tables)
        return start, self._tables[start]

    def save(self, place: int, table: Table) -> None:
        """Save the table at `place`, and drop an older one: the older, the fewer remain."""
        self._tables[place] = table
        # a table stays the longer, the greater the power of 2 that divides its place
        old = place - _TABLES_PER_DOUBLING * (place & -place)
        if old > 0:
            self._tables.pop(old, None)

    def save_if_lasting(self, place: int, table: Table, end: int) -> None:
        """Save a copy of a table, unless saving up to place `end` will drop it again."""
        # `save` drops it once a place so much later is saved
        if place + _TABLES_PER_DOUBLING * (place & -place) > end:
            self.save(place, table.copy_with_moves())

    def drop_after(self, place: int) -> None:
        self._tables = {key: table for key, table in self._tables.items() if key <= place}


class ReplayError(Refused):
    """A later entry has become impossible because of a change (`amend-breaks`).

    `line` is that entry, `refusal` its own error, `table_before` the table before it.
    """

    def __init__(self, line: LogLine, refusal: Refused, before: Table) -> None:
        template = "With this change, entry {number} would no longer be valid: {why}"
        number = EntryNumber(line.number)
        super().__init__("amend-breaks", template, number=number, why=refusal.reason)
        self.line = line
        self.refusal = refusal
        self.table_before = before


def check_and_apply(table: Table, entry: Entry, number: int) -> None:
    """Check the references of an entry, and apply it as `apply_in_place` does."""
    check_references(entry, table)
    apply_in_place(table, entry, number)


def apply_line(table: Table, line: LogLine) -> Table:
    """Return the table after an entry. `table` is not changed. Raises Refused."""
    after = table.copy()
    check_and_apply(after, line.entry, line.number)
    return after


class Log:
    """An evening: every entry, the lines that result from them, and the table after these.

    `raw_entries` are the entries of the record, and `hands` the number of the hand after each of
    them. `about` has the entry that each edit concerns, and `undone_by` the undo of each entry that
    is undone. `first_changed` is the first place in `lines` that the newest entry changed. An entry
    that is refused changes nothing.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.raw_entries: list[Raw] = []
        self.hands: list[int] = []
        self.about: dict[int, int] = {}
        self.undone_by: dict[int, int] = {}
        self.first_changed = 0
        self._weight = 0
        self._game_kinds = setup.game.kinds
        self._kinds = {**self._game_kinds, **EDITS}
        self._timeline = Timeline()
        self._checkpoints = Checkpoints({0: setup.game.new_table(setup)})

    def copy(self) -> "Log":
        copy = Log.__new__(Log)
        copy.__dict__.update(self.__dict__)
        for name in ("raw_entries", "hands", "about", "undone_by", "_timeline", "_checkpoints"):
            setattr(copy, name, getattr(self, name).copy())
        return copy

    @property
    def lines(self) -> Sequence[LogLine]:
        """The entries that are active, in order."""
        return self._timeline.lines

    def line(self, number: int) -> LogLine | None:
        place = self._timeline.place_of(number)
        return None if place is None else self.lines[place]

    @property
    def edits(self) -> list[AppliedEdit]:
        """The amends and inserts that are active, in the order in which they were made."""
        return [change for change in self._timeline.done if isinstance(change, AppliedEdit)]

    @property
    def next_undo(self) -> Undoable | None:
        return self._timeline.done[-1] if self._timeline.done else None

    @property
    def next_redo(self) -> Undoable | None:
        return self._timeline.undone[-1] if self._timeline.undone else None

    @property
    def weight(self) -> int:
        """The approximate memory in use, in entries of 600 bytes."""
        return self._weight + self._checkpoints.weight

    # tables

    @property
    def table(self) -> Table:
        return self._bring_up_to_date()

    def _bring_up_to_date(self) -> Table:
        """Return the table after all lines, replaying new ones. Raises ReplayError."""
        end = len(self.lines)
        start, table = self._checkpoints.nearest(end)
        if start < end:
            for place, table in self._replay(end):
                self._checkpoints.save_if_lasting(place, table, end)
            self._checkpoints.save(end, table)
        return table

    def table_after(self, lines: int) -> Table:
        """Return the table after the first `lines` lines."""
        _, table = self._checkpoints.nearest(lines)
        for _, after in self._replay(lines):
            table = after
        return table

    def tables(self, since: int = 0) -> Iterator[tuple[LogLine, Table]]:
        """Yield every line from place `since` on, with the table after it."""
        table = self.table_after(since)
        for line in self.lines[since:]:
            table = apply_line(table, line)
            yield line, table

    def replay_from(self, since: int = 0) -> Iterator[tuple[Table, LogLine | None]]:
        """Yield the table before each line from place `since` on, and that line.

        At the end comes the last table with None. It is one table, changed in place between yields,
        which takes half the time of `tables`. Raises Refused if the log does not replay.
        """
        table = self.table_after(since).copy_with_moves()
        for line in self.lines[since:]:
            yield table, line
            check_and_apply(table, line.entry, line.number)
        yield table, None

    def _replay(self, end: int) -> Iterator[tuple[int, Table]]:
        """Yield a place and the table after it, from the nearest checkpoint to `end`.

        It is one table, changed in place. Raises ReplayError.
        """
        start, nearest = self._checkpoints.nearest(end)
        table = nearest.copy_with_moves()
        for place, line in enumerate(self.lines[start:end], start + 1):
            try:
                check_and_apply(table, line.entry, line.number)
            except Refused as error:
                raise ReplayError(line, error, self.table_after(place - 1)) from None
            yield place, table

    def _continue_at(self, place: int) -> None:
        self.first_changed = place
        self._checkpoints.drop_after(place)

    # entries

    def enter(self, raw: Raw) -> None:
        """Append an entry if the rules accept it.

        Raises Refused, with the number that the entry would have; then nothing has changed.
        """
        if is_edit(raw):
            self._enter_edit(raw)
        else:
            self._enter_lines([raw])

    def enter_all(self, raws: Iterable[Raw]) -> None:
        """Append entries as `enter` does, in less time.

        Raises Refused, with the number of the first entry refused; then this log is unusable.
        """
        for edits, group in groupby(raws, is_edit):
            if edits:
                for raw in group:
                    self.enter(raw)
            else:
                self._enter_lines([*group])

    def _enter_lines(self, raws: list[Raw]) -> None:
        """Apply entries that are not edits, all to one copy of the table."""
        table = self.table.copy()
        start, end = len(self.lines), len(self.lines) + len(raws)
        lines: list[LogLine] = []
        for number, raw in enumerate(raws, len(self.raw_entries)):
            try:
                entry = self._parse(raw, number)
                check_and_apply(table, entry, number)
            except Refused as error:
                error.entry = number
                raise
            lines.append(LogLine(number, raw, self._game_kinds, entry))
            place = start + len(lines)
            if place % _BATCH_INTERVAL == 0:
                self._checkpoints.save_if_lasting(place, table, end)
        self._append(lines)
        self.first_changed = end - 1
        self._checkpoints.save(end, table)

    def _parse(self, raw: Raw, number: int) -> Entry:
        if number >= MAX_ENTRIES:
            raise Refused(
                "wrong-phase",
                "This log is full: it has {n} entries. To play on, open a new table.",
                n=MAX_ENTRIES,
            )
        return parse_entry(raw, self._kinds)

    def _enter_edit(self, raw: Raw) -> None:
        number = len(self.raw_entries)
        try:
            edit = self._parse(raw, number)
            if isinstance(edit, Amend | Insert):
                self._try_edit(number, edit)
            else:
                self._continue_at(self._timeline.follow(number, edit, self._game_kinds))
        except Refused as error:
            error.entry = number
            raise
        self._store_edit(raw)

    def _try_edit(self, number: int, edit: Amend | Insert) -> None:
        """Make an edit; if a later entry becomes impossible, restore all, and raise Refused."""
        changes = list_replacements(edit, number, self._game_kinds)
        lines = [line for change in changes for line in change.lines]
        for line in lines:
            line.check()
        own_numbers = {line.number for line in lines}
        first_changed, checkpoints = self.first_changed, self._checkpoints.copy()
        undone = self._timeline.undone.copy()
        place = self._timeline.replace(number, changes)
        try:
            # an entry that was changed once is often changed again
            self._checkpoints.save(place, self.table_after(place))
            self._continue_at(place)
            self._bring_up_to_date()
        except BaseException as error:  # a KeyboardInterrupt or WorkLimitExceeded, too
            self._timeline.undo()
            self._timeline.undone = undone
            self.first_changed, self._checkpoints = first_changed, checkpoints
            # an error of an entry that the edit itself brings is its own error
            if isinstance(error, ReplayError) and error.line.number in own_numbers:
                raise error.refusal from None
            raise

    def _store_edit(self, raw: Raw) -> None:
        number, timeline = len(self.raw_entries), self._timeline
        if raw["do"] == Undo.do:
            self.about[number] = timeline.undone[-1].number
            self.undone_by[self.about[number]] = number
        elif raw["do"] == Redo.do:
            self.about[number] = timeline.done[-1].number
            del self.undone_by[self.about[number]]
        else:
            self.about[number] = raw["entry" if raw["do"] == Amend.do else "before"]
        self.raw_entries.append(raw)
        self._weight += count_written_entries(raw)
        self.hands.append(self._timeline.hand)

    def _append(self, lines: list[LogLine]) -> None:
        self.hands.extend(self._timeline.add(lines))
        self.raw_entries.extend([line.raw for line in lines])
        self._weight += len(lines)

    def append_accepted(self, raws: Sequence[Raw]) -> None:
        """Append entries that were accepted before, and replay those that are active.

        Raises Refused if one of them is impossible; then this log is unusable.
        """
        first = len(self.lines)
        for edits, group in groupby(raws, is_edit):
            if edits:
                first = min(first, *map(self._follow, group))
            else:
                rows = enumerate(group, len(self.raw_entries))
                self._append([LogLine(number, raw, self._game_kinds) for number, raw in rows])
        self._continue_at(first)
        self._bring_up_to_date()

    def _follow(self, raw: Raw) -> int:
        number = len(self.raw_entries)
        try:
            place = self._timeline.follow(number, parse_entry(raw, EDITS), self._game_kinds)
        except Refused as error:
            error.entry = number
            raise
        self._store_edit(raw)
        return place

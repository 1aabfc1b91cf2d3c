"""The log of an evening: its entries in order, the table that they give, and its checkpoints."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from companion.core.entries.schema import Entry, Raw, check_references, parse_entry
from companion.core.entries.standard import Amend, Insert, Redo, Undo
from companion.core.errors import Refused
from companion.core.game import Setup, Table
from companion.core.handlers import apply_in_place
from companion.core.log.record import MOST_ENTRIES
from companion.core.log.timeline import (
    EDITS,
    ActiveEntry,
    AppliedEdit,
    Timeline,
    Undoable,
    check_changes,
    count_written_entries,
    is_edit,
    list_replacements,
)
from companion.core.sentences import EntryNumber

# So many of the last tables are kept; further back ever fewer, as many for each doubling.
_DENSE = 8

# Where many entries are taken at once, one table is kept of so many.
FAR = 8 * _DENSE

# A table weighs about as much as so many entries.
_WEIGHT = 4


def _replaces(place: int) -> int:
    """Return the place of the table for which this one is thinned out."""
    return place + _DENSE * (place & -place)


class Checkpoints:
    """Tables by the number of entries in force that they stand after. They are never changed."""

    def __init__(self, first: Table) -> None:
        """Keep the table before any entry."""
        self._tables = {0: first}

    def copy(self) -> "Checkpoints":
        """Return an independent collection of the same tables."""
        twin = Checkpoints(self._tables[0])
        twin._tables = self._tables.copy()
        return twin

    @property
    def weight(self) -> int:
        """About how much memory they take, in entries."""
        return _WEIGHT * len(self._tables)

    def get(self, place: int) -> Table | None:
        """Return the table at a place, if it is kept."""
        return self._tables.get(place)

    def nearest(self, place: int) -> tuple[int, Table]:
        """Return the last table that is kept up to a place, with its own place."""
        start = place if place in self._tables else max(at for at in self._tables if at <= place)
        return start, self._tables[start]

    def save(self, place: int, table: Table) -> None:
        """Keep a table, and thin out older ones: those twice as far back stand twice as wide."""
        self._tables[place] = table
        old = place - _DENSE * (place & -place)
        if old > 0:
            self._tables.pop(old, None)

    def save_some(self, place: int, table: Table, end: int) -> None:
        """Keep a table as it is now, unless the ``end`` will thin it out: it goes on."""
        if _replaces(place) > end:
            self.save(place, table.copy_with_moves())

    def pop(self, place: int) -> Table:
        """Return a table that is kept, to go on with; every eighth stays, as it is now."""
        if place % _DENSE == 0:
            return self._tables[place].copy_with_moves()
        return self._tables.pop(place).copy_with_moves()

    def forget_after(self, place: int) -> None:
        """Forget all tables after a place."""
        for at in [at for at in self._tables if at > place]:
            del self._tables[at]


class ReplayError(Refused):
    """A line that cannot stand after a change.

    ``failing_entry`` is its number, ``refusal`` why it falls, ``table_before`` the table that it
    does not fit.
    """

    def __init__(self, falls: int, wrong: Refused, before: Table) -> None:
        """Say which entry falls, and why."""
        template = "Then entry {number} would not be possible: {why}"
        super().__init__("amend-breaks", template, number=EntryNumber(falls), why=wrong.reason)
        self.failing_entry = falls
        self.refusal = wrong
        self.table_before = before


def check_and_apply(table: Table, entry: Entry, number: int) -> None:
    """Check an entry and apply it to a table that nobody else has, as `apply_in_place` does."""
    check_references(entry, table)
    apply_in_place(table, entry, number)


def apply_line(table: Table, line: ActiveEntry) -> Table:
    """Return the table after a line; the table given stays as it is. Raises Refused."""
    after = table.copy()
    check_and_apply(after, line.entry, line.number)
    return after


class Log:
    """An evening: every entry in order, what of it is in force, and the table it gives.

    ``raw_entries`` is the log as the record has it, ``hands`` the hand that the table was in after
    each entry of it; ``first_changed`` is the first place of ``active_entries`` that the newest
    entry made another. A refused entry changes nothing.
    """

    def __init__(self, setup: Setup) -> None:
        """Open the log of a table before its first entry."""
        self.setup = setup
        self.raw_entries: list[Raw] = []
        self.hands: list[int] = []
        self.first_changed = 0
        self._noted = 0
        self._own = setup.game.kinds
        self._kinds = {**self._own, **EDITS}
        self._force = Timeline()
        self._kept = Checkpoints(setup.game.new_table(setup))

    def copy(self) -> "Log":
        """Return an independent log, so that an entry can be tried."""
        twin = Log.__new__(Log)
        twin.__dict__.update(self.__dict__)
        for name in ("raw_entries", "hands", "_force", "_kept"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    @property
    def active_entries(self) -> Sequence[ActiveEntry]:
        """The entries in force, in their order."""
        return self._force.lines

    def active_entry(self, number: int) -> ActiveEntry | None:
        """Return the line in force with this number, if there is one."""
        place = self._force.place_of(number)
        return None if place is None else self.active_entries[place]

    @property
    def next_undo(self) -> Undoable | None:
        """What the next undo takes back."""
        return self._force.done[-1] if self._force.done else None

    @property
    def next_redo(self) -> Undoable | None:
        """What the next redo puts back."""
        return self._force.undone[-1] if self._force.undone else None

    @property
    def weight(self) -> int:
        """About how much memory it takes, in entries of some 600 bytes."""
        return self._noted + self._kept.weight

    # tables

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self._bring_up_to_date()

    def _bring_up_to_date(self) -> Table:
        """Replay what is in force and is not replayed yet; return the table. Raises ReplayError."""
        end = len(self.active_entries)
        table = self._kept.get(end)
        if table is None:
            for place, table in self._replayed(end):
                self._kept.save_some(place, table, end)
            assert table is not None
            self._kept.save(end, table)
        return table

    def table_after(self, lines: int) -> Table:
        """Return the table after so many entries in force, replaying from the nearest kept one."""
        _, table = self._kept.nearest(lines)
        for _, after in self._replayed(lines):
            table = after
        return table

    def tables(self, since: int = 0) -> Iterator[tuple[ActiveEntry, Table]]:
        """Yield every entry in force, but for so many, with the table after it."""
        table = self.table_after(since)
        for line in self.active_entries[since:]:
            table = apply_line(table, line)
            yield line, table

    def replay_from(self, since: int = 0) -> Iterator[tuple[Table, ActiveEntry | None]]:
        """Give one table, which goes on, with the next line: as it stood then and after each since.

        After the last entry in force there is no next one. To look at it takes half the time of
        `tables`. Raises Refused where the log does not replay.
        """
        table = self.table_after(since).copy_with_moves()
        for line in self.active_entries[since:]:
            yield table, line
            check_and_apply(table, line.entry, line.number)
        yield table, None

    def _replayed(self, end: int) -> Iterator[tuple[int, Table]]:
        """Replay from the nearest kept table: give each place with one table, which goes on.

        Raises ReplayError.
        """
        start, nearest = self._kept.nearest(end)
        table = nearest.copy_with_moves()
        for place, line in enumerate(self.active_entries[start:end], start + 1):
            try:
                check_and_apply(table, line.entry, line.number)
            except Refused as error:
                raise ReplayError(line.number, error, self.table_after(place - 1)) from None
            yield place, table

    def _went_on(self, place: int) -> None:
        self.first_changed = place
        self._kept.forget_after(place)

    # entries

    def enter(self, raw: Raw) -> None:
        """Judge the next entry of the log and keep it.

        Raises Refused with the number that the entry would have had; then nothing has changed.
        """
        try:
            entry = self._read(raw, len(self.raw_entries))
            if entry.do in EDITS:
                self._edit(entry)
                self._note(raw)
            else:
                self._add(ActiveEntry(len(self.raw_entries), raw, self._own, entry))
        except Refused as error:
            error.entry = len(self.raw_entries)
            raise

    def enter_all(self, raws: Iterable[Raw]) -> None:
        """Judge entries one after another as `enter` does, in less time.

        Raises Refused with the number of the first bad one; then this log is of no use any more.
        """
        for edits, some in groupby(raws, is_edit):
            if edits:
                for raw in some:
                    self.enter(raw)
            else:
                self._play([*some])

    def _play(self, raws: list[Raw]) -> None:
        """Let entries that are no edits happen at one table, which goes on."""
        self._bring_up_to_date()
        start, end = len(self.active_entries), len(self.active_entries) + len(raws)
        table = self._kept.pop(start)
        lines: list[ActiveEntry] = []
        for number, raw in enumerate(raws, len(self.raw_entries)):
            try:
                entry = self._read(raw, number)
                check_and_apply(table, entry, number)
            except Refused as error:
                error.entry = number
                raise
            lines.append(ActiveEntry(number, raw, self._own, entry))
            place = start + len(lines)
            if place % FAR == 0:
                self._kept.save_some(place, table, end)
        self._put(lines)
        self.first_changed = end - 1
        self._kept.save(end, table)

    def _read(self, raw: Raw, number: int) -> Entry:
        if number >= MOST_ENTRIES:
            raise Refused("wrong-phase", "This log is full: {n} entries.", n=MOST_ENTRIES)
        return parse_entry(raw, self._kinds)

    def _edit(self, entry: Entry) -> None:
        if isinstance(entry, Undo):
            self._went_on(self._force.undo())
        elif isinstance(entry, Redo):
            self._went_on(self._force.redo())
        elif isinstance(entry, Amend | Insert):
            self._change(entry)

    def _note(self, raw: Raw) -> None:
        self.raw_entries.append(raw)
        self._noted += count_written_entries(raw)
        self.hands.append(self._force.hand)

    def _add(self, line: ActiveEntry) -> None:
        table = apply_line(self.table, line)
        self.first_changed = len(self.active_entries)
        self._put([line])
        self._kept.save(len(self.active_entries), table)

    def _put(self, lines: list[ActiveEntry]) -> None:
        """Write down lines that stand at the end."""
        self.hands.extend(self._force.add(lines))
        self.raw_entries.extend([line.raw for line in lines])
        self._noted += len(lines)

    def _change(self, edit: Amend | Insert) -> None:
        number = len(self.raw_entries)
        changes = list_replacements(edit, number, self._own)
        own = check_changes(changes)
        prepared = self._force.prepare_edit(number, changes)
        try:
            self._stand(prepared)
        except ReplayError as broken:
            raise broken.refusal if broken.failing_entry in own else broken from None
        self._force.push_undo(prepared)
        self.first_changed = prepared.place

    def _stand(self, done: AppliedEdit) -> None:
        """Let a change be made if all later lines can stand. Else all is as before."""
        checkpoints = self._kept.copy()
        self._kept.save(done.place, self.table_after(done.place))  # often it is changed again
        self._force.redo_change(done)
        try:
            self._kept.forget_after(done.place)
            self._bring_up_to_date()
        except BaseException:
            self._force.undo_change(done)
            self._kept = checkpoints
            raise

    def append_accepted(self, raws: Sequence[Raw]) -> None:
        """Append entries that another process accepted: only what is in force is replayed.

        Raises Refused if they cannot be; then this log is of no use any more.
        """
        self.append_unchecked(raws)
        self._bring_up_to_date()

    def append_unchecked(self, raws: Sequence[Raw]) -> None:
        """Append entries without replaying any of them. Raises as `append_accepted` does."""
        changed = len(self.active_entries)
        for edits, some in groupby(raws, is_edit):
            if edits:
                changed = min(changed, *map(self._follow, some))
            else:
                numbered = enumerate(some, len(self.raw_entries))
                self._put([ActiveEntry(number, raw, self._own) for number, raw in numbered])
        self._went_on(changed)

    def _follow(self, raw: Raw) -> int:
        try:
            place = self._force.follow(len(self.raw_entries), raw, self._own)
        except Refused as error:
            error.entry = len(self.raw_entries)
            raise
        self._note(raw)
        return place

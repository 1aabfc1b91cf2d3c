"""What is in force: undo, redo, amend, insert; and replay, the one way to a table's state."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core import entries as e
from companion.core.entry import Entry, check_names, read
from companion.core.errors import Refused
from companion.core.game import Game, Setup, Table
from companion.core.record import read_setup
from companion.core.shelf import EDITS, apply

_EVERY = 32
_RECENT = 24


@dataclass(frozen=True, slots=True)
class Line:
    """An entry in force: its number in the log, as it was read, and as it was written."""

    number: int
    entry: Entry
    raw: Any


@dataclass(frozen=True, slots=True)
class Amended:
    """What an amend or insert did: the number of a line, what it became, what went in before it.

    ``line`` None: it went; the same as before: it stayed.
    """

    number: int
    line: Line | None
    inserted: Line | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """Something that undo takes back: a line, or an amend or insert with the lines it replaced."""

    number: int
    line: Line | None
    replaced: tuple[Line, ...] = ()
    amended: Amended | None = None


class Broken(Refused):
    """A change that a later entry cannot stand: ``falls`` is the number of that entry."""

    def __init__(self, falls: int, wrong: Refused) -> None:
        """Say which entry falls, and why."""
        super().__init__(
            "amend-breaks",
            "Then entry {falls} could not stand: {why}",
            falls=falls,
            why=wrong.sentence,
        )
        self.falls = falls


class Log:
    """An evening: every entry in order, what of it is in force, and the table it gives.

    ``raw`` is the log as the record has it, ``hands`` the hand that the table was in after each
    entry of it. A refused entry changes nothing.
    """

    def __init__(self, setup: Setup) -> None:
        """Open the log of a table before its first entry."""
        self.setup = setup
        self.raw: list[Any] = []
        self.hands: list[int] = []
        self.lines: list[Line] = []
        self._kinds = {**setup.game.kinds, **EDITS}
        self._done: list[Done] = []
        self._undone: list[Done] = []
        self._kept: dict[int, Table] = {0: setup.game.new_table(setup)}

    def copy(self) -> "Log":
        """Give an independent log, so that an entry can be tried."""
        twin = Log.__new__(Log)
        twin.__dict__.update(self.__dict__)
        for name in ("raw", "hands", "lines", "_done", "_undone", "_kept"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def line(self, number: int) -> Line | None:
        """Give the line in force with this number, if there is one."""
        return next((line for line in self.lines if line.number == number), None)

    @property
    def table(self) -> Table:
        """The table as it stands."""
        at = len(self.lines)
        if at not in self._kept:
            self._kept[at] = self.table_after(at)
        return self._kept[at]

    def table_after(self, lines: int) -> Table:
        """Give the table after so many entries in force, replaying from the nearest kept one."""
        at = lines
        while at not in self._kept:
            at -= 1
        table = self._kept[at]
        for line in self.lines[at:lines]:
            table = apply(table, line.entry, line.number)
        return table

    def tables(self) -> Iterator[tuple[Line, Table]]:
        """Give every entry in force with the table after it."""
        table = self._kept[0]
        for line in self.lines:
            table = apply(table, line.entry, line.number)
            yield line, table

    def enter(self, raw: Any) -> None:
        """Judge the next entry of the log and keep it.

        Raises Refused with the number that the entry would have had; then nothing has changed.
        """
        try:
            entry = read(raw, self._kinds)
            if isinstance(entry, e.Undo):
                self._undo()
            elif isinstance(entry, e.Redo):
                self._redo()
            elif isinstance(entry, e.Amend):
                self._amend(entry)
            elif isinstance(entry, e.Insert):
                self._insert(entry)
            else:
                self._add(Line(len(self.raw), entry, raw))
        except Refused as wrong:
            wrong.entry = len(self.raw)
            raise
        self.raw.append(raw)
        self.hands.append(self.table.hand)

    @property
    def to_undo(self) -> Done | None:
        """What the next undo takes back."""
        return self._done[-1] if self._done else None

    @property
    def to_redo(self) -> Done | None:
        """What the next redo puts back."""
        return self._undone[-1] if self._undone else None

    def _add(self, line: Line) -> None:
        self._push(line)
        self._done.append(Done(line.number, line))
        self._undone.clear()

    def _push(self, line: Line) -> None:
        table = self.table
        check_names(line.entry, table)
        self._keep(apply(table, line.entry, line.number))
        self.lines.append(line)

    def _keep(self, table: Table) -> None:
        """Keep the newest tables, and of the older ones some, so that going back is quick."""
        at = len(self.lines) + 1
        self._kept[at] = table
        old = at - _RECENT
        if old > 0 and old % _EVERY:
            self._kept.pop(old, None)

    def _cut(self, lines: int) -> None:
        for at in range(lines + 1, len(self.lines) + 1):
            self._kept.pop(at, None)
        del self.lines[lines:]

    def _undo(self) -> None:
        if not self._done:
            raise Refused("nothing-to-undo", "There is nothing to take back.")
        done = self._done.pop()
        if done.line is not None:
            self._cut(len(self.lines) - 1)
        else:
            self._rewrite(done.replaced)
        self._undone.append(done)

    def _redo(self) -> None:
        if not self._undone:
            raise Refused("nothing-to-redo", "There is nothing to put back.")
        done = self._undone.pop()
        if done.line is not None:
            self._push(done.line)
        elif done.amended is not None:
            self._rewrite(self._changed(done.amended))
        self._done.append(done)

    def _amend(self, amend: e.Amend) -> None:
        raw = amend.replacement
        new = None if raw is None else self._read(amend.number, raw)
        self._change(amend.number, Amended(amend.number, new))

    def _insert(self, insert: e.Insert) -> None:
        inserted = self._read(len(self.raw), insert.inserted)
        new = self.line(insert.number)
        if insert.replacement is not None:
            new = self._read(insert.number, insert.replacement)
        self._change(insert.number, Amended(insert.number, new, inserted))

    def _read(self, number: int, raw: Any) -> Line:
        return Line(number, read(raw, self.setup.game.kinds), raw)

    def _change(self, number: int, change: Amended) -> None:
        if self.line(number) is None:
            raise Refused("wrong-phase", "Entry {number} is not in force.", number=number)
        done = Done(len(self.raw), None, tuple(self.lines), change)
        new = {
            line.number
            for line in (change.inserted, change.line)
            if line and line not in self.lines
        }
        self._rewrite(self._changed(change), new)
        self._done.append(done)
        self._undone.clear()

    def _changed(self, change: Amended) -> tuple[Line, ...]:
        """Give the lines in force with a change made to them."""
        lines: list[Line | None] = []
        for line in self.lines:
            touched = line.number == change.number
            lines += [change.inserted, change.line] if touched else [line]
        return tuple(line for line in lines if line is not None)

    def _rewrite(self, lines: tuple[Line, ...], new: Collection[int] = ()) -> None:
        """Replay other lines from where they differ. Raises Refused; then all is as before.

        A line that falls is Broken, but for the ``new`` ones: they are refused as themselves.
        """
        same = min(len(self.lines), len(lines))
        for at, (was, is_now) in enumerate(zip(self.lines, lines, strict=False)):
            if was is not is_now:
                same = at
                break
        kept, before = dict(self._kept), list(self.lines)
        self._cut(same)
        try:
            for line in lines[same:]:
                self._push(line)
        except Refused as wrong:
            self._kept, self.lines = kept, before
            if line.number in new:
                raise
            raise Broken(line.number, wrong) from None


def replay(record: object, games: Mapping[str, Game]) -> Log:
    """Replay a record. Raises Refused for the record (entry None) or its first bad entry."""
    log = Log(read_setup(record, games))
    assert isinstance(record, dict)
    for raw in record["log"]:
        log.enter(raw)
    return log


def result(record: object, games: Mapping[str, Game]) -> dict[str, Any]:
    """Judge a record: the result that ``companion replay`` prints, accepted or refused."""
    try:
        table = replay(record, games).table
    except Refused as wrong:
        return {"ok": False, "entry": wrong.entry, "error": wrong.code, "message": wrong.message}
    return {"ok": True, "game": table.setup.game.slug, **table.setup.game.result(table)}

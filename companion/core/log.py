"""What is in force: undo, redo, amend; and replay, the one way to the state of a table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from . import entries as e
from .errors import Refused
from .evening import EDITS, apply
from .game import Game, Setup, Table
from .record import read_setup

_EVERY = 32
_RECENT = 64


@dataclass(frozen=True, slots=True)
class Line:
    """An entry in force: its number in the log, as it was read, and as it was written."""

    number: int
    entry: Any
    raw: Any


@dataclass(frozen=True, slots=True)
class Amended:
    """What an amend did: the number of a line, and what it became; None: it went."""

    number: int
    line: Line | None


@dataclass(frozen=True, slots=True)
class Done:
    """Something that undo takes back: a line, or an amend with the lines it replaced."""

    number: int
    line: Line | None
    replaced: tuple[Line, ...] = ()
    amended: Amended | None = None


class Broken(Refused):
    """An amend that a later entry cannot stand: ``falls`` is the number of that entry."""

    def __init__(self, falls: int, wrong: Refused) -> None:
        """Say which entry falls, and why."""
        super().__init__("amend-breaks", f"Then entry {falls} could not stand: {wrong.message}")
        self.falls = falls


class Log:
    """An evening: every entry in order, what of it is in force, and the table it gives.

    ``raw`` is the log as the record has it. A refused entry changes nothing.
    """

    def __init__(self, setup: Setup) -> None:
        """Open the log of a table before its first entry."""
        self.setup = setup
        self.raw: list[Any] = []
        self.lines: list[Line] = []
        self._kinds = {**setup.game.kinds, **EDITS}
        self._done: list[Done] = []
        self._undone: list[Done] = []
        self._kept: dict[int, Table] = {0: setup.game.new_table(setup)}

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.table_after(len(self.lines))

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
            entry = e.read(raw, self._kinds)
            if isinstance(entry, e.Undo):
                self._undo()
            elif isinstance(entry, e.Redo):
                self._redo()
            elif isinstance(entry, e.Amend):
                self._amend(entry)
            else:
                self._add(Line(len(self.raw), entry, raw))
        except Refused as wrong:
            wrong.entry = len(self.raw)
            raise
        self.raw.append(raw)

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
        e.check_names(line.entry, table)
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
            self._rewrite(done.replaced, done.number)
        self._undone.append(done)

    def _redo(self) -> None:
        if not self._undone:
            raise Refused("nothing-to-redo", "There is nothing to put back.")
        done = self._undone.pop()
        if done.line is not None:
            self._push(done.line)
        elif done.amended is not None:
            self._rewrite(self._amended(done.amended.number, done.amended.line), done.number)
        self._done.append(done)

    def _amend(self, amend: e.Amend) -> None:
        replacement = amend.replacement
        entry = None if replacement is None else e.read(replacement, self.setup.game.kinds)
        if not any(line.number == amend.number for line in self.lines):
            raise Refused("wrong-phase", f"Entry {amend.number} is not in force.")
        new = None if entry is None else Line(amend.number, entry, replacement)
        done = Done(len(self.raw), None, tuple(self.lines), Amended(amend.number, new))
        self._rewrite(self._amended(amend.number, new), amend.number)
        self._done.append(done)
        self._undone.clear()

    def _amended(self, number: int, new: Line | None) -> tuple[Line, ...]:
        lines = (new if line.number == number else line for line in self.lines)
        return tuple(line for line in lines if line is not None)

    def _rewrite(self, lines: tuple[Line, ...], amended: int) -> None:
        """Replay other lines from where they differ. Raises Refused; then all is as before."""
        same = min(len(self.lines), len(lines))
        for at, (old, new) in enumerate(zip(self.lines, lines, strict=False)):
            if old is not new:
                same = at
                break
        kept, before = dict(self._kept), list(self.lines)
        self._cut(same)
        try:
            for line in lines[same:]:
                self._push(line)
        except Refused as wrong:
            self._kept, self.lines = kept, before
            if line.number == amended:
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

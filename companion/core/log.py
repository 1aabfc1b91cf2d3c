"""The log of an evening, and replay, the one way to a table's state."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from companion.core import entries as e
from companion.core.entry import check_names, read
from companion.core.errors import Refused
from companion.core.force import EDITS, Done, Edit, Force, Line, changes_of, read_all
from companion.core.game import Game, Setup, Table
from companion.core.record import MOST_ENTRIES, read_setup
from companion.core.sentences import EntryNumber
from companion.core.shelf import apply
from companion.language import ENGLISH, speaking

_DENSE = 8
"""So many of the last tables are kept; further back ever fewer, as many for each doubling."""

_TABLE_WEIGHT = 4
"""A kept table weighs about as much as so many entries."""


class Broken(Refused):
    """A line that cannot stand after a change.

    ``falls`` is its number, ``wrong`` why it falls, ``before`` the table that it does not fit.
    """

    def __init__(self, falls: int, wrong: Refused, before: Table) -> None:
        """Say which entry falls, and why."""
        template = "Then entry {number} could not stand: {why}"
        super().__init__("amend-breaks", template, number=EntryNumber(falls), why=wrong.sentence)
        self.falls = falls
        self.wrong = wrong
        self.before = before


class Log:
    """An evening: every entry in order, what of it is in force, and the table it gives.

    ``raw`` is the log as the record has it, ``hands`` the hand that the table was in after each
    entry of it; ``changed`` is the first place of ``lines`` that the newest entry made another. A
    refused entry changes nothing.
    """

    def __init__(self, setup: Setup) -> None:
        """Open the log of a table before its first entry."""
        self.setup = setup
        self.raw: list[Any] = []
        self.hands: list[int] = []
        self.changed = 0
        self._noted = 0
        self._own = setup.game.kinds
        self._kinds = {**self._own, **EDITS}
        self._force = Force()
        self._kept: dict[int, Table] = {0: setup.game.new_table(setup)}

    def copy(self) -> "Log":
        """Give an independent log, so that an entry can be tried."""
        twin = Log.__new__(Log)
        twin.__dict__.update(self.__dict__)
        for name in ("raw", "hands", "_force", "_kept"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    @property
    def lines(self) -> Sequence[Line]:
        """The entries in force, in their order."""
        return self._force.lines

    def line(self, number: int) -> Line | None:
        """Give the line in force with this number, if there is one."""
        place = self._force.place_of(number)
        return None if place is None else self.lines[place]

    @property
    def to_undo(self) -> Done | None:
        """What the next undo takes back."""
        return self._force.done[-1] if self._force.done else None

    @property
    def to_redo(self) -> Done | None:
        """What the next redo puts back."""
        return self._force.undone[-1] if self._force.undone else None

    @property
    def weight(self) -> int:
        """About how much memory it takes, in entries of some 1 kB each."""
        return self._noted + _TABLE_WEIGHT * len(self._kept)

    # tables

    @property
    def table(self) -> Table:
        """The table as it stands."""
        end = len(self.lines)
        if end not in self._kept:
            for place, table in self._replayed(self._nearest(end), end):
                self._keep(place, table)
        return self._kept[end]

    def table_after(self, lines: int) -> Table:
        """Give the table after so many entries in force, replaying from the nearest kept one."""
        start = self._nearest(lines)
        table = self._kept[start]
        for _, after in self._replayed(start, lines):
            table = after
        return table

    def tables(self, since: int = 0) -> Iterator[tuple[Line, Table]]:
        """Give every entry in force, but for so many, with the table after it."""
        for place, table in self._replayed(self._nearest(since), len(self.lines)):
            if place > since:
                yield self.lines[place - 1], table

    def _nearest(self, place: int) -> int:
        return max(at for at in self._kept if at <= place)

    def _replayed(self, start: int, end: int) -> Iterator[tuple[int, Table]]:
        """Replay from a kept table: give each place with its table. Raises Broken."""
        table = self._kept[start]
        for place, line in enumerate(islice(self.lines, start, end), start + 1):
            try:
                table = _after(table, line)
            except Refused as wrong:
                raise Broken(line.number, wrong, table) from None
            yield place, table

    def _keep(self, place: int, table: Table) -> None:
        """Keep a table, and thin out older ones: those twice as far back stand twice as wide."""
        self._kept[place] = table
        old = place - _DENSE * (place & -place)
        if old > 0:
            self._kept.pop(old, None)

    def _went_on(self, place: int) -> None:
        self.changed = place
        self._forget_after(place)

    def _forget_after(self, place: int) -> None:
        for at in [at for at in self._kept if at > place]:
            del self._kept[at]

    # entries

    def enter(self, raw: Any) -> None:
        """Judge the next entry of the log and keep it.

        Raises Refused with the number that the entry would have had; then nothing has changed.
        """
        try:
            self._judge(raw)
        except Refused as wrong:
            wrong.entry = len(self.raw)
            raise
        self._note(raw)

    def _judge(self, raw: Any) -> None:
        if len(self.raw) >= MOST_ENTRIES:
            raise Refused("wrong-phase", "This log is full: {n} entries.", n=MOST_ENTRIES)
        entry = read(raw, self._kinds)
        if entry.do not in EDITS:
            self._add(Line(len(self.raw), raw, self._own, entry))
        elif isinstance(entry, e.Undo):
            self._went_on(self._force.undo())
        elif isinstance(entry, e.Redo):
            self._went_on(self._force.redo())
        elif isinstance(entry, e.Amend | e.Insert):
            self._change(entry)

    def _note(self, raw: Any) -> None:
        self.raw.append(raw)
        self._noted += _parts(raw)
        self.hands.append(self._force.hand)

    def _add(self, line: Line) -> None:
        table = _after(self.table, line)
        self.changed = self._force.put(line)
        self._force.made(line)
        self._keep(len(self.lines), table)

    def _change(self, edit: e.Amend | e.Insert) -> None:
        number = len(self.raw)
        changes = changes_of(edit, number, self._own)
        own = read_all(changes)
        done = self._force.editing(number, changes)
        try:
            self._stand(done)
        except Broken as broken:
            raise broken.wrong if broken.falls in own else broken from None
        self._force.made(done)
        self.changed = done.place

    def _stand(self, done: Edit) -> None:
        """Let a change be made if all later lines can stand. Else all is as before."""
        kept = self._kept.copy()
        self._force.put(done)
        try:
            self._forget_after(done.place)
            self.table  # noqa: B018
        except BaseException:
            self._force.take(done)
            self._kept = kept
            raise

    def follow(self, raws: Sequence[Any]) -> None:
        """Take entries that were judged when they were made: only what is in force is replayed.

        Raises Refused if they cannot be; then this log is of no use any more.
        """
        changed = len(self.lines)
        for raw in raws:
            changed = min(changed, self._follow(raw))
        self._went_on(changed)
        self.table  # noqa: B018

    def _follow(self, raw: Any) -> int:
        try:
            place = self._force.follow(len(self.raw), raw, self._own)
        except Refused as wrong:
            wrong.entry = len(self.raw)
            raise
        self._note(raw)
        return place


def _parts(raw: Any) -> int:
    """Count what an entry writes down: itself, and each that changes along with it."""
    also = raw.get("also") if isinstance(raw, dict) else None
    return 1 + (len(also) if isinstance(also, list) else 0)


def _after(table: Table, line: Line) -> Table:
    entry = line.entry
    check_names(entry, table)
    return apply(table, entry, line.number)


def opened(setup: Setup, raws: Sequence[Any]) -> tuple[Log, Refused | None]:
    """Open a stored log in the time of what is in force: undone entries are not judged again.

    Where it no longer replays, the log stands up to an entry whose number and fault are given.
    """
    log, wrong = _followed(setup, raws)
    if wrong is None:
        return log, None
    good, bad = 0, len(raws)
    while bad - good > 1:
        probe = _probe(good, bad, wrong)
        log, now = _followed(setup, raws[:probe])
        if now is None:
            good = probe
        else:
            bad, wrong = probe, now
    fault = wrong.wrong if isinstance(wrong, Broken) and wrong.falls == good else wrong
    fault.entry = good
    return _followed(setup, raws[:good])[0], fault


def _probe(good: int, bad: int, wrong: Refused) -> int:
    """Say where to try next: about the entry that falls, then halfway."""
    falls = wrong.falls if isinstance(wrong, Broken) else wrong.entry or 0
    return falls if good < falls < bad else good + 1 if good == falls else (good + bad) // 2


def _followed(setup: Setup, raws: Sequence[Any]) -> tuple[Log, Refused | None]:
    log = Log(setup)
    try:
        log.follow(raws)
    except Refused as wrong:
        return log, wrong
    return log, None


def replay(record: object, games: Mapping[str, Game]) -> Log:
    """Replay a record. Raises Refused for the record (entry None) or its first bad entry."""
    log = Log(read_setup(record, games))
    assert isinstance(record, dict)
    for raw in record["log"]:
        log.enter(raw)
    return log


def result(record: object, games: Mapping[str, Game]) -> dict[str, Any]:
    """Judge a record: the result that ``companion replay`` prints, in English everywhere."""
    with speaking(ENGLISH):
        try:
            table = replay(record, games).table
        except Refused as wrong:
            said = {"error": wrong.code, "message": wrong.message}
            return {"ok": False, "entry": wrong.entry, **said}
        return {"ok": True, "game": table.setup.game.slug, **table.setup.game.result(table)}

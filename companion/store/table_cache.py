"""The cache of loaded tables, with a lock for each table."""

import sys
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from flask import Flask, current_app

from companion.core.game import Table
from companion.core.log.log import Log
from companion.core.log.record import SetupRecord
from companion.core.sentences import Sentence

# The most entries of all loaded tables, each of some 600 bytes: 50 tables of 3,000 entries, or 500
# usual ones.
MAX_WEIGHT = 160_000

# The weight of a table without its log, in entries.
TABLE_WEIGHT = 10


@dataclass(frozen=True, slots=True)
class ReplayFault:
    """The first entry of a stored log that does not replay: its number, JSON and reason."""

    number: int
    raw_text: str
    reason: Sentence


class EveningRef(NamedTuple):
    """A table's place in a circle: the numbers of evening and circle, the game's slug, the day."""

    evening: int
    circle: int
    game: str
    day: str


@dataclass(frozen=True, slots=True)
class LoadedTable:
    """A table at a version. It is never changed, so that threads can share it.

    `token` is its address. If `fault` is set, the log ends before the entry that it names.
    `evening_ref` is the table's place in a circle, if any. `leavers` are the players who leave
    after the hand.
    """

    id: int
    token: str
    version: int
    setup_record: SetupRecord
    log: Log
    fault: ReplayFault | None = None
    evening_ref: EveningRef | None = None
    leavers: tuple[str, ...] = ()

    @property
    def table(self) -> Table:
        return self.log.table

    @property
    def weight(self) -> int:
        """The size in memory, in entries."""
        return TABLE_WEIGHT + self.log.weight


class TableCache:
    """The loaded tables in memory, without the least recently used, and a lock for each table."""

    def __init__(self, max_weight: int = MAX_WEIGHT) -> None:
        """Limit the cache to `max_weight` entries, but at least one table."""
        self.weight = 0
        self._max_weight = max_weight
        self._tables: OrderedDict[str, LoadedTable] = OrderedDict()
        self._locks: WeakValueDictionary[str, Lock] = WeakValueDictionary()
        self._mutex = Lock()

    def lock(self, token: str) -> Lock:
        """Return the lock of a table, which lives as long as a thread has it."""
        with self._mutex:
            lock = self._locks.get(token)
            if lock is None:
                lock = self._locks[token] = Lock()
            return lock

    def get(self, token: str) -> LoadedTable | None:
        """Return the table as last loaded or written in this process, or None."""
        with self._mutex:
            if token not in self._tables:
                return None
            self._tables.move_to_end(token)
            return self._tables[token]

    def put(self, table: LoadedTable) -> None:
        """Store a table; drop the least recently used ones beyond the limit."""
        with self._mutex:
            self._remove(table.token)
            self._tables[table.token] = table
            self.weight += table.weight
            while self.weight > self._max_weight and len(self._tables) > 1:
                self._remove(next(iter(self._tables)))

    def _remove(self, token: str) -> None:
        table = self._tables.pop(token, None)
        self.weight -= table.weight if table else 0


def intern_json(value: Any) -> Any:
    """Return a JSON value with its texts interned.

    The same few names, cards and keys are in every entry; as separate texts they would take a
    quarter of the memory.
    """
    if isinstance(value, str):
        return sys.intern(value)
    if isinstance(value, dict):
        return {sys.intern(key): intern_json(item) for key, item in value.items()}
    return [intern_json(item) for item in value] if isinstance(value, list) else value


def init_app(app: Flask) -> None:
    app.extensions["table_cache"] = TableCache()


def get_table_cache() -> TableCache:
    table_cache: TableCache = current_app.extensions["table_cache"]
    return table_cache

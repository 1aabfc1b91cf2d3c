"""The cache of loaded tables, some of them compressed, with a lock for each table."""

import pickle
import sys
import zlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from threading import Lock
from typing import Any, NamedTuple, TypeVar, cast
from weakref import WeakValueDictionary

from flask import Flask, current_app

from companion.core.game import Game, Table
from companion.core.log.log import Log
from companion.core.log.record import SetupRecord
from companion.core.sentences import Sentence
from companion.games import all_games

T = TypeVar("T")


def compress_table(evening: object) -> bytes:
    """Return a table pickled and compressed; its game is pickled by name."""
    file = BytesIO()
    packer = pickle.Pickler(file, pickle.HIGHEST_PROTOCOL)
    packer.dispatch_table = dict.fromkeys({type(game) for game in all_games().values()}, _by_name)
    packer.dump(evening)
    return zlib.compress(file.getvalue(), 1)


def decompress_table(pack: bytes, _kind: type[T]) -> T:
    """Return the table that `compress_table` compressed; `_kind` is its class."""
    return cast(T, pickle.loads(zlib.decompress(pack)))  # noqa: S301  pickled here


def _by_name(game: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    return _named, (game.slug,)


def _named(slug: str) -> Game:
    return all_games()[slug]


# The most loaded tables, in entries of some 600 bytes; those least recently used are compressed.
OPEN = 80_000

# The most bytes of compressed tables: some 1,000 of 3,000 entries, or 10,000 usual ones.
PACKED = 48 * 1024 * 1024

# A table of more entries is not compressed: it would take too long.
HEAVY = 12_000

# The weight of a table without its log, in entries.
EMPTY = 10


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
class TableVersion:
    """The number, the address and the version of a table for which a write was checked."""

    id: int
    token: str
    version: int


@dataclass(frozen=True, slots=True)
class LoadedTable(TableVersion):
    """A table at a version. It is never changed, so that threads can share it.

    `token` is its address. If `fault` is set, the log ends before the entry that it names.
    `evening_ref` is the table's place in a circle, if any. `leavers` are the players who leave
    after the hand.
    """

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
        return EMPTY + self.log.weight


class CompressedCache:
    """Compressed tables with their versions, up to `most` bytes; the oldest are dropped first."""

    def __init__(self, most: int) -> None:
        self.bytes = 0
        self._most = most
        self._packs: OrderedDict[str, tuple[int, bytes]] = OrderedDict()

    def has(self, evening: LoadedTable) -> bool:
        """Return whether a table is stored at this version."""
        return self._packs.get(evening.token, (None,))[0] == evening.version

    def get(self, token: str) -> bytes | None:
        return self._packs[token][1] if token in self._packs else None

    def put(self, evening: LoadedTable, pack: bytes) -> None:
        """Store a compressed table, and remove the oldest ones beyond the limit."""
        self._remove(evening.token)
        self._packs[evening.token] = (evening.version, pack)
        self.bytes += len(pack)
        while self.bytes > self._most:
            self._remove(next(iter(self._packs)))

    def _remove(self, token: str) -> None:
        self.bytes -= len(self._packs.pop(token, (0, b""))[1])


class TableCache:
    """The loaded tables in memory, and a lock for each table.

    Those least recently used are compressed. If they were dropped, an entry would take eight times
    as long with 30 tables of 3,000 entries in use: each would be replayed from the database again.
    """

    def __init__(self, most: int = OPEN, packed: int = PACKED) -> None:
        """Limit the cache to `most` entries, but at least one table, and `packed` bytes."""
        self.most = most
        self.weight = 0
        self._evenings: OrderedDict[str, LoadedTable] = OrderedDict()
        self._packs = CompressedCache(packed)
        self._turns: WeakValueDictionary[str, Lock] = WeakValueDictionary()
        self._mutex = Lock()

    def lock(self, token: str) -> Lock:
        """Return the lock of a table, which lives as long as a thread has it."""
        with self._mutex:
            lock = self._turns.get(token)
            if lock is None:
                lock = self._turns[token] = Lock()
            return lock

    def get(self, token: str) -> LoadedTable | None:
        """Return the table as last loaded or written in this process, or None."""
        with self._mutex:
            if token in self._evenings:
                self._evenings.move_to_end(token)
                return self._evenings[token]
            pack = self._packs.get(token)
        if pack is None:
            return None
        evening = decompress_table(pack, LoadedTable)
        self.put(evening)
        return evening

    def put(self, evening: LoadedTable) -> None:
        """Store a table; compress the least recently used ones beyond the limit."""
        tables = []
        with self._mutex:
            self._remove(evening.token)
            self._evenings[evening.token] = evening
            self.weight += evening.weight
            while self.weight > self.most and len(self._evenings) > 1:
                tables.append(self._remove(next(iter(self._evenings))))
        for other in tables:
            if other is not None and other.weight <= HEAVY and not self._packs.has(other):
                self._pack(other)

    def _pack(self, evening: LoadedTable) -> None:
        pack = compress_table(evening)  # without the mutex
        with self._mutex:
            self._packs.put(evening, pack)

    def _remove(self, token: str) -> LoadedTable | None:
        table = self._evenings.pop(token, None)
        self.weight -= table.weight if table else 0
        return table


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
    app.extensions["kept"] = TableCache()


def get_table_cache() -> TableCache:
    table_cache: TableCache = current_app.extensions["kept"]
    return table_cache

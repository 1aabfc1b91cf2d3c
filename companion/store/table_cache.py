"""The cache of loaded tables, open or compressed, with a lock for each table."""

import pickle
import sys
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
    """Pack an evening, its game by name: a game is functions, and there is one of each."""
    file = BytesIO()
    packer = pickle.Pickler(file, pickle.HIGHEST_PROTOCOL)
    packer.dispatch_table = dict.fromkeys({type(game) for game in all_games().values()}, _by_name)
    packer.dump(evening)
    return zlib.compress(file.getvalue(), 1)


def decompress_table(pack: bytes, _kind: type[T]) -> T:
    """Open an evening that this process has packed: nobody else can have written it."""
    return cast(T, pickle.loads(zlib.decompress(pack)))  # noqa: S301


def _by_name(game: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    return _named, (game.slug,)


def _named(slug: str) -> Game:
    return all_games()[slug]


# How much is kept open in all, in entries of some 600 bytes; evenings not used for longest are
# packed first.
OPEN = 80_000

# How many bytes of packed evenings are kept: some 1,000 of 3,000 entries, or 10,000 usual ones.
PACKED = 48 * 1024 * 1024

# An evening that weighs more, in entries, is not packed: it would take too long at once.
HEAVY = 12_000

# What an evening weighs beside its log, in entries.
EMPTY = 10


@dataclass(frozen=True, slots=True)
class ReplayFault:
    """The first entry of a stored log that cannot stand any more, as it is written, and why."""

    number: int
    raw_text: str
    reason: Sentence


class EveningRef(NamedTuple):
    """Where a table belongs: the numbers of an evening and of its circle, the game, the day."""

    evening: int
    circle: int
    game: str
    day: str


@dataclass(frozen=True, slots=True)
class LoadedTable:
    """A table as it stood at a version; whoever writes makes another, so all may look at this.

    ``setup_record`` is as a record has it. Where the evening is ``fault`` its log goes up to there.
    ``evening_ref`` is its place in a circle, if it is of one.
    """

    id: int
    token: str
    version: int
    setup_record: SetupRecord
    log: Log
    fault: ReplayFault | None = None
    evening_ref: EveningRef | None = None

    @property
    def table(self) -> Table:
        """The table as it stood."""
        return self.log.table

    @property
    def weight(self) -> int:
        """What keeping it costs, in entries."""
        return EMPTY + self.log.weight


class CompressedCache:
    """Packed evenings with their versions, those not used for longest first, up to some bytes."""

    def __init__(self, most: int) -> None:
        self.bytes = 0
        self._most = most
        self._packs: OrderedDict[str, tuple[int, bytes]] = OrderedDict()

    def has(self, evening: LoadedTable) -> bool:
        """Return whether an evening is here as it stands."""
        return self._packs.get(evening.token, (None,))[0] == evening.version

    def get(self, token: str) -> bytes | None:
        """Return a packed evening."""
        return self._packs[token][1] if token in self._packs else None

    def put(self, evening: LoadedTable, pack: bytes) -> None:
        """Keep a packed evening, and let go of others where there are too many bytes."""
        self._remove(evening.token)
        self._packs[evening.token] = (evening.version, pack)
        self.bytes += len(pack)
        while self.bytes > self._most:
            self._remove(next(iter(self._packs)))

    def _remove(self, token: str) -> None:
        self.bytes -= len(self._packs.pop(token, (0, b""))[1])


class TableCache:
    """The evenings kept in memory, and one lock for each table that somebody loads or writes.

    Without the packed ones a tap takes eight times as long where 30 evenings of 3,000 entries are
    in use: each is replayed from the database again.
    """

    def __init__(self, most: int = OPEN, packed: int = PACKED) -> None:
        """Keep so many entries open; one evening is kept whatever it weighs."""
        self.most = most
        self.weight = 0
        self._evenings: OrderedDict[str, LoadedTable] = OrderedDict()
        self._packs = CompressedCache(packed)
        self._turns: WeakValueDictionary[str, Lock] = WeakValueDictionary()
        self._mutex = Lock()

    @contextmanager
    def lock(self, token: str) -> Iterator[None]:
        """Have a table for oneself."""
        with self._lock(token):
            yield

    def _lock(self, token: str) -> Lock:
        """Return the lock of a table; it lives as long as somebody has it."""
        with self._mutex:
            lock = self._turns.get(token)
            if lock is None:
                lock = self._turns[token] = Lock()
            return lock

    def get(self, token: str) -> LoadedTable | None:
        """Return an evening as it was when somebody last loaded or wrote it."""
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
        """Keep an evening open, and pack others where they are too heavy together."""
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
        pack = compress_table(evening)  # others have the mutex meanwhile
        with self._mutex:
            self._packs.put(evening, pack)

    def _remove(self, token: str) -> LoadedTable | None:
        table = self._evenings.pop(token, None)
        self.weight -= table.weight if table else 0
        return table


def intern_json(value: Any) -> Any:
    """Return a JSON value as it is, with the one copy that there is of each of its texts.

    The same few names, cards and keys stand in every entry, and would be a quarter of it all.
    """
    if isinstance(value, str):
        return sys.intern(value)
    if isinstance(value, dict):
        return {sys.intern(key): intern_json(item) for key, item in value.items()}
    return [intern_json(item) for item in value] if isinstance(value, list) else value


def init_app(app: Flask) -> None:
    """Give an app its own memory."""
    app.extensions["kept"] = TableCache()


def get_table_cache() -> TableCache:
    """Return the cache of the current app."""
    table_cache: TableCache = current_app.extensions["kept"]
    return table_cache

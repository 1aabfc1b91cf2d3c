"""What an app keeps in memory: the evenings in use, as far as they fit, and a lock a table."""

import sys
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

from flask import Flask, current_app

from companion.core.game import Table
from companion.core.log.log import Log
from companion.core.log.record import SetupRecord
from companion.core.sentences import Sentence
from companion.machine.long_work import holding

KEPT = 80_000
"""How much is kept in memory in all, in entries of some 600 bytes; evenings not used for longest
go first."""

EMPTY = 10
"""What an evening weighs beside its log, in entries."""


@dataclass(frozen=True, slots=True)
class Broken:
    """The first entry of a stored log that cannot stand any more, as it is written, and why."""

    number: int
    text: str
    why: Sentence


@dataclass(frozen=True, slots=True)
class Evening:
    """A table as it stood at a version; whoever writes makes another, so all may look at this.

    ``setup`` is as a record has it. Where the evening is ``broken`` its log goes up to there.
    """

    id: int
    token: str
    version: int
    setup: SetupRecord
    log: Log
    broken: Broken | None = None

    @property
    def table(self) -> Table:
        """The table as it stood."""
        return self.log.table

    @property
    def weight(self) -> int:
        """What keeping it costs, in entries."""
        return EMPTY + self.log.weight


class Kept:
    """The evenings kept in memory, and one lock for each table that somebody loads or writes."""

    def __init__(self, most: int = KEPT) -> None:
        """Keep at most so many entries; one evening is kept whatever it weighs."""
        self.most = most
        self.weight = 0
        self._evenings: OrderedDict[str, Evening] = OrderedDict()
        self._turns: WeakValueDictionary[str, Lock] = WeakValueDictionary()
        self._mutex = Lock()

    @contextmanager
    def turn(self, token: str) -> Iterator[None]:
        """Have a table for oneself."""
        with holding(self._lock(token)):
            yield

    def _lock(self, token: str) -> Lock:
        """Give the lock of a table; it lives as long as somebody has it."""
        with self._mutex:
            lock = self._turns.get(token)
            if lock is None:
                lock = self._turns[token] = Lock()
            return lock

    def get(self, token: str) -> Evening | None:
        """Give an evening as it was when somebody last loaded or wrote it."""
        with self._mutex:
            if token in self._evenings:
                self._evenings.move_to_end(token)
            return self._evenings.get(token)

    def put(self, evening: Evening) -> None:
        """Keep an evening, and let go of others where they are too heavy together."""
        with self._mutex:
            self._remove(evening.token)
            self._evenings[evening.token] = evening
            self.weight += evening.weight
            while self.weight > self.most and len(self._evenings) > 1:
                self._remove(next(iter(self._evenings)))

    def _remove(self, token: str) -> None:
        gone = self._evenings.pop(token, None)
        self.weight -= gone.weight if gone else 0


def shared(value: Any) -> Any:
    """Give a JSON value as it is, with the one copy that there is of each of its texts.

    The same few names, cards and keys stand in every entry, and would be a quarter of it all.
    """
    if isinstance(value, str):
        return sys.intern(value)
    if isinstance(value, dict):
        return {sys.intern(key): shared(item) for key, item in value.items()}
    return [shared(item) for item in value] if isinstance(value, list) else value


def init_app(app: Flask) -> None:
    """Give an app its own memory."""
    app.extensions["kept"] = Kept()


def kept() -> Kept:
    """Give the memory of the app at work."""
    found: Kept = current_app.extensions["kept"]
    return found

"""Long work, of which a process does one piece at a time, and which gives way to what is short.

Python computes in one thread at a time, and each more that works lets a tap wait longer. Beside
eight who paste long records 95 % of taps took 0.11 s, and without the pauses 0.17 s.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Event, Lock, local
from time import monotonic

from companion.core.work_limit import pause_hook

# How much long work is done at one time. More would be no faster: it computes in one process.
AT_ONCE = 1

# How much of it may be done or wait; a server has some threads more than these, for taps.
ADMITTED = 16

# Seconds that long work waits for its turn.
PATIENCE = 8

# Seconds for which long work pauses at most for short work, and no longer than it has worked.
LONGEST_PAUSE = 0.005


class Busy(Exception):
    """There is too much long work already."""


class ForegroundWork:
    """How many threads do short work."""

    def __init__(self) -> None:
        self._many = 0
        self._mutex = Lock()
        self._none = Event()

    @contextmanager
    def count_thread(self, by: int = 1) -> Iterator[None]:
        """Count one more thread for as long as this lasts, or one less."""
        self._change(by)
        try:
            yield
        finally:
            self._change(-by)

    def _change(self, by: int) -> None:
        with self._mutex:
            self._many += by
            (self._none.clear if self._many > 0 else self._none.set)()

    def pauses(self) -> "Iterator[None]":
        """Pause at each step, until no short work is done or the pause is long enough."""
        while True:
            since = monotonic()
            yield
            self._none.wait(min(LONGEST_PAUSE, monotonic() - since))


short_work = ForegroundWork()


class LongWorkSlots:
    """Turns for long work. Work within work of the same thread needs no turn of its own."""

    def __init__(self) -> None:
        self._admitted = BoundedSemaphore(ADMITTED)
        self._turns = BoundedSemaphore(AT_ONCE)
        self._mine = local()

    @contextmanager
    def acquire(self) -> Iterator[None]:
        """Wait for a turn, and have it for as long as this lasts. Raises Busy."""
        if getattr(self._mine, "has_turn", False):
            yield
            return
        with (
            short_work.count_thread(-1),
            _one_of(self._admitted, 0),
            _one_of(self._turns, PATIENCE),
            pause_hook(short_work.pauses().__next__),
        ):
            self._mine.has_turn = True
            try:
                yield
            finally:
                self._mine.has_turn = False


@contextmanager
def _one_of(places: BoundedSemaphore, seconds: float) -> Iterator[None]:
    if not places.acquire(timeout=seconds):
        raise Busy
    try:
        yield
    finally:
        places.release()


# Takes a turn of this process: ``with long_work(): …``. Raises Busy.
long_work = LongWorkSlots().acquire

"""Turns for long work: one piece at a time, with pauses while short work is done.

Python computes in one thread at a time, and each further one that computes delays a tap. Beside
eight devices that paste long records 95 % of taps took 0.11 s, and without the pauses 0.17 s.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Event, Lock, local
from time import monotonic

from companion.core.work_limit import pause_hook

# The pieces of long work that run at one time. More would be no faster, in one process.
MAX_RUNNING = 1

# The pieces running or waiting; a server has more threads than these, for short requests.
MAX_ADMITTED = 16

# Seconds that long work waits for its turn.
TURN_TIMEOUT = 8

# The longest pause for short work in seconds; it is also never longer than the work before it.
MAX_PAUSE = 0.005


class Busy(Exception):
    """Too much long work is waiting already."""

    # Seconds until another try.
    retry_after = 5


class ForegroundWork:
    """The number of threads that do short work."""

    def __init__(self) -> None:
        self._count = 0
        self._mutex = Lock()
        self._idle = Event()

    @contextmanager
    def count_thread(self, change: int = 1) -> Iterator[None]:
        """Count one more thread (or `change` threads) inside the context."""
        self._change(change)
        try:
            yield
        finally:
            self._change(-change)

    def _change(self, change: int) -> None:
        with self._mutex:
            self._count += change
            if self._count > 0:
                self._idle.clear()
            else:
                self._idle.set()

    def pauses(self) -> Iterator[None]:
        """Pause at each step, until no short work is left or the pause is long enough."""
        while True:
            since = monotonic()
            yield
            self._idle.wait(min(MAX_PAUSE, monotonic() - since))


short_work = ForegroundWork()

_admitted, _turns = BoundedSemaphore(MAX_ADMITTED), BoundedSemaphore(MAX_RUNNING)
_thread = local()


@contextmanager
def long_work() -> Iterator[None]:
    """Wait for a turn, and hold it inside the context. Raises Busy.

    A thread has one turn, however deep the contexts are nested.
    """
    if getattr(_thread, "has_turn", False):
        yield
        return
    with (
        # A request is counted as short until it asks for a turn.
        short_work.count_thread(-1),
        _acquire(_admitted, 0),
        _acquire(_turns, TURN_TIMEOUT),
        pause_hook(short_work.pauses().__next__),
    ):
        _thread.has_turn = True
        try:
            yield
        finally:
            _thread.has_turn = False


@contextmanager
def _acquire(semaphore: BoundedSemaphore, timeout: float) -> Iterator[None]:
    if not semaphore.acquire(timeout=timeout):
        raise Busy
    try:
        yield
    finally:
        semaphore.release()

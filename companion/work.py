"""How much the house does at once: long work waits for its turn, so that taps never wait for it."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, local

AT_ONCE = 1
"""How much long work is done at one time. More would be no faster: it computes in one process."""

ADMITTED = 32
"""How much of it may be done or wait; a server has some threads more than these, for taps."""

PATIENCE = 8
"""Seconds that long work waits for its turn."""


class Busy(Exception):
    """There is too much long work already."""


class Turns:
    """Turns for long work. Work within work of the same thread needs no turn of its own."""

    def __init__(self) -> None:
        self._admitted = BoundedSemaphore(ADMITTED)
        self._turns = BoundedSemaphore(AT_ONCE)
        self._mine = local()

    @contextmanager
    def take(self) -> Iterator[None]:
        """Wait for a turn, and have it for as long as this lasts. Raises Busy."""
        if getattr(self._mine, "has_turn", False):
            yield
            return
        with _one_of(self._admitted, 0), _one_of(self._turns, PATIENCE):
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


long_work = Turns().take
"""Takes a turn of this process: ``with long_work(): …``. Raises Busy."""

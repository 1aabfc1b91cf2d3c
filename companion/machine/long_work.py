"""How much the house does at once: long work waits for its turn, so that taps never wait for it.

Python computes in one thread at a time. Of many threads that would each waits for all the others,
and they spend more time on handing over than on work: so few are let in at one time, others as soon
as one of them has to wait for long, and what is long pauses while there is any.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Event, Lock, local
from time import monotonic
from typing import ParamSpec, TypeVar

from companion.core.budget import breathing

LIGHT = 2
"""How much is done at one time that is neither long nor waits for long: while one thread waits for
the database another can compute, and with more of them all lose time."""

LATE = 0.1
"""Seconds after which such work lets others in, for then it does wait, such as for a slow disk."""

AT_ONCE = 1
"""How much long work is done at one time. More would be no faster: it computes in one process."""

ADMITTED = 32
"""How much of it may be done or wait; a server has some threads more than these, for taps."""

PATIENCE = 8
"""Seconds that long work waits for its turn."""

LONGEST_PAUSE = 0.005
"""Seconds for which long work pauses at most: a twelfth of what it has worked since it last did."""

SWITCH_INTERVAL = 0.0015
"""Seconds until long work lets another thread go on that waits for it."""

P = ParamSpec("P")
R = TypeVar("R")


class Busy(Exception):
    """There is too much long work already."""


class LightWork:
    """How much light work is being done."""

    def __init__(self) -> None:
        """Begin with none."""
        self._many = 0
        self._mutex = Lock()
        self._none = Event()
        self._none.set()

    @property
    def is_any(self) -> bool:
        """Say whether any is being done."""
        return self._many > 0

    def change(self, by: int) -> None:
        """Note that so much more is being done."""
        with self._mutex:
            self._many += by
            (self._none.clear if self._many else self._none.set)()

    def wait_for_none(self, seconds: float) -> None:
        """Wait until none is done, at most so long."""
        self._none.wait(seconds)


_light = LightWork()
_here = local()


class Place:
    """A place among light work. It is left at the end, or where the work has to wait."""

    def __init__(self, leave: Callable[[], object], soon: Callable[..., object]) -> None:
        """Take it. ``leave`` is called once, by ``soon`` where another thread wants it."""
        self._leave, self._soon = leave, soon
        self._is_left = False
        _light.change(1)

    def work(self, work: Callable[P, R], *given: P.args, **named: P.kwargs) -> R:
        """Work in this thread, which has the place."""
        _here.place = self
        try:
            return work(*given, **named)
        finally:
            _here.place = None

    def leave(self) -> None:
        """Leave it, if that was not done before; only the thread that took it may."""
        if not self._is_left:
            self._is_left = True
            _light.change(-1)
            self._leave()

    def leave_soon(self) -> None:
        """Leave it from another thread."""
        self._soon(self.leave)


def step_aside() -> None:
    """Let others in: what is done in this thread is going to wait."""
    place: Place | None = getattr(_here, "place", None)
    if place is not None:
        place.leave_soon()


@contextmanager
def holding(lock: Lock) -> Iterator[None]:
    """Have a lock; whoever waits for it lets others do their work meanwhile."""
    if not lock.acquire(blocking=False):
        step_aside()
        lock.acquire()
    try:
        yield
    finally:
        lock.release()


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
        step_aside()
        with _one_of(self._admitted, 0), _one_of(self._turns, PATIENCE), _giving_way():
            self._mine.has_turn = True
            try:
                yield
            finally:
                self._mine.has_turn = False


class _Pauses:
    """The pauses of a piece of long work: for most of the time it works."""

    def __init__(self) -> None:
        self._since = monotonic()

    def pause(self) -> None:
        """Wait while light work is done."""
        if _light.is_any:
            _light.wait_for_none(min(LONGEST_PAUSE, (monotonic() - self._since) / 12))
            self._since = monotonic()


@contextmanager
def _giving_way() -> Iterator[None]:
    """Let other threads go on sooner than they usually may, and pause while light work is done."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL)
    try:
        with breathing(_Pauses().pause):
            yield
    finally:
        sys.setswitchinterval(usual)


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

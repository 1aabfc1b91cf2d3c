"""Threads that work for a loop, with as little between them and it as there can be.

An executor of the standard library hands every result on through two futures and three locks:
that would be a sixth of all that the loop does for a tap.
"""

from asyncio import AbstractEventLoop, Future, get_running_loop
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

R = TypeVar("R")

Job = tuple[AbstractEventLoop, Callable[[], Any], "Future[Any]"]
"""What is to be done, and whoever waits for it in which loop."""


class Threads:
    """So many threads at most, each begun when there is more to do than others can."""

    def __init__(self, most: int) -> None:
        """Begin with none."""
        self._most = most
        self._begun = self._in_work = 0
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()

    def work(self, work: Callable[[], R]) -> "Future[R]":
        """Work in a thread as soon as one is free; only the loop that waits for it may ask."""
        loop = get_running_loop()
        result: Future[R] = loop.create_future()
        self._in_work += 1
        if self._begun < min(self._in_work, self._most):
            self._begun += 1
            Thread(target=self._go_on, daemon=True).start()
        self._jobs.put((loop, work, result))
        return result

    def close(self) -> None:
        """Let every thread end once it has done what was asked for before."""
        for _ in range(self._begun):
            self._jobs.put(None)

    def _go_on(self) -> None:
        while (job := self._jobs.get()) is not None:
            self._do(*job)
            del job  # it holds a whole request while the thread waits for the next

    def _do(self, loop: AbstractEventLoop, work: Callable[[], R], result: "Future[R]") -> None:
        tell: Callable[[Any], None] = result.set_result
        found: R | BaseException
        try:
            found = work()
        except BaseException as wrong:
            tell, found = result.set_exception, wrong
        with suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(self._tell, result, tell, found)

    def _tell(self, result: "Future[R]", tell: Callable[[Any], None], found: object) -> None:
        self._in_work -= 1
        if not result.done():
            tell(found)

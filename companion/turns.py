"""Whose turn it is to be worked for: one address after another, however many wait of one."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

WAITING = 1024
"""How many of one address may wait."""


class Crowded(Exception):
    """Too many of one address wait."""


class Turns:
    """Lets so many in at one time; of those who wait, each address has its turn."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[Callable[[], None]]:
        """Wait for a turn, and have it; "" is the server itself. Raises Crowded, not to itself.

        What is given ends the turn; after that it does nothing.
        """
        if self._free:
            self._free -= 1
        else:
            await self._wait(address)
        ends = [self._hand_on]

        def end() -> None:
            if ends:
                ends.pop()()

        try:
            yield end
        finally:
            end()

    async def _wait(self, address: str) -> None:
        line = self._waiting.setdefault(address, deque())
        if address and len(line) >= WAITING:
            raise Crowded
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._hand_on()
            raise

    def _hand_on(self) -> None:
        """Call the first who waits of the address whose turn is next; that goes to the end."""
        while self._waiting:
            address = next(iter(self._waiting))
            line = self._waiting.pop(address)
            called = line.popleft()
            if line:
                self._waiting[address] = line
            if not called.done():
                called.set_result(None)
                return
        self._free += 1

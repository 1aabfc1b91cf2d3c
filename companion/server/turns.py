"""Whose turn it is to be worked for: one address after another, however many wait of one."""

import asyncio
from collections import deque
from collections.abc import Callable

WAITING = 512
"""How many of one address may wait."""


class Crowded(Exception):
    """Too many of one address wait."""


class Turns:
    """Lets so many in at one time; of those who wait, each address has its turn."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @property
    def is_any_free(self) -> bool:
        """Say whether whoever comes now is let in at once."""
        return self._free > 0

    def turn(self, address: str) -> "Turn":
        """Give a turn to wait for: ``async with turns.turn(address) as end``. "" is the server."""
        return Turn(self, address)

    async def take(self, address: str) -> None:
        """Wait for a turn; whoever has it gives it back. Raises Crowded, not to the server."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(address)

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
                self.give_back()
            raise

    def give_back(self) -> None:
        """End a turn: the first who waits of the next address has it. That goes to the end."""
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


class Turn:
    """A turn of an address. It is over at the end, or where what is given is called."""

    def __init__(self, turns: Turns, address: str) -> None:
        self._turns, self._address = turns, address
        self._has_it = False

    async def __aenter__(self) -> Callable[[], None]:
        """Wait for it. Raises Crowded."""
        await self._turns.take(self._address)
        self._has_it = True
        return self.end

    async def __aexit__(self, *_: object) -> None:
        """End it."""
        self.end()

    def end(self) -> None:
        """End it, if that was not done before."""
        if self._has_it:
            self._has_it = False
            self._turns.give_back()

"""Who may stay connected: bounds in time and number on those who send, read or do nothing.

Nobody is turned away at the door. Where there are too many, the one who has kept us waiting
longest goes; a browser that was only idle connects again by itself.
"""

from asyncio import AbstractEventLoop, TimerHandle, Transport
from collections import defaultdict
from collections.abc import Iterator
from socket import IPPROTO_TCP, TCP_NODELAY

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from companion.machine.ip import household
from companion.server.proxies import Proxies

CONNECTIONS = 4000
"""How many connections there may be."""

FROM_ONE_HOUSEHOLD = 2000
"""How many of them from one household: a whole club behind one router has a few hundred.

This bound and the two below do not hold for a proxy, which connects for all who visit.
"""

UNFINISHED = 128
"""How many requests from one household may be on their way at one time."""

UNREAD = 32
"""How many answers to one household may wait there to be read."""

HEAD = 32 * 1024
"""How many bytes the request line and the headers may have."""

PIPELINED = 8
"""How many requests a connection may send before the first of them is answered."""

IDLE_TIME, REQUEST_TIME, READING_TIME = 75, 20, 60
"""Seconds without a request; from its first byte to its last; until its answer has been read."""


class Crowd:
    """Connections in the order in which they were last heard of, up to a number."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._members: dict[Connection, None] = {}

    def __len__(self) -> int:
        return len(self._members)

    def __iter__(self) -> "Iterator[Connection]":
        return iter(self._members)

    def add(self, one: "Connection") -> None:
        """Put a connection last; of too many, the first goes that is not in work."""
        self.remove(one)
        self._members[one] = None
        if len(self._members) > self._most:
            idle = (other for other in self._members if not other.in_work)
            next(idle, one).drop()

    def remove(self, one: "Connection") -> None:
        """Forget a connection, if it is here."""
        self._members.pop(one, None)


class Door:
    """All connections, all of each household, and those that are slow in sending or reading."""

    def __init__(self, most: int, proxies: Proxies) -> None:
        self.all = Crowd(most)
        self._proxies = proxies
        self._here = _by_household(FROM_ONE_HOUSEHOLD)
        self._sending = _by_household(UNFINISHED)
        self._reading = _by_household(UNREAD)

    def whose(self, peer: str) -> str:
        """Name the household that connects from an address; "" where a proxy does, for many."""
        return "" if self._proxies.believes(peer) else household(peer)

    def heard(self, one: "Connection") -> None:
        """Note that a connection has come, or has sent or been given something whole."""
        self.all.add(one)
        _join(self._here, one)
        _leave(self._sending, one)

    def sends(self, one: "Connection") -> None:
        """Note that a request is on its way."""
        _join(self._sending, one)

    def reads(self, one: "Connection") -> None:
        """Note that an answer waits to be read."""
        _join(self._reading, one)

    def has_read(self, one: "Connection") -> None:
        """Note that an answer has been read."""
        _leave(self._reading, one)

    def gone(self, one: "Connection") -> None:
        """Note that a connection has ended."""
        self.all.remove(one)
        for crowds in (self._here, self._sending, self._reading):
            _leave(crowds, one)


Crowds = defaultdict[str, Crowd]


def _by_household(most: int) -> Crowds:
    return defaultdict(lambda: Crowd(most))


def _join(crowds: Crowds, one: "Connection") -> None:
    """Put a connection into the crowd of its household, if it is of one."""
    if one.household:
        crowds[one.household].add(one)


def _leave(crowds: Crowds, one: "Connection") -> None:
    """Take a connection out of the crowd of its household, and an empty crowd out of memory."""
    if one.household in crowds:
        crowds[one.household].remove(one)
        if not crowds[one.household]:
            del crowds[one.household]


class Connection(HttpToolsProtocol):
    """A connection that has a time for everything, and a bound for what comes before a body."""

    def __init__(
        self,
        door: Door,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.household = ""
        self.in_work = False
        self._door = door
        self._deadline: TimerHandle | None = None
        self._head = 0

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        transport.get_extra_info("socket").setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
        self.household = self._door.whose(self.client[0] if self.client else "")
        self._expect(IDLE_TIME)
        self._door.heard(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        super().connection_lost(exc)
        self._expect(None)
        self._door.gone(self)

    def data_received(self, data: bytes) -> None:
        """Read on, unless there is no end to a head."""
        self._head += len(data)
        super().data_received(data)
        if self._head > HEAD and not self.transport.is_closing():
            self.send_400_response("The head of the request is too long.")

    def on_message_begin(self) -> None:
        """Expect the whole request from now on. Raises ValueError where too many wait."""
        if len(self.pipeline) >= PIPELINED:
            raise ValueError("too many requests at once")
        super().on_message_begin()
        self._expect(REQUEST_TIME)
        self._door.sends(self)

    def on_headers_complete(self) -> None:
        """Let a head in that is not too long. Raises ValueError."""
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > HEAD:
            raise ValueError("the head is too long")
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Take some of the body; its length is bound elsewhere."""
        self._head = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Give the request to the app."""
        super().on_message_complete()
        self._head = 0
        self.in_work = True
        self._expect(None)
        self._door.heard(self)

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        self.in_work = False
        if not self.flow.write_paused:
            self._expect(IDLE_TIME)
        super().on_response_complete()
        self._door.heard(self)

    def pause_writing(self) -> None:
        """Begin to wait for the answer to be read."""
        super().pause_writing()
        self._expect(READING_TIME)
        self._door.reads(self)

    def resume_writing(self) -> None:
        """Go on: most of the answer has been read."""
        super().resume_writing()
        self._expect(None if self.in_work else IDLE_TIME)
        self._door.has_read(self)

    def drop(self) -> None:
        """End it at once, whatever it was about."""
        self._door.gone(self)
        self.transport.abort()

    def _expect(self, seconds: float | None) -> None:
        """Drop it unless something comes within so many seconds; None: whenever it likes."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self.drop)

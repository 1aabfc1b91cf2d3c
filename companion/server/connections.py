"""Limits on connections: how many there are, and how long each may take.

Without them a device that opens connections and sends nothing, or half a request, could use up all.
At the limit the connection that has been idle longest is dropped; a browser opens a new one when it
needs it. uvicorn alone limits only the time between two requests, and its `limit_concurrency` would
refuse the newcomer instead.
"""

from asyncio import TimerHandle, Transport
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from companion.server.asgi import Application, Message, Receive, Scope, Send

# The most connections at one time.
MAX_CONNECTIONS = 4000

# The most bytes of a request line with its headers.
MAX_HEAD_SIZE = 32 * 1024

# The most seconds between two requests, from the first byte of a request to its last, and until the
# device has read the answer.
IDLE_TIMEOUT, REQUEST_TIMEOUT, WRITE_TIMEOUT = 75, 20, 60


class ConnectionLimiter:
    """An ASGI application around another one; it knows all connections and drops some.

    They are ordered by the time of their last answer; at most `limit` stay open.
    """

    def __init__(self, app: Application, limit: int) -> None:
        self._app, self._limit = app, limit
        self._connections: dict[object, ClientConnection] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request. Its deadline ends when all of it has arrived."""
        connection = self._connections[scope["client"]]
        connection.is_in_head = False

        async def receive_part() -> Message:
            message = await receive()
            if not message.get("more_body"):
                connection.begin_work()
            return message

        try:
            await self._app(scope, receive_part, send)
        finally:
            connection.end_work()
            self.touch(connection)

    def touch(self, connection: "ClientConnection") -> None:
        """Move a connection to the end; above the limit, drop the first that is idle."""
        if connection.transport.is_closing():
            return
        self.forget(connection)
        self._connections[connection.client] = connection
        if len(self._connections) > self._limit:
            # A stream is working as long as it lasts, so it stays.
            idle = (other for other in self._connections.values() if not other.is_working)
            next(idle, connection).drop()

    def forget(self, connection: "ClientConnection") -> None:
        self._connections.pop(connection.client, None)


class ClientConnection(HttpToolsProtocol):
    """A connection with a deadline for each phase and a limit on the head of a request."""

    def __init__(self, limiter: ConnectionLimiter, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_in_head, self.is_working = True, False
        self._limiter = limiter
        self._deadline: TimerHandle | None = None
        self._head_size = 0

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._set_deadline(IDLE_TIMEOUT)
        self._limiter.touch(self)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._set_deadline(None)
        self._limiter.forget(self)

    def data_received(self, data: bytes) -> None:
        if self.is_in_head:
            if not self._head_size:
                self._set_deadline(REQUEST_TIMEOUT)
            # The parser of uvicorn itself accepts a head without an end.
            self._head_size += len(data)
        super().data_received(data)
        if self.is_in_head and self._head_size > MAX_HEAD_SIZE:
            self.loop.call_soon(self._refuse_head)  # after the limiter, if the head ends here

    def _refuse_head(self) -> None:
        if self.is_in_head:
            self.drop()

    def begin_work(self) -> None:
        """Stop the clock: the whole request has arrived."""
        self.is_working = True
        self._set_deadline(None)

    def end_work(self) -> None:
        """Start the deadline of the next request, or that of reading an answer not yet sent."""
        self.is_in_head, self.is_working, self._head_size = True, False, 0
        self._set_deadline(WRITE_TIMEOUT if self.flow.write_paused else IDLE_TIMEOUT)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._set_deadline(WRITE_TIMEOUT)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._set_deadline(None if self.is_working else IDLE_TIMEOUT)

    def drop(self) -> None:
        """Close the connection at once, in any phase."""
        self._limiter.forget(self)
        self.transport.abort()

    def _set_deadline(self, seconds: float | None) -> None:
        """Drop the connection after `seconds` (None: never), unless this is called again."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self.drop)

"""Limits on connections: how many there are, and how long each may take.

Without them a device that opens connections and sends nothing, or half a request, takes all that
there are. At the limit the connection that has been idle longest is dropped; a browser opens a new
one when it needs it. uvicorn alone limits only the time between two requests, and its
`limit_concurrency` would refuse the newcomer instead.
"""

from asyncio import AbstractEventLoop, TimerHandle, Transport

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from companion.server.asgi import Application, Message, Receive, Scope, Send

# The most connections at one time.
CONNECTIONS = 4000

# The most bytes of a request line with its headers.
HEAD = 32 * 1024

# Seconds between two requests, from the first byte of a request to its last, and for reading its
# answer.
IDLE_TIME, REQUEST_TIME, READING_TIME = 75, 20, 60


class ConnectionLimiter:
    """An ASGI application around another one; it knows all connections and drops some.

    They are ordered by the time of their last answer; at most `most` stay open.
    """

    def __init__(self, app: Application, most: int) -> None:
        self._app, self._most = app, most
        self._here: dict[object, ClientConnection] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request. Its deadline ends when all of it has arrived."""
        connection = self._here[scope["client"]]
        connection.in_head = False

        async def heard() -> Message:
            message = await receive()
            if not message.get("more_body"):
                connection.begin()
            return message

        try:
            await self._app(scope, heard, send)
        finally:
            connection.end()
            self.touch(connection)

    def touch(self, connection: "ClientConnection") -> None:
        """Move a connection to the end; above the limit, drop the first that is idle."""
        if connection.transport.is_closing():
            return
        self.forget(connection)
        self._here[connection.client] = connection
        if len(self._here) > self._most:
            # Streams are in work as long as they last, so they stay.
            idle = (other for other in self._here.values() if not other.in_work)
            next(idle, connection).drop()

    def forget(self, connection: "ClientConnection") -> None:
        self._here.pop(connection.client, None)


class ClientConnection(HttpToolsProtocol):
    """A connection with a deadline for each phase and a limit on the head of a request."""

    def __init__(
        self,
        door: ConnectionLimiter,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.in_head, self.in_work = True, False
        self._door = door
        self._deadline: TimerHandle | None = None
        self._head = 0

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect(IDLE_TIME)
        self._door.touch(self)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._expect(None)
        self._door.forget(self)

    def data_received(self, data: bytes) -> None:
        if self.in_head:
            if not self._head:
                self._expect(REQUEST_TIME)
            # The parser of uvicorn itself accepts a head without an end.
            self._head += len(data)
        super().data_received(data)
        if self.in_head and self._head > HEAD:
            self.loop.call_soon(self._refuse_head)  # after the door, if the head ends here

    def _refuse_head(self) -> None:
        if self.in_head:
            self.drop()

    def begin(self) -> None:
        """Stop the clock: the whole request has arrived."""
        self.in_work = True
        self._expect(None)

    def end(self) -> None:
        """Start the deadline of the next request, or that of reading an answer not yet sent."""
        self.in_head, self.in_work, self._head = True, False, 0
        self._expect(READING_TIME if self.flow.write_paused else IDLE_TIME)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._expect(READING_TIME)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._expect(None if self.in_work else IDLE_TIME)

    def drop(self) -> None:
        """Close the connection at once, in any phase."""
        self._door.forget(self)
        self.transport.abort()

    def _expect(self, seconds: float | None) -> None:
        """Drop the connection after `seconds` (None: never), unless this is called again."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self.drop)

"""Between the server, which waits for thousands of connections, and the app, which runs in threads.

A request enters the app only when it is there whole, and leaves it with its whole answer: nobody
who sends or reads slowly ever holds a thread.
"""

import asyncio
import io
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, TypeVar, TypeVarTuple

from werkzeug.datastructures import Headers
from werkzeug.test import run_wsgi_app

from companion.core.sentences import say
from companion.machine.ip import household
from companion.machine.long_work import LATE, LIGHT, Place
from companion.server.environ import LARGEST, Body, environ
from companion.server.hub import GZIP, WISHES, Drawn, Hub, Undrawn, Viewer, Wish
from companion.server.proxies import NO_PROXIES, Proxies
from companion.server.shares import Shares
from companion.server.threads import Threads
from companion.server.turns import Crowded, Turns
from companion.server.wished import wished

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment
    from uvicorn._types import ASGIReceiveCallable, ASGISendCallable, Scope

SMALL = 16 * 1024
"""A body up to so many bytes, such as a tap's, is always taken."""

LARGE_AT_ONCE = 24
"""How many larger bodies may be on their way or in work at one time."""

PATIENCE = 8 * LARGEST
"""How much is thrown away before the connection is given up."""

NOT_FOR_DRAWING = ("HTTP_ACCEPT_ENCODING", "HTTP_IF_NONE_MATCH", WISHES)
"""What of a request does not concern the drawing of the board that it asks for."""

NOBODYS = ("403", "404", "410")
"""How an answer begins that nobody may look at the board any more."""

OURS = ""
"""In whose turn boards are drawn for all who watch."""

BUSY = say("The server is busy. Wait a moment, then try again.")

Look = Callable[[list[str]], Mapping[str, int]]
Answer = tuple[Iterable[bytes], str, Headers]
R = TypeVar("R")
Ts = TypeVarTuple("Ts")


class Overrun(Exception):
    """Too much is sent, or by too many at once."""


class Gateway:
    """An ASGI application around a WSGI one."""

    def __init__(
        self,
        app: "WSGIApplication",
        threads: int,
        streams: int,
        look: Look,
        proxies: Proxies = NO_PROXIES,
    ) -> None:
        """Answer in so many threads, and keep so many streams besides.

        ``look`` tells the versions of tables.
        """
        self._app = app
        self.proxies = proxies
        self._threads = Threads(threads)
        self._large = 0
        self.streams = Shares(streams, Viewer.close)
        self._turns = Turns(LIGHT)
        self.hub = Hub(self._draw, partial(self._versions, look))

    async def __call__(
        self, scope: "Scope", receive: "ASGIReceiveCallable", send: "ASGISendCallable"
    ) -> None:
        """Answer one request."""
        body = Body()
        try:
            if await self._read(body, receive):
                await self._work(environ(scope, body), receive, send)
        except (Overrun, Crowded):
            await _send(_busy(environ(scope, body)), send)
        finally:
            self._large -= body.is_large

    def close(self) -> None:
        """Let nobody in any more; who is inside may finish."""
        self._threads.close()

    async def _read(self, body: Body, receive: "ASGIReceiveCallable") -> bool:
        """Read a body; False: its sender has gone. Raises Overrun."""
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return False
            body.add(message.get("body", b""))
            more = message.get("more_body", False)
            self._find_room(body)
        return True

    def _find_room(self, body: Body) -> None:
        if body.length > PATIENCE:
            raise Overrun
        if body.length > SMALL and not body.is_large:
            if self._large >= LARGE_AT_ONCE:
                raise Overrun
            body.is_large = True
            self._large += 1

    async def _work(
        self, made: "WSGIEnvironment", receive: "ASGIReceiveCallable", send: "ASGISendCallable"
    ) -> None:
        """Let a thread answer, as soon as one is free and if somebody still waits then."""
        wishes: list[Wish] = []
        made[WISHES] = wishes
        answer = await self._answer(made, receive)
        if answer is not None and wishes:
            await self._stream(wishes, made, answer[2], receive, send)
        elif answer is not None:
            await _send(answer, send)

    async def _answer(
        self, made: "WSGIEnvironment", receive: "ASGIReceiveCallable"
    ) -> Answer | None:
        """Let a thread answer; None: whoever had to wait for a turn has gone meanwhile."""
        whose = household(self.proxies.asker(made))
        if self._turns.is_any_free:
            return await self._in_thread(whose, self._run, made)
        gone = asyncio.ensure_future(receive())
        try:
            return await self._in_thread(whose, self._run_unless, gone.done, made)
        finally:
            gone.cancel()

    async def _stream(
        self,
        wishes: list[Wish],
        made: "WSGIEnvironment",
        headers: Headers,
        receive: "ASGIReceiveCallable",
        send: "ASGISendCallable",
    ) -> None:
        """Send a device what it wishes to see as often as it changes, until it has gone."""
        packed = "gzip" in made.get("HTTP_ACCEPT_ENCODING", "")
        viewer, holder = Viewer(packed=packed), wishes[0].holder
        if not self.streams.give(viewer, holder):
            await _send(_busy(made), send)
            return
        gone = asyncio.ensure_future(receive())
        try:
            gone.add_done_callback(lambda _: viewer.close())
            await _begin_stream(headers, send, packed=packed)
            await self.hub.stream(wishes, made, send, viewer)
        finally:
            gone.cancel()
            self.streams.back(viewer, holder)

    async def _draw(self, made: "WSGIEnvironment", path: str) -> Drawn:
        """Draw the board at a path as for a request that was made before. Raises Undrawn."""
        wanted = {key: made[key] for key in made if key not in NOT_FOR_DRAWING}
        wanted |= {"PATH_INFO": path, "QUERY_STRING": "", "wsgi.input": io.BytesIO()}
        body, status, headers = await self._in_thread(OURS, run_wsgi_app, self._app, wanted, True)
        if status.startswith(NOBODYS):
            return Drawn(-1, None)
        if not status.startswith("200"):
            raise Undrawn
        return Drawn(int(headers["ETag"].strip('"')), b"".join(body).decode())

    async def _versions(self, look: Look, tables: list[str]) -> Mapping[str, int]:
        """Tell the versions of tables."""
        return await self._in_thread(OURS, look, tables)

    async def _in_thread(self, whose: str, work: Callable[[*Ts], R], *given: *Ts) -> R:
        """Work in a thread when it is the turn of a household. Raises Crowded.

        What turns out to be long, or must wait, lets others in.
        """
        loop = asyncio.get_running_loop()
        async with self._turns.turn(whose) as end:
            place = Place(end, loop.call_soon_threadsafe)
            late = loop.call_later(LATE, place.leave)
            try:
                return await self._threads.work(partial(place.work, work, *given))
            finally:
                late.cancel()
                place.leave()

    def _run(self, made: "WSGIEnvironment") -> Answer:
        answer, status, headers = run_wsgi_app(self._app, made, buffered=True)
        return answer, status, headers

    def _run_unless(self, gone: Callable[[], bool], made: "WSGIEnvironment") -> Answer | None:
        return None if gone() else self._run(made)


def _busy(made: "WSGIEnvironment") -> Answer:
    """Say so in the language that the sender wishes for."""
    said = BUSY.worded(wished(made.get("HTTP_ACCEPT_LANGUAGE", "")))
    plain = {"Content-Type": "text/plain; charset=utf-8"}
    headers = Headers({**plain, "Connection": "close", "Retry-After": "5"})
    return [said.encode()], "429 Too Many Requests", headers


async def _send(answer: Answer, send: "ASGISendCallable") -> None:
    body, status, headers = answer
    whole = b"".join(body)
    headers.setdefault("Content-Length", str(len(whole)))
    await _start(int(status.split(" ", 1)[0]), headers, send)
    await send({"type": "http.response.body", "body": whole, "more_body": False})


async def _begin_stream(headers: Headers, send: "ASGISendCallable", *, packed: bool) -> None:
    headers.remove("Content-Length")
    headers["Content-Type"], headers["X-Accel-Buffering"] = "text/event-stream", "no"
    if packed:
        headers["Content-Encoding"] = "gzip"
    await _start(200, headers, send)
    await send({"type": "http.response.body", "body": GZIP if packed else b"", "more_body": True})


async def _start(code: int, headers: Headers, send: "ASGISendCallable") -> None:
    raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    await send({"type": "http.response.start", "status": code, "headers": raw, "trailers": False})

"""A bridge from ASGI, which waits for thousands of connections, to WSGI, which runs in threads.

A request enters the app once all of it has arrived, and leaves it with its whole answer, so that
slow senders and readers never hold a thread. Taps have threads of their own: however many devices
look, taps are answered first. The app is asked for one stream at a time.
"""

import asyncio
import io
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import TypeVar, TypeVarTuple
from wsgiref.types import WSGIApplication, WSGIEnvironment

from werkzeug.datastructures import Headers
from werkzeug.test import run_wsgi_app

from companion.core.sentences import Sentence, say
from companion.server.asgi import (
    LARGEST,
    Receive,
    RequestBody,
    Scope,
    Send,
    preferred_language,
    too_large,
    wsgi_environ,
)
from companion.server.live import (
    ANSWERS,
    GZIP,
    STREAMS,
    SUBSCRIPTIONS,
    Hub,
    RenderedBoard,
    RenderError,
    Subscription,
    TapAnswer,
    Viewer,
)
from companion.system.long_work import ADMITTED, short_work

# Threads for requests that read, in most of which long work may wait, and others for taps.
LOOKING, TAPPING = ADMITTED + 8, 16

# Bodies of up to this number of bytes, such as a tap's, are accepted at any load.
SMALL = 16 * 1024

# How many larger bodies may be sent or handled at one time; each MB counts as one.
LARGE_AT_ONCE = 24

# How much of a body is read before the connection is closed. Until then the rest is discarded,
# because a browser shows no answer while it sends.
PATIENCE = 64 * LARGEST

# Headers and keys of a request that do not affect the board drawn for it.
NOT_FOR_DRAWING = ("HTTP_ACCEPT_ENCODING", "HTTP_IF_NONE_MATCH", SUBSCRIPTIONS, ANSWERS)

# The statuses of a board that may no longer be seen.
GONE = ("403", "404", "410")

BUSY = say("The server is busy. Wait a moment, then try again.")

Look = Callable[[list[str]], Mapping[str, int] | None]
Answered = tuple[Iterable[bytes], str, Headers]
R = TypeVar("R")
Ts = TypeVarTuple("Ts")


class Overload(Exception):
    """More large bodies or streams are under way than the server has room for."""


class TooLarge(Exception):
    """A body is larger than even a sender who ignores the limit may send."""


class Gateway:
    """An ASGI application around a WSGI one, with up to `streams` open streams.

    Its `hub` learns the versions of tables from `look`, a function of their addresses.
    """

    def __init__(self, app: WSGIApplication, streams: int, look: Look) -> None:
        self._app = app
        self._threads = ThreadPoolExecutor(LOOKING + TAPPING)
        self._looking, self._streaming = asyncio.Semaphore(LOOKING), asyncio.Semaphore()
        self._large = 0
        self._most_streams = streams
        self._asked = 0
        self._streams: Counter[str] = Counter()
        self._look = look
        self.hub = Hub(self._draw, self._versions)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = RequestBody(scope["path"])
        try:
            if await self._read(body, receive):
                # Only now: a thread must never wait for a slow sender.
                await self._work(wsgi_environ(scope, body), receive, send)
        except Overload:
            await _send(_busy(wsgi_environ(scope, body)), send)
        except TooLarge:
            why = too_large(scope["path"])
            await _send(_refusal("413 Content Too Large", why, wsgi_environ(scope, body)), send)
        finally:
            self._large -= body.room

    def close(self) -> None:
        """Accept no further requests; those in work may finish."""
        self._threads.shutdown(wait=False)

    @property
    def watchers(self) -> int:
        return self._streams.total()

    async def _read(self, body: RequestBody, receive: Receive) -> bool:
        """Read a whole body. Return False if the sender has gone.

        Raises Overload or TooLarge.
        """
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return False
            body.add(message.get("body", b""))
            more = message.get("more_body", False)
            self._find_room(body)
        if not body.most:
            raise Overload
        return True

    def _find_room(self, body: RequestBody) -> None:
        """Reserve room for a body, or drop it if there is none. Raises TooLarge."""
        if body.length > PATIENCE:
            raise TooLarge
        number = -(-min(body.length, body.most) // LARGEST) if body.length > SMALL else 0
        if self._large + number - body.room > LARGE_AT_ONCE:
            body.drop()
            # The rest is still read, as browsers show no answer while they send.
            number = 0
        self._large += number - body.room
        body.room = number

    async def _work(self, environ: WSGIEnvironment, receive: Receive, send: Send) -> None:
        """Answer a request. Raises Overload if too many wait for a stream."""
        if environ["PATH_INFO"] != STREAMS:
            await self._answer(environ, receive, send)
            return
        # Were all of 10,000 waiting for their turn, no connection would be left for a tap.
        if self._asked >= self._most_streams:
            raise Overload
        self._asked += 1
        try:
            await self._answer(environ, receive, send)
        finally:
            self._asked -= 1

    async def _answer(self, environ: WSGIEnvironment, receive: Receive, send: Send) -> None:
        wishes: list[Subscription] = []
        boards: list[TapAnswer] = []
        environ[SUBSCRIPTIONS], environ[ANSWERS] = wishes, boards
        async with self._turn(environ):
            answer = await self._in_thread(self._run, environ)
        if wishes:
            await self._stream(wishes, environ, answer[2], receive, send)
        else:
            await _send(answer, send)
        for board in boards:
            await self.hub.publish_answer(board)

    def _turn(self, environ: WSGIEnvironment) -> AbstractAsyncContextManager[None]:
        """Return the semaphore that a request waits for; a tap waits for none."""
        if environ["PATH_INFO"] == STREAMS:
            return self._streaming
        return self._looking if environ["REQUEST_METHOD"] in ("GET", "HEAD") else nullcontext()

    async def _stream(
        self,
        wishes: list[Subscription],
        environ: WSGIEnvironment,
        headers: Headers,
        receive: Receive,
        send: Send,
    ) -> None:
        """Send boards to a device, as often as they change, until it has gone."""
        is_packed = "gzip" in environ.get("HTTP_ACCEPT_ENCODING", "")
        household, device = wishes[0].household, wishes[0].device
        # One household must not take the streams of all others.
        if self._streams[household] >= self._most_streams * 3 // 4:
            await _send(_busy(environ), send)
            return
        viewer = Viewer(is_packed=is_packed, device=device)
        # After the request, the next message can only be that the device has gone.
        task = asyncio.ensure_future(receive())
        self._streams[household] += 1
        try:
            task.add_done_callback(lambda _: viewer.close())
            await _begin_stream(headers, send, is_packed=is_packed)
            await self.hub.stream(wishes, environ, send, viewer)
        finally:
            task.cancel()
            self._streams -= Counter((household,))

    async def _draw(self, environ: WSGIEnvironment, path: str) -> RenderedBoard:
        """Return the board at `path`, drawn as for the request `environ`. Raises RenderError."""
        request = {key: environ[key] for key in environ if key not in NOT_FOR_DRAWING}
        request |= {"PATH_INFO": path, "QUERY_STRING": "", "wsgi.input": io.BytesIO()}
        body, status, headers = await self._in_thread(self._run, request)
        if status.startswith(GONE):
            return RenderedBoard(-1, None)
        if not status.startswith("200"):
            raise RenderError
        return RenderedBoard(int(headers["ETag"].strip('"')), b"".join(body).decode())

    async def _versions(self, tables: list[str]) -> Mapping[str, int] | None:
        return await self._in_thread(self._look, tables)

    async def _in_thread(self, work: Callable[[*Ts], R], *arguments: *Ts) -> R:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

    def _run(self, environ: WSGIEnvironment) -> Answered:
        with short_work.count_thread():  # until it asks for a turn of long work
            return run_wsgi_app(self._app, environ, buffered=True)


def _busy(environ: WSGIEnvironment) -> Answered:
    return _refusal("429 Too Many Requests", BUSY, environ, {"Retry-After": "5"})


def _refusal(
    status: str, why: Sentence, environ: WSGIEnvironment, more: Mapping[str, str] | None = None
) -> Answered:
    """Return an error in the sender's language; the connection closes after it."""
    text = why.localize(preferred_language(environ.get("HTTP_ACCEPT_LANGUAGE", "")))
    plain = {"Content-Type": "text/plain; charset=utf-8", "Connection": "close"}
    return [text.encode()], status, Headers({**plain, **(more or {})})


async def _send(answer: Answered, send: Send) -> None:
    body, status, headers = answer
    whole = b"".join(body)
    headers.setdefault("Content-Length", str(len(whole)))
    await _start(int(status.split(" ", 1)[0]), headers, send)
    await send({"type": "http.response.body", "body": whole, "more_body": False})


async def _begin_stream(headers: Headers, send: Send, *, is_packed: bool) -> None:
    headers.remove("Content-Length")
    headers["Content-Type"], headers["X-Accel-Buffering"] = "text/event-stream", "no"
    if is_packed:
        headers["Content-Encoding"] = "gzip"
    await _start(200, headers, send)
    await send(
        {"type": "http.response.body", "body": GZIP if is_packed else b"", "more_body": True}
    )


async def _start(code: int, headers: Headers, send: Send) -> None:
    raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    await send({"type": "http.response.start", "status": code, "headers": raw, "trailers": False})

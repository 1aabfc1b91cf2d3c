"""A bridge from ASGI, which waits for thousands of connections, to WSGI, which runs in threads.

A request enters the app once all of it has arrived, and leaves it with its whole answer, so that
slow senders and readers never hold a thread. Taps have threads of their own: however many devices
read, taps are answered first. The app is asked for one stream at a time.
"""

import asyncio
import io
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, nullcontext
from math import ceil
from typing import TypeVar, TypeVarTuple
from wsgiref.types import WSGIApplication, WSGIEnvironment

from werkzeug.datastructures import Headers
from werkzeug.test import run_wsgi_app

from companion.core.sentences import Sentence, say
from companion.server.asgi import (
    MB,
    Receive,
    RequestBody,
    Scope,
    Send,
    preferred_language,
    send_body,
    too_large_sentence,
    wsgi_environ,
)
from companion.server.live import (
    ANSWERS_KEY,
    GZIP_HEADER,
    STREAMS_PATH,
    SUBSCRIPTIONS_KEY,
    Hub,
    RenderedBoard,
    RenderError,
    Subscription,
    TapAnswer,
    Viewer,
)
from companion.system.long_work import MAX_ADMITTED, short_work

# Threads for requests that read, in most of which long work may wait, and others for taps.
READ_THREADS, TAP_THREADS = MAX_ADMITTED + 8, 16

# Bodies of up to this number of bytes, such as a tap's, are accepted at any load.
SMALL_BODY = 16 * 1024

# The most MB of larger bodies that are sent or handled at one time.
MAX_LARGE_MB = 24

# How much of a body is read before the connection is closed. What is beyond its limit is discarded;
# it is read because a browser shows no answer while it sends.
MAX_READ = 64 * MB

# Headers and keys of a request that do not affect the board rendered for it.
IGNORED_KEYS = ("HTTP_ACCEPT_ENCODING", "HTTP_IF_NONE_MATCH", SUBSCRIPTIONS_KEY, ANSWERS_KEY)

# The statuses of a board that may no longer be seen.
GONE_STATUSES = ("403", "404", "410")

BUSY = say("Companion is busy. Wait a moment, then try again.")

GetTableVersions = Callable[[list[str]], Mapping[str, int] | None]
WSGIResponse = tuple[Iterable[bytes], str, Headers]
R = TypeVar("R")
Ts = TypeVarTuple("Ts")


class Overload(Exception):
    """More large bodies or streams are open than the server has memory for."""


class TooLarge(Exception):
    """A body is larger than even a sender who ignores the limit may send."""


class Gateway:
    """An ASGI application around a WSGI one, with up to `streams` open streams.

    Its `hub` learns the versions of tables from `get_versions`, a function of their addresses.
    """

    def __init__(self, app: WSGIApplication, streams: int, get_versions: GetTableVersions) -> None:
        self._app = app
        self._threads = ThreadPoolExecutor(READ_THREADS + TAP_THREADS)
        self._read_turns, self._stream_turn = asyncio.Semaphore(READ_THREADS), asyncio.Semaphore()
        self._large_mb = 0
        self._max_streams = streams
        self._stream_requests = 0
        self._streams_by_household: Counter[str] = Counter()
        self.hub = Hub(self._render_board, lambda tables: self._in_thread(get_versions, tables))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = RequestBody(scope["path"])
        try:
            if await self._read_body(body, receive):
                # Only now: a thread must never wait for a slow sender.
                await self._handle(wsgi_environ(scope, body), receive, send)
        except Overload:
            await _send_response(_busy_response(wsgi_environ(scope, body)), send)
        except TooLarge:
            why, environ = too_large_sentence(scope["path"]), wsgi_environ(scope, body)
            await _send_response(_error_response("413 Content Too Large", why, environ), send)
        finally:
            self._large_mb -= body.reserved_mb

    def close(self) -> None:
        """Accept no further requests; those in work may finish."""
        self._threads.shutdown(wait=False)

    @property
    def watchers(self) -> int:
        return self._streams_by_household.total()

    async def _read_body(self, body: RequestBody, receive: Receive) -> bool:
        """Read a whole body. Return False if the sender has gone.

        Raises Overload or TooLarge.
        """
        has_more = True
        while has_more:
            message = await receive()
            if message["type"] != "http.request":
                return False
            body.add(message.get("body", b""))
            has_more = message.get("more_body", False)
            self._reserve(body)
        if not body.limit:
            raise Overload
        return True

    def _reserve(self, body: RequestBody) -> None:
        """Reserve memory for a body, or discard it if there is too little. Raises TooLarge."""
        if body.length > MAX_READ:
            raise TooLarge
        mb = ceil(min(body.length, body.limit) / MB) if body.length > SMALL_BODY else 0
        if self._large_mb + mb - body.reserved_mb > MAX_LARGE_MB:
            body.discard()
            mb = 0
        self._large_mb += mb - body.reserved_mb
        body.reserved_mb = mb

    async def _handle(self, environ: WSGIEnvironment, receive: Receive, send: Send) -> None:
        """Answer a request. Raises Overload if too many wait for a stream."""
        if environ["PATH_INFO"] != STREAMS_PATH:
            await self._respond(environ, receive, send)
            return
        # If all of 10,000 waited for their turn, no connection would be left for a tap.
        if self._stream_requests >= self._max_streams:
            raise Overload
        self._stream_requests += 1
        try:
            await self._respond(environ, receive, send)
        finally:
            self._stream_requests -= 1

    async def _respond(self, environ: WSGIEnvironment, receive: Receive, send: Send) -> None:
        subscriptions: list[Subscription] = []
        boards: list[TapAnswer] = []
        environ[SUBSCRIPTIONS_KEY], environ[ANSWERS_KEY] = subscriptions, boards
        async with self._semaphore(environ):
            answer = await self._in_thread(self._call_app, environ)
        if subscriptions:
            await self._stream(subscriptions, environ, answer[2], receive, send)
        else:
            await _send_response(answer, send)
        for board in boards:
            await self.hub.publish_answer(board)

    def _semaphore(self, environ: WSGIEnvironment) -> AbstractAsyncContextManager[None]:
        """Return the semaphore for which a request waits; a tap waits for none."""
        if environ["PATH_INFO"] == STREAMS_PATH:
            return self._stream_turn
        return self._read_turns if environ["REQUEST_METHOD"] in ("GET", "HEAD") else nullcontext()

    async def _stream(
        self,
        subscriptions: list[Subscription],
        environ: WSGIEnvironment,
        headers: Headers,
        receive: Receive,
        send: Send,
    ) -> None:
        """Send boards to a device, as often as they change, until it has gone."""
        is_compressed = "gzip" in environ.get("HTTP_ACCEPT_ENCODING", "")
        household, device = subscriptions[0].household, subscriptions[0].device
        # One household must not take the streams of all others.
        if self._streams_by_household[household] >= self._max_streams * 3 // 4:
            await _send_response(_busy_response(environ), send)
            return
        viewer = Viewer(is_compressed=is_compressed, device=device)
        # After the request, the next message can only be that the device has gone.
        disconnect = asyncio.ensure_future(receive())
        self._streams_by_household[household] += 1
        try:
            disconnect.add_done_callback(lambda _: viewer.close())
            await _start_stream(headers, send, is_compressed=is_compressed)
            await self.hub.stream(subscriptions, environ, send, viewer)
        finally:
            disconnect.cancel()
            self._streams_by_household -= Counter((household,))

    async def _render_board(self, environ: WSGIEnvironment, path: str) -> RenderedBoard:
        """Return the board at `path`, rendered as for the request `environ`. Raises RenderError."""
        request = {key: environ[key] for key in environ if key not in IGNORED_KEYS}
        request |= {"PATH_INFO": path, "QUERY_STRING": "", "wsgi.input": io.BytesIO()}
        body, status, headers = await self._in_thread(self._call_app, request)
        if status.startswith(GONE_STATUSES):
            return RenderedBoard(-1, None)
        if not status.startswith("200"):
            raise RenderError
        return RenderedBoard(int(headers["ETag"].strip('"')), b"".join(body).decode())

    async def _in_thread(self, work: Callable[[*Ts], R], *arguments: *Ts) -> R:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

    def _call_app(self, environ: WSGIEnvironment) -> WSGIResponse:
        with short_work.count_thread():  # until it asks for a turn of long work
            return run_wsgi_app(self._app, environ, buffered=True)


def _busy_response(environ: WSGIEnvironment) -> WSGIResponse:
    return _error_response("429 Too Many Requests", BUSY, environ, **{"Retry-After": "5"})


def _error_response(
    status: str, why: Sentence, environ: WSGIEnvironment, **headers: str
) -> WSGIResponse:
    """Return an error in the sender's language; the connection closes after it."""
    text = why.localize(preferred_language(environ.get("HTTP_ACCEPT_LANGUAGE", "")))
    headers |= {"Content-Type": "text/plain; charset=utf-8", "Connection": "close"}
    return [text.encode()], status, Headers(headers)


async def _send_response(answer: WSGIResponse, send: Send) -> None:
    body, status, headers = answer
    content = b"".join(body)
    headers.setdefault("Content-Length", str(len(content)))
    await _send_start(int(status.split(" ", 1)[0]), headers, send)
    await send_body(send, content, more_body=False)


async def _start_stream(headers: Headers, send: Send, *, is_compressed: bool) -> None:
    headers.remove("Content-Length")
    headers["Content-Type"], headers["X-Accel-Buffering"] = "text/event-stream", "no"
    if is_compressed:
        headers["Content-Encoding"] = "gzip"
    await _send_start(200, headers, send)
    await send_body(send, GZIP_HEADER if is_compressed else b"", more_body=True)


async def _send_start(code: int, headers: Headers, send: Send) -> None:
    raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    await send({"type": "http.response.start", "status": code, "headers": raw, "trailers": False})

"""Between the server, which waits for thousands of connections, and the app, which runs in threads.

A request enters the app only when it is there whole, and leaves it with its whole answer: nobody
who sends or reads slowly ever holds a thread.
"""

import asyncio
import io
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

from werkzeug.datastructures import Headers
from werkzeug.test import run_wsgi_app

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment
    from uvicorn._types import ASGIReceiveCallable, ASGISendCallable, Scope

SMALL = 16 * 1024
"""A body up to so many bytes, such as a tap's, is always taken."""

LARGE_AT_ONCE = 24
"""How many larger bodies may be on their way or in work at one time."""

LARGEST = 1024 * 1024
"""What is sent beyond so many bytes is thrown away; the app answers 413."""

PATIENCE = 8 * LARGEST
"""How much is thrown away before the connection is given up."""

BUSY = b"The server is busy. Wait a moment, then try again."

Answer = tuple[Iterable[bytes], str, Headers]


class Overrun(Exception):
    """Too much is sent, or by too many at once."""


class Gateway:
    """An ASGI application around a WSGI one."""

    def __init__(self, app: "WSGIApplication", threads: int) -> None:
        self._app = app
        self._threads = ThreadPoolExecutor(threads, "request")
        self._large = 0

    async def __call__(
        self, scope: "Scope", receive: "ASGIReceiveCallable", send: "ASGISendCallable"
    ) -> None:
        """Answer one request."""
        body = Body()
        try:
            if await self._read(body, receive):
                await self._work(environ(scope, body), receive, send)
        except Overrun:
            await _send(_busy(), send)
        finally:
            self._large -= body.is_large

    def close(self) -> None:
        """Let nobody in any more; who is inside may finish."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _read(self, body: "Body", receive: "ASGIReceiveCallable") -> bool:
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

    def _find_room(self, body: "Body") -> None:
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
        gone = asyncio.ensure_future(receive())
        try:
            loop = asyncio.get_running_loop()
            answer = await loop.run_in_executor(self._threads, self._answer, made, gone)
            if answer is not None:
                await _send(answer, send)
        finally:
            gone.cancel()

    def _answer(self, made: "WSGIEnvironment", gone: "asyncio.Future[Any]") -> Answer | None:
        if gone.done():
            return None
        answer, status, headers = run_wsgi_app(self._app, made, buffered=True)
        return answer, status, headers


class Body:
    """What has come of a body: its length, and as much of it as the app could want."""

    def __init__(self) -> None:
        self.length = 0
        self.is_large = False
        self._parts: list[bytes] = []

    def add(self, part: bytes) -> None:
        """Keep one more part, or only count it."""
        self.length += len(part)
        if self.length <= LARGEST:
            self._parts.append(part)

    def file(self) -> io.BytesIO:
        """Give it as a file."""
        return io.BytesIO(b"".join(self._parts))


def environ(scope: Any, body: Body) -> "WSGIEnvironment":
    """Describe a request as WSGI does: texts are bytes read as Latin-1, the path unquoted."""
    server, port = scope["server"] or ("localhost", 80)
    made: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": (scope["client"] or ("",))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body.file(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    return made | _variables(scope["headers"]) | {"CONTENT_LENGTH": str(body.length)}


def _variables(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Name the headers as CGI does; one with an underscore could pass for another: it goes."""
    found: dict[str, str] = {}
    for name, value in headers:
        key = name.decode("latin-1").upper().replace("-", "_")
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        text = value.decode("latin-1")
        if b"_" not in name:
            joint = "; " if key == "HTTP_COOKIE" else ","
            found[key] = f"{found[key]}{joint}{text}" if key in found else text
    return found


def _busy() -> Answer:
    headers = Headers({"Content-Type": "text/plain", "Connection": "close", "Retry-After": "5"})
    return [BUSY], "429 Too Many Requests", headers


async def _send(answer: Answer, send: "ASGISendCallable") -> None:
    body, status, headers = answer
    whole = b"".join(body)
    headers.setdefault("Content-Length", str(len(whole)))
    raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    code = int(status.split(" ", 1)[0])
    await send({"type": "http.response.start", "status": code, "headers": raw, "trailers": False})
    await send({"type": "http.response.body", "body": whole, "more_body": False})

"""Requests as ASGI describes them: types, body, language, and translation to WSGI."""

import io
import sys
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIEnvironment

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.core.sentences import Sentence, say
from companion.language import ENGLISH, Language, available_languages

Scope = Mapping[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
# An ASGI application.
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

MB = 1024 * 1024

# The largest body in bytes, and the largest with a file, which may be a circle of three years. The
# app answers 413 to a larger one, whose rest is discarded.
MAX_BODY_SIZE, MAX_FILE_SIZE = MB, 12 * MB

# The paths to which files are sent end with it.
IMPORT_SUFFIX = "/import"

TOO_LARGE = say("That was too much data at once. The limit is 1 MB.")
TOO_LARGE_FILE = say(
    "That was too much data at once. The limit is 12 MB. On the computer that runs Companion, "
    "“companion import” takes a file of any size."
)


def too_large_sentence(path: str) -> Sentence:
    """Return the message for a body that is larger than `path` accepts."""
    return TOO_LARGE_FILE if path.endswith(IMPORT_SUFFIX) else TOO_LARGE


# How much of an ``Accept-Language`` header is read: the cache stores every one that was sent.
MAX_ACCEPT_LANGUAGE = 200


def preferred_language(header: str) -> Language:
    return available_languages()[_preferred_code(header[:MAX_ACCEPT_LANGUAGE])]


@lru_cache(maxsize=256)
def _preferred_code(header: str) -> str:
    language_accept = parse_accept_header(header, LanguageAccept)
    return language_accept.best_match(available_languages(), ENGLISH.code)


class RequestBody:
    """The body of a request as it arrives.

    `length` is the number of bytes that have arrived. They are stored up to `limit` bytes.
    `reserved_mb` is what the gateway has reserved for the body.
    """

    def __init__(self, path: str) -> None:
        self.length = 0
        self.reserved_mb = 0
        self.limit = MAX_FILE_SIZE if path.endswith(IMPORT_SUFFIX) else MAX_BODY_SIZE
        self._chunks: list[bytes] = []

    def add(self, chunk: bytes) -> None:
        """Append `chunk`; beyond the limit, only count it."""
        self.length += len(chunk)
        if self.length <= self.limit:
            self._chunks.append(chunk)

    def discard(self) -> None:
        """Discard the body and store nothing more of it."""
        self.limit = 0
        self._chunks.clear()

    def file(self) -> io.BytesIO:
        """Return the body as a file, and release the chunks."""
        content = b"".join(self._chunks)
        self._chunks.clear()
        return io.BytesIO(content)


def wsgi_environ(scope: Scope, body: RequestBody) -> WSGIEnvironment:
    """Return the WSGI environment of an ASGI request.

    As PEP 3333 asks, texts are bytes decoded as Latin-1, and the path is unquoted.
    """
    server, port = scope["server"] or ("localhost", 80)
    environ: WSGIEnvironment = {
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
    return environ | _cgi_variables(scope["headers"]) | {"CONTENT_LENGTH": str(body.length)}


def _cgi_variables(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return the headers as CGI variables."""
    variables: dict[str, str] = {}
    for name, value in headers:
        # ``X_Forwarded_For`` would become the same variable as ``X-Forwarded-For``, which proxies
        # set.
        if b"_" not in name:
            key, text = _cgi_name(name), value.decode("latin-1")
            # Repeated headers become one, as RFC 9110 asks; semicolons separate only cookies.
            separator = "; " if key == "HTTP_COOKIE" else ","
            variables[key] = f"{variables[key]}{separator}{text}" if key in variables else text
    return variables


def _cgi_name(name: bytes) -> str:
    key = name.decode("latin-1").upper().replace("-", "_")
    return key if key == "CONTENT_TYPE" else f"HTTP_{key}"


async def send_body(send: Send, body: bytes, *, more_body: bool) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more_body})

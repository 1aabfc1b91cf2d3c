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

LARGEST = 1024 * 1024
# The largest body in bytes; the app answers 413 to a larger one, whose rest is discarded. A file
# may hold a circle of three years, with the author of each entry.
LARGEST_FILE = 12 * LARGEST

# The end of the paths to which files are sent.
IMPORT = "/import"

TOO_LARGE = say("That was too much at once. The limit is 1 MB.")
TOO_LARGE_FILE = say(
    "That was too much at once. The limit is 12 MB. On the computer that runs Companion, "
    "“companion import” takes a file of any size."
)


def too_large(path: str) -> Sentence:
    """Return the message for a body that is larger than `path` accepts."""
    return TOO_LARGE_FILE if path.endswith(IMPORT) else TOO_LARGE


# How much of an ``Accept-Language`` header is read: the cache holds every one that was sent.
LONGEST_PREFERENCE = 200


def preferred_language(header: str) -> Language:
    return available_languages()[_preferred_code(header[:LONGEST_PREFERENCE])]


@lru_cache(maxsize=256)
def _preferred_code(header: str) -> str:
    language_accept = parse_accept_header(header, LanguageAccept)
    return language_accept.best_match(available_languages(), ENGLISH.code)


class RequestBody:
    """The body of a request as it arrives.

    `length` is the number of bytes that have come, `most` the number up to which they are stored,
    and `room` the MB that it takes of the gateway's room for large bodies.
    """

    def __init__(self, path: str) -> None:
        self.length = 0
        self.room = 0
        self.most = LARGEST_FILE if path.endswith(IMPORT) else LARGEST
        self._parts: list[bytes] = []

    def add(self, part: bytes) -> None:
        """Append `part`; beyond `most` bytes, only count it."""
        self.length += len(part)
        if self.length <= self.most:
            self._parts.append(part)

    def drop(self) -> None:
        """Discard the body and store nothing more of it."""
        self.most = 0
        self._parts.clear()

    def file(self) -> io.BytesIO:
        """Return the body as a file, and release the copy of it that is stored here."""
        whole = b"".join(self._parts)
        self._parts.clear()
        return io.BytesIO(whole)


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
    return environ | _variables(scope["headers"]) | {"CONTENT_LENGTH": str(body.length)}


def _variables(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return the headers as CGI variables."""
    variables: dict[str, str] = {}
    for name, value in headers:
        # ``X_Forwarded_For`` would become the same variable as ``X-Forwarded-For``, which proxies
        # set.
        if b"_" not in name:
            key, text = _key(name), value.decode("latin-1")
            # Repeated headers become one, as RFC 9110 asks; only cookies are parted by semicolons.
            joint = "; " if key == "HTTP_COOKIE" else ","
            variables[key] = f"{variables[key]}{joint}{text}" if key in variables else text
    return variables


def _key(name: bytes) -> str:
    key = name.decode("latin-1").upper().replace("-", "_")
    return key if key == "CONTENT_TYPE" else f"HTTP_{key}"

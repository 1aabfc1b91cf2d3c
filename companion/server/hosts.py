"""By which names the app may be called: a page of another site must not pass for one of ours.

Whoever owns a name can let it lead to this machine; what a browser then sends names it as the
host. Addresses on the pages, the QR code's too, are built from the host, so it must be ours.
"""

import re
import socket
from collections.abc import Iterable
from typing import TYPE_CHECKING

from werkzeug.sansio.utils import host_is_trusted
from werkzeug.wrappers import Response

from companion.core.sentences import say
from companion.server.wished import preferred_language

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

STRANGER = say(
    "Companion does not answer to this name. Open it at the address that it shows when it starts, "
    "or let it answer by naming the name in COMPANION_HOSTS."
)
PLAIN = {"X-Content-Type-Options": "nosniff"}

_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?", re.IGNORECASE)


class KnownHosts:
    """A WSGI application that answers only where the host is this machine or named."""

    def __init__(self, app: "WSGIApplication", named: Iterable[str]) -> None:
        self._app = app
        self._names = [*list_host_names(), *named]

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer, or say that nobody of this name lives here."""
        host = environ.get("HTTP_HOST")
        if host is None or self._is_ours(host, environ["SERVER_NAME"]):
            return self._app(environ, start_response)
        language = preferred_language(environ.get("HTTP_ACCEPT_LANGUAGE", ""))
        said = f"{STRANGER.localize(language)}\n"
        return Response(said, 400, PLAIN)(environ, start_response)

    def _is_ours(self, host: str, connected_to: str) -> bool:
        found = _HOST.fullmatch(host)
        if found is None or len(host) > 255:
            return False
        name = found[1].strip("[]").lower()
        ours = connected_to.removeprefix("::ffff:").partition("%")[0]
        return name in (ours, "::1") or host_is_trusted(name, self._names)


def list_host_names() -> list[str]:
    """List the names that a machine has for itself and in its house."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return ["localhost", "127.0.0.1", name, short, f"{short}.local"]

"""Trusted hosts and proxies: whose headers give the client, the host and the prefix."""

import re
import socket
from collections.abc import Iterable, Sequence
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.sansio.utils import host_is_trusted
from werkzeug.wrappers import Response

from companion.core.sentences import say
from companion.server.asgi import preferred_language
from companion.system.network import Network, is_local_address, parse_ip_address

UNKNOWN_HOST = say(
    "Companion does not answer to this host name. Open the address that Companion shows when it "
    "starts, or add this host name to COMPANION_HOSTS."
)
NOSNIFF = {"X-Content-Type-Options": "nosniff"}

_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?", re.IGNORECASE)


class KnownHosts:
    """A WSGI application that answers only to the names of this machine and to `names`.

    It guards against DNS rebinding. Flask's `TRUSTED_HOSTS` would do so only for names that are
    known at the start, but the machine's own address may change at any time.
    """

    def __init__(self, app: WSGIApplication, names: Iterable[str]) -> None:
        self._app = app
        self._names = [*list_host_names(), *names]

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        host = environ.get("HTTP_HOST")
        # ProxyFix replaces this machine's address by the host that the proxy forwards.
        connection = environ.get("werkzeug.proxy_fix.orig", environ)
        if host is None or self._is_known(host, connection["SERVER_NAME"]):
            return self._app(environ, start_response)
        language = preferred_language(environ.get("HTTP_ACCEPT_LANGUAGE", ""))
        text = f"{UNKNOWN_HOST.localize(language)}\n"
        return Response(text, 400, NOSNIFF)(environ, start_response)

    def _is_known(self, host: str, server_name: str) -> bool:
        match = _HOST.fullmatch(host)
        if match is None or len(host) > 255:
            return False
        name = match[1].lower()
        # The client may name the address of this machine to which it has connected.
        own_address = server_name.removeprefix("::ffff:").partition("%")[0]
        return (
            name.strip("[]") in (own_address, "::1")
            # Werkzeug takes what stands behind a colon for a port, also in an IPv6 address.
            or name in self._names
            or host_is_trusted(name, self._names)
        )


def list_host_names() -> list[str]:
    """Return the names that this machine has for itself and in its network."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return ["localhost", "127.0.0.1", name, short, f"{short}.local"]


class KnownProxies:
    """A WSGI application that trusts the headers of `count` proxies in front of it.

    The nearest must be in one of `networks`; if there are none, at a private address.
    """

    def __init__(self, app: WSGIApplication, count: int, networks: Sequence[Network]) -> None:
        self._app, self._count, self._networks = app, count, networks
        self._proxy_fix = ProxyFix(app, 0, count, count, x_prefix=count)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not self._is_trusted(environ["REMOTE_ADDR"]):
            return self._app(environ, start_response)
        environ["REMOTE_ADDR"] = self._client_address(environ)
        return self._proxy_fix(environ, start_response)

    def _is_trusted(self, peer: str) -> bool:
        if not self._count:
            return False
        if not self._networks:
            return is_local_address(peer)
        address = parse_ip_address(peer)
        return address is not None and any(address in network for network in self._networks)

    def _client_address(self, environ: WSGIEnvironment) -> str:
        # ProxyFix reads quotes: one that a client sends would hide what the proxies add behind it.
        addresses = environ.get("HTTP_X_FORWARDED_FOR", "").rsplit(",", self._count)
        address = addresses[-self._count].strip() if len(addresses) >= self._count else ""
        return address or environ["REMOTE_ADDR"]

"""Trusted hosts and proxies: whose headers name the client, the host and the prefix."""

import re
import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.sansio.utils import host_is_trusted
from werkzeug.wrappers import Response

from companion.core.sentences import say
from companion.server.accept_language import preferred_language
from companion.system.network import Network, is_local_address, parse_ip_address

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
        text = f"{STRANGER.localize(language)}\n"
        return Response(text, 400, PLAIN)(environ, start_response)

    def _is_ours(self, host: str, connected_to: str) -> bool:
        match = _HOST.fullmatch(host)
        if match is None or len(host) > 255:
            return False
        name = match[1].strip("[]").lower()
        ours = connected_to.removeprefix("::ffff:").partition("%")[0]
        return name in (ours, "::1") or host_is_trusted(name, self._names)


def list_host_names() -> list[str]:
    """List the names that a machine has for itself and in its house."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return ["localhost", "127.0.0.1", name, short, f"{short}.local"]


@dataclass(frozen=True)
class Proxies:
    """So many proxies in front, where the last one is in a network; none named: it is close by."""

    number: int = 0
    networks: Sequence[Network] = ()

    def trusts(self, peer: str) -> bool:
        """Return whether the last proxy is connected from an address."""
        if not self.number:
            return False
        if not self.networks:
            return is_local_address(peer)
        address = parse_ip_address(peer)
        return address is not None and any(address in network for network in self.networks)

    def client_address(self, environ: "WSGIEnvironment") -> str:
        """Return the address that a request comes from: the one that the first proxy has seen."""
        peer: str = environ["REMOTE_ADDR"]
        if not self.trusts(peer):
            return peer
        said = environ.get("HTTP_X_FORWARDED_FOR", "").rsplit(",", self.number)
        return said[-self.number].strip() or peer if len(said) >= self.number else peer


class KnownProxies:
    """A WSGI application that believes proxies."""

    def __init__(self, app: "WSGIApplication", proxies: Proxies) -> None:
        self._app, self._proxies = app, proxies
        self._behind = ProxyFix(app, 0, proxies.number, proxies.number, x_prefix=proxies.number)

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer as the proxies say, or whoever else asks as they come."""
        if not self._proxies.trusts(environ["REMOTE_ADDR"]):
            return self._app(environ, start_response)
        environ["REMOTE_ADDR"] = self._proxies.client_address(environ)
        return self._behind(environ, start_response)

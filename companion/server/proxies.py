"""Who may say for whom a request is made, where, and under which prefix: the proxies in front.

Anybody can send such headers. They are believed only on connections that a proxy makes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from werkzeug.middleware.proxy_fix import ProxyFix

from companion.machine.ip import Network, is_local_address, parse_ip_address

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


@dataclass(frozen=True)
class Proxies:
    """So many proxies in front, where the last one is in a network; none named: it is close by."""

    number: int = 0
    networks: Sequence[Network] = ()

    def trusts(self, peer: str) -> bool:
        """Say whether the last proxy is connected from an address."""
        if not self.number:
            return False
        if not self.networks:
            return is_local_address(peer)
        found = parse_ip_address(peer)
        return found is not None and any(found in network for network in self.networks)

    def client_address(self, environ: "WSGIEnvironment") -> str:
        """Give the address that a request comes from: the one that the first proxy has seen."""
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

"""Who may say for whom a request is made, where, and under which prefix: the proxies in front.

Anybody can send such headers. They are believed only on connections that a proxy makes.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING

from werkzeug.middleware.proxy_fix import ProxyFix

from companion.trouble import CannotStart

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

ADDRESSES = 2000
"""So many are known as they were read: those who ask ask again and again."""


class KnownProxies:
    """A WSGI application that believes so many proxies, where the last one is in a network."""

    def __init__(
        self, app: "WSGIApplication", proxies: int, networks: Sequence[Network] = ()
    ) -> None:
        self._app = app
        self._networks = networks
        self._behind = ProxyFix(app, proxies, proxies, proxies, x_prefix=proxies)

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer as the proxies say, or whoever else asks as they come."""
        app = self._behind if self._is_proxy(environ["REMOTE_ADDR"]) else self._app
        return app(environ, start_response)

    def _is_proxy(self, address: str) -> bool:
        """Say whether a proxy is connected; where no network is named it is close by."""
        found = read_address(address)
        if found is None:
            return False
        if not self._networks:
            return found.is_private
        return any(found in network for network in self._networks)


@lru_cache(ADDRESSES)
def read_address(text: str) -> Address | None:
    """Read an address; None: it is none."""
    try:
        return ip_address(text)
    except ValueError:
        return None


def read_networks(text: str) -> list[Network]:
    """Read addresses and networks that stand in a row. Raises CannotStart."""
    try:
        return [ip_network(name.strip()) for name in text.split(",") if name.strip()]
    except ValueError:
        raise CannotStart(
            "COMPANION_PROXY_FROM must be addresses or networks such as 10.0.0.0/8, not “{text}”.",
            text=text,
        ) from None

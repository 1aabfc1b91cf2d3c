"""Who may say for whom a request is made, where, and under which prefix: the proxies in front.

Anybody can send such headers. They are believed only on connections that a proxy makes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
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

HOME = 64
"""How many bits of an IPv6 address one household has in common."""


@dataclass(frozen=True)
class Proxies:
    """So many proxies in front, where the last one is in a network; none named: it is close by."""

    number: int = 0
    networks: Sequence[Network] = ()

    def believes(self, peer: str) -> bool:
        """Say whether the last proxy is connected from an address."""
        if not self.number:
            return False
        if not self.networks:
            return is_close(peer)
        found = read_address(peer)
        return found is not None and any(found in network for network in self.networks)

    def asker(self, environ: "WSGIEnvironment") -> str:
        """Give the address that a request comes from: the one that the first proxy has seen."""
        peer: str = environ["REMOTE_ADDR"]
        if not self.believes(peer):
            return peer
        said = environ.get("HTTP_X_FORWARDED_FOR", "").rsplit(",", self.number)
        return said[-self.number].strip() or peer if len(said) >= self.number else peer


NO_PROXIES = Proxies()


class KnownProxies:
    """A WSGI application that believes proxies."""

    def __init__(self, app: "WSGIApplication", proxies: Proxies) -> None:
        self._app, self._proxies = app, proxies
        self._behind = ProxyFix(app, 0, proxies.number, proxies.number, x_prefix=proxies.number)

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer as the proxies say, or whoever else asks as they come."""
        if not self._proxies.believes(environ["REMOTE_ADDR"]):
            return self._app(environ, start_response)
        environ["REMOTE_ADDR"] = self._proxies.asker(environ)
        return self._behind(environ, start_response)


def is_close(address: str) -> bool:
    """Say whether an address is of this machine or of a private network."""
    found = read_address(address)
    return found is not None and found.is_private


@lru_cache(ADDRESSES)
def household(address: str) -> str:
    """Name whose address it is: a household has one of IPv4, or a network of IPv6."""
    found = read_address(address)
    if isinstance(found, IPv6Address):
        return str(ip_network((found, HOME), strict=False))
    return str(found or address)


@lru_cache(ADDRESSES)
def read_address(text: str) -> Address | None:
    """Read an address, one of IPv4 however it is written; None: it is none."""
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def read_networks(text: str) -> list[Network]:
    """Read addresses and networks that stand in a row. Raises CannotStart."""
    try:
        return [ip_network(name.strip()) for name in text.split(",") if name.strip()]
    except ValueError:
        raise CannotStart(
            "COMPANION_PROXY_FROM must be addresses or networks such as 10.0.0.0/8, not “{text}”.",
            text=text,
        ) from None

"""The local network: addresses, which of them are near, and a QR code of the app's URL."""

import io
import socket
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from companion.core.sentences import say

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

# The bits of an IPv6 address that all devices of a household have in common.
HOME_PREFIX = 64


def is_local_address(address: str) -> bool:
    """Return whether an address belongs to this machine or to a private network."""
    ip = parse_ip_address(address)
    return ip is not None and ip.is_private


def client_network(address: str) -> str:
    """Return the text that identifies a household: an IPv4 address, or a network of IPv6."""
    ip = parse_ip_address(address)
    if isinstance(ip, IPv6Address):
        return str(ip_network((ip, HOME_PREFIX), strict=False))
    return str(ip or address)


def parse_ip_address(text: str) -> Address | None:
    """Return an address; IPv4 if it is mapped into IPv6, None if it is invalid."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def startup_banner(url: str) -> str:
    import segno  # imported here: only a start on a terminal draws a code

    code = io.StringIO()
    segno.make(url, error="m").terminal(out=code, compact=True)
    place, stop = say("Companion is at {address}", address=url), say("Stop Companion with Ctrl+C.")
    return f"\n{place}\n\n{code.getvalue()}\n{stop}\n"


def lan_url(host: str, port: int, scheme: str = "http") -> str:
    """Return the URL at which other devices reach a server on `host` and `port`."""
    is_any_address = host in ("", "0.0.0.0", "::")  # noqa: S104 - compared, not bound
    name = get_lan_address() if is_any_address else host
    return f"{scheme}://[{name}]:{port}/" if ":" in name else f"{scheme}://{name}:{port}/"


def get_lan_address() -> str:
    """Return this machine's address in the local network; 127.0.0.1 if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # UDP: picks a route, sends nothing
            return str(probe.getsockname()[0])
        except OSError:
            return _address_of_hostname()


def _address_of_hostname() -> str:
    try:
        return socket.gethostbyname(socket.gethostname())
    except (OSError, UnicodeError):  # a label of more than 63 letters is not encoded
        return "127.0.0.1"

"""Addresses of the internet protocol: how one is read, and whose it is."""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

HOME = 64
"""How many bits of an IPv6 address one household has in common."""


def is_local_address(address: str) -> bool:
    """Say whether an address is of this machine or of a private network."""
    found = parse_ip_address(address)
    return found is not None and found.is_private


def client_network(address: str) -> str:
    """Name whose address it is: a household has one of IPv4, or a network of IPv6."""
    found = parse_ip_address(address)
    if isinstance(found, IPv6Address):
        return str(ip_network((found, HOME), strict=False))
    return str(found or address)


def parse_ip_address(text: str) -> Address | None:
    """Read an address, one of IPv4 however it is written; None: it is none."""
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found

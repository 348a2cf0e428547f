"""Which addresses count as one caller."""

from ipaddress import IPv6Address, ip_address, ip_network


def network_of(address: str) -> str:
    """Return what counts as one caller: an IPv4 address, or the /64 that one IPv6 customer picks addresses from."""
    parsed = ip_address(address)
    return str(ip_network((parsed, 64), strict=False)) if isinstance(parsed, IPv6Address) else str(parsed)

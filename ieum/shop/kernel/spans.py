"""Reads addresses and networks as people type them. Pure."""

from ipaddress import IPv4Address, IPv4Network
from typing import NamedTuple


class AddressSpan(NamedTuple):
    """From the first address to the last, both included."""

    first: str
    last: str


def span_of(text: str) -> AddressSpan | None:
    """`203.0.113.7`, `203.0.113.0/24`, or the beginning of one: `203.0.113` and `203.0.113.`; None for other words."""
    words = text.strip()
    parts = words.removesuffix(".").split(".")
    if "/" not in words and 2 <= len(parts) < 4:
        words = ".".join([*parts, *["0"] * (4 - len(parts))]) + f"/{8 * len(parts)}"
    try:
        network = IPv4Network(words, strict=False)
    except ValueError:
        return None
    return AddressSpan(str(network.network_address), str(network.broadcast_address))


def network_of_24(text: str) -> IPv4Network | None:
    """The /24 network that is meant by an address or a network; None where neither is."""
    span = span_of(text)
    return IPv4Network(f"{IPv4Address(span.first)}/24", strict=False) if span else None

"""Peers, carrier lines and desired states for the tests of the agent."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Network
from typing import NamedTuple

from ieum.gateway.desired import Desired, apply_message
from ieum.gateway.protocol import Endpoint, Exit, State
from ieum.gateway.uplinks import Line, Lines
from ieum.gateway.ways import Way

NOW = datetime(2026, 11, 20, 2, 0, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
KEYS = [f"{number:042d}A=" for number in range(6)]
KT = Line("kt", "kt0", "203.0.113.1", 0x69650100, 26981)
SKB = Line("skb", "skb0", "198.51.100.1", 0x69650101, 26982)
WAY = Way(bytes(31) + b"\1", "10.127.255.253", KT, "203.0.113.2")
LINES = Lines(
    lines=(KT, SKB),
    connected={"kt0": [IPv4Network("203.0.113.0/24")], "skb0": [IPv4Network("198.51.100.0/24")]},
)


class Peer(NamedTuple):
    """A device with an exit of its own."""

    public_key: str
    tunnel_address: str
    exit_address: str
    until: datetime


def in_two(peers: Iterable[Peer]) -> tuple[list[Exit], list[Endpoint]]:
    """The exits and the endpoints of these peers, both named by the peer's key."""
    peers = list(peers)
    exits = [Exit(peer.public_key, peer.exit_address, peer.until) for peer in peers]
    endpoints = [
        Endpoint(peer.public_key, peer.public_key, "wireguard", peer.public_key, peer.tunnel_address)
        for peer in peers
    ]
    return exits, endpoints


def a_peer(
    key: str = KEYS[0],
    tunnel: str = "10.64.0.2",
    exit_address: str = "203.0.113.10",
    until: datetime = LATER,
) -> Peer:
    """A device with an exit of its own, both named by its key."""
    return Peer(key, tunnel, exit_address, until)


def an_exit(id_: str = KEYS[0], address: str = "203.0.113.10", until: datetime = LATER) -> Exit:
    return Exit(id_, address, until)


def a_state(*peers: Peer, revision: int = 1) -> State:
    exits, endpoints = in_two(peers)
    return State(
        revision=revision,
        tunnel_network="10.64.0.0/10",
        gateway_address="10.64.0.1",
        listen_port=51820,
        mtu=1420,
        exits=exits,
        endpoints=endpoints,
    )


def desired_state(*peers: Peer, revision: int = 1) -> Desired:
    """The state of a gateway that was told of these peers."""
    return apply_message(Desired(), a_state(*peers, revision=revision))

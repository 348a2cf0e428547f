"""Customers of the agent's own, one on each line, by whom it tries the way that customers go."""

import base64
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2s
from ipaddress import IPv4Address, IPv4Network
from itertools import chain, islice

from ieum.gateway.keys import public_key
from ieum.gateway.uplinks import Line

# Of the tunnel network, among which the ways have theirs; the shop begins with the first.
_LAST_ADDRESSES = 512


@dataclass(frozen=True)
class OwnPeer:
    """A peer of the agent's own. Without an exit it gets nowhere: the shop's knock is heard by one."""

    private: bytes
    tunnel_address: str

    @cached_property
    def public_key(self) -> str:
        return public_key(base64.b64encode(self.private).decode())


@dataclass(frozen=True)
class Way(OwnPeer):
    """A peer of the agent's own whose exit is the line's own address."""

    line: Line
    exit_address: str


@dataclass(frozen=True)
class Own:
    """The agent's own peers. Nothing that they do is counted or told."""

    ways: Sequence[Way] = ()
    knocker: OwnPeer | None = None

    @cached_property
    def peers(self) -> Mapping[str, str]:
        """Public key → tunnel address."""
        knocker = (self.knocker,) if self.knocker else ()
        return {peer.public_key: peer.tunnel_address for peer in chain(self.ways, knocker)}


def own_peers(
    lines: Iterable[Line],
    networks: Mapping[str, AbstractSet[str]],
    *,
    tunnel_network: str,
    taken: AbstractSet[str],
    private_key: Callable[[], str],
) -> Own:
    """A way on each line that has an address of its own; `networks`: device → its own addresses.

    Keys are made from the gateway's, so that the next agent has the same. A tunnel address that is `taken` by a
    customer is left to them. Without the key there are none, which stops no customer.
    """
    try:
        secret = base64.b64decode(private_key())
    except (OSError, ValueError):
        return Own()
    free = _last_addresses(IPv4Network(tunnel_network), taken)

    def key(name: str) -> bytes:
        return blake2s(name.encode(), key=secret).digest()

    knocking = next(free, None)
    usable = [line for line in lines if networks.get(line.device)]
    return Own(
        tuple(
            Way(key(f"way {line.name}"), address, line, min(networks[line.device], key=IPv4Address))
            for line, address in zip(usable, islice(free, len(usable)), strict=False)
        ),
        OwnPeer(key("knocker"), knocking) if knocking else None,
    )


def _last_addresses(network: IPv4Network, taken: AbstractSet[str]) -> Iterator[str]:
    count = min(_LAST_ADDRESSES, network.num_addresses - 3)
    addresses = (str(network.broadcast_address - number) for number in range(1, count + 1))
    return (address for address in addresses if address not in taken)

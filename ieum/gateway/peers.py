"""Who is served now, and what has to change on the interface for that."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from ipaddress import AddressValueError, IPv4Address, IPv4Network

from ieum.gateway.desired import Desired
from ieum.gateway.protocol import Network, Peer
from ieum.gateway.uplinks import Line, Lines

_PUBLIC_KEY = re.compile(r"^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$")
_PEERS_A_CALL = 8000  # a peer takes 90 bytes of the kernel's two megabytes for arguments


@dataclass(frozen=True)
class Served:
    """A peer that may use the tunnel, with the line its exit address leaves by."""

    tunnel_address: str
    exit_address: str
    line: Line


@dataclass(frozen=True)
class Roster:
    served: Mapping[str, Served]
    problems: tuple[str, ...]
    """One sentence for each peer that should be served and cannot be."""
    next_expiry: datetime | None


@dataclass(frozen=True)
class PeerChanges:
    put: Mapping[str, str]
    """Public key → tunnel address."""
    remove: frozenset[str]


def call_roll(desired: Desired, *, lines: Lines, now: datetime) -> Roster:
    """Sort out who is served at this moment. A peer that cannot be is left out alone, with the reason."""
    served: dict[str, Served] = {}
    problems: list[str] = []
    owners: dict[str, str] = {}
    expiries: list[datetime] = []
    for key, peer in desired.peers.items():
        if peer.until <= now or desired.network is None:
            continue
        expiries.append(peer.until)
        entry = _entry(peer, desired.network, lines)
        if isinstance(entry, str):
            problems.append(f"peer {short(key)}: {entry}")
        elif entry.tunnel_address in owners:
            other = short(owners[entry.tunnel_address])
            problems.append(f"peer {short(key)}: {entry.tunnel_address} is already that of {other}")
        else:
            owners[entry.tunnel_address] = key
            served[key] = entry
    return Roster(served, tuple(problems), min(expiries, default=None))


def _entry(peer: Peer, network: Network, lines: Lines) -> Served | str:
    if not _PUBLIC_KEY.match(peer.public_key):
        return "not a WireGuard public key"
    try:
        tunnel, leaving = IPv4Address(peer.tunnel_address), IPv4Address(peer.exit_address)
    except AddressValueError as wrong:
        return str(wrong)
    if tunnel not in IPv4Network(network.tunnel_network) or str(tunnel) == network.gateway_address:
        return f"{tunnel} is no tunnel address of {network.tunnel_network}"
    line = lines.line_of(leaving)
    if line is None:
        return f"exit address {leaving} belongs to no uplink"
    return Served(str(tunnel), str(leaving), line)


def plan_changes(*, wanted: Mapping[str, str], present: Mapping[str, str]) -> PeerChanges:
    """Only what differs: replacing the whole interface would disturb every customer's session."""
    return PeerChanges(
        put={key: address for key, address in wanted.items() if present.get(key) != address},
        remove=frozenset(present.keys() - wanted.keys()),
    )


def set_arguments(changes: PeerChanges, *, peers_a_call: int = _PEERS_A_CALL) -> Iterator[list[str]]:
    """Arguments of `wg set`, thousands of peers a call; removals first, so that an address is free again."""
    orders = [["peer", key, "remove"] for key in sorted(changes.remove)]
    orders += [["peer", key, "allowed-ips", f"{address}/32"] for key, address in changes.put.items()]
    for start in range(0, len(orders), peers_a_call):
        yield [word for order in orders[start : start + peers_a_call] for word in order]


def short(public_key: str) -> str:
    """As much of a key as logs may show."""
    return f"{public_key[:8]}…"

"""Decide which peers are served now, and what has to change on the WireGuard interface."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from ipaddress import AddressValueError, IPv4Address, IPv4Network
from itertools import batched

from ieum.gateway.desired import Desired
from ieum.gateway.protocol import Endpoint, Exit, Network
from ieum.gateway.uplinks import Line, Lines

_PUBLIC_KEY = re.compile(r"^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$")
_PEERS_PER_CALL = 8000  # a peer takes 90 bytes of the two megabytes that the kernel allows for arguments


@dataclass(frozen=True)
class ServedPeer:
    """A peer that may use the tunnel, with the carrier line of its exit address."""

    tunnel_address: str
    exit_address: str
    line: Line
    tail_address: str | None = None
    """What is open by this address goes on by it."""


@dataclass(frozen=True)
class PeerSelection:
    served: Mapping[str, ServedPeer]
    problems: tuple[str, ...]
    """One sentence for each peer that should be served but cannot be."""
    next_expiry: datetime | None
    """When the next exit or tail ends."""


@dataclass(frozen=True)
class PeerChanges:
    put: Mapping[str, str]
    """Public key → tunnel address."""
    remove: frozenset[str]


def select_peers(desired: Desired, *, lines: Lines, now: datetime) -> PeerSelection:
    """Select the peers to serve at this moment. A faulty entry is left out with its reason; the others are served."""
    served: dict[str, ServedPeer] = {}
    problems: list[str] = []
    owners: dict[str, str] = {}
    expiries: list[datetime] = []
    for endpoint in desired.endpoints.values():
        exit_ = desired.exits.get(endpoint.exit)
        if exit_ is None or exit_.until <= now or desired.network is None:
            continue
        expiries.append(exit_.until)
        tail_until = exit_.tail_until
        if tail_until is not None and tail_until > now:
            expiries.append(tail_until)
        key = endpoint.identity
        checked = _check(endpoint, exit_, desired.network, lines, now=now)
        if isinstance(checked, str):
            problems.append(f"peer {short(key)}: {checked}")
        elif checked.tunnel_address in owners:
            other = short(owners[checked.tunnel_address])
            problems.append(f"peer {short(key)}: {checked.tunnel_address} already belongs to peer {other}")
        elif key in served:
            problems.append(f"peer {short(key)}: this key is there twice")
        else:
            owners[checked.tunnel_address] = key
            served[key] = checked
    return PeerSelection(served, tuple(problems), min(expiries, default=None))


def _check(
    endpoint: Endpoint, exit_: Exit, network: Network, lines: Lines, *, now: datetime
) -> ServedPeer | str:
    """The peer ready to be served, or the reason why it cannot be."""
    if endpoint.kind != "wireguard":
        return f"endpoints of the kind {endpoint.kind[:20]!r} are not served here"
    if not _PUBLIC_KEY.match(endpoint.identity):
        return "not a WireGuard public key"
    try:
        tunnel, leaving = IPv4Address(endpoint.tunnel_address), IPv4Address(exit_.address)
    except AddressValueError as wrong:
        return str(wrong)
    if tunnel not in IPv4Network(network.tunnel_network) or str(tunnel) == network.gateway_address:
        return f"{tunnel} is not a tunnel address of {network.tunnel_network}"
    line = lines.line_of(leaving)
    if line is None:
        return f"exit address {leaving} belongs to no uplink"
    return ServedPeer(str(tunnel), str(leaving), line, _tail(exit_, line, lines, now=now))


def _tail(exit_: Exit, line: Line, lines: Lines, *, now: datetime) -> str | None:
    """The old address that may go on. It must belong to the same line, because a peer's packets have one mark."""
    if exit_.tail_address is None or exit_.tail_until is None or exit_.tail_until <= now:
        return None
    try:
        address = IPv4Address(exit_.tail_address)
    except AddressValueError:
        return None
    return str(address) if lines.line_of(address) == line else None


def plan_changes(*, wanted: Mapping[str, str], present: Mapping[str, str]) -> PeerChanges:
    """Only what differs: replacing the whole interface would disturb every customer's session."""
    return PeerChanges(
        put={key: address for key, address in wanted.items() if present.get(key) != address},
        remove=frozenset(present.keys() - wanted.keys()),
    )


def set_arguments(changes: PeerChanges, *, peers_per_call: int = _PEERS_PER_CALL) -> Iterator[list[str]]:
    """Arguments for calls of `wg set`. Removals come first, so that a tunnel address is free for its new peer."""
    orders = [["peer", key, "remove"] for key in sorted(changes.remove)]
    orders += [["peer", key, "allowed-ips", f"{address}/32"] for key, address in changes.put.items()]
    for batch in batched(orders, peers_per_call):
        yield [word for order in batch for word in order]


def silencing_arguments(keys: Iterable[str], *, peers_per_call: int = _PEERS_PER_CALL) -> Iterator[list[str]]:
    """Arguments for calls of `wg set` that take these peers' tunnel addresses away: nothing of theirs passes then."""
    for batch in batched(sorted(keys), peers_per_call):
        yield [word for key in batch for word in ("peer", key, "allowed-ips", "")]


def short(public_key: str) -> str:
    """The part of a public key that logs may show."""
    return f"{public_key[:8]}…"

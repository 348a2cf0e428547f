"""Decide what has to change on the WireGuard interface."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import batched

_PEERS_PER_CALL = 8000  # a peer takes 90 bytes of the two megabytes that the kernel allows for arguments


@dataclass(frozen=True)
class PeerChanges:
    put: Mapping[str, str]
    """Public key → tunnel address."""
    remove: frozenset[str]


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

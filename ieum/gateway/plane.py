"""The data plane as the agent sees it, and a stand-in that carries no traffic."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from ieum.gateway.desired import Desired
from ieum.gateway.usage import NEVER_CONNECTED, Figures


@dataclass(frozen=True)
class Applied:
    problems: tuple[str, ...] = ()
    """One sentence for each thing that could not be applied; everything else was."""
    next_expiry: datetime | None = None
    taken_off: Mapping[str, Figures] = field(default_factory=dict[str, Figures])
    """The last counters of peers that were removed, by public key: nobody can read them any longer."""


class Plane(Protocol):
    def converge(self, desired: Desired, *, now: datetime) -> Applied:
        """Make the host match the desired state, changing only what differs, whatever state it is in."""
        ...

    def figures(self) -> Mapping[str, Figures] | None:
        """Last handshake and byte counts by public key; None if the interface is gone."""
        ...


class AcknowledgingPlane:
    """Accepts every state and carries nothing, for demos of the shop on machines without tunnels."""

    def __init__(self) -> None:
        self._served: frozenset[str] = frozenset()

    def converge(self, desired: Desired, *, now: datetime) -> Applied:
        """Nobody can connect here, so the last counters of a peer are zeros."""
        open_exits = {id_ for id_, exit_ in desired.exits.items() if exit_.until > now}
        served = frozenset(
            endpoint.identity for endpoint in desired.endpoints.values() if endpoint.exit in open_exits
        )
        gone, self._served = self._served - served, served
        return Applied(taken_off=dict.fromkeys(gone, NEVER_CONNECTED))

    def figures(self) -> Mapping[str, Figures] | None:
        return {}

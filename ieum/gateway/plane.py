"""The data plane as the agent sees it, and a stand-in that carries no traffic."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from ieum.gateway.desired import Desired
from ieum.gateway.usage import Figures


@dataclass(frozen=True)
class Applied:
    problems: tuple[str, ...] = ()
    """One sentence for each thing that could not be applied; everything else was."""
    next_expiry: datetime | None = None


class Plane(Protocol):
    def converge(self, desired: Desired, *, now: datetime) -> Applied:
        """Make the host match the desired state, changing only what differs, whatever state it is in."""
        ...

    def figures(self) -> Mapping[str, Figures] | None:
        """Last handshake and byte counts by public key; None if the interface is gone."""
        ...


class AcknowledgingPlane:
    """Accepts every state and does nothing, for demos of the shop on machines without tunnels."""

    def converge(self, desired: Desired, *, now: datetime) -> Applied:  # noqa: ARG002 - a Plane's signature
        return Applied()

    def figures(self) -> Mapping[str, Figures] | None:
        return {}

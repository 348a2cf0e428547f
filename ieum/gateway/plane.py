"""What carries the traffic, seen from the agent; and the one that carries none."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from ieum.gateway.desired import Desired
from ieum.gateway.usage import Figures


@dataclass(frozen=True)
class Applied:
    problems: tuple[str, ...] = ()
    """What could not be brought about, one sentence each; everything else was."""
    next_expiry: datetime | None = None


class Plane(Protocol):
    def converge(self, desired: Desired, *, now: datetime) -> Applied:
        """Make the host match, changing only what differs; also after any part of it was lost."""
        ...

    def figures(self) -> Mapping[str, Figures] | None:
        """Handshake and byte counts by public key; None where the interface is gone."""
        ...


class AcknowledgingPlane:
    """Takes every state and does nothing about it: for showing the shop where no tunnel can run."""

    def converge(self, desired: Desired, *, now: datetime) -> Applied:  # noqa: ARG002 - a Plane's signature
        return Applied()

    def figures(self) -> Mapping[str, Figures] | None:
        return {}

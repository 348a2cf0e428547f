"""The data plane as the agent sees it, and a stand-in that carries no traffic."""

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple, Protocol

from ieum.gateway.connections import Fill
from ieum.gateway.desired import Desired, Touched
from ieum.gateway.usage import NEVER_CONNECTED, Figures, Reading
from ieum.gateway.ways import OwnPeer, Way


@dataclass(frozen=True)
class Applied:
    problems: tuple[str, ...] = ()
    """One sentence for each thing that could not be applied; everything else was."""
    standing: tuple[str, ...] = ()
    """Problems that trying again does not mend, only the shop or a change of the host: faulty entries."""
    faulty: tuple[str, ...] | None = None
    """The endpoints that `standing` is about, where it is about nothing else."""
    next_expiry: datetime | None = None
    taken_off: Mapping[str, Figures] = field(default_factory=dict[str, Figures])
    """The last counters of peers that were removed, by public key: nobody can read them any longer."""
    begun: Mapping[str, int] = field(default_factory=dict[str, int])
    """The lives of the counters of peers that were put on the interface, by public key."""
    interface: str = ""
    """Which interface peers were taken off and put on, as a reading names it. Empty after a change of some peers."""


class Paths(NamedTuple):
    """The agent's own peers, with the port and the public key of the interface."""

    ways: tuple[Way, ...]
    knocker: OwnPeer | None
    port: int
    public_key: str


class Knocks(NamedTuple):
    received: int
    """Bytes of the knocker."""
    last_handshake: int
    """Unix time of the newest handshake of any customer, 0 before the first."""


class Plane(Protocol):
    def converge(self, desired: Desired, *, now: datetime) -> Applied:
        """Make the host match the desired state, changing only what differs, whatever state it is in."""
        ...

    def change(self, desired: Desired, touched: Touched, *, now: datetime) -> Applied:
        """Make the host match what these exits and endpoints, and the clock, have changed since the last call."""
        ...

    def tidy(self) -> bool:
        """Take from the host some of what changes have left over, and say whether there is more."""
        ...

    async def wait_for_news(self, seconds: float) -> None:
        """Wait until somebody changes the host's firewall, or for so long."""
        ...

    def is_disturbed(self) -> bool:
        """Tell whether there is a sign that others have changed the host; it costs next to nothing."""
        ...

    def compare(self) -> tuple[str, ...]:
        """Read the whole host while changes go on, and name what is not as it was left."""
        ...

    def is_setting_up(self) -> bool:
        """Tell whether everything is being set up, which reading the counters would only slow down."""
        ...

    def figures(self) -> Reading | None:
        """Last handshake and byte counts of all peers; None if there is no interface.

        CommandError or OSError where that cannot be read, which says nothing of the counters.
        """
        ...

    def park(self, reading: Reading, *, now: float, at: float) -> frozenset[str]:
        """Let the newest connections of each exit through, as many as it is for, and return the keys of the others.

        `now` is monotonic, `at` is Unix time. Raises CommandError or OSError.
        """
        ...

    def open_by(self, addresses: Collection[str]) -> frozenset[tuple[str, str]] | None:
        """Tunnel address and exit address of what is open by these exit addresses; None where that is not known."""
        ...

    def fill(self) -> Fill | None:
        """Return the fill of the table of tracked connections; None if there is no table."""
        ...

    def paths(self) -> Paths | None:
        """The agent's own peers; None while the host is being set up, and on one that carries nothing."""
        ...

    def knocks(self) -> Knocks:
        """Read what has arrived at the port of WireGuard. Raises CommandError or OSError."""
        ...

    def others_that_drop(self) -> tuple[str, ...]:
        """Names of other programs' chains that drop what is forwarded unless a rule of theirs lets it pass."""
        ...

    def taken_inside(self) -> tuple[str, ...]:
        """Routes and addresses of others inside the tunnel network: a device with such an address is cut off."""
        ...

    def close(self) -> None:
        """Stop watching the host, and leave it as it is."""
        ...


class AcknowledgingPlane:
    """Accepts every state and carries nothing, for demos of the shop on machines without tunnels."""

    def __init__(self) -> None:
        self._served: frozenset[str] = frozenset()

    def converge(self, desired: Desired, *, now: datetime) -> Applied:
        """Serve endpoints without WireGuard: a removed peer's last counters are zeros."""
        open_exits = {id_ for id_, exit_ in desired.exits.items() if (exit_.shop_until or exit_.until) > now}
        served = frozenset(
            endpoint.identity for endpoint in desired.endpoints.values() if endpoint.exit in open_exits
        )
        gone, self._served = self._served - served, served
        return Applied(taken_off=dict.fromkeys(gone, NEVER_CONNECTED))

    def change(self, desired: Desired, touched: Touched, *, now: datetime) -> Applied:
        del touched
        return self.converge(desired, now=now)

    def tidy(self) -> bool:
        return False

    async def wait_for_news(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def is_disturbed(self) -> bool:
        return False

    def compare(self) -> tuple[str, ...]:
        return ()

    def is_setting_up(self) -> bool:
        return False

    def figures(self) -> Reading | None:
        return Reading("", {})

    def park(self, reading: Reading, *, now: float, at: float) -> frozenset[str]:
        del reading, now, at
        return frozenset()

    def open_by(self, addresses: Collection[str]) -> None:
        """Answer that it is not known, so that a demo shows for how long an old address may run on."""

    def fill(self) -> None:
        """Return None: nothing is tracked."""

    def paths(self) -> None:
        """Return None: without WireGuard there are no connections."""

    def knocks(self) -> Knocks:
        return Knocks(0, 0)

    def others_that_drop(self) -> tuple[str, ...]:
        return ()

    def taken_inside(self) -> tuple[str, ...]:
        return ()

    def close(self) -> None:
        """Close nothing: nothing is watched."""

"""A stand-in for the data plane that makes up use, so that a demo has some to show."""

import secrets
import threading
import time
from binascii import crc32
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from ieum.gateway.desired import Desired
from ieum.gateway.parking import Parking
from ieum.gateway.plane import AcknowledgingPlane, Applied
from ieum.gateway.selection import place_of
from ieum.gateway.usage import Figures, Reading

# Seconds in which a device is connected, and then silent: so long that its session ends and an address may change.
CONNECTED, SILENT = 540, 300
_HANDSHAKE_EVERY = 120
# Of a network for documentation: nobody's address.
_CLIENT = "192.0.2.1:51820"


@dataclass
class _Device:
    key: str
    since: float
    at: float
    handshake: int = 0
    received: int = 0
    sent: int = 0

    def advance(self, now: float, *, is_parked: bool) -> None:
        """Bring the counters to this moment. They only rise, whatever the clock does, and not while it is parked."""
        begun, phase = divmod(now - self.since, CONNECTED + SILENT)
        if phase < CONNECTED and now > self.at:
            seconds = min(now - self.at, phase)
            # Another rate every five minutes, and for each device.
            rate = 40_000 + crc32(f"{self.key} {now // 300}".encode()) % 200_000
            if not is_parked:
                self.sent += int(seconds * rate)
                self.received += int(seconds * rate / 12)
            began = self.since + begun * (CONNECTED + SILENT)
            self.handshake = int(began + phase // _HANDSHAKE_EVERY * _HANDSHAKE_EVERY)
        self.at = max(self.at, now)

    @property
    def figures(self) -> Figures:
        return Figures(self.handshake, self.received, self.sent, _CLIENT)


class PretendingPlane(AcknowledgingPlane):
    """Carries nothing, and counts as if every device that it serves came and went."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._clock = clock
        # Another one at each start, with counters that begin anew.
        self._interface = f"pretended-{secrets.token_hex(8)}"
        self._devices: dict[str, _Device] = {}
        self._parking = Parking()
        self._hands = threading.Lock()
        """Over what is parked, which is read and changed by different threads."""

    def converge(self, desired: Desired, *, now: datetime) -> Applied:
        applied = super().converge(desired, now=now)
        before, moment = self._devices, self._clock()
        # Another dictionary, because the counters are read by another thread.
        self._devices = {key: before.get(key) or _Device(key, moment, moment) for key in self._served}
        with self._hands:
            self._parking.replace(
                {
                    endpoint.identity: place
                    for endpoint in desired.endpoints.values()
                    if endpoint.identity in self._served and (place := place_of(desired.exits[endpoint.exit]))
                }
            )
        return replace(applied, taken_off={key: before[key].figures for key in applied.taken_off})

    def figures(self) -> Reading:
        devices, now = self._devices, self._clock()
        with self._hands:
            parked = self._parking.parked
        for key, device in devices.items():
            device.advance(now, is_parked=key in parked)
        return Reading(self._interface, {key: device.figures for key, device in devices.items()})

    def park(self, reading: Reading, *, now: float, at: float) -> frozenset[str]:
        with self._hands:
            self._parking.observe(reading.peers, now=now, at=at)
            return self._parking.parked

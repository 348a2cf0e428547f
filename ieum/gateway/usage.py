"""Decide which peers' counters to report to the shop now."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from ieum.gateway.protocol import PeerUsage

# Seconds after which WireGuard gives up a session, so that a later handshake is a new connection.
SESSION_TIMEOUT = 180
REPORT_INTERVAL = 30


class Figures(NamedTuple):
    """One peer's counters on the WireGuard interface."""

    handshake: int
    """Unix time of the last handshake, 0 before the first."""
    received: int
    sent: int


NEVER_CONNECTED = Figures(0, 0, 0)


class UsageTracker:
    """Compares each peer's current counters with those last reported. `now` is in seconds of any one clock."""

    def __init__(self, *, now: float) -> None:
        self._current: Mapping[str, Figures] = {}
        self._reported: dict[str, Figures] = {}
        self._last: dict[str, Figures] = {}
        """Of peers that were taken off, until they are reported."""
        self._next_round = now + REPORT_INTERVAL

    def observe(self, figures: Mapping[str, Figures]) -> None:
        self._current = figures
        self._reported = {key: reported for key, reported in self._reported.items() if key in figures}

    def take_off(self, figures: Mapping[str, Figures]) -> None:
        """Keep the last counters of removed peers. If one comes back, its counters begin anew."""
        if figures:
            self._last.update(figures)
            self.observe({key: current for key, current in self._current.items() if key not in figures})

    def last(self) -> dict[str, Figures]:
        """The last counters that are not reported yet, also of peers that never connected."""
        return dict(self._last)

    def due(self, now: float) -> dict[str, Figures]:
        """Last counters and new connections at once; all else that changed every `REPORT_INTERVAL` seconds."""
        return self._changed(now) | self._last

    def _changed(self, now: float) -> dict[str, Figures]:
        changed = {
            key: current
            for key, current in self._current.items()
            if self._reported.get(key, NEVER_CONNECTED) != current
        }
        if now >= self._next_round:
            return changed
        return {
            key: current
            for key, current in changed.items()
            if current.handshake - self._reported.get(key, NEVER_CONNECTED).handshake > SESSION_TIMEOUT
        }

    def mark_reported(self, figures: Mapping[str, Figures], now: float) -> None:
        for key, reported in figures.items():
            if self._last.get(key) == reported:
                del self._last[key]
            elif key in self._current:
                self._reported[key] = reported
        if now >= self._next_round:
            self._next_round = now + REPORT_INTERVAL


def reports(figures: Mapping[str, Figures]) -> list[PeerUsage]:
    return [
        PeerUsage(
            public_key=key,
            last_handshake_at=datetime.fromtimestamp(peer.handshake, UTC) if peer.handshake else None,
            rx_bytes=peer.received,
            tx_bytes=peer.sent,
        )
        for key, peer in figures.items()
    ]

"""Which of the figures on the interface the shop should hear now."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from ieum.gateway.protocol import PeerUsage

SILENCE = 180  # seconds: after these WireGuard itself gives a session up, so a handshake is a new connection
INTERVAL = 30


class Figures(NamedTuple):
    handshake: int
    """Unix time, 0 before the first."""
    received: int
    sent: int


_NOTHING = Figures(0, 0, 0)


class Ledger:
    """What was seen and what was told. Times are handed in, in seconds of any one clock."""

    def __init__(self, *, now: float) -> None:
        self._seen: Mapping[str, Figures] = {}
        self._told: dict[str, Figures] = {}
        self._next_round = now + INTERVAL

    def observe(self, figures: Mapping[str, Figures]) -> None:
        self._seen = figures
        self._told = {key: told for key, told in self._told.items() if key in figures}

    def due(self, now: float) -> dict[str, Figures]:
        """A customer who just connected at once, everything else that changed once a round."""
        changed = {key: seen for key, seen in self._seen.items() if self._told.get(key, _NOTHING) != seen}
        if now >= self._next_round:
            return changed
        return {
            key: seen
            for key, seen in changed.items()
            if seen.handshake - self._told.get(key, _NOTHING).handshake > SILENCE
        }

    def told(self, figures: Mapping[str, Figures], now: float) -> None:
        self._told.update(figures)
        if now >= self._next_round:
            self._next_round = now + INTERVAL


def reports(figures: Mapping[str, Figures]) -> list[PeerUsage]:
    return [
        PeerUsage(
            public_key=key,
            last_handshake_at=datetime.fromtimestamp(seen.handshake, UTC) if seen.handshake else None,
            rx_bytes=seen.received,
            tx_bytes=seen.sent,
        )
        for key, seen in figures.items()
    ]

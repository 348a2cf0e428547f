"""Reports of use, in the words of the protocol."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime

from ieum.gateway.protocol import PeerUsage
from ieum.gateway.usage import Sample


def reports(samples: Iterable[Sample], *, parked: AbstractSet[str] = frozenset()) -> list[PeerUsage]:
    return [
        PeerUsage(
            public_key=sample.key,
            last_handshake_at=_moment(sample.figures.handshake) if sample.figures.handshake else None,
            rx_bytes=sample.figures.received,
            tx_bytes=sample.figures.sent,
            epoch=sample.epoch,
            at=_moment(sample.at),
            since=_moment(sample.run.since) if sample.run.since else None,
            exit_address=sample.run.exit or None,
            client_address=sample.run.client or None,
            parked=sample.key in parked,
        )
        for sample in samples
    ]


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)

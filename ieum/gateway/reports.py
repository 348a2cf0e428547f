"""Reports of use, in the words of the shop's protocol."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime

import msgspec

from ieum.gateway.protocol import PeerUsage
from ieum.gateway.usage import Sample


def reports(
    samples: Iterable[Sample], *, protocol: int, parked: AbstractSet[str] = frozenset()
) -> list[PeerUsage]:
    """The samples for the shop. One of the version before takes a peer's newest counters and nothing beside."""
    if protocol == 1:
        return [_plain(sample) for sample in {sample.key: sample for sample in samples}.values()]
    return [
        msgspec.structs.replace(
            _plain(sample),
            epoch=sample.epoch,
            at=_moment(sample.at),
            since=_moment(sample.run.since) if sample.run.since else None,
            exit_address=sample.run.exit or None,
            client_address=sample.run.client or None,
            parked=sample.key in parked,
        )
        for sample in samples
    ]


def _plain(sample: Sample) -> PeerUsage:
    figures = sample.figures
    return PeerUsage(
        public_key=sample.key,
        last_handshake_at=_moment(figures.handshake) if figures.handshake else None,
        rx_bytes=figures.received,
        tx_bytes=figures.sent,
    )


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)

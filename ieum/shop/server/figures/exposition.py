"""Answer of `GET /metrics`: the metrics of all processes behind one port, and the figures."""

import os
from pathlib import Path

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

from ieum.shop.kernel.metrics import enter_cached_uses
from ieum.shop.server.figures.board import Board
from ieum.shop.server.serving import COUNTED_IN

# When each series began is a second series for each counter, which nobody reads.
disable_created_metrics()


def written(board: Board) -> bytes:
    """Write everything down. Where several processes answer (IEUM_WORKERS), any of them tells the sums of all."""
    enter_cached_uses()
    folder = os.environ.get(COUNTED_IN)
    if folder is None:
        return generate_latest(REGISTRY) + generate_latest(board)
    _forget_dead(Path(folder))
    registry = CollectorRegistry()
    MultiProcessCollector(registry, folder)
    return generate_latest(registry) + generate_latest(board)


def _forget_dead(folder: Path) -> None:
    """Leave out the memory and streams of processes that are gone; what they have counted stays counted."""
    for path in folder.glob("gauge_live*_*.db"):
        try:
            os.kill(int(path.stem.rpartition("_")[2]), 0)
        except ProcessLookupError:
            path.unlink(missing_ok=True)

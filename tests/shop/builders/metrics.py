"""What Prometheus would be told now."""

import re

from ieum.shop.kernel.db import Database
from ieum.shop.server.figures.board import Board
from ieum.shop.server.figures.exposition import written


async def metrics_of(db: Database) -> str:
    """Read all figures anew; a server keeps those of its last scrape for a while."""
    board = Board(db)
    await board.read()
    return written(board).decode()


def value(text: str, series: str) -> float | None:
    """Return what a series says, such as `ieum_outbox{channel="sms"}`; None where it is not there."""
    found = re.search(rf"^{re.escape(series)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else None

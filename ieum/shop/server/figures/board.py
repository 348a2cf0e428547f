"""Reads the figures that are due and keeps what was read last.

Whoever scrapes is answered in any case, within two seconds. A figure that cannot be read stays as it was; when it was
read is a metric, too, so that an alert tells what is old. One that fails takes no other with it.
"""

import asyncio
import logging
import time
from collections.abc import Iterator, Sequence

from prometheus_client.metrics_core import Metric
from psycopg import Error, OperationalError
from psycopg.errors import QueryCanceled
from psycopg_pool import PoolTimeout

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.server.figures import backups, database, delivery, doctor, money, outside, queues
from ieum.shop.server.figures.types import Figure, gauge

log = logging.getLogger(__name__)

FIGURES = (
    *money.FIGURES,
    *delivery.FIGURES,
    *queues.FIGURES,
    *database.FIGURES,
    *backups.FIGURES,
    *outside.FIGURES,
    *doctor.FIGURES,
)
# In seconds. Prometheus waits ten for an answer, unless it is told otherwise.
LONGEST = 2.0


class Board:
    """`db` has a connection that no request needs, so that the figures come in an overload, too."""

    def __init__(self, db: Database, figures: Sequence[Figure] = FIGURES) -> None:
        self._db = db
        self._figures = figures
        self._kept: dict[str, Sequence[Metric]] = {}
        self._tried: dict[str, float] = {}
        self._read_at: dict[str, float] = {}
        self._took: dict[str, float] = {}
        self._failing: set[str] = set()
        self._reading: asyncio.Task[None] | None = None

    async def read(self) -> None:
        """Read what is due, or go on without it where that takes long."""
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read_due())
        # Not cancelled: to cancel a query in a database that does not react takes seconds. It ends by its own limits.
        await asyncio.wait({self._reading}, timeout=LONGEST)

    def collect(self) -> Iterator[Metric]:
        """All that is known, in the form that prometheus_client writes down."""
        for figure in self._figures:
            yield from self._kept.get(figure.name, ())
        read_at = gauge(
            "ieum_figure_read_timestamp_seconds",
            "When a figure was read last; 0: not since this process began",
            "figure",
        )
        took = gauge("ieum_figure_read_seconds", "How long that took", "figure")
        for figure in self._figures:
            read_at.add_metric([figure.name], self._read_at.get(figure.name, 0))
            took.add_metric([figure.name], self._took.get(figure.name, 0))
        yield from (read_at, took)

    async def _read_due(self) -> None:
        now = time.monotonic()
        due = [each for each in self._figures if now - self._tried.get(each.name, -1e9) >= each.every]
        if not due:
            return
        try:
            async with self._db.transaction() as conn:
                # Of each, in milliseconds.
                await conn.execute("SET LOCAL statement_timeout = 500")
                for figure in due:
                    await self._read(conn, figure)
                await conn.execute("SET LOCAL statement_timeout = DEFAULT")
        except (Error, PoolTimeout, OSError) as error:
            # The way to the database is broken, and `readyz` says so. The next scrape tries all that is left.
            log.warning("figures are not read: %s", error)

    async def _read(self, conn: Connection, figure: Figure) -> None:
        began = self._tried[figure.name] = time.monotonic()
        try:
            async with conn.transaction():
                self._kept[figure.name] = await figure.read(conn)
        except Error as error:
            if isinstance(error, OperationalError) and not isinstance(error, QueryCanceled):
                raise
            if figure.name not in self._failing:
                log.warning("the figure %s is not read: %s", figure.name, error)
            self._failing.add(figure.name)
            return
        self._failing.discard(figure.name)
        self._took[figure.name] = time.monotonic() - began
        self._read_at[figure.name] = time.time()

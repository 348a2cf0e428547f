"""Visits on their way into the table: many in one transaction, each answered when it is stored."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

from psycopg import DataError, IntegrityError, OperationalError
from psycopg.errors import CheckViolation
from psycopg_pool import PoolTimeout

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.errors import ShopError
from ieum.shop.kernel.limits import MinuteCounts
from ieum.shop.kernel.metrics import VISITS
from ieum.shop.kernel.networks import network_of
from ieum.shop.site import queries, rules
from ieum.shop.site.types import Visit, VisitRow

log = logging.getLogger(__name__)

# Visitors of a mobile carrier share addresses, and a browser sends one visit a session.
VISITS_PER_MINUTE = 120
# Held in memory at most, those that are just being written included.
ROOM = 2_000
# A visit waits so long for others to share its commit with: twenty commits a second, however many come.
LINGER_SECONDS = 0.05
ANSWERS_AT_ONCE = 8
# A database that has not taken them by then is as good as away; whoever waits is told.
WRITE_SECONDS = 30

type _Waiting = tuple[VisitRow, asyncio.Future[None]]


class VisitsBusy(ShopError):
    status = 503
    code = "visits_busy"
    title = "일시적으로 처리할 수 없습니다"
    detail = "방문 기록을 저장할 수 없습니다. 잠시 후 다시 시도해 주세요."


class VisitIntake:
    """Has a connection of its own, so that pages never wait for one that is writing visits."""

    def __init__(
        self,
        db: Database,
        counts: MinuteCounts | None = None,
        *,
        room: int = ROOM,
        linger: float = LINGER_SECONDS,
    ) -> None:
        self._db = db
        self._room = room
        self._linger = linger
        self._counts = counts or MinuteCounts()
        self._held = 0
        self._waiting: list[_Waiting] = []
        self._writer: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()

    async def store(self, visit: Visit, *, caller: str, user_agent: str) -> None:
        """Return when it is committed. Raises TooManyRequests, and VisitsBusy where it is not stored."""
        self._counts.count("visit", network_of(caller), a_minute=VISITS_PER_MINUTE)
        if self._closing.is_set() or self._held >= self._room:
            VISITS.labels("refused").inc()
            raise VisitsBusy(retry_after=1)
        row = rules.read_visit(visit, caller=caller, user_agent=user_agent)
        stored = asyncio.get_running_loop().create_future()
        self._held += 1
        self._waiting.append((row, stored))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_all())
        try:
            await stored
        except (OperationalError, PoolTimeout, OSError) as error:
            raise VisitsBusy(retry_after=5) from error

    async def close(self) -> None:
        """Take no more, and write what is here without waiting for company."""
        self._closing.set()
        if self._writer is not None:
            await self._writer

    async def _write_all(self) -> None:
        while self._waiting:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._linger):
                    await self._closing.wait()
            batch, self._waiting = self._waiting, []
            try:
                await self._write(batch)
            finally:
                self._held -= len(batch)

    async def _write(self, batch: Sequence[_Waiting]) -> None:
        try:
            async with asyncio.timeout(WRITE_SECONDS):
                await self._insert([row for row, _ in batch])
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait are told
            if len(batch) > 1 and isinstance(error, (DataError, IntegrityError)):
                # One that the table does not take shall not cost the others theirs.
                for one in batch:
                    await self._write([one])
                return
            # What the database says of a row quotes it, and a row is about somebody.
            quotes = isinstance(error, (DataError, IntegrityError))
            log.warning(
                "%d visits are not stored: %s", len(batch), type(error).__name__ if quotes else repr(error)
            )
            VISITS.labels("failed").inc(len(batch))
            for _, stored in batch:
                if not stored.done():
                    stored.set_exception(error)
        else:
            VISITS.labels("stored").inc(len(batch))
            for number, (_, stored) in enumerate(batch, 1):
                # Whoever hung up does not wait any more.
                if not stored.done():
                    stored.set_result(None)
                if number % ANSWERS_AT_ONCE == 0:
                    # A page's turn comes between the answers, not after a hundred of them.
                    await asyncio.sleep(0)

    async def _insert(self, rows: list[VisitRow]) -> None:
        try:
            async with self._db.transaction() as conn:
                await queries.insert_visits(conn, rows)
        except CheckViolation as error:
            if error.diag.constraint_name is not None:
                raise
            # There is no table for this month: nobody was there to make it ahead.
            async with self._db.transaction() as conn:
                await queries.make_visit_month(conn)
                await queries.insert_visits(conn, rows)

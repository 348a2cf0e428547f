"""Stores visits in batches, many in one transaction; each visitor is answered once their visit is stored."""

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress

from psycopg import DataError, IntegrityError, OperationalError
from psycopg.errors import CheckViolation
from psycopg_pool import PoolTimeout

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import ShopError, TooManyRequests
from ieum.shop.kernel.limits import MinuteCounts, count_together, network_of
from ieum.shop.kernel.metrics import VISITS
from ieum.shop.site import queries, rules
from ieum.shop.site.types import Visit, VisitRow

log = logging.getLogger(__name__)

# Visitors of a mobile carrier share addresses, and a browser sends one visit a session.
VISITS_PER_MINUTE = 120
# How many visits are held in memory at most, those being written included.
ROOM = 2_000
# How long a visit waits for others to share its commit: at most twenty commits a second, however many come.
LINGER_SECONDS = 0.05
ANSWERS_AT_ONCE = 8
# A write that takes longer has failed, and whoever waits for it is answered so.
WRITE_SECONDS = 30

# For how many days a browser remembers its first visit; and the networks whose visits were too many.
type _Stored = tuple[int, dict[str, TooManyRequests]]
type _Waiting = tuple[VisitRow, asyncio.Future[int]]


class VisitsBusy(ShopError):
    status = 503
    code = "visits_busy"
    title = "일시적으로 처리할 수 없습니다"
    detail = "방문 기록을 저장할 수 없습니다. 잠시 후 다시 시도해 주세요."


class VisitIntake:
    """Collects visits and writes them, on a connection of its own so that pages never wait for it."""

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

    async def store(self, visit: Visit, *, caller: str, user_agent: str) -> tuple[VisitRow, int]:
        """Store a visit; returns it, and for how many days its browser remembers it, once it is committed.

        Raises TooManyRequests, or VisitsBusy if it is not stored.
        """
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
            return row, await stored
        except (OperationalError, PoolTimeout, OSError) as error:
            raise VisitsBusy(retry_after=5) from error

    async def close(self) -> None:
        """Accept no more visits, and write those held at once."""
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
                days, refused = await self._insert([row for row, _ in batch])
        except Exception as error:  # noqa: BLE001 - whatever it is, every waiting request gets it
            is_about_a_row = isinstance(error, (DataError, IntegrityError))
            if len(batch) > 1 and is_about_a_row:
                # One visit that the table refuses must not cost the others theirs.
                for visit in batch:
                    await self._write([visit])
                return
            # The database's message about a row quotes the row, which is personal data.
            reason = type(error).__name__ if is_about_a_row else error
            log.warning("%d visits are not stored: %s", len(batch), reason)
            VISITS.labels("failed").inc(len(batch))
            for _, stored in batch:
                if not stored.done():
                    stored.set_exception(error)
        else:
            await _answer(batch, days, refused)

    async def _insert(self, rows: list[VisitRow]) -> _Stored:
        try:
            return await self._insert_on_a_sound_connection(rows)
        except CheckViolation as error:
            if error.diag.constraint_name is not None:
                raise
            # The month has no partition yet, because no worker ran to create it ahead.
            async with self._db.transaction() as conn:
                await queries.make_visit_month(conn)
                return await _insert_within_limits(conn, rows)

    async def _insert_on_a_sound_connection(self, rows: list[VisitRow]) -> _Stored:
        """Try once more where the connection broke while it lay idle, as a restart of the database leaves it.

        Only where the transaction did not even begin: after that, the visits may be stored already.
        """
        has_begun = False
        try:
            async with self._db.transaction() as conn:
                has_begun = True
                return await _insert_within_limits(conn, rows)
        except OperationalError:
            if has_begun:
                raise
            async with self._db.transaction() as conn:
                return await _insert_within_limits(conn, rows)


async def _insert_within_limits(conn: Connection, rows: Sequence[VisitRow]) -> _Stored:
    """Leave out the visits of networks that have sent too many, to whichever process of whichever box."""
    of_network = Counter(network_of(row.ip_address) for row in rows)
    refused = await count_together(conn, "visit", of_network, a_minute=VISITS_PER_MINUTE)
    kept = [row for row in rows if network_of(row.ip_address) not in refused]
    return await queries.insert_visits(conn, kept), refused


async def _answer(batch: Sequence[_Waiting], days: int, refused: Mapping[str, TooManyRequests]) -> None:
    refusals = [refused.get(network_of(row.ip_address)) for row, _ in batch]
    VISITS.labels("stored").inc(refusals.count(None))
    for number, ((_, stored), refusal) in enumerate(zip(batch, refusals, strict=True), 1):
        # Done already where the visitor disconnected.
        if stored.done():
            pass
        elif refusal is not None:
            stored.set_exception(refusal)
        else:
            stored.set_result(days)
        if number % ANSWERS_AT_ONCE == 0:
            # Let requests for pages run between the answers.
            await asyncio.sleep(0)

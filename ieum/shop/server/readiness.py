"""`GET /readyz`: whether this server can sell now."""

import asyncio
import logging
import time
from collections.abc import Callable

from litestar import Response, get
from litestar.datastructures import State
from litestar.di import NamedDependency
from psycopg import Error

from ieum.shop.kernel.db import Connection, Database, fetch_one
from ieum.shop.kernel.http import Answer, ok
from ieum.shop.server.migration_files import newest

log = logging.getLogger(__name__)

# A balancer asks every few seconds, and waits about as long.
LONGEST_SECONDS = 0.8
# How long it is believed that the disk took a file: whether it does costs a sort and a file of one megabyte, and
# anybody may ask. All else is looked at each time, and that it is not so is never kept.
BELIEVED_SECONDS = 1.0


class Readiness:
    """Readiness, by one look at a time: callers who ask meanwhile are told what it finds.

    `db` has a connection that no request needs. A crowd that takes all others makes a server slow and not unready: a
    balancer that sent it to the next one would lose them one by one.
    """

    def __init__(self, db: Database, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._db = db
        self._clock = clock
        # Of the version that runs, whatever is put into its folder meanwhile.
        self._newest = newest()
        self._written_at = float("-inf")
        self._look: asyncio.Task[bool] | None = None

    async def is_ready(self) -> bool:
        """Tell whether the database is reachable within a second, has the newest shape, and can be written to."""
        if self._look is None or self._look.done():
            self._look = asyncio.create_task(self._look_within_a_second())
        # Whoever hangs up ends nobody else's look.
        return await asyncio.shield(self._look)

    async def _look_within_a_second(self) -> bool:
        check = asyncio.create_task(self._is_migrated_and_writable())
        done, _ = await asyncio.wait({check}, timeout=LONGEST_SECONDS)
        if not done:
            # Not waited for: to cancel a query in a database that does not react takes seconds.
            check.cancel()
        try:
            return bool(done) and check.result()
        except (Error, OSError) as error:
            log.warning("not ready: %s", error)
            return False

    async def _is_migrated_and_writable(self) -> bool:
        async with self._db.connection() as conn:
            is_primary = await fetch_one(
                conn,
                bool,
                """
                SELECT NOT pg_is_in_recovery()
                       AND EXISTS (SELECT FROM _yoyo_migration WHERE migration_id = %(newest)s)
                """,
                newest=self._newest,
            )
            if not is_primary or self._clock() - self._written_at < BELIEVED_SECONDS:
                return is_primary
            began = self._clock()
            await _write_a_file(conn)
            self._written_at = began
            return True


async def _write_a_file(conn: Connection) -> None:
    """Fails where the disk is full.

    A sort too large for its memory has to write a file of one megabyte beside the tables, and removes it: a full disk
    refuses that (53100), and no row of ours is touched. A standby can do so too, hence the other question.
    """
    async with conn.transaction():
        await conn.execute("SET LOCAL work_mem = '64kB'")
        await conn.execute(
            """
            SELECT count(*)
              FROM (SELECT repeat('.', 120) AS filler FROM generate_series(1, 8000) AS n
                     ORDER BY n DESC, filler OFFSET 0) AS sorted
            """
        )


@get("/readyz")
async def readyz(state: State, readiness: NamedDependency[Readiness]) -> Response[Answer[str]]:
    """The database is reachable within a second, has the newest shape, and can be written to; and no stop has begun."""
    is_ready = not state.get("is_draining") and await readiness.is_ready()
    # Asked after the look, because a stop may have begun meanwhile.
    if state.get("is_draining"):
        return Response(Answer(503, "draining"), status_code=503)
    return Response(ok("ready")) if is_ready else Response(Answer(503, "not ready"), status_code=503)

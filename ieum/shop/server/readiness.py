"""`GET /readyz`: whether this server can sell now."""

import asyncio
import logging

from litestar import Response, get
from litestar.datastructures import State
from psycopg import Error

from ieum.shop.kernel.db import Database, any_row, fetch_one
from ieum.shop.kernel.http import Answer, Db, ok
from ieum.shop.server.migrate import newest

log = logging.getLogger(__name__)

# A balancer asks every few seconds, and waits about as long.
LONGEST_SECONDS = 0.8


@get("/readyz")
async def readyz(db: Db, state: State) -> Response[Answer[str]]:
    """The database is reachable within a second, has the newest shape, and can be written to; and no stop has begun."""
    if state.get("is_draining"):
        return Response(Answer(503, "draining"), status_code=503)
    check = asyncio.create_task(_is_migrated_and_writable(db))
    done, _ = await asyncio.wait({check}, timeout=LONGEST_SECONDS)
    if not done:
        # Not waited for: to cancel a query in a database that does not react takes seconds.
        check.cancel()
    try:
        is_ready = bool(done) and check.result()
    except (Error, OSError) as error:
        log.warning("not ready: %s", error)
        is_ready = False
    return Response(ok("ready")) if is_ready else Response(Answer(503, "not ready"), status_code=503)


async def _is_migrated_and_writable(db: Database) -> bool:
    async with db.transaction() as conn:
        is_migrated = await any_row(
            conn, "SELECT 1 FROM _yoyo_migration WHERE migration_id = %(newest)s", newest=newest()
        )
        # A sort too large for its memory has to write a file of one megabyte beside the tables, and removes it: a full
        # disk refuses that (53100), and no row of ours is touched. A standby can do so too, hence the other question.
        await conn.execute("SET LOCAL work_mem = '64kB'")
        return is_migrated and await fetch_one(
            conn,
            bool,
            """
            SELECT NOT pg_is_in_recovery() AND count(*) > 0
              FROM (SELECT repeat('.', 120) AS filler FROM generate_series(1, 8000) AS n
                     ORDER BY n DESC, filler OFFSET 0) AS sorted
            """,
        )

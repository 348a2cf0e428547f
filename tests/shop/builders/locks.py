"""Waiting until one connection waits for a lock that another one holds."""

from ieum.shop.kernel.db import Database, fetch_one
from tests.waiting import wait_until_async


async def until_one_waits_for_a_lock(db: Database) -> None:
    """Return as soon as any connection to this database waits for a lock."""
    async with db.connection() as conn:
        await wait_until_async(
            lambda: fetch_one(
                conn,
                int,
                """
                SELECT count(*) FROM pg_stat_activity
                 WHERE datname = current_database() AND wait_event_type = 'Lock'
                """,
            ),
            "nobody waits for a lock",
        )

"""Waiting until one connection waits for a lock that another one holds."""

from ieum.shop.kernel.db import fetch_one
from tests.shop.builders.shops import Shop
from tests.waiting import wait_until_async


async def until_one_waits_for_a_lock(shop: Shop) -> None:
    """Return as soon as any connection to this shop's database waits for a lock."""
    async with shop.db.connection() as conn:
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

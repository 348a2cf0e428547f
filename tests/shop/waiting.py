"""Somebody stands before a lock that somebody else holds."""

import asyncio

from ieum.shop.kernel.db import fetch_one
from tests.shop.conftest import Shop


async def waiting_for_a_lock(shop: Shop) -> None:
    """Until somebody does, in this shop's database."""
    async with shop.db.connection() as conn:
        for _ in range(500):
            if await fetch_one(
                conn,
                int,
                """
                SELECT count(*) FROM pg_stat_activity
                 WHERE datname = current_database() AND wait_event_type = 'Lock'
                """,
            ):
                return
            await asyncio.sleep(0.01)
    raise AssertionError("nobody waits for a lock")

"""Waiting until one connection waits for a lock that another one holds."""

import asyncio
from collections.abc import Coroutine
from typing import Any, LiteralString

from ieum.shop.kernel.db import Connection, Database, fetch_one
from tests.waiting import wait_until_async


async def until_one_waits_for_a_lock(db: Database) -> None:
    """Return as soon as any connection to this database waits for a lock."""
    await until_so_many_wait_for_locks(db, 1)


async def until_so_many_wait_for_locks(db: Database, number: int) -> None:
    async with db.connection() as conn:
        await wait_until_async(
            lambda: _has_waiting(conn, number), f"fewer than {number} connections wait for a lock"
        )


async def after_all_have_looked[T](
    db: Database, table: LiteralString, *presses: Coroutine[Any, Any, T]
) -> list[T]:
    """The answers of presses of which none may write to the table before every one has read what it goes by."""
    async with db.transaction() as holder:
        # Reading goes on.
        await holder.execute(f"LOCK TABLE {table} IN EXCLUSIVE MODE")
        pressed = [asyncio.create_task(press) for press in presses]
        await until_so_many_wait_for_locks(db, len(pressed))
    return await asyncio.gather(*pressed)


async def _has_waiting(conn: Connection, number: int) -> bool:
    return await fetch_one(
        conn,
        bool,
        """
        SELECT count(*) >= %(number)s FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'
        """,
        number=number,
    )

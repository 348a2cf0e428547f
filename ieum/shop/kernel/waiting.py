"""Waiting for what another request, or another process, is doing."""

import asyncio
from collections.abc import Awaitable, Callable

from ieum.shop.kernel.db import Connection, Database

PAUSE_SECONDS = 0.1


async def wait_for[T](
    db: Database, read: Callable[[Connection], Awaitable[T]], done: Callable[[T], bool], *, seconds: int
) -> T:
    """Read until it is `done` or the time is over; what was read last. No connection is held between two looks."""
    looks = int(seconds / PAUSE_SECONDS)
    while True:
        async with db.connection() as conn:
            found = await read(conn)
        looks -= 1
        if done(found) or looks < 0:
            return found
        await asyncio.sleep(PAUSE_SECONDS)

"""Waiting until another request, or another process, has done something."""

import asyncio
from collections.abc import Awaitable, Callable

from ieum.shop.kernel.db import Connection, Database

PAUSE_SECONDS = 0.1


async def wait_for[T](
    db: Database, read: Callable[[Connection], Awaitable[T]], done: Callable[[T], bool], *, seconds: int
) -> T:
    """Read again and again until the value is `done` or the time is over, and return the last value read.

    No connection is held between two reads.
    """
    reads_left = int(seconds / PAUSE_SECONDS)
    while True:
        async with db.connection() as conn:
            value = await read(conn)
        reads_left -= 1
        if done(value) or reads_left < 0:
            return value
        await asyncio.sleep(PAUSE_SECONDS)

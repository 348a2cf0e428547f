"""Work that is about single days: what a worker that was down has missed is made up for, each day once.

The queue drops a periodic job that is ten minutes late when a worker comes (`MAX_DELAY` in procrastinate/periodic.py).
So the job of such work is queued every hour, and asks here which days are missing.
"""

import logging
from collections.abc import Awaitable, Callable
from datetime import date

from ieum.shop.kernel.db import Connection, Database, any_row, fetch_all

log = logging.getLogger(__name__)

# Whoever comes back after longer finds these days done, and the earlier ones never.
MOST_DAYS = 31

# Writes what was found about a day.
type Write = Callable[[Connection], Awaitable[None]]


class DaysLeftError(Exception):
    """Days that could not be done; the next run tries them again."""


async def catch_up(
    db: Database,
    task: str,
    look: Callable[[date], Awaitable[Write]],
    *,
    last: date,
    most: int = MOST_DAYS,
) -> None:
    """Do each missing day up to `last`, oldest first: of the first run `last` alone, then at most so many days back.

    `look` runs outside a transaction, so it may ask a provider. What it returns writes in the transaction that marks
    the day as done: of two workers that look at the same day, one writes. A day that fails does not stop the others.
    Raises DaysLeftError.
    """
    async with db.connection() as conn:
        days = await _list_missing(conn, task, last=last, most=most)
    failed: list[date] = []
    for day in days:
        try:
            write = await look(day)
            async with db.transaction() as conn:
                if await _mark_done(conn, task, day):
                    await write(conn)
        except Exception:
            log.exception("%s: %s could not be done", task, day)
            failed.append(day)
    if failed:
        raise DaysLeftError(f"{task}: {len(failed)} of {len(days)} days are left, from {failed[0]} on")


async def _list_missing(conn: Connection, task: str, *, last: date, most: int) -> list[date]:
    return await fetch_all(
        conn,
        date,
        """
        SELECT each::date AS day
          FROM (SELECT greatest(%(last)s::date - %(most)s::integer + 1,
                                coalesce(min(day), %(last)s::date)) AS first
                  FROM days_done WHERE task = %(task)s) known
         CROSS JOIN generate_series(known.first::timestamp, %(last)s::date::timestamp, interval '1 day') AS each
         WHERE NOT EXISTS (SELECT FROM days_done WHERE task = %(task)s AND day = each::date)
         ORDER BY each
        """,
        task=task,
        last=last,
        most=most,
    )


async def _mark_done(conn: Connection, task: str, day: date) -> bool:
    """False where another worker has done the day. Waits for one that is about to."""
    return await any_row(
        conn,
        "INSERT INTO days_done (task, day) VALUES (%(task)s, %(day)s) ON CONFLICT DO NOTHING RETURNING true",
        task=task,
        day=day,
    )

"""Days that no worker checked at their hour are checked later: oldest first, a month of them, each once."""

import asyncio
from datetime import date, datetime, timedelta

import httpx
import pytest
from procrastinate.periodic import MAX_DELAY

from ieum.shop.kernel import daily
from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.kernel.queue import app
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.reconciliation import jobs
from tests.conftest import RollingBack
from tests.shop.builders.shops import Shop
from tests.shop.builders.till import Till

NIGHT = datetime(2026, 11, 20, 4, 30, tzinfo=SEOUL)
YESTERDAY = date(2026, 11, 19)


async def checked(conn: Connection, kind: str = "provider") -> list[str]:
    return await fetch_all(
        conn, str, "SELECT day::text FROM book_checks WHERE kind = %(kind)s ORDER BY id", kind=kind
    )


async def run(till: Till, at: datetime) -> None:
    await jobs.check_books_until(till.db, till.provider, at)


async def test_a_night_without_a_worker_is_made_up_for_in_the_morning(till: Till) -> None:
    await run(till, NIGHT)

    await run(till, NIGHT + timedelta(days=1, hours=3))
    await run(till, NIGHT + timedelta(days=1, hours=4))

    assert await checked(till.conn) == ["2026-11-19", "2026-11-20"]
    assert await checked(till.conn, "ledger") == ["2026-11-20", "2026-11-21"]


async def test_a_day_is_not_checked_before_half_past_four(till: Till) -> None:
    await run(till, NIGHT)

    await run(till, NIGHT + timedelta(hours=23, minutes=59))

    assert await checked(till.conn) == ["2026-11-19"]


async def test_days_without_a_worker_are_checked_oldest_first_and_our_tables_once(till: Till) -> None:
    await run(till, NIGHT)

    await run(till, NIGHT + timedelta(days=4))

    assert await checked(till.conn) == [f"2026-11-{day}" for day in range(19, 24)]
    assert await checked(till.conn, "ledger") == ["2026-11-20", "2026-11-24"]


async def test_at_most_a_month_is_made_up_for(till: Till) -> None:
    await run(till, NIGHT)

    await run(till, NIGHT + timedelta(days=400))

    days = await checked(till.conn)
    assert len(days) == 1 + daily.MOST_DAYS
    assert days[-1] == f"{YESTERDAY + timedelta(days=400)}"


async def test_while_the_provider_is_away_the_days_wait(till: Till) -> None:
    await run(till, NIGHT)
    till.wire.down = True
    with pytest.raises(daily.DaysLeftError):
        await run(till, NIGHT + timedelta(days=2))
    till.wire.down = False

    await run(till, NIGHT + timedelta(days=2, hours=1))

    assert await checked(till.conn) == ["2026-11-19", "2026-11-20", "2026-11-21"]


async def test_a_day_that_fails_does_not_stop_the_others_and_comes_again(
    conn: Connection, db: RollingBack
) -> None:
    done: list[date] = []
    broken = YESTERDAY - timedelta(days=1)

    async def look(day: date) -> daily.Write:
        if day == broken:
            raise ValueError(day)

        async def write(_: Connection) -> None:
            done.append(day)

        return write

    await execute(
        conn, "INSERT INTO days_done (task, day) VALUES ('t', %(day)s)", day=YESTERDAY - timedelta(days=2)
    )
    with pytest.raises(daily.DaysLeftError):
        await daily.catch_up(db, "t", look, last=YESTERDAY)
    broken = date.min
    await daily.catch_up(db, "t", look, last=YESTERDAY)

    assert done == [YESTERDAY, YESTERDAY - timedelta(days=1)]


async def test_two_workers_at_once_do_each_day_once(shop: Shop, sandbox: httpx.AsyncClient) -> None:
    del sandbox
    both, seen = asyncio.Barrier(2), 0

    async def look(day: date) -> daily.Write:
        # Both have found the day missing before one of them writes.
        await both.wait()

        async def write(conn: Connection) -> None:
            nonlocal seen
            seen += 1
            await execute(
                conn,
                """
                INSERT INTO book_checks (kind, day, totals, differences) VALUES ('provider', %(day)s, '{}', '[]')
                """,
                day=day,
            )

        return write

    async with shop.db.transaction() as conn:
        await execute(
            conn,
            "INSERT INTO days_done (task, day) VALUES ('t', %(day)s)",
            day=YESTERDAY - timedelta(days=3),
        )

    await asyncio.gather(*(daily.catch_up(shop.db, "t", look, last=YESTERDAY) for _ in range(2)))

    async with shop.db.connection() as conn:
        assert await checked(conn) == ["2026-11-17", "2026-11-18", "2026-11-19"]
    assert seen == 3


def test_the_queue_calls_for_the_books_every_hour() -> None:
    """It drops a periodic job that is more than ten minutes late, so an hour is what a worker can miss."""
    cron: str = app.periodic_registry.periodic_tasks[jobs.CHECK_BOOKS, ""].cron

    assert MAX_DELAY == 600
    assert cron == "30 * * * *"

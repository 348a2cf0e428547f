from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from ieum.shop.checkout import tasks
from ieum.shop.kernel.db import Connection, PooledDatabase, execute, fetch_all, fetch_one
from ieum.shop.kernel.queue import defer
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_member
from tests.shop.builders.services import a_service
from tests.shop.builders.time_passing import let_pass

DAY = timedelta(days=1)


async def moment(conn: Connection, column: str, table: str) -> datetime:
    return await fetch_one(conn, datetime, f"SELECT max({column}) FROM {table}")  # pyright: ignore[reportArgumentType]


async def test_every_row_gets_older_and_their_order_stays(conn: Connection) -> None:
    service = await a_service(conn, await a_member(conn, points=500))
    before = [await moment(conn, "paid_at", "orders"), await moment(conn, "ends_at", "services")]
    # A ledger is append-only, and a moment may be part of a table's key.
    earned = await moment(conn, "created_at", "point_entries")
    prices = await fetch_all(conn, datetime, "SELECT effective_from FROM plan_prices ORDER BY 1")

    await let_pass(conn, 40 * DAY)

    after = [await moment(conn, "paid_at", "orders"), await moment(conn, "ends_at", "services")]
    assert [was - now for was, now in zip(before, after, strict=True)] == [40 * DAY, 40 * DAY]
    assert earned - await moment(conn, "created_at", "point_entries") == 40 * DAY
    later = await fetch_all(conn, datetime, "SELECT effective_from FROM plan_prices ORDER BY 1")
    assert [was - 40 * DAY for was in prices] == later
    assert service


async def test_times_in_a_unique_index_can_be_shifted(conn: Connection) -> None:
    plan = await a_plan(conn, prices={1: 1_000})
    await execute(
        conn,
        """
        INSERT INTO plan_prices (plan_id, months, amount, effective_from)
        SELECT %(plan)s, 1, 2000, effective_from + n * interval '1 day'
          FROM plan_prices, generate_series(1, 9) n WHERE plan_id = %(plan)s
        """,
        plan=plan,
    )

    await let_pass(conn, DAY)
    await let_pass(conn, -2 * DAY)

    assert (
        await fetch_one(conn, int, "SELECT count(*) FROM plan_prices WHERE plan_id = %(plan)s", plan=plan)
        == 10
    )


async def test_a_scheduled_job_comes_nearer(conn: Connection) -> None:
    await defer(conn, tasks.SETTLE_PAYMENT, seconds=86_400, payment=1)

    await let_pass(conn, 2 * DAY)

    assert await moment(conn, "scheduled_at", "procrastinate_jobs") < datetime.now(UTC)


async def test_triggers_are_enabled_again_afterwards(conn: Connection) -> None:
    await a_member(conn, points=500)

    await let_pass(conn, DAY)

    with pytest.raises(psycopg.errors.RestrictViolation):
        await execute(conn, "UPDATE point_entries SET amount = 1_000_000")


async def test_it_works_with_real_commits_too(database_url: str) -> None:
    db = PooledDatabase(database_url, size=2)
    await db.open()
    async with db.transaction() as conn:
        await a_service(conn, await a_member(conn))
        before = await moment(conn, "ends_at", "services")

    async with db.transaction() as conn:
        await let_pass(conn, DAY)

    async with db.connection() as conn:
        assert before - await moment(conn, "ends_at", "services") == DAY
    await db.close()

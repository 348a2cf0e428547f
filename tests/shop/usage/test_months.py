"""Hours and sessions by month: made ahead, dropped whole, never too soon."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta

import psycopg
import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.leaving import service as leaving
from ieum.shop.server.migrate import migrate
from ieum.shop.server.resealing import reseal
from ieum.shop.usage import months as partitions
from tests.conftest import Cluster
from tests.shop.builders.older_database import older_database
from tests.shop.builders.shops import Shop
from tests.shop.builders.usage import a_used_device


async def months(conn: Connection, parent: str) -> list[str]:
    return await fetch_all(
        conn,
        str,
        """
        SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
         WHERE i.inhparent = %(parent)s::regclass ORDER BY c.relname
        """,
        parent=parent,
    )


async def month(conn: Connection, *, back: int) -> date:
    return await fetch_one(
        conn,
        date,
        """
        SELECT (date_trunc('month', now() AT TIME ZONE 'Asia/Seoul') - make_interval(months => %(back)s))::date
        """,
        back=back,
    )


async def test_months_are_made_ahead_and_making_them_again_does_no_harm(conn: Connection) -> None:
    for _ in range(2):
        await partitions.make_months_ahead(conn)

    for parent in partitions.MONTHLY:
        names = await months(conn, parent)
        for back in (0, -1):
            assert f"{parent}_{await month(conn, back=back):%Y_%m}" in names


async def test_a_moment_at_midnight_in_seoul_begins_a_month(conn: Connection) -> None:
    last = datetime(2031, 6, 30, 14, 59, 59, tzinfo=UTC)
    await partitions.make_months(conn, [last, last + timedelta(seconds=1)])
    for hour in (last.replace(minute=0, second=0), last + timedelta(seconds=1)):
        await execute(
            conn,
            "INSERT INTO usage_hours (device_id, hour, rx_bytes, tx_bytes) VALUES (1, %(hour)s, 1, 1)",
            hour=hour,
        )

    stored = await fetch_all(conn, str, "SELECT tableoid::regclass::text FROM usage_hours ORDER BY hour")
    assert stored == ["usage_hours_2031_06", "usage_hours_2031_07"]


async def test_months_are_kept_as_long_as_the_policy_says_and_dropped_whole(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        edges = {
            back: datetime.combine(await month(conn, back=back), datetime.min.time(), UTC) + timedelta(days=3)
            for back in (11, 12, 13, 14)
        }
        await partitions.make_months(conn, list(edges.values()))
        for at in edges.values():
            await execute(
                conn,
                "INSERT INTO usage_hours (device_id, hour, rx_bytes, tx_bytes) VALUES (1, %(at)s, 1, 1)",
                at=at,
            )
            await execute(
                conn,
                """
                INSERT INTO usage_sessions (device_id, service_id, exit_address, began_at, ended_at, rx_bytes, tx_bytes)
                VALUES (1, 1, '203.0.113.7', %(at)s, %(at)s::timestamptz + interval '1 minute', 1, 1)
                """,
                at=at,
            )

    for _ in range(2):
        await leaving.destroy_due(shop.db)

    async with shop.db.connection() as conn:
        hours = await fetch_all(conn, datetime, "SELECT hour FROM usage_hours ORDER BY hour")
        sessions = await fetch_all(conn, datetime, "SELECT began_at FROM usage_sessions ORDER BY began_at")
        assert hours == [edges[13], edges[12], edges[11]]
        assert sessions == [edges[12], edges[11]]
        destroyed = await fetch_all(
            conn,
            str,
            "SELECT what || ' ' || row_count FROM destructions WHERE what LIKE 'usage%%' ORDER BY what",
        )
        assert destroyed == [
            f"usage_hours_{edges[14]:%Y_%m} 1",
            f"usage_sessions_{edges[14]:%Y_%m} 1",
            f"usage_sessions_{edges[13]:%Y_%m} 1",
        ]


async def test_sessions_cannot_be_kept_for_less_than_the_law_wants(conn: Connection) -> None:
    with pytest.raises(psycopg.errors.CheckViolation):
        async with conn.transaction():
            await execute(conn, "UPDATE site_config SET session_months = 11")


async def test_dropping_a_month_gives_way_to_readers(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        await partitions.make_months(conn, [datetime(2020, 5, 17, tzinfo=UTC)])
    async with shop.db.transaction() as reading:
        await fetch_one(reading, int, "SELECT count(*) FROM usage_sessions")

        with pytest.raises(psycopg.errors.LockNotAvailable):
            async with shop.db.transaction() as conn:
                await partitions.drop_old_months(conn)

    async with shop.db.transaction() as conn:
        dropped = [one.name for one in await partitions.drop_old_months(conn)]
        assert dropped == ["usage_hours_2020_05", "usage_sessions_2020_05"]


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"ended_at": "2026-11-01 00:00+09"}, id="no time at all"),
        pytest.param({"exit_address": "203.0.113.0/24"}, id="a network"),
        pytest.param({"tx_bytes": "-1"}, id="bytes below zero"),
    ],
)
async def test_the_table_refuses_sessions_that_cannot_be(conn: Connection, wrong: Mapping[str, str]) -> None:
    row: dict[str, str] = {
        "exit_address": "203.0.113.7",
        "began_at": "2026-11-01 00:00+09",
        "ended_at": "2026-11-01 00:05+09",
        "tx_bytes": "1",
        **wrong,
    }
    await partitions.make_months(conn, [datetime(2026, 11, 1, tzinfo=UTC)])

    with pytest.raises(psycopg.errors.CheckViolation):
        async with conn.transaction():
            await execute(
                conn,
                """
                INSERT INTO usage_sessions (device_id, service_id, exit_address, began_at, ended_at, rx_bytes, tx_bytes)
                VALUES (1, 1, %(exit_address)s, %(began_at)s, %(ended_at)s, 1, %(tx_bytes)s)
                """,
                **row,
            )


def test_counters_of_before_the_record_are_not_counted_again(cluster: Cluster) -> None:
    with older_database(cluster, before="0059") as url:
        with psycopg.connect(url) as conn:
            # The row alone: what it belongs to is of no matter here.
            conn.execute("SET session_replication_role = replica")
            conn.execute("INSERT INTO device_usage (device_id, rx_bytes, tx_bytes) VALUES (1, 5, 9)")
        migrate(url)
        with psycopg.connect(url) as conn:
            row = conn.execute(
                "SELECT epoch, epoch_rx, epoch_tx, rx_bytes, tx_bytes FROM device_usage"
            ).fetchone()

    assert row == (0, 5, 9, 5, 9)


async def test_clients_are_sealed_anew_with_everything_else(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        used = await a_used_device(conn)
        await partitions.make_months(conn, [datetime(2026, 11, 1, tzinfo=UTC)])
        from_old = shop.app.state.sealer.seal("198.51.100.7")
        await execute(
            conn,
            """
            INSERT INTO usage_sessions
                   (device_id, service_id, exit_address, client, began_at, ended_at, rx_bytes, tx_bytes)
            VALUES (1, 1, '203.0.113.7', %(client)s, '2026-11-01 01:00+09', '2026-11-01 01:05+09', 1, 1)
            """,
            client=from_old,
        )
        await execute(
            conn,
            """
            INSERT INTO device_usage (device_id, session_began_at, session_exit, session_client, session_mark)
            SELECT id, now(), '203.0.113.7', %(client)s, decode(repeat('00', 16), 'hex') FROM devices
             WHERE public_key = %(key)s
            """,
            client=from_old,
            key=used.key,
        )

    results = await reseal(shop.db, shop.app.state.sealer)

    assert results["clients of sessions"].done == 1
    assert results["clients of running sessions"].done == 1
    async with shop.db.connection() as conn:
        sealed = await fetch_one(conn, bytes, "SELECT client FROM usage_sessions")
        assert sealed != from_old
        assert shop.app.state.sealer.open(sealed) == "198.51.100.7"

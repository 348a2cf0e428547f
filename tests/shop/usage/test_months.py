"""Hours and sessions by month: made ahead, dropped whole, never too soon."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta

import psycopg
import pytest

from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.leaving import service as leaving
from ieum.shop.server.resealing import reseal
from ieum.shop.usage import months as partitions
from ieum.shop.usage.queries import place_of
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.secrets import KEY
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.usage import a_used_device, ago, line, report


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


async def make_all_months(conn: Connection, moments: Sequence[datetime]) -> None:
    """Make months as the shop made them when they were the present ones."""
    await execute(
        conn,
        """
        SELECT make_usage_month(parent, moment)
          FROM unnest(%(parents)s::text[]) parent, unnest(%(moments)s::timestamptz[]) moment
        """,
        parents=list(partitions.MONTHLY),
        moments=list(moments),
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
        await make_all_months(conn, list(edges.values()))
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


async def test_no_month_is_made_that_is_kept_no_more(conn: Connection) -> None:
    await execute(conn, "UPDATE site_config SET usage_months = 2")
    ages = {
        back: datetime.combine(await month(conn, back=back), datetime.min.time(), UTC) + timedelta(days=3)
        for back in (2, 3, 12, 13, 1200)
    }

    await partitions.make_months(conn, list(ages.values()))

    hours, sessions = await months(conn, "usage_hours"), await months(conn, "usage_sessions")
    assert [back for back, at in ages.items() if f"usage_hours_{at:%Y_%m}" in hours] == [2]
    assert [back for back, at in ages.items() if f"usage_sessions_{at:%Y_%m}" in sessions] == [2, 3, 12]


async def test_old_handshakes_make_no_months(client: Client, conn: Connection) -> None:
    used = await a_used_device(conn, days_ago=1500)
    before = [await months(conn, parent) for parent in partitions.MONTHLY]
    lines = [
        line(
            used,
            at=ago(days=20) + timedelta(minutes=n),
            lastHandshakeAt=ago(days=1400 - 30 * n),
            clientAddress=f"198.51.100.{n}",
        )
        for n in range(1, 47)
    ]

    answer = await report(client, *lines)

    assert answer.status_code == 204
    made = [
        name
        for parent, had in zip(partitions.MONTHLY, before, strict=True)
        for name in await months(conn, parent)
        if name not in had
    ]
    allowed = {f"{parent}_{ago(days=days):%Y_%m}" for parent in partitions.MONTHLY for days in range(-1, 37)}
    assert set(made) <= allowed


async def test_what_is_of_a_month_that_is_dropped_is_dropped(client: Client, conn: Connection) -> None:
    """A gateway that was away for years ends a session of before, and its device goes on."""
    used = await a_used_device(conn, days_ago=1000)
    began = ago(days=900)
    await report(client, line(used, txBytes=1000))
    await execute(
        conn,
        """
        UPDATE device_usage SET session_began_at = %(at)s, first_handshake_at = %(at)s, last_handshake_at = %(at)s,
               sampled_at = %(at)s
        """,
        at=began,
    )
    before = await months(conn, "usage_sessions")

    answer = await report(client, line(used, txBytes=1500))

    assert answer.status_code == 204
    assert await fetch_all(conn, int, "SELECT id FROM usage_sessions") == []
    assert await months(conn, "usage_sessions") == before
    assert await fetch_one(conn, int, "SELECT tx_bytes FROM device_usage") == 1500


async def test_sessions_cannot_be_kept_for_less_than_the_law_wants(conn: Connection) -> None:
    with pytest.raises(psycopg.errors.CheckViolation):
        async with conn.transaction():
            await execute(conn, "UPDATE site_config SET session_months = 11")


async def destroyed(db: Database) -> list[str]:
    async with db.connection() as conn:
        return await fetch_all(
            conn, str, "SELECT what FROM destructions WHERE what LIKE 'usage%%' ORDER BY what"
        )


async def some_old_months(db: Database, *numbers: int) -> None:
    """Months of 2020 with a row each."""
    async with db.transaction() as conn:
        for number in numbers:
            at = datetime(2020, number, 17, tzinfo=UTC)
            await make_all_months(conn, [at])
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


async def test_a_month_in_which_nothing_was_used_is_dropped_without_a_word(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        await make_all_months(conn, [datetime(2020, 5, 17, tzinfo=UTC)])

    await leaving.destroy_due(shop.db)

    assert await destroyed(shop.db) == []
    async with shop.db.connection() as conn:
        assert "usage_hours_2020_05" not in await months(conn, "usage_hours")


async def test_dropping_a_month_gives_way_to_readers(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaving, "PAUSES", ())
    await some_old_months(shop.db, 5, 6)

    async with shop.db.transaction() as reading:
        await fetch_one(reading, int, "SELECT count(*) FROM usage_sessions_2020_05")
        await leaving.destroy_due(shop.db)
        # Each month goes for itself.
        assert await destroyed(shop.db) == [
            "usage_hours_2020_05",
            "usage_hours_2020_06",
            "usage_sessions_2020_06",
        ]

    await leaving.destroy_due(shop.db)
    assert "usage_sessions_2020_05" in await destroyed(shop.db)


async def test_a_month_that_was_read_is_dropped_at_the_next_try(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    await some_old_months(shop.db, 5)
    paused: list[float] = []

    async with shop.db.connection() as reading:
        await execute(reading, "BEGIN")
        await fetch_one(reading, int, "SELECT count(*) FROM usage_sessions")

        async def go_away(seconds: float) -> None:
            paused.append(seconds)
            await execute(reading, "ROLLBACK")

        monkeypatch.setattr("ieum.shop.leaving.service.asyncio.sleep", go_away)
        await leaving.destroy_due(shop.db)

    assert await destroyed(shop.db) == ["usage_hours_2020_05", "usage_sessions_2020_05"]
    assert paused == [leaving.PAUSES[0]]


async def test_reports_are_taken_while_an_old_month_is_counted(shop: Shop) -> None:
    await some_old_months(shop.db, 5)
    async with shop.db.transaction() as conn:
        used = await a_used_device(conn)
        # An old month that takes long to be counted.
        await execute(conn, "ALTER FUNCTION count_usage_month(text) RENAME TO count_quickly")
        await execute(
            conn,
            """
            CREATE FUNCTION count_usage_month(name text) RETURNS bigint LANGUAGE sql AS $$
                SELECT pg_advisory_xact_lock(77); SELECT count_quickly(name)
            $$
            """,
        )
    async with shop.db.connection() as holding:
        await execute(holding, "SELECT pg_advisory_lock(77)")
        counting = asyncio.create_task(leaving.destroy_due(shop.db))
        await until_one_waits_for_a_lock(shop.db)

        answer = await report(shop.client, line(used))

        await execute(holding, "SELECT pg_advisory_unlock(77)")
        await counting
    assert answer.status_code == 204
    assert await destroyed(shop.db) == ["usage_hours_2020_05", "usage_sessions_2020_05"]


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


async def test_clients_are_sealed_anew_with_everything_else(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        used = await a_used_device(conn)
        await partitions.make_months(conn, [datetime(2026, 11, 1, tzinfo=UTC)])
        running = place_of(await fetch_one(conn, int, "SELECT id FROM devices"))
        sealer: Sealer = shop.app.state.sealer
        sealed = {place.row: sealer.seal("198.51.100.7", of=place) for place in (place_of(1), running)}
        await execute(
            conn,
            """
            INSERT INTO usage_sessions
                   (device_id, service_id, exit_address, client, began_at, ended_at, rx_bytes, tx_bytes)
            VALUES (1, 1, '203.0.113.7', %(client)s, '2026-11-01 01:00+09', '2026-11-01 01:05+09', 1, 1)
            """,
            client=sealed["1"],
        )
        await execute(
            conn,
            """
            INSERT INTO device_usage (device_id, session_began_at, session_exit, session_client, session_mark)
            SELECT id, now(), '203.0.113.7', %(client)s, decode(repeat('00', 16), 'hex') FROM devices
             WHERE public_key = %(key)s
            """,
            client=sealed[running.row],
            key=used.key,
        )

    results = await reseal(shop.db, shop.app.state.sealer, secret_key=KEY)

    assert results["clients of sessions"].done == 1
    assert results["clients of running sessions"].done == 1
    async with shop.db.connection() as conn:
        anew = await fetch_one(conn, bytes, "SELECT client FROM usage_sessions")
        assert anew != sealed["1"]
        assert sealer.open(anew, of=place_of(1)) == "198.51.100.7"

"""The months that visits lie in, and what stays of them."""

import asyncio
from datetime import date, timedelta

import msgspec
import psycopg
import pytest
from psycopg import sql

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.site import jobs, queries, service
from ieum.shop.site.intake import VisitIntake
from tests.conftest import RollingBack
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.visits import BODY, store, stored
from tests.shop.builders.worker import context_of


async def months(conn: Connection) -> list[str]:
    return await fetch_all(
        conn,
        str,
        """
        SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
         WHERE i.inhparent = 'visits'::regclass ORDER BY 1
        """,
    )


async def this_month(conn: Connection, *, back: int = 0) -> str:
    return await fetch_one(
        conn,
        str,
        """
        SELECT to_char(now() AT TIME ZONE 'Asia/Seoul' - make_interval(months => %(back)s), '"visits_"YYYY_MM')
        """,
        back=back,
    )


async def no_months(conn: Connection) -> None:
    for name in await months(conn):
        await conn.execute(sql.SQL("DROP TABLE {}").format(sql.Identifier(name)))


async def a_visit(
    conn: Connection,
    day: date,
    *,
    address: str = "203.0.113.7",
    host: str = "",
    keyword: str = "",
    campaign: str = "",
    robot: str = "",
    at: str = "12:00",
) -> None:
    moment = f"{day} {at}+09"
    await execute(conn, "SELECT make_visit_month(%(moment)s::timestamptz)", moment=moment)
    await execute(
        conn,
        """
        INSERT INTO visits (visited_at, ip_address, referrer_url, referrer_host, landing_url, keyword, campaign, ad,
                            robot)
        VALUES (%(moment)s, %(address)s, '', %(host)s, '', %(keyword)s, %(campaign)s, '{}', %(robot)s)
        """,
        moment=moment,
        address=address,
        host=host,
        keyword=keyword,
        campaign=campaign,
        robot=robot,
    )


async def seouls_today(conn: Connection) -> date:
    return await fetch_one(conn, date, "SELECT (now() AT TIME ZONE 'Asia/Seoul')::date")


class Total(msgspec.Struct, order=True):
    kind: str
    value: str
    count: int


async def totals(conn: Connection, day: date) -> list[Total]:
    return await fetch_all(
        conn,
        Total,
        "SELECT kind, value, count FROM visit_days WHERE day = %(day)s ORDER BY kind, count DESC, value",
        day=day,
    )


# Months.


async def test_partitions_are_made_for_this_month_and_the_next_ones(conn: Connection) -> None:
    await no_months(conn)

    await service.make_months(conn)
    await service.make_months(conn)

    assert await months(conn) == [await this_month(conn, back=-ahead) for ahead in range(3)]


async def test_a_missing_partition_is_made_by_the_first_visit_of_its_month(
    client: Client, conn: Connection
) -> None:
    await no_months(conn)

    answers = [await client.post("/api/v1/home/visit", json=BODY) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert await months(conn) == [await this_month(conn)]
    assert await fetch_one(conn, int, "SELECT count(*) FROM visits") == 2


async def test_many_servers_make_the_same_partition_at_once(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        await no_months(conn)
    intakes = [VisitIntake(shop.db, linger=0) for _ in range(8)]

    await asyncio.gather(*(store(intake, number) for number, intake in enumerate(intakes)))

    assert await stored(shop.db) == 8
    async with shop.db.connection() as conn:
        assert await months(conn) == [await this_month(conn)]


async def test_the_second_of_two_transactions_that_make_a_partition_waits_and_finds_it(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        await no_months(conn)
    async with shop.db.connection() as second:
        async with shop.db.transaction() as first:
            await queries.make_visit_month(first)
            making = asyncio.create_task(queries.make_visit_month(second))
            await until_one_waits_for_a_lock(shop.db)
        await making

        assert await months(second) == [await this_month(second)]


async def test_a_partition_is_made_while_visits_are_written(shop: Shop) -> None:
    """Making it must not wait for whoever writes, nor hold up who comes after."""
    async with shop.db.transaction() as writing:
        await queries.insert_visits(writing, [])
        await a_visit(writing, await seouls_today(writing))
        async with asyncio.timeout(20), shop.db.transaction() as conn:
            await queries.make_visit_month(conn, months_ahead=7)


async def test_days_and_months_are_counted_in_seoul(conn: Connection) -> None:
    await a_visit(conn, date(2031, 3, 1), at="00:00")
    await a_visit(conn, date(2031, 3, 31), at="23:59:59.999999")

    assert await fetch_one(conn, int, "SELECT count(*) FROM visits_2031_03") == 2
    assert "visits_2031_02" not in await months(conn)
    assert "visits_2031_04" not in await months(conn)


# Totals.


async def test_robots_are_not_counted(conn: Connection, db: RollingBack) -> None:
    day = await seouls_today(conn) - timedelta(days=1)
    await a_visit(conn, day, host="blog.example", keyword="vpn", campaign="spring", at="00:00")
    await a_visit(conn, day, host="blog.example", keyword="vpn", address="203.0.113.8", at="23:59:59.999")
    await a_visit(conn, day, host="cafe.example", keyword="고정 IP")
    await a_visit(conn, day, host="cafe.example", keyword="robots'", robot="yeti", address="198.51.100.1")
    await a_visit(conn, day - timedelta(days=1), host="other.example", at="23:59:59.999")
    await a_visit(conn, day + timedelta(days=1), host="other.example", at="00:00")

    await service.total_visits(db)

    assert await totals(conn, day) == [
        Total("addresses", "", 2),
        Total("campaign", "spring", 1),
        Total("keyword", "vpn", 2),
        Total("keyword", "고정 IP", 1),
        Total("referrer", "blog.example", 2),
        Total("referrer", "cafe.example", 1),
        Total("robots", "", 1),
        Total("visits", "", 3),
    ]
    # Today is not over.
    assert await totals(conn, day + timedelta(days=1)) == []


async def test_counting_a_day_twice_changes_nothing(conn: Connection, db: RollingBack) -> None:
    today = await seouls_today(conn)
    for back in (1, 3):
        await a_visit(conn, today - timedelta(days=back), host="blog.example")
    await service.total_visits(db)
    before = [await totals(conn, today - timedelta(days=back)) for back in (1, 2, 3)]

    await service.total_visits(db)
    await queries.delete_totals(conn, today - timedelta(days=1))
    await service.total_visits(db)

    assert [await totals(conn, today - timedelta(days=back)) for back in (1, 2, 3)] == before
    # A day on which nobody came is over too.
    assert before[1] == [Total("addresses", "", 0), Total("robots", "", 0), Total("visits", "", 0)]


async def test_only_the_most_frequent_values_are_kept(
    conn: Connection, monkeypatch: pytest.MonkeyPatch, db: RollingBack
) -> None:
    monkeypatch.setattr(service, "TOP_VALUES", 2)
    day = await seouls_today(conn) - timedelta(days=1)
    for keyword in ("a", "b", "b", "c", "c", "c"):
        await a_visit(conn, day, keyword=keyword)

    await service.total_visits(db)

    assert [total.value for total in await totals(conn, day) if total.kind == "keyword"] == ["c", "b"]


# Forgetting.


async def test_old_months_go_and_their_totals_stay(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        today = await seouls_today(conn)
        first = today.replace(day=1)
        old = await fetch_one(conn, date, "SELECT (%(first)s - interval '12 months')::date", first=first)
        kept = await fetch_one(conn, date, "SELECT (%(first)s - interval '11 months')::date", first=first)
        await a_visit(conn, old, keyword="rare")
        for _ in range(3):
            await a_visit(conn, old, keyword="usual")
        await a_visit(conn, kept, keyword="rare")

    await jobs.total_visits.func(context_of(shop), 0)

    async with shop.db.connection() as conn:
        names = await months(conn)
        assert f"visits_{old:%Y_%m}" not in names
        assert f"visits_{kept:%Y_%m}" in names
        assert await stored(shop.db) == 1
        assert [total for total in await totals(conn, old) if total.kind in {"visits", "keyword"}] == [
            # What a single person typed went with the visit.
            Total("keyword", "usual", 3),
            Total("visits", "", 4),
        ]
        assert Total("keyword", "rare", 1) in await totals(conn, kept)


async def test_a_month_without_its_totals_stays(conn: Connection) -> None:
    await a_visit(conn, date(2020, 5, 17))
    await a_visit(conn, date(2020, 6, 17))
    await queries.insert_totals(conn, date(2020, 6, 3), top_values=1)

    assert await queries.drop_old_months(conn) == ["visits_2020_05"]
    assert "visits_2020_06" in await months(conn)


async def test_the_retention_of_visits_is_a_setting(conn: Connection) -> None:
    today = await seouls_today(conn)
    await execute(conn, "UPDATE site_config SET visit_months = 4")
    for back in (3, 4):
        day = await fetch_one(
            conn, date, "SELECT (%(today)s - make_interval(months => %(back)s))::date", today=today, back=back
        )
        await a_visit(conn, day)
    await queries.insert_totals(conn, today, top_values=1)

    assert await queries.drop_old_months(conn) == [await this_month(conn, back=4)]
    with pytest.raises(psycopg.errors.CheckViolation):
        async with conn.transaction():
            await execute(conn, "UPDATE site_config SET visit_months = 3")


async def test_dropping_a_partition_gives_way_to_readers(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        await a_visit(conn, date(2020, 5, 17))
        await queries.insert_totals(conn, date(2020, 6, 3), top_values=1)
    async with shop.db.transaction() as reading:
        await fetch_one(reading, int, "SELECT count(*) FROM visits")

        with pytest.raises(psycopg.errors.LockNotAvailable):
            async with shop.db.transaction() as conn:
                await queries.drop_old_months(conn)

    async with shop.db.transaction() as conn:
        assert await queries.drop_old_months(conn) == ["visits_2020_05"]

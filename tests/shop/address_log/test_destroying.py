"""A day of the log goes with the last lease that it is about; its head stays, and what is left still fits."""

from datetime import UTC, datetime, timedelta

import pytest

from ieum.shop.address_log import service as address_log
from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.leaving import service as leaving
from ieum.shop.stock import leases
from tests.shop.builders.address_log import checked, misfit, tamper, write
from tests.shop.builders.members import a_member
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Shop

YEARS = timedelta(days=5 * 365 + 4)


def ago(time: timedelta) -> datetime:
    return datetime.now(UTC) - time


async def a_lease(conn: Connection, began: timedelta, ended: timedelta | None) -> None:
    """So long ago."""
    service = await a_service(conn, await a_member(conn))
    if ended is not None:
        await leases.release_services(conn, [service])
    await execute(
        conn,
        """
        UPDATE leases SET held_at = now() - %(began)s, active_at = now() - %(began)s,
               left_at = now() - %(ended)s::interval, ended_at = now() - %(ended)s::interval
         WHERE service_id = %(service)s
        """,
        began=began,
        ended=ended,
        service=service,
    )


async def log_of(db: Database, *, years_ago: timedelta) -> None:
    """The log is written then, and again now, so that every day between has a head."""
    await write(db, now=ago(years_ago))
    await write(db, now=ago(years_ago - timedelta(days=1)))


async def test_a_day_goes_with_its_last_lease(shop: Shop) -> None:
    old = YEARS + timedelta(days=10)
    async with shop.db.transaction() as conn:
        await a_lease(conn, old, YEARS)
    await log_of(shop.db, years_ago=YEARS)
    async with shop.db.transaction() as conn:
        await a_lease(conn, old, None)
    await write(shop.db, now=ago(YEARS - timedelta(days=1)), whole=True)
    await write(shop.db, now=ago(YEARS - timedelta(days=2)))

    await leaving.destroy_due(shop.db)

    async with shop.db.connection() as conn:
        assert await fetch_all(conn, int, "SELECT entry_count FROM address_log_days ORDER BY day") == [
            2,
            1,
            0,
        ]
        assert await fetch_one(conn, int, "SELECT count(*) FROM address_log_entries") == 1
        assert await fetch_all(
            conn, str, "SELECT what || ' ' || row_count FROM destructions ORDER BY id"
        ) == [
            "leases 1",
            "address_log_services 1",
            "address_log_entries 2",
        ]
    found = await checked(shop.db)
    assert found.misfit is None
    assert (found.days, found.destroyed_days, found.entries) == (3, 1, 1)


async def test_an_entry_outlives_its_lease_on_a_day_that_has_others(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        await a_lease(conn, YEARS, YEARS - timedelta(days=1))
        await a_lease(conn, YEARS, None)
    await log_of(shop.db, years_ago=YEARS)

    await leaving.destroy_due(shop.db)

    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM leases") == 1
        assert await fetch_one(conn, int, "SELECT count(*) FROM address_log_entries") == 3
        assert await fetch_one(conn, int, "SELECT count(*) FROM address_log_services") == 1
    assert await misfit(shop.db) is None


async def test_a_lease_may_not_be_gone_before_its_time(shop: Shop) -> None:
    """However old its begin is: it ended a day too late for that."""
    async with shop.db.transaction() as conn:
        await a_lease(conn, YEARS, YEARS - timedelta(days=10))
    await log_of(shop.db, years_ago=YEARS)
    assert await misfit(shop.db) is None
    async with shop.db.connection() as conn:
        await tamper(conn, "DELETE FROM leases")

    told = await misfit(shop.db)

    assert told is not None
    assert told.endswith("the lease is gone")


@pytest.mark.parametrize("what", ["a tail of the day", "the head"])
async def test_a_destroyed_day_is_checked_by_its_head(shop: Shop, what: str) -> None:
    async with shop.db.transaction() as conn:
        await a_lease(conn, YEARS, YEARS - timedelta(hours=1))
    await log_of(shop.db, years_ago=YEARS)
    async with shop.db.connection() as conn:
        if what == "the head":
            await leaving.destroy_due(shop.db)
            await tamper(
                conn,
                "UPDATE address_log_days SET head = decode(repeat('00', 32), 'hex') WHERE destroyed_at IS NOT NULL",
            )
            expected = "its head is not what was signed"
        else:
            await tamper(conn, "UPDATE address_log_days SET destroyed_at = now() WHERE entry_count > 0")
            expected = "the day was destroyed, and has an entry"

    told = await misfit(shop.db)

    assert told is not None
    assert told.endswith(expected), told


async def test_no_place_is_left_of_a_destroyed_day(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        await a_lease(conn, YEARS, YEARS - timedelta(hours=1))
        lease = await fetch_one(conn, int, "SELECT id FROM leases")
    await log_of(shop.db, years_ago=YEARS)
    await leaving.destroy_due(shop.db)

    async with shop.db.connection() as conn:
        assert await address_log.find_places(conn, lease) == []

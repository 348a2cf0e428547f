"""Two workers, transactions that commit late, a worker that dies: everything is written once, and nothing lost."""

import asyncio
from contextlib import suppress
from datetime import datetime, timedelta

import pytest

from ieum.shop.address_log import queries, service
from ieum.shop.kernel.db import Connection, Database, execute, fetch_one
from ieum.shop.stock import leases
from tests.shop.builders.address_log import day, happened, misfit, tamper, write
from tests.shop.builders.members import a_member
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Shop


async def entries(db: Database) -> int:
    async with db.connection() as conn:
        return await fetch_one(conn, int, "SELECT count(*) FROM address_log_entries")


async def sold(db: Database, number: int) -> None:
    async with db.transaction() as conn:
        member = await a_member(conn)
        for _ in range(number):
            await a_service(conn, member)


async def test_of_two_workers_one_writes(shop: Shop) -> None:
    await sold(shop.db, 3)
    async with shop.db.transaction() as conn:
        assert await queries.lock_reading(conn) is not None

        assert await write(shop.db) == 0

    written = await asyncio.gather(*(write(shop.db) for _ in range(5)))
    assert sorted(written) == [0, 0, 0, 0, 3]
    assert await entries(shop.db) == 3
    assert await misfit(shop.db) is None


@pytest.mark.parametrize("batch", [1, 2000], ids=["in many batches", "in one"])
async def test_a_lease_that_is_committed_late_is_written_next(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, batch: int
) -> None:
    """Its moment is the begin of its transaction: the leases are read from there on, however long that takes."""
    monkeypatch.setattr(service, "MARGIN", timedelta())
    monkeypatch.setattr(service, "BATCH", batch)
    await write(shop.db)
    async with shop.db.transaction() as slow:
        slow_service = await a_service(slow, await a_member(slow))
        for _ in range(3):
            await sold(shop.db, 1)
        assert await write(shop.db) == 3
        assert await write(shop.db) == 0

    assert await write(shop.db) == 1

    async with shop.db.connection() as conn:
        assert await fetch_one(
            conn,
            bool,
            """
            SELECT n.service_id = %(service)s AND e.at < (SELECT min(at) FROM address_log_entries WHERE index = 1)
              FROM address_log_entries e JOIN address_log_services n ON n.name = e.service WHERE e.index = 4
            """,
            service=slow_service,
        )
    assert await misfit(shop.db) is None


async def test_no_change_of_an_address_waits_for_the_log(shop: Shop) -> None:
    """While the log is being written, the same lease is ended, and another begun."""
    await sold(shop.db, 1)
    async with shop.db.transaction() as writing:
        assert await queries.lock_reading(writing) is not None
        events = await queries.list_unwritten(writing, since=None, until=None)
        await queries.name_services(writing, [event.service_id for event in events])

        async with asyncio.timeout(5), shop.db.transaction() as conn:
            await conn.execute("SET LOCAL lock_timeout = '1s'")
            service_id = await fetch_one(conn, int, "SELECT id FROM services")
            assert await leases.move_lease(conn, service_id, "ticket") is not None

    assert await write(shop.db) == 3
    assert await misfit(shop.db) is None


async def dying_in_batch(
    number: int, shop: Shop, monkeypatch: pytest.MonkeyPatch, now: datetime | None
) -> None:
    """Write the log until so many batches are written, the last of them not to its end."""
    insert, batches = queries.insert_entries, 0

    async def dies(conn: Connection, of: list[object]) -> None:
        nonlocal batches
        batches += 1
        await insert(conn, of)  # pyright: ignore[reportArgumentType]
        if batches == number:
            raise RuntimeError

    with monkeypatch.context() as patch, suppress(RuntimeError):
        patch.setattr(queries, "insert_entries", dies)
        await write(shop.db, now=now)


async def test_a_worker_that_dies_leaves_nothing_half_written(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "BATCH", 1)
    for _ in range(5):
        await sold(shop.db, 1)

    await dying_in_batch(2, shop, monkeypatch, now=None)

    assert await entries(shop.db) == 2
    assert await misfit(shop.db) is None
    assert await write(shop.db) == 3
    assert await misfit(shop.db) is None


async def test_a_worker_that_was_away_for_a_week_and_dies_goes_on_where_it_was(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though what is older than the last day but one is not read."""
    monkeypatch.setattr(service, "BATCH", 1)
    for number in (1, 2):
        await write(shop.db, now=day(number))
    for number in range(2, 9):
        await sold(shop.db, 1)
        async with shop.db.transaction() as conn:
            await happened(conn, day(number, hour=13))

    await dying_in_batch(3, shop, monkeypatch, now=day(9))
    written = await entries(shop.db)

    assert 0 < written < 7
    assert await write(shop.db, now=day(9)) == 7 - written
    assert await misfit(shop.db, now=day(10)) is None


async def test_a_check_does_not_stumble_over_what_is_written_meanwhile(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "BATCH", 3)
    await sold(shop.db, 3)
    await write(shop.db)

    async def sell() -> None:
        for _ in range(10):
            await sold(shop.db, 2)
            await write(shop.db)

    selling = asyncio.create_task(sell())
    while not selling.done():
        assert await misfit(shop.db) is None
    await selling
    assert await entries(shop.db) == 23


async def test_entries_and_days_are_append_only(shop: Shop) -> None:
    await sold(shop.db, 1)
    await write(shop.db)
    for statement in (
        "UPDATE address_log_entries SET at = now()",
        "DELETE FROM address_log_entries",
        "DELETE FROM address_log_days",
        "UPDATE address_log_days SET entry_count = 0",
        "UPDATE address_log_days SET previous = head",
        """
        UPDATE address_log_days
           SET key_id = '0', signature = decode(repeat('00', 64), 'hex'), closed_at = now(), destroyed_at = now()
        """,
    ):
        async with shop.db.connection() as conn:
            with pytest.raises(Exception, match="append-only"):
                await execute(conn, statement)  # pyright: ignore[reportArgumentType]
    async with shop.db.connection() as conn:
        await tamper(
            conn,
            """
            UPDATE address_log_days
               SET key_id = '0', signature = decode(repeat('00', 64), 'hex'), closed_at = now()
            """,
        )
        with pytest.raises(Exception, match="append-only"):
            await execute(conn, "UPDATE address_log_days SET head = previous")
        with pytest.raises(Exception, match="append-only"):
            await execute(conn, "UPDATE address_log_days SET destroyed_at = now()")

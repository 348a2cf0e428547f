"""What `/readyz` costs whoever is asked, and that neither its savings nor a crowd make it say what is not so."""

import asyncio

import pytest

from ieum.shop.kernel.db import Connection, PooledDatabase, execute
from ieum.shop.server import readiness
from ieum.shop.server.migration_files import newest
from ieum.shop.server.readiness import Readiness
from tests.shop.builders.shops import Client, Shop
from tests.waiting import wait_until_async


async def test_a_crowd_that_asks_at_once_costs_one_look(client: Client, sent: list[str]) -> None:
    answers = await asyncio.gather(*(client.get("/readyz") for _ in range(30)))

    assert {answer.status_code for answer in answers} == {200}
    assert len(sent) == 3, sent


async def test_a_file_is_written_once_a_second_and_the_rest_is_looked_at_each_time(
    conn: Connection, sent: list[str], client: Client
) -> None:
    for _ in range(3):
        assert (await client.get("/readyz")).status_code == 200
    assert sum("repeat(" in statement for statement in sent) == 1, sent

    await execute(conn, "DELETE FROM _yoyo_migration WHERE migration_id = %(newest)s", newest=newest())

    assert (await client.get("/readyz")).status_code == 503


async def test_the_next_file_is_written_when_the_last_one_is_a_second_old(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, written = [100.0], list[float]()
    write = readiness._write_a_file

    async def write_and_count(conn: Connection) -> None:
        written.append(now[0])
        await write(conn)

    monkeypatch.setattr(readiness, "_write_a_file", write_and_count)
    async with PooledDatabase(database_url, size=2) as db:
        ready = Readiness(db, clock=lambda: now[0])
        for moment in (100.0, 100.9, 101.0, 101.5, 102.1):
            now[0] = moment
            assert await ready.is_ready()

    assert written == [100.0, 101.0, 102.1]


async def test_a_full_disk_is_not_believed_to_be_well_the_next_time(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(conn: Connection) -> None:
        await conn.execute("SET LOCAL temp_file_limit = nonsense")

    async with PooledDatabase(database_url, size=2) as db:
        ready = Readiness(db)
        with monkeypatch.context() as full:
            full.setattr(readiness, "_write_a_file", fail)
            found = [await ready.is_ready(), await ready.is_ready()]
        found.append(await ready.is_ready())

    assert found == [False, False, True]


async def test_whoever_hangs_up_ends_nobody_elses_look(database_url: str) -> None:
    async with PooledDatabase(database_url, size=1) as db:
        ready = Readiness(db)
        async with db.connection():
            first, second = (asyncio.create_task(ready.is_ready()) for _ in range(2))
            await wait_until_async(lambda: db.pool.get_stats()["requests_waiting"], "nobody looks")
            first.cancel()
            await asyncio.wait({first})

        assert await second
    assert first.cancelled()


async def test_a_stop_that_begins_during_the_look_is_heard_at_once(shop: Shop) -> None:
    taken = [await shop.db.pool.getconn(timeout=20) for _ in range(shop.db.pool.max_size)]
    asked = asyncio.create_task(shop.client.get("/readyz"))
    await wait_until_async(lambda: shop.db.pool.get_stats()["requests_waiting"], "nobody looks")

    shop.app.state.is_draining = True
    for connection in taken:
        await shop.db.pool.putconn(connection)
    answer = await asked
    del shop.app.state["is_draining"]

    assert (answer.status_code, answer.json()["data"]) == (503, "draining")

"""The speed of a plan reaches the exits of its services, running ones in the transaction that changes it."""

import asyncio

import psycopg
import pytest

from ieum.shop.gateways import desired
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.services.types import ServiceId
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.gateways import a_gateway, revision_of
from tests.shop.builders.members import a_member
from tests.shop.builders.services import a_device, a_service
from tests.shop.builders.shops import Client, Shop
from tests.waiting import wait_until_async


async def set_speed(conn: Connection, plan: int, *, upload: int | None, download: int | None) -> None:
    """As an operator would in SQL, with nothing of the shop's code around it."""
    await execute(
        conn,
        "UPDATE plans SET upload_mbit = %(upload)s, download_mbit = %(download)s WHERE id = %(plan)s",
        plan=plan,
        upload=upload,
        download=download,
    )


async def speed_of(conn: Connection, service: ServiceId) -> list[int | None]:
    return await fetch_one(
        conn,
        list[int | None],
        """
        SELECT jsonb_build_array(upload_mbit, download_mbit) FROM exits
         WHERE service_id = %(service)s AND removed_at IS NULL
        """,
        service=service,
    )


async def test_a_new_exit_has_the_speed_of_its_plan_and_the_gateway_is_told(conn: Connection) -> None:
    gateway = await a_gateway(conn)
    plan = await a_plan(conn, gateway=gateway, addresses=1)
    await set_speed(conn, plan, upload=10, download=100)

    await a_device(conn, await a_service(conn, await a_member(conn), plan=plan))

    [told] = await desired.list_exits(conn, GatewayId(gateway), since=0)
    assert (told.upload_mbit, told.download_mbit) == (10, 100)


async def test_a_changed_speed_reaches_running_services_and_raises_each_revision_once(
    conn: Connection,
) -> None:
    gateway, other = await a_gateway(conn, token="gw_test"), await a_gateway(conn, token="gw_other")
    plan = await a_plan(conn, gateway=gateway, addresses=2)
    another = await a_plan(conn, gateway=other, addresses=1)
    member = await a_member(conn)
    services = [await a_service(conn, member, plan=plan) for _ in range(2)]
    for service in (*services, await a_service(conn, member, plan=another)):
        await a_device(conn, service)
    before = await revision_of(conn, gateway), await revision_of(conn, other)

    await set_speed(conn, plan, upload=None, download=50)
    once = await revision_of(conn, gateway), await revision_of(conn, other)
    await set_speed(conn, plan, upload=None, download=50)

    assert [await speed_of(conn, service) for service in services] == [[None, 50], [None, 50]]
    assert once == (before[0] + 1, before[1])
    assert (await revision_of(conn, gateway), await revision_of(conn, other)) == once


async def test_other_changes_of_a_plan_lock_no_gateway(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn)
        plan = await a_plan(conn, gateway=gateway, addresses=1)

    async with shop.db.transaction() as busy, shop.db.transaction() as conn:
        await execute(busy, "SELECT 1 FROM gateways WHERE id = %(gateway)s FOR UPDATE", gateway=gateway)
        await execute(conn, "SET LOCAL lock_timeout = '2s'")
        await execute(conn, "UPDATE plans SET position = 7 WHERE id = %(plan)s", plan=plan)


@pytest.mark.parametrize("speed_first", [True, False], ids=["the-speed-first", "the-exit-first"])
async def test_a_speed_and_an_exit_that_are_written_at_once_agree(shop: Shop, speed_first: bool) -> None:
    """Whichever comes second waits for the other, and sees what it has done."""
    async with shop.db.transaction() as conn:
        plan = await a_plan(conn, gateway=await a_gateway(conn), addresses=1)
        service = await a_service(conn, await a_member(conn), plan=plan)

    async def change(begun: asyncio.Event, goes_on: asyncio.Event) -> None:
        async with shop.db.transaction() as conn:
            await set_speed(conn, plan, upload=5, download=5)
            begun.set()
            await goes_on.wait()

    async def connect(begun: asyncio.Event, goes_on: asyncio.Event) -> None:
        async with shop.db.transaction() as conn:
            await a_device(conn, service)
            begun.set()
            await goes_on.wait()

    first, second = (change, connect) if speed_first else (connect, change)
    begun, goes_on = asyncio.Event(), asyncio.Event()
    one = asyncio.create_task(first(begun, goes_on))
    await begun.wait()
    waits = asyncio.create_task(second(asyncio.Event(), goes_on))
    async with shop.db.connection() as conn:
        waiting = "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)"
        await wait_until_async(lambda: fetch_one(conn, bool, waiting), "nobody waits for the other")
    goes_on.set()
    await asyncio.gather(one, waits)

    async with shop.db.connection() as conn:
        assert await speed_of(conn, service) == [5, 5]


async def test_a_speed_has_its_bounds_and_a_ticket_has_none(conn: Connection) -> None:
    plan = await a_plan(conn, gateway=await a_gateway(conn), addresses=1)
    ticket = await a_plan(conn, kind="ticket")

    for which, mbit in ((plan, 0), (plan, 10_001), (ticket, 10)):
        with pytest.raises(psycopg.errors.CheckViolation):
            async with conn.transaction():
                await set_speed(conn, which, upload=mbit, download=None)


async def test_the_page_of_a_product_has_the_speed_of_its_plans(client: Client, conn: Connection) -> None:
    plan = await a_plan(conn, gateway=await a_gateway(conn), addresses=1)
    await set_speed(conn, plan, upload=10, download=None)

    [listed] = (await client.get("/api/v1/catalog/plans?kind=static")).json()["data"]

    assert (listed["uploadMbit"], listed["downloadMbit"]) == (10, None)

"""The end of a service, moved by whoever: its gateway is told in the same transaction, not by a job a minute later."""

import asyncio
from datetime import UTC, datetime, timedelta

from ieum.shop.gateways import service as gateways
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.proofs.service import ask_due
from ieum.shop.services.types import ServiceId
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.feed import until_shop_listens
from tests.shop.builders.gateways import a_gateway, revision_of
from tests.shop.builders.members import a_member
from tests.shop.builders.services import a_device, a_service
from tests.shop.builders.shops import Shop
from tests.shop.builders.streams import Listening, gateway_of


async def move_end(conn: Connection, services: list[ServiceId], by: timedelta) -> None:
    """As an operator would in SQL, with nothing of the shop's code around it."""
    await execute(
        conn,
        """
        UPDATE services
           SET starts_at = least(starts_at, ends_at + %(by)s - interval '1 day'), ends_at = ends_at + %(by)s
         WHERE id = ANY(%(services)s)
        """,
        services=services,
        by=by,
    )


async def ends_of(conn: Connection, service: ServiceId) -> tuple[datetime, set[datetime]]:
    """The end of a service, and that of its exit."""
    peers = await fetch_all(
        conn,
        datetime,
        """
        SELECT until FROM exits WHERE service_id = %(service)s AND removed_at IS NULL ORDER BY until
        """,
        service=service,
    )
    end = await fetch_one(
        conn, datetime, "SELECT ends_at FROM services WHERE id = %(service)s", service=service
    )
    return end, set(peers)


async def test_a_moved_end_reaches_the_exit_and_raises_the_revision_once(conn: Connection) -> None:
    gateway = await a_gateway(conn)
    plan = await a_plan(conn, gateway=gateway, addresses=2)
    member = await a_member(conn)
    moved, other = await a_service(conn, member, plan=plan), await a_service(conn, member, plan=plan)
    for service in (moved, moved, other):
        await a_device(conn, service)
    before = await revision_of(conn, gateway)

    await move_end(conn, [moved], timedelta(days=-60))
    cut = await ends_of(conn, moved)
    await move_end(conn, [moved], timedelta(days=90))
    kept = await ends_of(conn, moved)

    assert cut[1] == {cut[0]}
    assert cut[0] < datetime.now(UTC)
    assert kept[1] == {kept[0]}
    assert kept[0] > datetime.now(UTC)
    # Once for each change, however many devices there are.
    assert await revision_of(conn, gateway) == before + 2
    end, peers = await ends_of(conn, other)
    assert peers == {end}


async def test_a_change_that_leaves_the_end_alone_tells_the_gateway_nothing(conn: Connection) -> None:
    gateway = await a_gateway(conn)
    service = await a_service(conn, await a_member(conn), plan=await a_plan(conn, gateway=gateway))
    await a_device(conn, service)
    before = await revision_of(conn, gateway)

    await execute(conn, "UPDATE services SET ends_at = ends_at, starts_at = starts_at - interval '1 day'")

    assert await revision_of(conn, gateway) == before


async def test_the_gateway_hears_of_a_moved_end_at_once(shop: Shop) -> None:
    await until_shop_listens(shop.db)
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn)
        service = await a_service(conn, await a_member(conn), plan=await a_plan(conn, gateway=gateway))
        await a_device(conn, service)
        raised = await revision_of(conn, gateway)

    stream = gateways.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), raised, ask=ask_due)
    listening = Listening(stream)
    hearing = asyncio.create_task(listening.hear(8))
    async with shop.db.transaction() as conn:
        await move_end(conn, [service], timedelta(days=-60))
    told = await hearing
    await stream.aclose()

    assert (told["type"], told["putEndpoints"]) == ("difference", [])
    [moved] = told["putExits"]
    assert datetime.fromisoformat(moved["until"]) < datetime.now(UTC)


async def test_ends_moved_by_two_at_once_meet_gateways_in_one_order(shop: Shop) -> None:
    """Each moves services of both gateways, in opposite orders of services; neither waits for the other for ever."""
    async with shop.db.transaction() as conn:
        plans = [
            await a_plan(conn, gateway=await a_gateway(conn, token=f"gw_{number}"), addresses=20)
            for number in range(2)
        ]
        member = await a_member(conn)
        services = [await a_service(conn, member, plan=plans[number % 2]) for number in range(40)]
        for service in services:
            await a_device(conn, service)

    async def move(some: list[ServiceId]) -> None:
        for _ in range(10):
            async with shop.db.transaction() as conn:
                await move_end(conn, some, timedelta(days=1))

    await asyncio.gather(move(services[0::4] + services[1::4]), move(services[3::4] + services[2::4]))

    async with shop.db.connection() as conn:
        for service in services:
            end, peers = await ends_of(conn, service)
            assert peers == {end}

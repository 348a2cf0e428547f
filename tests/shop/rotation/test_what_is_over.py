"""What a member has set for changes of an address ends with the service."""

from collections.abc import Awaitable, Callable

import pytest

from ieum.shop.catalog.types import PlanId
from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.leaving import service as leaving
from ieum.shop.services import service as services
from tests.shop.builders.catalog import a_dynamic_plan
from tests.shop.builders.members import an_account, leave
from tests.shop.builders.rotation import Held, a_dynamic_service, a_link, choose, rotation
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client, Shop


async def end(conn: Connection, held: Held) -> None:
    await services.end(conn, [held.service])


async def expire(conn: Connection, held: Held) -> None:
    await execute(
        conn,
        "UPDATE services SET starts_at = now() - interval '1 day', ends_at = now() WHERE id = %(service)s",
        service=held.service,
    )
    await services.expire_due(conn, limit=10)


@pytest.mark.parametrize("over", [end, expire])
async def test_the_timer_of_a_service_that_is_over_is_forgotten(
    client: Client, conn: Connection, over: Callable[[Connection, Held], Awaitable[None]]
) -> None:
    held, other = await a_dynamic_service(conn), await a_dynamic_service(conn)
    for one in (held, other):
        await choose(client, one, timer=5, on_reconnect=True)

    await over(conn, held)

    assert await fetch_all(conn, int, "SELECT service_id FROM rotations") == [other.service]


@pytest.mark.parametrize("over", [end, expire])
async def test_the_links_of_a_service_that_is_over_are_forgotten(
    client: Client, conn: Connection, over: Callable[[Connection, Held], Awaitable[None]]
) -> None:
    held, other = await a_dynamic_service(conn), await a_dynamic_service(conn)
    for one in (held, other):
        await a_link(client, one, "198.51.100.7")

    await over(conn, held)

    assert await fetch_all(conn, int, "SELECT service_id FROM rotation_links") == [other.service]


async def test_the_links_of_a_member_who_leaves_are_forgotten(conn: Connection, client: Client) -> None:
    """Also of a service that is suspended, which does not stand in the way of leaving."""
    account = await an_account(conn)
    service = await a_service(conn, account.member, plan=await a_dynamic_plan(conn, addresses=20))
    held = Held(service, account.headers, PlanId(0), account.member)
    await a_link(client, held, "198.51.100.7")
    await services.suspend(conn, [service])

    answer = await leave(client, account)

    assert answer.status_code == 200, answer.text
    assert await fetch_all(conn, str, "SELECT name FROM rotation_links") == []


async def test_a_revoked_link_is_deleted_after_a_day(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        held = await a_dynamic_service(conn)
    made = [await a_link(shop.client, held) for _ in range(3)]
    for one in made[:2]:
        path = f"/api/v1/services/{held.service}/rotation/links/{one['link']['id']}"
        await shop.client.delete(path, headers=held.headers)
    async with shop.db.transaction() as conn:
        await execute(
            conn,
            "UPDATE rotation_links SET revoked_at = now() - interval '25 hours' WHERE id = %(link)s",
            link=made[0]["link"]["id"],
        )

    for _ in range(2):
        await leaving.destroy_due(shop.db)

    async with shop.db.connection() as conn:
        left = await fetch_all(conn, int, "SELECT id FROM rotation_links ORDER BY id")
        assert left == [one["link"]["id"] for one in made[1:]]
        noted = await fetch_all(conn, str, "SELECT what || ' ' || row_count FROM destructions")
        assert noted == ["rotation_links 1"]


async def test_a_suspended_service_keeps_what_was_set(client: Client, conn: Connection) -> None:
    held = await a_dynamic_service(conn)
    await choose(client, held, timer=5)

    await services.suspend(conn, [held.service])
    await services.resume(conn, [held.service])

    assert (await rotation(client, held))["timer"] == 5


async def test_services_on_reconnect_are_found_without_the_others(conn: Connection) -> None:
    await execute(conn, "SET LOCAL enable_seqscan = off")

    plan = await fetch_all(conn, str, "EXPLAIN SELECT service_id FROM rotations WHERE on_reconnect")

    assert any("rotations_on_reconnect" in line for line in plan)

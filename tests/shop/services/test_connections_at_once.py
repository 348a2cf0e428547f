"""How many devices of a service are let through at once: what gateways are told, and what members see of it."""

import pytest

from ieum.shop.gateways import desired, jobs
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.services.types import ServiceId
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.gateways import a_gateway, revision_of
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.services import a_device, a_service, show_service
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.usage import a_used_device, ago, line, report
from tests.shop.builders.worker import context_of


async def told(conn: Connection, service: ServiceId) -> int:
    """How many the gateway is told of; 0 where it is told of no limit."""
    return await fetch_one(
        conn,
        int,
        "SELECT coalesce(connections, 0) FROM exits WHERE service_id = %(service)s AND removed_at IS NULL",
        service=service,
    )


async def sell(conn: Connection, plan: int, *, connections: int) -> None:
    await execute(
        conn,
        "UPDATE plans SET connections = %(connections)s WHERE id = %(plan)s",
        connections=connections,
        plan=plan,
    )


async def switch(conn: Connection, *, on: bool) -> None:
    await execute(conn, "UPDATE site_config SET connections_enforced = %(on)s", on=on)


async def a_running_service(conn: Connection, *, connections: int = 1) -> tuple[int, ServiceId]:
    """A service with a device, and its plan, of which it was sold for so many devices at once."""
    plan = await a_plan(conn, gateway=await a_gateway(conn), addresses=1)
    await sell(conn, plan, connections=connections)
    service = await a_service(conn, await a_member(conn), plan=plan)
    await a_device(conn, service)
    return plan, service


async def test_a_new_exit_has_the_number_that_was_sold_and_the_gateway_is_told(conn: Connection) -> None:
    gateway = await a_gateway(conn)
    plan = await a_plan(conn, gateway=gateway, addresses=1)
    await sell(conn, plan, connections=2)

    await a_device(conn, await a_service(conn, await a_member(conn), plan=plan))

    [exit_] = await desired.list_exits(conn, GatewayId(gateway), since=0)
    assert exit_.connections == 2


@pytest.mark.parametrize(("now", "expected"), [(3, 3), (1, 2)], ids=["more", "fewer"])
async def test_a_plan_that_gives_more_reaches_what_was_sold_and_one_that_gives_less_does_not(
    conn: Connection, now: int, expected: int
) -> None:
    plan, service = await a_running_service(conn, connections=2)

    await sell(conn, plan, connections=now)

    assert await told(conn, service) == expected


async def test_the_switch_tells_all_exits_and_raises_each_revision_once(conn: Connection) -> None:
    gateway = await a_gateway(conn)
    plan = await a_plan(conn, gateway=gateway, addresses=2)
    member = await a_member(conn)
    services = [await a_service(conn, member, plan=plan) for _ in range(2)]
    for service in services:
        await a_device(conn, service)
    before = await revision_of(conn, gateway)

    await switch(conn, on=False)
    off = [await told(conn, service) for service in services], await revision_of(conn, gateway)
    await switch(conn, on=False)
    again = await revision_of(conn, gateway)
    await switch(conn, on=True)

    assert off == ([0, 0], before + 1)
    assert again == before + 1
    assert [await told(conn, service) for service in services] == [1, 1]


async def test_a_device_that_is_added_while_the_switch_is_off_has_no_limit(conn: Connection) -> None:
    await switch(conn, on=False)

    _, service = await a_running_service(conn)

    assert await told(conn, service) == 0


async def test_exits_from_before_are_told_by_the_job(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        _, service = await a_running_service(conn, connections=2)
        await execute(conn, "UPDATE exits SET connections = NULL")

    await jobs.tell_connections(context_of(shop))

    async with shop.db.transaction() as conn:
        assert await told(conn, service) == 2


async def test_the_job_looks_at_no_service_twice(conn: Connection) -> None:
    plan = await a_plan(conn, gateway=await a_gateway(conn), addresses=2)
    services = [await a_service(conn, await a_member(conn), plan=plan) for _ in range(2)]
    for service in services:
        await a_device(conn, service)
    await execute(conn, "UPDATE exits SET connections = NULL")

    first = await desired.list_other_connections(conn, after=0, limit=1)
    second = await desired.list_other_connections(conn, after=services[0], limit=1)

    assert [*first, *second] == services
    assert await desired.list_other_connections(conn, after=services[1], limit=1) == []


async def shown(client: Client, headers: dict[str, str], service: ServiceId) -> tuple[bool, bool]:
    """Whether the device is connected, and whether it is parked."""
    [device] = (await show_service(client, headers, service))["devices"]
    return device["connected"], device["parked"]


async def test_a_member_sees_that_a_device_is_parked_until_the_gateway_frees_it(
    client: Client, conn: Connection
) -> None:
    used = await a_used_device(conn)
    headers = await a_login(conn, used.member)
    seen = ago(minutes=1)

    for parked in (False, True, True, False):
        # The same reading of the counters may be told twice: before the device was parked, and after.
        told = line(used, at=seen, lastHandshakeAt=seen, **({"parked": True} if parked else {}))
        assert (await report(client, told, partial=True)).status_code == 204

        assert await shown(client, headers, used.service) == (True, parked)


async def test_an_older_report_that_comes_late_parks_nobody(client: Client, conn: Connection) -> None:
    used = await a_used_device(conn)
    headers = await a_login(conn, used.member)
    await report(client, line(used))

    await report(client, line(used, at=ago(minutes=1), parked=True))

    assert await shown(client, headers, used.service) == (True, False)


async def test_a_parked_device_that_fell_silent_is_parked_no_more(client: Client, conn: Connection) -> None:
    used = await a_used_device(conn)
    headers = await a_login(conn, used.member)
    await report(client, line(used, parked=True))

    await execute(conn, "UPDATE device_usage SET last_handshake_at = now() - interval '181 seconds'")

    assert await shown(client, headers, used.service) == (False, False)


async def test_a_service_says_how_many_devices_may_be_connected_at_once(
    client: Client, conn: Connection
) -> None:
    plan = await a_plan(conn, gateway=await a_gateway(conn), addresses=1)
    await sell(conn, plan, connections=2)
    member = await a_member(conn)
    service = await a_service(conn, member, plan=plan)

    await sell(conn, plan, connections=1)

    assert (await show_service(client, await a_login(conn, member), service))["connections"] == 2

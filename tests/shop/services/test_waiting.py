"""Services that ran out wait for 14 days: their devices reach the shop, and whoever pays has them back as they were."""

import asyncio
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from ieum.shop.catalog.types import PlanId
from ieum.shop.gateways import desired
from ieum.shop.gateways.messages import Exit
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.members.types import MemberId
from ieum.shop.services import grants, stops, waiting
from ieum.shop.services import service as services
from ieum.shop.services.types import ServiceId
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.locks import until_so_many_wait_for_locks
from tests.shop.builders.members import a_login, a_member, forget
from tests.shop.builders.orders import place, set_config
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.purchases import Buying, confirm, received
from tests.shop.builders.services import (
    a_device,
    a_renewal,
    a_service,
    let_connect,
    served_keys,
    show_service,
)
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.sub_ids import a_grant, a_sub_id
from tests.shop.builders.subscriptions import subscribed


async def run_out(conn: Connection, held: ServiceId, *, ago: timedelta = timedelta(seconds=1)) -> None:
    await execute(
        conn,
        """
        UPDATE services SET starts_at = starts_at - interval '60 days', ends_at = now() - %(ago)s WHERE id = %(id)s
        """,
        ago=ago,
        id=held,
    )
    await execute(
        conn,
        """
        UPDATE service_periods SET starts_at = starts_at - interval '60 days', ends_at = now() - %(ago)s
         WHERE service_id = %(id)s
        """,
        ago=ago,
        id=held,
    )


async def told(conn: Connection) -> list[Exit]:
    """What its gateway is told of exits."""
    gateway = await fetch_one(conn, GatewayId, "SELECT min(id) FROM gateways")
    return await desired.list_exits(conn, gateway, since=0)


async def told_endpoints(conn: Connection) -> list[tuple[str, str]]:
    """The key and the exit of each endpoint that its gateway is told of."""
    gateway = await fetch_one(conn, GatewayId, "SELECT min(id) FROM gateways")
    return [(one.identity, one.exit) for one in await desired.list_endpoints(conn, gateway, since=0)]


async def waits(conn: Connection) -> list[ServiceId]:
    return await fetch_all(conn, ServiceId, "SELECT service_id FROM waiting_services ORDER BY service_id")


async def an_ended_service(
    conn: Connection, member: MemberId, *, plan: PlanId | None = None
) -> tuple[ServiceId, str]:
    held = await a_service(conn, member, plan=plan)
    key = await a_device(conn, held)
    await let_connect(conn, held)
    await run_out(conn, held)
    await services.expire_due(conn, limit=10)
    return held, key


async def state_of(conn: Connection, held: ServiceId) -> str:
    return await fetch_one(conn, str, "SELECT state FROM services WHERE id = %(id)s", id=held)


async def living_devices(conn: Connection) -> int:
    return await fetch_one(conn, int, "SELECT count(*) FROM devices WHERE removed_at IS NULL")


async def test_a_service_that_ran_out_is_told_without_an_address_and_keeps_its_devices(
    conn: Connection,
) -> None:
    held, _ = await an_ended_service(conn, await a_member(conn))

    (exit_,) = await told(conn)

    assert exit_.address == ""
    assert exit_.shop_until == exit_.until + waiting.WAITS
    assert (await waits(conn), await living_devices(conn), await served_keys(conn)) == ([held], 1, set())
    leases = await fetch_all(conn, str, "SELECT state FROM leases")
    resting = await fetch_one(conn, int, "SELECT count(*) FROM exit_addresses WHERE available_at > now()")
    assert (leases, resting) == (["ended"], 1)


@pytest.mark.parametrize(
    "why",
    ["stopped", "refunded", "blocked", "left", "without a device", "too long ago"],
)
async def test_a_service_that_did_not_just_run_out_does_not_wait(conn: Connection, why: str) -> None:
    member = await a_member(conn)
    held = await a_service(conn, member)
    if why != "without a device":
        await a_device(conn, held)
    match why:
        case "stopped":
            await stops.stop(conn, held)
        case "refunded":
            await services.end(conn, [held])
        case "blocked":
            await execute(conn, "UPDATE members SET blocked_at = now()")
        case "left":
            await forget(conn, member)
        case _:
            pass
    if why != "refunded":
        await run_out(conn, held, ago=timedelta(days=15) if why == "too long ago" else timedelta(seconds=1))
        await services.expire_due(conn, limit=10)

    assert (await waits(conn), await told(conn), await living_devices(conn)) == ([], [], 0)


async def test_whoever_pays_has_the_device_and_the_address_back(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    held, key = await an_ended_service(conn, member)
    headers = await a_login(conn, member)
    before = await show_service(client, headers, held)

    period = await services.prolong(conn, [held], await a_renewal(conn, held), 1, now=datetime.now(UTC))

    after = await show_service(client, headers, held)
    (exit_,) = await told(conn)
    assert (before["state"], before["mayRenew"], before["mayComeBackUntil"] is None) == (
        "expired",
        True,
        False,
    )
    assert (after["state"], after["mayComeBackUntil"], after["address"]) == (
        "active",
        None,
        before["address"],
    )
    assert (exit_.address, exit_.shop_until, await served_keys(conn)) == (before["address"], None, {key})
    assert period is not None
    # Nobody pays for the days without service.
    assert period.starts_at > datetime.now(UTC) - timedelta(minutes=1)
    assert await waits(conn) == []


@pytest.mark.parametrize(
    "spoilt",
    [
        "UPDATE exit_addresses SET available_at = NULL",
        "UPDATE exit_addresses SET flagged_at = now(), flags = '{listed}'",
        "UPDATE waiting_services SET until = now()",
        "UPDATE gateways SET wanted = 'draining'",
        "UPDATE gateways SET lost_at = now()",
    ],
    ids=["taken", "flagged", "too late", "its gateway is being emptied", "its gateway is lost"],
)
async def test_one_whose_address_is_gone_or_whose_days_are_over_cannot_be_extended(
    client: Client, conn: Connection, spoilt: str
) -> None:
    member = await a_member(conn)
    held, _ = await an_ended_service(conn, member)
    await execute(conn, spoilt)  # pyright: ignore[reportArgumentType]

    period = await services.prolong(conn, [held], await a_renewal(conn, held), 1, now=datetime.now(UTC))

    shown = await show_service(client, await a_login(conn, member), held)
    assert (period, await state_of(conn, held), shown["mayRenew"]) == (None, "expired", False)


@pytest.mark.parametrize("rested", [False, True])
async def test_an_address_that_somebody_else_had_meanwhile_comes_back_once_it_has_rested(
    client: Client, conn: Connection, *, rested: bool
) -> None:
    plan = await a_plan(conn, addresses=1)
    member = await a_member(conn)
    held, _ = await an_ended_service(conn, member, plan=plan)
    await execute(conn, "UPDATE exit_addresses SET available_at = now() - interval '1 second'")
    theirs = await a_service(conn, await a_member(conn), plan=plan)
    await a_device(conn, theirs)
    await services.end(conn, [theirs])
    if rested:
        await execute(conn, "UPDATE exit_addresses SET available_at = now() - interval '1 second'")

    shown = await show_service(client, await a_login(conn, member), held)
    period = await services.prolong(conn, [held], await a_renewal(conn, held), 1, now=datetime.now(UTC))

    assert (shown["mayRenew"], period is not None) == (rested, rested)


async def test_after_its_days_the_devices_are_removed(conn: Connection) -> None:
    await an_ended_service(conn, await a_member(conn))
    early = await services.end_waits(conn, limit=10), await living_devices(conn)
    await execute(conn, "UPDATE waiting_services SET until = now()")

    done = [await services.end_waits(conn, limit=10), await services.end_waits(conn, limit=10)]

    assert (early, done) == ((0, 1), [1, 0])
    assert (await waits(conn), await told(conn), await living_devices(conn)) == ([], [], 0)


async def test_what_is_extended_while_its_member_is_blocked_runs(shop: Shop) -> None:
    """Whoever blocks the member has found it waiting, and then waits for the payment that lets it run again."""
    async with shop.db.transaction() as conn:
        member = await a_member(conn)
        held, key = await an_ended_service(conn, member)
        renewal = await a_renewal(conn, held)

    async def end() -> None:
        async with shop.db.transaction() as conn:
            await services.end_waits_of(conn, member)

    async with shop.db.transaction() as conn:
        await services.prolong(conn, [held], renewal, 1, now=datetime.now(UTC))
        ending = asyncio.create_task(end())
        await until_so_many_wait_for_locks(shop.db, 1)
    await ending

    async with shop.db.connection() as conn:
        leases = await fetch_all(conn, str, "SELECT state FROM leases ORDER BY id")
        found = await state_of(conn, held), leases, await served_keys(conn)
    assert found == ("active", ["ended", "active"], {key})


async def test_a_subscription_that_is_not_paid_waits_with_its_address(conn: Connection) -> None:
    held = await a_service(conn, await a_member(conn))
    key = await a_device(conn, held)

    await services.suspend(conn, [held])
    (suspended,) = await told(conn)
    await services.resume(conn, [held])
    (resumed,) = await told(conn)

    assert (suspended.address, suspended.shop_until is None) == ("", False)
    assert (resumed.shop_until, await served_keys(conn)) == (None, {key})


@pytest.mark.parametrize("why", ["over", "unpaid"])
async def test_a_sub_id_that_is_let_on_meanwhile_reaches_the_shop_too(conn: Connection, why: str) -> None:
    owner = await a_member(conn)
    held, sub_id = await a_service(conn, owner), await a_sub_id(conn, owner)
    await a_grant(conn, sub_id, held)
    key = await a_device(conn, held)
    await execute(conn, "UPDATE devices SET made_by = %(sub_id)s", sub_id=sub_id)
    await let_connect(conn, held)
    await grants.switch_off(conn, [sub_id])
    if why == "over":
        await run_out(conn, held)
        await services.expire_due(conn, limit=10)
    else:
        await services.suspend(conn, [held])

    await grants.switch_on(conn, [sub_id])

    (exit_,) = await told(conn)
    assert exit_.shop_until is not None
    assert await told_endpoints(conn) == [(key, exit_.id)]


@pytest.mark.parametrize("why", ["over", "unpaid"])
async def test_what_a_crash_left_disconnected_for_a_refund_reaches_the_shop_too(
    conn: Connection, why: str
) -> None:
    """After hours without a worker, the job that ends services may come before the one that connects them again."""
    held = await a_service(conn, await a_member(conn))
    key = await a_device(conn, held)
    await services.disconnect(conn, [held])
    cut = await told(conn)
    if why == "over":
        await run_out(conn, held)
        await services.expire_due(conn, limit=10)
    else:
        await services.suspend(conn, [held])

    await services.reconnect(conn, [held])

    (exit_,) = await told(conn)
    assert cut == []
    assert exit_.shop_until is not None
    assert await told_endpoints(conn) == [(key, exit_.id)]
    assert (await waits(conn), await living_devices(conn)) == ([held] if why == "over" else [], 1)


async def test_staff_who_stop_a_suspended_service_end_its_way_to_the_shop(conn: Connection) -> None:
    held = await a_service(conn, await a_member(conn))
    await a_device(conn, held)
    await services.suspend(conn, [held])

    await stops.stop(conn, held)

    assert await told(conn) == []


async def test_an_unpaid_service_that_staff_let_go_on_reaches_the_shop_again(conn: Connection) -> None:
    one = await subscribed(conn)
    key = await a_device(conn, one.service)
    await execute(
        conn,
        "UPDATE subscriptions SET state = 'suspended', suspended_at = now() WHERE id = %(id)s",
        id=one.id,
    )
    await services.suspend(conn, [one.service])
    (before,) = await told(conn)
    await stops.stop(conn, one.service)

    state = await stops.restart(conn, one.service)

    (after,) = await told(conn)
    await services.resume(conn, [one.service])
    assert (state, after.address, after.shop_until) == ("suspended", "", before.shop_until)
    assert await served_keys(conn) == {key}


async def test_a_sub_id_that_is_let_on_while_staff_stop_it_reaches_the_shop_after_that(
    conn: Connection,
) -> None:
    one = await subscribed(conn)
    owner = await fetch_one(conn, MemberId, "SELECT member_id FROM services")
    sub_id = await a_sub_id(conn, owner)
    await a_grant(conn, sub_id, one.service)
    key = await a_device(conn, one.service)
    await execute(conn, "UPDATE devices SET made_by = %(sub_id)s", sub_id=sub_id)
    await grants.switch_off(conn, [sub_id])
    await execute(conn, "UPDATE subscriptions SET state = 'suspended', suspended_at = now()")
    await services.suspend(conn, [one.service])
    await stops.stop(conn, one.service)
    await grants.switch_on(conn, [sub_id])
    stopped = await told_endpoints(conn), await told(conn)

    await stops.restart(conn, one.service)

    (exit_,) = await told(conn)
    assert stopped == ([], [])
    assert exit_.shop_until is not None
    assert await told_endpoints(conn) == [(key, exit_.id)]


async def test_what_runs_out_while_its_member_is_blocked_does_not_wait(shop: Shop) -> None:
    """Neither sees what the other one has changed, so whoever blocks the member waits for its end."""
    async with shop.db.transaction() as conn:
        member = await a_member(conn)
        held = await a_service(conn, member)
        await a_device(conn, held)
        await run_out(conn, held)

    async def block() -> None:
        async with shop.db.transaction() as conn:
            await services.end_waits_of(conn, member)
            await execute(conn, "UPDATE members SET blocked_at = now()")

    async with shop.db.transaction() as conn:
        await services.expire_due(conn, limit=10)
        blocking = asyncio.create_task(block())
        await until_so_many_wait_for_locks(shop.db, 1)
    await blocking

    async with shop.db.connection() as conn:
        assert (await waits(conn), await told(conn), await living_devices(conn)) == ([], [], 0)


async def test_a_member_who_goes_loses_what_waits(conn: Connection) -> None:
    member, other = await a_member(conn), await a_member(conn)
    await an_ended_service(conn, member)
    stays, _ = await an_ended_service(conn, other)

    await services.end_waits_of(conn, member)

    assert (await waits(conn), await living_devices(conn)) == ([stays], 1)


async def test_points_pay_for_the_extension_and_the_device_is_back_in_the_same_transaction(
    client: Client, conn: Connection
) -> None:
    """The device reaches nothing but the shop, so no window of a provider opens there."""
    await set_config(conn, "points_enabled = true")
    member = await a_member(conn, points=80_000)
    held, key = await an_ended_service(conn, member)
    headers = await a_login(conn, member)
    plan = await fetch_one(conn, int, "SELECT plan_id FROM services")

    answers = [await place(client, headers, plan, serviceId=held, points=33_000) for _ in range(2)]

    assert [(one.status_code, one.json()["data"]["state"]) for one in answers] == [(201, "paid")] * 2
    assert (await served_keys(conn), await state_of(conn, held)) == ({key}, "active")
    # The second one prolongs what runs again: no day is paid for twice.
    periods = await fetch_all(
        conn, str, "SELECT (ends_at > now())::text FROM service_periods ORDER BY ends_at"
    )
    assert periods == ["false", "true", "true"]


async def test_an_order_for_a_service_whose_address_is_gone_is_refused_before_it_is_paid(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn)
    held, _ = await an_ended_service(conn, member)
    plan = await fetch_one(conn, int, "SELECT plan_id FROM services")
    await execute(conn, "UPDATE exit_addresses SET available_at = NULL")

    answer = await place(client, await a_login(conn, member), plan, serviceId=held)

    assert (answer.status_code, answer.json()["code"]) == (409, "service_not_active")


async def test_a_card_is_not_charged_for_a_service_whose_address_was_sold_meanwhile(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient
) -> None:
    member = await a_member(conn)
    held, _ = await an_ended_service(conn, member)
    headers = await a_login(conn, member)
    plan = await fetch_one(conn, int, "SELECT plan_id FROM services")
    placed = await place(client, headers, plan, serviceId=held, payMethod="card")
    buying = Buying(headers, placed.json()["data"])
    brought = await pay_at_window(sandbox, buying.order)
    await execute(conn, "UPDATE exit_addresses SET available_at = NULL")

    answer = await confirm(client, buying, brought)

    assert (answer.status_code, answer.json()["code"]) == (409, "sold_out")
    assert await received(sandbox) == 0


async def test_the_mail_at_the_end_leads_to_the_extension(conn: Connection) -> None:
    held, _ = await an_ended_service(conn, await a_member(conn))

    ((body, path),) = await fetch_all(
        conn,
        tuple[str, str],
        "SELECT json_build_array(body, button_path) FROM messages WHERE reference LIKE 'service-ends:%%'",
    )

    assert "같은 IP와 기기 설정으로 연장하실 수 있습니다" in body
    assert f"serviceId={held}" in path

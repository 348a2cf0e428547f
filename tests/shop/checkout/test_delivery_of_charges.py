"""What a paid charge of a subscription does to its services."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from ieum.shop.catalog.types import PlanId
from ieum.shop.checkout import fulfilment
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.kernel.months import end_of_period
from ieum.shop.members.types import MemberId
from ieum.shop.orders import service as orders
from ieum.shop.orders.rules import new_order_id
from ieum.shop.orders.types import OrderState
from ieum.shop.services import service as services
from ieum.shop.services.types import ServiceId
from ieum.shop.stock import holds
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_member
from tests.shop.builders.services import a_device, a_service
from tests.shop.builders.subscriptions import a_subscription

DAY = timedelta(days=1)


class Seen(msgspec.Struct):
    state: str
    period: int
    paid_until: datetime | None


async def seen(conn: Connection, subscription: int) -> Seen:
    return await fetch_one(
        conn,
        Seen,
        "SELECT state, period, paid_until FROM subscriptions WHERE id = %(id)s",
        id=subscription,
    )


async def a_charge(
    conn: Connection, member: MemberId, plan: PlanId, subscription: int, *, period: int, quantity: int = 1
) -> str:
    """An order that is being charged."""
    order_id = new_order_id(datetime.now(UTC))
    await execute(
        conn,
        """
        INSERT INTO orders (id, member_id, kind, plan_id, subscription_id, period, months, quantity, payment_type,
                            method, list_amount, discount_amount, points_used, amount, points_earned, state, hold_until)
        VALUES (%(id)s, %(member)s, CASE WHEN %(period)s = 1 THEN 'purchase' ELSE 'renewal' END, %(plan)s,
                %(subscription)s, %(period)s, 1, %(quantity)s, 'billing', 'billing', 33000, 0, 0, 33000, 3300,
                'confirming', now() + interval '1 hour')
        """,
        id=order_id,
        member=member,
        plan=plan,
        subscription=subscription,
        period=period,
        quantity=quantity,
    )
    return order_id


async def two_running(conn: Connection) -> tuple[MemberId, PlanId, list[ServiceId], int]:
    member = await a_member(conn)
    plan = await a_plan(conn)
    held = [await a_service(conn, member, plan=plan) for _ in range(2)]
    return member, plan, held, await a_subscription(conn, member, plan, services=held)


async def ends_of(conn: Connection) -> list[datetime]:
    return await fetch_all(conn, datetime, "SELECT ends_at FROM services ORDER BY id")


async def settle(conn: Connection, order_id: str) -> bool:
    return await fulfilment.fulfil(conn, await orders.lock(conn, order_id))


async def test_the_first_charge_starts_services_that_belong_to_the_subscription(conn: Connection) -> None:
    member = await a_member(conn)
    plan = await a_plan(conn)
    subscription = await a_subscription(conn, member, plan, first_order=False)
    await execute(
        conn, "UPDATE subscriptions SET state = 'starting', period = 0, paid_until = NULL, due_at = NULL"
    )
    order = await a_charge(conn, member, plan, subscription, period=1, quantity=2)
    pool = await fetch_one(conn, int, "SELECT pool_id FROM plans WHERE id = %(plan)s", plan=plan)
    assert await holds.hold_addresses(conn, pool=pool, order_id=order, quantity=2)

    assert await settle(conn, order)

    assert await fetch_all(conn, int, "SELECT subscription_id FROM services") == [subscription] * 2
    ends_at = set(await ends_of(conn))
    now = await seen(conn, subscription)
    assert (now.state, now.period, {now.paid_until}) == ("active", 1, ends_at)


async def test_a_later_charge_prolongs_all_of_its_services_to_one_day(conn: Connection) -> None:
    member, plan, held, subscription = await two_running(conn)
    for service in held:
        await a_device(conn, service)
    (left,) = set(await ends_of(conn))
    order = await a_charge(conn, member, plan, subscription, period=2, quantity=2)

    assert await settle(conn, order)

    until = end_of_period(left, 1)
    assert await ends_of(conn) == [until, until]
    assert await fetch_all(conn, datetime, "SELECT until FROM exits") == [until, until]
    now = await seen(conn, subscription)
    assert (now.state, now.period, now.paid_until) == ("active", 2, until)
    earned = "SELECT sum(amount) FROM point_entries WHERE kind = 'earned'"
    assert await fetch_one(conn, int, earned) == 3_300


async def test_a_period_paid_in_grace_begins_where_the_last_one_ended(conn: Connection) -> None:
    member, plan, held, subscription = await two_running(conn)
    await execute(conn, "UPDATE services SET starts_at = starts_at - interval '40 days'")
    await execute(
        conn,
        """
        UPDATE service_periods
           SET starts_at = starts_at - interval '40 days', ends_at = date_trunc('second', now()) - interval '1 day'
        """,
    )
    owed = datetime.now(UTC).replace(microsecond=0)
    await services.set_end(conn, held, owed + 2 * DAY)
    paid_until = await fetch_one(conn, datetime, "SELECT max(ends_at) FROM service_periods")

    assert await settle(conn, await a_charge(conn, member, plan, subscription, period=2, quantity=2))

    assert set(await ends_of(conn)) == {end_of_period(paid_until, 1)}


async def test_suspended_services_run_again_from_the_payment(conn: Connection) -> None:
    member, plan, held, subscription = await two_running(conn)
    for table in ("services", "service_periods"):
        await conn.execute(
            f"UPDATE {table} SET starts_at = starts_at - interval '40 days',"
            " ends_at = ends_at - interval '40 days'".encode()
        )
    await services.suspend(conn, held)
    await execute(conn, "UPDATE subscriptions SET state = 'suspended', suspended_at = now()")
    before = datetime.now(UTC).replace(microsecond=0)

    assert await settle(conn, await a_charge(conn, member, plan, subscription, period=2, quantity=2))

    assert set(await ends_of(conn)) == {end_of_period(before, 1)}
    assert await fetch_all(conn, str, "SELECT DISTINCT state FROM services") == ["active"]
    assert (await seen(conn, subscription)).state == "active"


@pytest.mark.parametrize("period", [2, 3], ids=["of one that is over", "of a period that is not next"])
async def test_a_charge_that_its_subscription_does_not_await_is_paid_back(
    conn: Connection, period: int
) -> None:
    member, plan, _, subscription = await two_running(conn)
    before = await ends_of(conn)
    if period == 2:
        await execute(
            conn, "UPDATE subscriptions SET state = 'ended', ended_at = now(), end_reason = 'stopped'"
        )
    order = await a_charge(conn, member, plan, subscription, period=period, quantity=2)

    assert not await settle(conn, order)

    kept = await orders.lock(conn, order)
    assert (kept.state, kept.failure_code) == (OrderState.REFUNDING, "service_over")
    assert await ends_of(conn) == before
    assert await fetch_one(conn, int, "SELECT count(*) FROM point_entries") == 0

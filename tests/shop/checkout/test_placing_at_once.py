"""Concurrent orders for the same service, address or balance."""

import asyncio
from datetime import datetime, timedelta

from ieum.shop.checkout import fulfilment
from ieum.shop.kernel.db import fetch_all, fetch_one
from ieum.shop.orders import service as orders
from ieum.shop.orders.service import OrderExpired
from ieum.shop.orders.types import OrderState
from ieum.shop.services import service as services
from ieum.shop.services.types import ServiceId
from tests.shop.builders.catalog import a_plan, a_ticket_plan
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.orders import ORDER_AGREEMENTS, place
from tests.shop.builders.services import a_device, a_service
from tests.shop.builders.shops import Shop
from tests.shop.builders.time_passing import let_order_age


async def late_renewals(shop: Shop, count: int) -> list[str]:
    """Lapsed orders that would each prolong the same service."""
    async with shop.db.transaction() as conn:
        member = await a_member(conn)
        service = await a_service(conn, member, plan=await a_plan(conn))
        plan = await fetch_one(conn, int, "SELECT plan_id FROM services")
        headers = await a_login(conn, member)
    placed: list[str] = []
    for _ in range(count):
        answer = await place(shop.client, headers, plan, serviceId=service)
        placed.append(answer.json()["data"]["orderId"])
        async with shop.db.transaction() as conn:
            await let_order_age(conn, placed[-1], timedelta(minutes=16))
            await orders.expire_overdue(conn)
    return placed


async def test_points_that_suffice_for_one_order_pay_one_of_many_at_once(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        plan = await a_ticket_plan(conn)
        headers = await a_login(conn, await a_member(conn, points=6_000))

    answers = await asyncio.gather(
        *(place(shop.client, headers, plan, months=12, points=5_500) for _ in range(8))
    )

    assert sorted({answer.status_code for answer in answers}) in ([201, 409], [201, 409, 422], [201, 422])
    assert [answer.status_code for answer in answers].count(201) == 1
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT sum(amount) FROM point_entries") == 500
        assert await fetch_one(conn, int, "SELECT sum(amount) FROM ticket_entries") == 1
        assert await fetch_all(conn, str, "SELECT state FROM orders") == ["paid"]


async def test_of_two_late_renewals_of_a_service_one_is_confirmed(shop: Shop) -> None:
    """A unique index decides, because neither of two concurrent confirms sees the other."""
    placed = await late_renewals(shop, 4)

    async def confirm(order_id: str) -> str:
        try:
            async with shop.db.transaction() as conn:
                await fulfilment.start_confirming(conn, await orders.lock(conn, order_id))
                # sleep: keeps this transaction open, so that the others meet its locks.
                await asyncio.sleep(0.05)
        except OrderExpired:
            return "expired"
        return "confirming"

    assert sorted(await asyncio.gather(*map(confirm, placed))) == ["confirming"] + ["expired"] * 3
    async with shop.db.connection() as conn:
        states = await fetch_all(conn, str, "SELECT state FROM orders WHERE kind = 'renewal' ORDER BY state")
        assert states == ["confirming"] + ["expired"] * 3


async def test_two_paid_orders_for_one_service_prolong_it_one_after_the_other(shop: Shop) -> None:
    """No day is lost, because each period starts where the other ends."""
    placed = await late_renewals(shop, 2)

    async def settle(order_id: str) -> bool:
        async with shop.db.transaction() as conn:
            order = await orders.lock(conn, order_id)
            order.state = OrderState.CONFIRMING
            return await fulfilment.fulfil(conn, order)

    assert await asyncio.gather(*map(settle, placed)) == [True, True]
    async with shop.db.connection() as conn:
        starts = await fetch_all(conn, datetime, "SELECT starts_at FROM service_periods ORDER BY starts_at")
        ends = await fetch_all(conn, datetime, "SELECT ends_at FROM service_periods ORDER BY ends_at")
        assert starts[1:] == ends[:-1]
        assert await fetch_one(conn, datetime, "SELECT ends_at FROM services") == ends[-1]


async def test_a_renewal_paid_while_its_service_ends_is_served_or_paid_back(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        member = await a_member(conn)
        plan = await a_plan(conn, addresses=6)
        held = [await a_service(conn, member, plan=plan) for _ in range(6)]
        headers = await a_login(conn, member)
    placed: list[str] = []
    for service in held:
        answer = await place(shop.client, headers, plan, serviceId=service)
        assert answer.status_code == 201, answer.text
        placed.append(answer.json()["data"]["orderId"])
        async with shop.db.transaction() as conn:
            await fulfilment.start_confirming(conn, await orders.lock(conn, placed[-1]))

    async def settle(order_id: str) -> bool:
        async with shop.db.transaction() as conn:
            return await fulfilment.fulfil(conn, await orders.lock(conn, order_id))

    async def end(service: ServiceId) -> None:
        async with shop.db.transaction() as conn:
            await services.end(conn, [service])

    served = await asyncio.gather(
        *(step for order, service in zip(placed, held, strict=True) for step in (settle(order), end(service)))
    )

    async with shop.db.connection() as conn:
        states = await fetch_all(conn, str, "SELECT state FROM orders WHERE kind = 'renewal' ORDER BY id")
        assert states.count("paid") == served.count(True)
        assert states.count("refunding") == served.count(False)
        prolonged = (
            "SELECT count(*) FROM service_periods p JOIN orders o ON o.id = p.order_id AND o.kind = 'renewal'"
        )
        assert await fetch_one(conn, int, prolonged) == served.count(True)
        assert await fetch_one(conn, int, "SELECT count(*) FROM services WHERE state <> 'ended'") == 0


async def test_a_renewal_paid_with_points_waits_for_the_gateway_before_it_holds_the_member(
    shop: Shop,
) -> None:
    """A change of address locks the gateway and then the member; a renewal must lock in the same order."""
    async with shop.db.transaction() as conn:
        member = await a_member(conn, points=33_000)
        headers, plan = await a_login(conn, member), await a_plan(conn)
        service = await a_service(conn, member, plan=plan)
        await a_device(conn, service)

    async with shop.db.transaction() as swapping:
        await swapping.execute("SELECT 1 FROM gateways FOR UPDATE")
        renewing = asyncio.create_task(
            shop.client.post(
                "/api/v1/orders",
                json={
                    "planId": plan,
                    "months": 1,
                    "points": 33_000,
                    "serviceId": service,
                    "agreements": ORDER_AGREEMENTS,
                },
                headers=headers,
            )
        )
        await until_one_waits_for_a_lock(shop.db)
        assert not renewing.done()
        await swapping.execute("SELECT 1 FROM members WHERE id = %s FOR NO KEY UPDATE NOWAIT", [member])
    answer = await renewing

    assert (answer.status_code, answer.json()["data"]["state"]) == (201, "paid"), answer.text
    async with shop.db.connection() as conn:
        spent = await fetch_one(
            conn, int, "SELECT sum(amount)::bigint FROM point_entries WHERE member_id = %(m)s", m=member
        )
    assert spent == 0

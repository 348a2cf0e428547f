"""What points pay whole is handed out in the order's own transaction: it must take its locks as everybody does."""

import asyncio

from ieum.shop.kernel.db import fetch_one
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.orders import ORDER_AGREEMENTS
from tests.shop.builders.services import a_device, a_service
from tests.shop.builders.shops import Shop


async def test_a_renewal_paid_with_points_waits_for_the_gateway_before_it_holds_the_member(
    shop: Shop,
) -> None:
    """A swap of another address holds the gateway and then wants the member, for the ticket: no ring may close."""
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
        done, _ = await asyncio.wait([renewing], timeout=0.5)
        assert not done
        await swapping.execute("SELECT 1 FROM members WHERE id = %s FOR NO KEY UPDATE NOWAIT", [member])
    answer = await renewing

    assert (answer.status_code, answer.json()["data"]["state"]) == (201, "paid"), answer.text
    async with shop.db.connection() as conn:
        spent = await fetch_one(
            conn, int, "SELECT sum(amount)::bigint FROM point_entries WHERE member_id = %(m)s", m=member
        )
    assert spent == 0

"""A change of address and the refund of its service at once, on connections of their own."""

import asyncio
from typing import Any

import httpx

from ieum.shop.kernel.db import execute, fetch_one
from ieum.shop.members.types import MemberId
from ieum.shop.orders import service as orders
from tests.shop.builders import purchases
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.purchases import Buying
from tests.shop.builders.services import show_service
from tests.shop.builders.shops import Shop

ROUNDS = 8


async def a_service_with_a_ticket(shop: Shop, sandbox: httpx.AsyncClient) -> tuple[Buying, int, str]:
    """The purchase of a service, the service, and its address."""
    async with shop.db.connection() as conn:
        buying = await purchases.a_purchase(shop.client, conn)
    answer = await purchases.confirm(shop.client, buying, await pay_at_window(sandbox, buying.order))
    assert answer.json()["data"]["state"] == "paid", answer.text
    async with shop.db.transaction() as conn:
        await execute(
            conn,
            """
            INSERT INTO ticket_entries (member_id, amount, kind, expires_at)
            SELECT member_id, 1, 'granted', now() + interval '1 year' FROM orders WHERE id = %(order_id)s
            """,
            order_id=buying.order_id,
        )
        service = await fetch_one(
            conn, int, "SELECT id FROM services WHERE order_id = %(order_id)s", order_id=buying.order_id
        )
    return buying, service, (await show_service(shop.client, buying.headers, service))["address"]


async def post(shop: Shop, buying: Buying, path: str, body: dict[str, Any] | None = None) -> httpx.Response:
    return await shop.client.post(f"/api/v1/{path}", json=body, headers=buying.headers)


async def test_a_change_of_address_locks_the_order_before_the_service(
    shop: Shop, sandbox: httpx.AsyncClient
) -> None:
    buying, service, address = await a_service_with_a_ticket(shop, sandbox)

    async with shop.db.transaction() as refunding:
        member = await fetch_one(refunding, MemberId, "SELECT member_id FROM orders")
        await orders.lock(refunding, buying.order_id, member)
        asking = asyncio.create_task(
            post(shop, buying, f"services/{service}/ip-change", {"address": address})
        )
        await until_one_waits_for_a_lock(shop.db)
        # Raises LockNotAvailable where the change waits for the order with the service in its hands.
        await execute(
            refunding, "SELECT 1 FROM services WHERE id = %(service)s FOR UPDATE NOWAIT", service=service
        )
    answer = await asking

    assert answer.status_code == 200, answer.text


async def test_changes_and_refunds_at_once_never_deadlock(shop: Shop, sandbox: httpx.AsyncClient) -> None:
    answers: list[tuple[int, int]] = []
    for number in range(ROUNDS):
        buying, service, address = await a_service_with_a_ticket(shop, sandbox)
        quoted = await post(shop, buying, f"orders/{buying.order_id}/refund-quote")
        asked = [
            post(shop, buying, f"services/{service}/ip-change", {"address": address}),
            post(shop, buying, f"orders/{buying.order_id}/refund", {"quote": quoted.json()["data"]["quote"]}),
        ]
        met = await asyncio.gather(*(asked if number % 2 else reversed(asked)))
        changed, refunded = met if number % 2 else reversed(met)
        answers.append((changed.status_code, refunded.status_code))

    # A change that comes second finds the service ended; a refund ends it wherever its address is.
    assert set(answers) <= {(200, 200), (409, 200)}, answers
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM services WHERE state <> 'ended'") == 0
        assert await fetch_one(conn, int, "SELECT count(*) FROM leases WHERE state <> 'ended'") == 0

"""Refunds concurrent with refunds, renewals, tickets and webhooks, with real commits."""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx

from ieum.shop.checkout import look_up
from ieum.shop.kernel.db import execute, fetch_all, fetch_one
from ieum.shop.ledgers import service as ledgers
from ieum.shop.ledgers import ticket_queries
from ieum.shop.refunds import returning
from ieum.shop.refunds.types import RefundId
from ieum.shop.services import service as services
from tests.shop.builders import purchases
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.orders import turn_into_tickets
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.purchases import Buying, fault
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.services import a_renewal
from tests.shop.builders.shops import Shop
from tests.shop.builders.wire import Wire
from tests.shop.builders.worker import run_jobs
from tests.waiting import wait_until_async


async def a_paid(shop: Shop, sandbox: httpx.AsyncClient) -> Buying:
    async with shop.db.connection() as conn:
        buying = await purchases.a_purchase(shop.client, conn)
    answer = await purchases.confirm(shop.client, buying, await pay_at_window(sandbox, buying.order))
    assert answer.json()["data"]["state"] == "paid", answer.text
    return buying


async def post(shop: Shop, buying: Buying, what: str, **body: Any) -> httpx.Response:
    return await shop.client.post(
        f"/api/v1/orders/{buying.order_id}/{what}", json=body or None, headers=buying.headers
    )


async def quoted(shop: Shop, buying: Buying) -> str:
    return (await post(shop, buying, "refund-quote")).json()["data"]["quote"]


async def test_ten_requests_at_once_are_one_refund(shop: Shop, sandbox: httpx.AsyncClient) -> None:
    buying = await a_paid(shop, sandbox)
    token = await quoted(shop, buying)

    answers = await asyncio.gather(*(post(shop, buying, "refund", quote=token) for _ in range(10)))
    await run_jobs(shop)

    assert {answer.status_code for answer in answers} == {200}
    async with shop.db.connection() as conn:
        assert await fetch_all(conn, str, "SELECT state FROM refunds") == ["done"]
        assert await fetch_all(conn, str, "SELECT kind FROM point_entries ORDER BY id") == [
            "earned",
            "clawed_back",
        ]
    assert await purchases.received(sandbox) == 0


async def test_the_job_run_by_six_workers_at_once_pays_back_once(
    shop: Shop, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    buying = await a_paid(shop, sandbox)
    await post(shop, buying, "refund", quote=await quoted(shop, buying))
    async with shop.db.connection() as conn:
        refund = await fetch_one(conn, RefundId, "SELECT id FROM refunds")
    await fault(sandbox, "cancel", "error")
    wire.answers.clear()

    async def work() -> None:
        with suppress(returning.RefundUnsettledError):
            await returning.return_money(shop.db, shop.provider, SEALER, refund)

    running = [asyncio.create_task(work()) for _ in range(6)]
    await wait_until_async(lambda: wire.count("/cancel") == len(running), "not all of them ask the provider")
    wire.answers.set()
    await asyncio.gather(*running)
    await work()

    async with shop.db.connection() as conn:
        # However many runs met the error, the key advances by one.
        assert await fetch_all(conn, str, "SELECT state || ' ' || tries FROM refunds") == ["done 2"]
        assert (
            await fetch_one(conn, int, "SELECT count(*) FROM messages WHERE reference LIKE 'refunded:%%'")
            == 1
        )
    assert await purchases.received(sandbox) == 0


async def test_a_webhook_in_the_middle_of_a_refund_changes_nothing(
    shop: Shop, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    buying = await a_paid(shop, sandbox)
    await post(shop, buying, "refund", quote=await quoted(shop, buying))
    async with shop.db.connection() as conn:
        refund = await fetch_one(conn, RefundId, "SELECT id FROM refunds")
    wire.answers.clear()

    returning_it = asyncio.create_task(returning.return_money(shop.db, shop.provider, SEALER, refund))
    hinted = asyncio.create_task(look_up.refresh(shop.db, shop.provider, SEALER, buying.order_id))
    hook = await shop.client.post(
        "/api/v1/payments/webhooks/toss",
        json={"eventType": "PAYMENT_STATUS_CHANGED", "data": {"orderId": buying.order_id}},
    )
    wire.answers.set()
    await asyncio.gather(returning_it, hinted)
    await run_jobs(shop)

    assert hook.status_code == 200
    async with shop.db.connection() as conn:
        assert await fetch_all(conn, str, "SELECT state FROM orders") == ["refunded"]
        assert await fetch_one(conn, int, "SELECT count(*) FROM payments") == 1
    assert await purchases.received(sandbox) == 0


async def test_a_renewal_paid_during_the_refund_keeps_its_service(
    shop: Shop, sandbox: httpx.AsyncClient
) -> None:
    """The renewal holds the service; a refund that did not wait would end a service just prolonged."""
    buying = await a_paid(shop, sandbox)
    token = await quoted(shop, buying)
    async with shop.db.connection() as conn:
        service = await fetch_one(conn, int, "SELECT id FROM services")
        renewal = await a_renewal(conn, service)  # pyright: ignore[reportArgumentType] - a number from the table
    async with shop.db.transaction() as conn:
        await services.prolong(conn, [service], renewal, 1, now=datetime.now(UTC))  # pyright: ignore[reportArgumentType]
        asking = asyncio.create_task(post(shop, buying, "refund", quote=token))
        await until_one_waits_for_a_lock(shop.db)
    answer = await asking

    assert (answer.status_code, answer.json()["code"]) == (409, "refund_not_possible")
    async with shop.db.connection() as conn:
        assert await fetch_all(conn, str, "SELECT state FROM services") == ["active"]
        assert await fetch_one(conn, int, "SELECT count(*) FROM refunds") == 0


async def test_a_ticket_used_during_the_refund_is_not_paid_back(
    shop: Shop, sandbox: httpx.AsyncClient
) -> None:
    buying = await a_paid(shop, sandbox)
    async with shop.db.connection() as conn:
        service = await fetch_one(conn, int, "SELECT id FROM services")
        member = await fetch_one(conn, int, "SELECT member_id FROM orders")
        await execute(conn, "UPDATE service_periods SET refunded_at = now()")
        async with conn.transaction():
            await turn_into_tickets(conn)
        await execute(conn, "UPDATE orders SET quantity = 3")
        await ledgers.grant_tickets(
            conn,
            member,  # pyright: ignore[reportArgumentType]
            3,
            buying.order_id,
            datetime.now(UTC) + timedelta(days=365),
        )
    token = await quoted(shop, buying)
    async with shop.db.transaction() as conn:
        reservation = await ledgers.reserve_ticket(conn, member, service)  # pyright: ignore[reportArgumentType]
        await ledgers.use_reserved(conn, reservation)
        asking = asyncio.create_task(post(shop, buying, "refund", quote=token))
        await until_one_waits_for_a_lock(shop.db)
    answer = await asking

    assert (answer.status_code, answer.json()["code"]) == (409, "quote_expired")
    async with shop.db.connection() as conn:
        assert await ticket_queries.left_of(conn, buying.order_id) == 2
        assert await fetch_all(conn, str, "SELECT state FROM orders") == ["paid"]

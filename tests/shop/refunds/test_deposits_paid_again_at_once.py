"""A deposit paid in again while others decide about its order, with real commits."""

import asyncio

import httpx

from ieum.shop.checkout import look_up
from ieum.shop.kernel.db import fetch_all, fetch_one
from ieum.shop.reconciliation import invariants
from ieum.shop.refunds.refusals import RefundNotPossible
from tests.shop.builders import purchases
from tests.shop.builders.alarms import open_alarms
from tests.shop.builders.purchases import Buying
from tests.shop.builders.reversals import WEBHOOK, a_reversed_of, done, give_back, settle_by_hand
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.shops import Shop
from tests.shop.builders.worker import run_jobs


async def test_the_webhook_of_the_second_deposit_makes_the_order_refundable_at_once(
    shop: Shop, sandbox: httpx.AsyncClient
) -> None:
    buying = await a_reversed_of(shop, sandbox)
    await purchases.deposit(sandbox, buying.order_id)

    for _ in range(3):
        await shop.client.post(WEBHOOK, json=done(buying.order_id))
    await run_jobs(shop)

    async with shop.db.connection() as conn:
        assert await fetch_all(conn, bool, "SELECT reversed_at IS NULL FROM payments") == [True]
        assert await open_alarms(conn) == []
    answer = await shop.client.post(f"/api/v1/orders/{buying.order_id}/refund-quote", headers=buying.headers)
    assert answer.json()["data"]["amount"] == 33_000


async def test_a_deposit_and_a_refund_at_once_never_lose_the_money(
    shop: Shop, sandbox: httpx.AsyncClient
) -> None:
    for number in range(8):
        buying = await a_reversed_of(shop, sandbox)

        async def pay(buying: Buying = buying) -> None:
            await purchases.deposit(sandbox, buying.order_id)
            await asyncio.gather(
                *(look_up.refresh(shop.db, shop.provider, SEALER, buying.order_id) for _ in range(2))
            )

        at_once = [give_back(shop.db, shop.provider, buying), pay()]
        await asyncio.gather(*(at_once if number % 2 else reversed(at_once)))

        async with shop.db.connection() as conn:
            owed = await fetch_one(
                conn, int, "SELECT amount FROM refunds WHERE order_id = %(id)s", id=buying.order_id
            )
            named = ("paid_after_refund", buying.order_id) in await open_alarms(conn)
            differs = buying.order_id in {one.reference for one in await invariants.find_differences(conn)}
        # Either the refund returns the money, or an operator is told that it came too late.
        assert (owed, named, differs) in {(33_000, False, False), (0, True, True)}


async def test_two_operators_at_once_settle_it_once(shop: Shop, sandbox: httpx.AsyncClient) -> None:
    buying = await a_reversed_of(shop, sandbox)
    await give_back(shop.db, shop.provider, buying)
    await purchases.deposit(sandbox, buying.order_id)
    await look_up.refresh(shop.db, shop.provider, SEALER, buying.order_id)

    ends = await asyncio.gather(
        *(settle_by_hand(shop.db, shop.provider, buying) for _ in range(3)),
        return_exceptions=True,
    )

    assert sum(end is None for end in ends) == 1
    assert sum(isinstance(end, RefundNotPossible) for end in ends) == 2
    async with shop.db.connection() as conn:
        assert (await open_alarms(conn), await invariants.find_differences(conn)) == ([], [])

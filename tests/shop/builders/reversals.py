"""Deposits that the bank takes back, and what operators decide about them."""

from typing import Any

import httpx

from ieum.shop.checkout import look_up
from ieum.shop.kernel.db import Database
from ieum.shop.payments.provider import Provider
from ieum.shop.refunds import operators, reversals
from ieum.shop.refunds.types import Calculation
from tests.shop.builders import purchases
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.purchases import Buying
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.shops import Shop

WEBHOOK = "/api/v1/payments/webhooks/toss"


def done(order_id: str) -> dict[str, Any]:
    return {"eventType": "PAYMENT_STATUS_CHANGED", "data": {"orderId": order_id, "status": "DONE"}}


async def give_back(
    db: Database, provider: Provider, buying: Buying, amount: int | None = None, *, reason: str = "장애"
) -> Calculation:
    """Refund as staff do: what the provider holds is asked first; `amount` None is all of it."""
    await reversals.look_up(db, provider, buying.order_id)
    async with db.transaction() as conn:
        return await operators.refund_by_operator(conn, buying.order_id, amount, reason=reason, by="김운영")


async def settle_by_hand(db: Database, provider: Provider, buying: Buying) -> None:
    """Record, as staff do, that the money was returned by other means or at the provider's desk."""
    facts = await operators.look_up_unsettled(db, provider, buying.order_id)
    async with db.transaction() as conn:
        await operators.settle(conn, buying.order_id, facts, by="김운영")


async def a_reversed_of(shop: Shop, sandbox: httpx.AsyncClient) -> Buying:
    async with shop.db.connection() as conn:
        buying = await purchases.a_purchase(shop.client, conn, payMethod="virtualAccount")
    brought = await pay_at_window(sandbox, buying.order, method="VIRTUAL_ACCOUNT")
    await purchases.confirm(shop.client, buying, brought)
    for act in ("deposit", "reverse"):
        await purchases.deposit(sandbox, buying.order_id, act=act)
        await look_up.refresh(shop.db, shop.provider, SEALER, buying.order_id)
    return buying

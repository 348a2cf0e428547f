"""Deposits that the bank takes back, and what operators decide about them."""

import argparse
from typing import Any

import httpx

from ieum.shop.checkout import look_up
from ieum.shop.kernel.db import Database
from ieum.shop.payments.provider import Provider
from ieum.shop.refunds import cli
from tests.shop.builders import purchases
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.purchases import Buying
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.shops import Shop

WEBHOOK = "/api/v1/payments/webhooks/toss"
REASON = ("--reason", "은행에서 입금을 취소했습니다.")


def done(order_id: str) -> dict[str, Any]:
    return {"eventType": "PAYMENT_STATUS_CHANGED", "data": {"orderId": order_id, "status": "DONE"}}


async def decide(db: Database, provider: Provider, buying: Buying, *words: str) -> str:
    parser = argparse.ArgumentParser()
    cli.add_arguments(parser)
    arguments = parser.parse_args([buying.order_id, *words, "--by", "김운영"])
    return await cli.decide(arguments, db, provider)


async def a_reversed_of(shop: Shop, sandbox: httpx.AsyncClient) -> Buying:
    async with shop.db.connection() as conn:
        buying = await purchases.a_purchase(shop.client, conn, payMethod="virtualAccount")
    brought = await pay_at_window(sandbox, buying.order, method="VIRTUAL_ACCOUNT")
    await purchases.confirm(shop.client, buying, brought)
    for act in ("deposit", "reverse"):
        await purchases.deposit(sandbox, buying.order_id, act=act)
        await look_up.refresh(shop.db, shop.provider, SEALER, buying.order_id)
    return buying

"""A member's requests for a refund, over HTTP."""

from datetime import timedelta
from typing import Any

import httpx

from ieum.shop.kernel.db import Connection, fetch_one
from tests.shop.builders.members import PASSWORD
from tests.shop.builders.purchases import Buying
from tests.shop.builders.services import a_device, let_connect
from tests.shop.builders.till import Till
from tests.shop.builders.time_passing import let_pass

ACCOUNT = {"bank": "88", "number": "110-123-456789", "holder": "홍길동"}
# What has to be sent to name that account.
NAMED: dict[str, Any] = {"account": ACCOUNT, "currentPw": PASSWORD}


async def a_paid(till: Till, **wanted: Any) -> Buying:
    buying = await till.order(**wanted)
    answer = await till.confirm(buying, await till.pay(buying))
    assert answer.json()["data"]["state"] == "paid", answer.text
    return buying


async def post(till: Till, buying: Buying, what: str, **body: Any) -> httpx.Response:
    return await till.client.post(
        f"/api/v1/orders/{buying.order_id}/{what}", json=body or None, headers=buying.headers
    )


async def quote(till: Till, buying: Buying) -> dict[str, Any]:
    answer = await post(till, buying, "refund-quote")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def refund(till: Till, buying: Buying, **more: Any) -> dict[str, Any]:
    """Ask for a refund; the money comes with the job."""
    answer = await post(till, buying, "refund", quote=(await quote(till, buying))["quote"], **more)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def use(till: Till, buying: Buying) -> None:
    """Let a device of the order's service connect now."""
    service = (await till.view(buying))["services"][0]["id"]
    await a_device(till.conn, service)
    await let_connect(till.conn, service)


async def days_later(till: Till, days: int) -> None:
    await let_pass(till.conn, timedelta(days=days))


async def a_deposited(till: Till, **wanted: Any) -> Buying:
    """A deposit into a virtual account, whose refund needs a bank account."""
    buying = await till.await_deposit(**wanted)
    await till.deposit(buying)
    await till.learn(buying.order_id)
    return buying


async def state_of(conn: Connection, buying: Buying) -> tuple[str, str, int]:
    """The states of the refund and of the payment, and how much of it our books say was paid back."""
    return (
        await fetch_one(conn, str, "SELECT state FROM refunds WHERE order_id = %(id)s", id=buying.order_id),
        await fetch_one(
            conn,
            str,
            "SELECT state FROM payments WHERE order_id = %(id)s AND state <> 'refused'",
            id=buying.order_id,
        ),
        await fetch_one(
            conn,
            int,
            "SELECT cancelled_amount FROM payments WHERE order_id = %(id)s AND state <> 'refused'",
            id=buying.order_id,
        ),
    )

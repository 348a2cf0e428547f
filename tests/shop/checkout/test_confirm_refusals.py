"""Confirms that must be refused: for other orders, by other members, or malformed."""

import asyncio
from typing import Any

import httpx
import pytest

from ieum.shop.kernel.db import Connection
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.orders import ORDER_AGREEMENTS
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.purchases import a_purchase, confirm, received, view
from tests.shop.builders.shops import Client
from tests.shop.builders.wire import Wire
from tests.waiting import wait_until_async


async def test_the_key_of_another_order_pays_nothing(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    plan = await a_plan(conn)
    first, second = await a_purchase(client, conn, plan=plan), await a_purchase(client, conn, plan=plan)
    brought = await pay_at_window(sandbox, first.order)
    await confirm(client, first, brought)
    calls = len(wire.sent)

    answer = await confirm(client, second, brought | {"orderId": second.order_id})

    assert (answer.status_code, answer.json()["code"]) == (409, "order_closed")
    assert len(wire.sent) == calls
    assert (await view(client, second))["state"] == "awaiting_payment"


async def test_another_key_for_a_paid_order_takes_no_second_payment(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient
) -> None:
    buying = await a_purchase(client, conn)
    first, second = await pay_at_window(sandbox, buying.order), await pay_at_window(sandbox, buying.order)
    await confirm(client, buying, first)

    answer = await confirm(client, buying, second)

    assert (answer.status_code, answer.json()["code"]) == (409, "order_closed")
    assert await received(sandbox) == 33_000


async def test_another_members_order_is_not_found(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    plan = await a_plan(conn)
    mine, theirs = await a_purchase(client, conn, plan=plan), await a_purchase(client, conn, plan=plan)
    brought = await pay_at_window(sandbox, theirs.order)

    answer = await confirm(client, mine, brought)
    failed = await client.post(
        "/api/v1/payments/fail", json={"orderId": theirs.order_id, "code": "X"}, headers=mine.headers
    )

    assert (answer.status_code, answer.json()["code"]) == (404, "order_not_found")
    assert (failed.status_code, failed.json()["code"]) == (404, "order_not_found")
    assert wire.sent == []
    assert (await view(client, theirs))["state"] == "awaiting_payment"


async def test_a_replaced_order_cannot_be_paid_any_more(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    plan = await a_plan(conn)
    buying = await a_purchase(client, conn, plan=plan)
    brought = await pay_at_window(sandbox, buying.order)
    await client.post(
        "/api/v1/orders",
        json={"planId": plan, "months": 3, "agreements": ORDER_AGREEMENTS},
        headers=buying.headers,
    )

    answer = await confirm(client, buying, brought)

    assert (answer.status_code, answer.json()["code"]) == (409, "order_closed")
    assert wire.sent == []


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"amount": -1}, id="a negative amount"),
        pytest.param({"amount": 2**40}, id="a huge amount"),
        pytest.param({"amount": "33000"}, id="an amount as text"),
        pytest.param({"orderId": "short"}, id="no order id"),
        pytest.param({"orderId": "x" * 65}, id="an order id too long"),
        pytest.param({"orderId": "20261120-ABCDEFGHJK\n"}, id="a line break after the order id"),
        pytest.param({"paymentKey": ""}, id="no key"),
        pytest.param({"paymentKey": "x" * 201}, id="a key too long"),
        pytest.param({"paymentKey": "key\0"}, id="NUL in the key"),
        pytest.param({"paymentKey": "key\n"}, id="a line break after the key"),
        pytest.param({"paymentKey": "../payments"}, id="a path for a key"),
        pytest.param({"secret": "x"}, id="a field that is not there"),
    ],
)
async def test_a_confirm_with_missing_or_wrong_fields_is_refused(
    client: Client, conn: Connection, wire: Wire, wrong: dict[str, Any]
) -> None:
    buying = await a_purchase(client, conn)
    brought = {"paymentKey": "key", "orderId": buying.order_id, "amount": 33_000}

    answer = await confirm(client, buying, brought | wrong)

    if wrong in ({"amount": "33000"}, {"paymentKey": "../payments"}):
        # A number as text is read as one; an unknown key reaches the provider, which refuses it.
        assert answer.status_code == 409
    else:
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_fields"), answer.text
        assert wire.sent == []


async def test_closing_a_window_does_not_touch_a_payment_that_is_being_made(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    buying = await a_purchase(client, conn)
    wire.lost_answers = 1
    await confirm(client, buying, await pay_at_window(sandbox, buying.order))

    answer = await client.post(
        "/api/v1/payments/fail",
        json={"orderId": buying.order_id, "code": "PAY_PROCESS_CANCELED"},
        headers=buying.headers,
    )

    assert (answer.status_code, answer.json()["data"]["state"]) == (200, "confirming")


async def test_no_transaction_is_open_while_the_provider_answers(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    buying = await a_purchase(client, conn)
    brought = await pay_at_window(sandbox, buying.order)
    wire.answers.clear()

    asking = asyncio.create_task(confirm(client, buying, brought))
    await wait_until_async(lambda: wire.count("confirm"), "the provider is not asked")
    depth = conn._num_transactions
    wire.answers.set()
    answer = await asking

    # Only the test's own transaction is open.
    assert depth == 1
    assert answer.json()["data"]["state"] == "paid"

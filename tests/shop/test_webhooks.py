"""The provider's hints: always 200, never believed, never multiplied."""

import asyncio
from typing import Any

import httpx
import pytest

from ieum.shop.db import Connection, fetch_one
from ieum.shop.payments.webhooks import order_of
from tests.shop.builders import a_plan
from tests.shop.conftest import Client, Shop
from tests.shop.purchase import a_purchase, confirm, fault, view
from tests.shop.window import pay_at_window
from tests.shop.wire import Wire
from tests.shop.worker import queued, run_jobs

WEBHOOK = "/api/v1/payments/webhooks/toss"


def status_changed(order_id: str) -> dict[str, Any]:
    return {
        "eventType": "PAYMENT_STATUS_CHANGED",
        "createdAt": "2026-11-20T14:05:00.000000",
        "data": {"orderId": order_id, "status": "DONE", "paymentKey": "made-up"},
    }


@pytest.mark.parametrize(
    ("body", "order_id"),
    [
        pytest.param(status_changed("20261120-ABCDEFGHJK"), "20261120-ABCDEFGHJK", id="a payment changed"),
        pytest.param(
            {"orderId": "20261120-ABCDEFGHJK", "status": "DONE", "secret": "x"},
            "20261120-ABCDEFGHJK",
            id="a deposit, without an envelope",
        ),
        pytest.param({"data": {"billingKey": "x"}}, None, id="no order in it"),
        pytest.param({"data": {"orderId": 7}}, None, id="a number for an order"),
        pytest.param({"data": {"orderId": "../x"}}, None, id="not an order id"),
        pytest.param({"data": {"orderId": "20261120-ABCDEFGHJK\n"}}, None, id="a line break"),
        pytest.param({"data": {"orderId": "\0" * 10}}, None, id="NUL"),
        pytest.param({"data": "x", "orderId": "20261120-ABCDEFGHJK"}, "20261120-ABCDEFGHJK", id="odd data"),
        pytest.param([], None, id="a list"),
        pytest.param(None, None, id="null"),
    ],
)
def test_a_hint_names_an_order_or_none(body: object, order_id: str | None) -> None:
    assert order_of(body) == order_id


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(status_changed("20261120-ABCDEFGHJK"), id="an order we do not know"),
        pytest.param({}, id="nothing"),
        pytest.param([1, 2], id="a list"),
        pytest.param("text", id="a text"),
        pytest.param({"data": {"orderId": "😀" * 10}}, id="no id at all"),
    ],
)
async def test_what_we_cannot_use_is_taken_and_forgotten(
    client: Client, conn: Connection, body: object
) -> None:
    answer = await client.post(WEBHOOK, json=body)

    assert (answer.status_code, answer.json()) == (200, {"status": 200, "data": None})
    assert await queued(conn, "read_payment") == []


async def test_a_hint_about_an_open_order_is_one_look_however_often_it_comes(
    client: Client, conn: Connection
) -> None:
    buying = await a_purchase(client, conn)

    answers = [await client.post(WEBHOOK, json=status_changed(buying.order_id)) for _ in range(5)]

    assert {answer.status_code for answer in answers} == {200}
    assert await queued(conn, "read_payment") == [{"order_id": buying.order_id}]
    assert (await view(client, buying))["state"] == "awaiting_payment"


async def test_a_storm_of_hints_at_once_is_one_look(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        plan = await a_plan(conn)
    async with shop.db.connection() as conn:
        buying = await a_purchase(shop.client, conn, plan=plan)

    answers = await asyncio.gather(
        *(shop.client.post(WEBHOOK, json=status_changed(buying.order_id)) for _ in range(50))
    )

    assert {answer.status_code for answer in answers} == {200}
    async with shop.db.connection() as conn:
        assert len(await queued(conn, "read_payment")) == 1


async def test_two_confirms_at_once_are_one_payment_and_the_same_answer(
    shop: Shop, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    async with shop.db.connection() as conn:
        buying = await a_purchase(shop.client, conn)
    brought = await pay_at_window(sandbox, buying.order)
    wire.answers.clear()

    asking = [asyncio.create_task(confirm(shop.client, buying, brought)) for _ in range(4)]
    while not wire.sent:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.2)
    wire.answers.set()
    answers = await asyncio.gather(*asking)

    assert {answer.status_code for answer in answers} == {200}
    assert all(answer.json() == answers[0].json() for answer in answers)
    assert answers[0].json()["data"]["state"] == "paid"
    assert wire.count("confirm") == 1
    assert (await sandbox.get("/control/payments")).json()["totals"]["kept"] == 33_000


async def test_the_worker_settles_what_was_left_open_and_sends_the_mail(
    shop: Shop, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    async with shop.db.connection() as conn:
        buying = await a_purchase(shop.client, conn)
    wire.lost_answers = 1
    answer = await confirm(shop.client, buying, await pay_at_window(sandbox, buying.order))

    postman = await run_jobs(shop)

    assert answer.json()["data"]["state"] == "confirming"
    assert (await view(shop.client, buying))["state"] == "paid"
    assert [mail.recipient for mail in postman.delivered] == ["hong@example.com"]
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM procrastinate_jobs") == 0
        assert await fetch_one(conn, int, "SELECT count(*) FROM messages WHERE sent_at IS NULL") == 0


async def test_the_worker_gives_back_what_bought_nothing(
    shop: Shop, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    async with shop.db.connection() as conn:
        buying = await a_purchase(shop.client, conn, addresses=1)
    wire.lost_answers = 1
    await confirm(shop.client, buying, await pay_at_window(sandbox, buying.order))
    async with shop.db.transaction() as conn:
        await conn.execute("UPDATE leases SET state = 'ended', ended_at = now()")
    await fault(sandbox, "cancel", "error_after_approval")

    postman = await run_jobs(shop)

    assert (await view(shop.client, buying))["state"] == "refunded"
    assert (await sandbox.get("/control/payments")).json()["totals"]["kept"] == 0
    assert len(postman.delivered) == 2


async def test_a_hint_leads_the_worker_to_money_we_did_not_ask_for(
    shop: Shop, sandbox: httpx.AsyncClient
) -> None:
    async with shop.db.connection() as conn:
        buying = await a_purchase(shop.client, conn)
    brought = await pay_at_window(sandbox, buying.order)
    await shop.provider.confirm(
        payment_key=brought["paymentKey"], order_id=buying.order_id, amount=33_000, attempt=9
    )

    await shop.client.post(WEBHOOK, json=status_changed(buying.order_id))
    await run_jobs(shop)

    assert (await view(shop.client, buying))["state"] == "paid"

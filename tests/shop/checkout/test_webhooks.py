"""The provider's webhooks: always answered 200, never believed, and looked up once."""

import asyncio
from typing import Any

import httpx
import pytest

from ieum.shop.checkout import charge_on_file
from ieum.shop.kernel.db import Connection, fetch_one
from ieum.shop.payments.webhooks import deleted_billing_key, payment_hint
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.charges import a_due
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.purchases import a_purchase, view
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.till import Till
from tests.shop.builders.worker import queued, run_jobs

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
    hint = payment_hint(body)

    assert (hint and hint.order_id) == order_id


@pytest.mark.parametrize(
    ("body", "key"),
    [
        pytest.param(
            {"eventType": "BILLING_DELETED", "data": {"billingKey": "k=="}}, "k==", id="a key is gone"
        ),
        pytest.param(
            {"eventType": "OTHER", "data": {"billingKey": "k=="}}, None, id="something else about a key"
        ),
        pytest.param({"eventType": "BILLING_DELETED", "data": {"billingKey": 7}}, None, id="a number"),
        pytest.param({"eventType": "BILLING_DELETED", "data": {"billingKey": ""}}, None, id="an empty key"),
        pytest.param(
            {"eventType": "BILLING_DELETED", "data": {"billingKey": "k" * 201}}, None, id="too long"
        ),
        pytest.param({"eventType": "BILLING_DELETED", "data": {"billingKey": "k\0"}}, None, id="NUL"),
        pytest.param({"eventType": "BILLING_DELETED"}, None, id="no key"),
    ],
)
def test_only_a_webhook_that_names_a_billing_key_reports_its_deletion(body: object, key: str | None) -> None:
    assert deleted_billing_key(body) == key


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
async def test_an_unusable_webhook_is_accepted_and_ignored(
    client: Client, conn: Connection, body: object
) -> None:
    answer = await client.post(WEBHOOK, json=body)

    assert (answer.status_code, answer.json()) == (200, {"status": 200, "data": None})
    assert await queued(conn, "read_payment") == []


async def test_a_repeated_hint_about_an_open_order_queues_one_look_up(
    client: Client, conn: Connection
) -> None:
    buying = await a_purchase(client, conn)

    answers = [await client.post(WEBHOOK, json=status_changed(buying.order_id)) for _ in range(5)]

    assert {answer.status_code for answer in answers} == {200}
    assert await queued(conn, "read_payment") == [{"order_id": buying.order_id}]
    assert (await view(client, buying))["state"] == "awaiting_payment"


@pytest.mark.parametrize(
    ("told", "looks"),
    [
        pytest.param({"secret": "agreed"}, 1, id="the word that was agreed"),
        pytest.param({"secret": "ps_made_up"}, 0, id="another word"),
        pytest.param({"secret": "한글"}, 0, id="a word that is not even ASCII"),
        pytest.param({"secret": 7}, 0, id="no text"),
        pytest.param({}, 0, id="no word at all"),
    ],
)
async def test_only_a_deposit_webhook_with_its_secret_queues_a_look_up(
    till: Till, told: dict[str, Any], looks: int
) -> None:
    buying = await till.await_deposit()
    if told == {"secret": "agreed"}:
        told = {"secret": await fetch_one(till.conn, str, "SELECT secret FROM payments")}
    body = {"createdAt": "2026-11-20T14:05:00.000000", "status": "DONE", "orderId": buying.order_id}

    answer = await till.client.post(WEBHOOK, json=body | told)

    assert (answer.status_code, answer.json()) == (200, {"status": 200, "data": None})
    assert len(await queued(till.conn, "read_payment")) == looks


async def test_a_deposit_webhook_before_the_answer_to_the_confirm_still_queues_a_look_up(till: Till) -> None:
    buying = await till.order(payMethod="virtualAccount")

    await till.client.post(
        WEBHOOK, json={"secret": "ps_unknown_yet", "status": "DONE", "orderId": buying.order_id}
    )

    assert len(await queued(till.conn, "read_payment")) == 1


@pytest.mark.parametrize(
    ("status", "looks"), [("DONE", 0), ("CANCELED", 1), ("PARTIAL_CANCELED", 1), ("WAITING_FOR_DEPOSIT", 1)]
)
async def test_a_webhook_about_a_paid_order_queues_a_look_up_only_when_its_money_is_gone(
    till: Till, status: str, looks: int
) -> None:
    buying = await till.order()
    await till.confirm(buying, await till.pay(buying))
    body = status_changed(buying.order_id)
    body["data"]["status"] = status

    await till.client.post(WEBHOOK, json=body)

    assert len(await queued(till.conn, "read_payment")) == looks


async def test_a_charge_is_known_by_the_order_id_that_the_provider_has_for_it(till: Till) -> None:
    due = await a_due(till.conn, till.sandbox, till.provider)
    await charge_on_file.charge_card(till.db, till.provider, SEALER, due.order_id, due.method)
    body = status_changed(f"{due.order_id}-1")
    body["data"]["status"] = "CANCELED"

    await till.client.post(WEBHOOK, json=body)

    assert await queued(till.conn, "read_payment") == [{"order_id": f"{due.order_id}-1"}]


async def test_a_card_whose_key_the_provider_has_deleted_is_not_charged_again(till: Till) -> None:
    due = await a_due(till.conn, till.sandbox, till.provider)
    message = {"eventType": "BILLING_DELETED", "createdAt": "x", "data": {"billingKey": due.billing_key}}

    made_up = await till.client.post(WEBHOOK, json=message | {"data": {"billingKey": "made-up"}})
    before = await fetch_one(
        till.conn, str, "SELECT state FROM billing_methods WHERE id = %(id)s", id=due.method
    )
    answers = [await till.client.post(WEBHOOK, json=message) for _ in range(2)]

    assert {answer.status_code for answer in [made_up, *answers]} == {200}
    assert before == "active"
    assert await fetch_one(
        till.conn, bool, "SELECT state = 'removed' AND sealed_key IS NULL FROM billing_methods WHERE id = %(id)s",
        id=due.method,
    )  # fmt: skip


async def test_many_hints_at_once_queue_one_look_up(shop: Shop) -> None:
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


async def test_a_hint_leads_the_worker_to_a_payment_that_the_shop_did_not_confirm(
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

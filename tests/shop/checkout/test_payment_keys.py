"""A payment key comes from a browser: it is stored on an order only after the provider has said whose it is."""

import asyncio
import logging
from datetime import timedelta

import pytest

from ieum.shop.kernel.db import Connection, fetch_one
from tests.shop.builders import purchases
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.orders import place
from tests.shop.builders.purchases import Buying
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.till import Till
from tests.shop.builders.time_passing import let_pass
from tests.shop.builders.wire import Wire

STORED = "SELECT count(*) FROM payments"


async def test_the_key_of_a_strangers_payment_cannot_be_put_on_an_order_of_ones_own(till: Till) -> None:
    """The attack: the stranger's own confirm was then refused, and their money never taken."""
    plan = await a_plan(till.conn)
    victim, thief = await till.order(plan=plan), await till.order(plan=plan)
    brought = await till.pay(victim)

    stolen = await till.confirm(thief, brought | {"orderId": thief.order_id})
    stored = await fetch_one(till.conn, int, STORED)
    paid = await till.confirm(victim, brought)

    assert (stolen.status_code, stolen.json()["code"]) == (409, "payment_not_of_order")
    assert stored == 0
    assert paid.json()["data"]["state"] == "paid"
    assert (await till.view(thief))["state"] == "awaiting_payment"


async def test_a_key_that_the_provider_does_not_know_is_not_stored(till: Till) -> None:
    buying = await till.order()

    answer = await till.confirm(
        buying, {"paymentKey": "made-up", "orderId": buying.order_id, "amount": 33_000}
    )

    assert (answer.status_code, answer.json()["code"]) == (409, "payment_not_of_order")
    assert till.wire.count("confirm") == 0
    assert await fetch_one(till.conn, int, STORED) == 0
    assert (await till.confirm(buying, await till.pay(buying))).json()["data"]["state"] == "paid"


async def test_while_the_provider_cannot_be_asked_nothing_is_stored_and_the_call_may_be_repeated(
    till: Till,
) -> None:
    buying = await till.order()
    brought = await till.pay(buying)
    till.wire.down = True

    answer = await till.confirm(buying, brought)

    till.wire.down = False
    assert (answer.status_code, answer.json()["code"]) == (503, "payment_unchecked")
    assert answer.headers["retry-after"] == "3"
    assert (await till.view(buying))["state"] == "awaiting_payment"
    assert await fetch_one(till.conn, int, STORED) == 0
    assert (await till.confirm(buying, brought)).json()["data"]["state"] == "paid"


def made_up(buying: Buying, number: int) -> dict[str, object]:
    return {"paymentKey": f"made-up-{number}", "orderId": buying.order_id, "amount": 33_000}


async def test_made_up_keys_are_asked_about_ten_times_in_ten_minutes(till: Till) -> None:
    buying = await till.order()

    answers = [await till.confirm(buying, made_up(buying, number)) for number in range(25)]
    asked = till.wire.count("/v1/payments/made-up")
    waiting = await till.confirm(buying, await till.pay(buying))
    await let_pass(till.conn, timedelta(minutes=10, seconds=1))
    paid = await till.confirm(buying, await till.pay(buying))

    assert [answer.json()["code"] for answer in answers] == ["payment_not_of_order"] * 10 + [
        "too_many_payment_keys"
    ] * 15
    assert {answer.status_code for answer in answers} == {409, 429}
    assert 590 <= int(answers[-1].headers["retry-after"]) <= 600
    assert asked == 10
    assert (waiting.status_code, paid.json()["data"]["state"]) == (429, "paid")


async def test_made_up_keys_sent_at_once_are_no_more(shop: Shop, wire: Wire) -> None:
    async with shop.db.connection() as conn:
        buying = await purchases.a_purchase(shop.client, conn)

    answers = await asyncio.gather(
        *(purchases.confirm(shop.client, buying, made_up(buying, number)) for number in range(20))
    )

    assert sorted(answer.status_code for answer in answers) == [409] * 10 + [429] * 10
    assert wire.count("/v1/payments/made-up") == 10


async def test_made_up_keys_of_one_member_hold_nobody_else_up(till: Till) -> None:
    plan = await a_plan(till.conn)
    thief, buyer = await till.order(plan=plan), await till.order(plan=plan)
    for number in range(11):
        await till.confirm(thief, made_up(thief, number))
    foreign = [
        await purchases.confirm(till.client, Buying(thief.headers, buyer.order), made_up(buyer, number))
        for number in range(11)
    ]

    paid = await till.confirm(buyer, await till.pay(buyer))

    assert {answer.status_code for answer in foreign} == {404}
    assert paid.json()["data"]["state"] == "paid"


@pytest.mark.parametrize("forged", [100, 66_000])
async def test_a_window_opened_with_another_amount_is_refused_without_an_alarm(
    till: Till, caplog: pytest.LogCaptureFixture, forged: int
) -> None:
    """The window opens in the buyer's browser, for whatever amount it is told there; no money has moved yet."""
    buying = await till.order()
    brought = await till.pay(Buying(buying.headers, buying.order | {"amount": forged}))

    with caplog.at_level(logging.WARNING):
        answer = await till.confirm(buying, brought | {"amount": 33_000})

    assert (answer.status_code, answer.json()["code"]) == (409, "amount_mismatch")
    assert (await till.alarms(), caplog.messages) == ([], [])
    assert till.wire.count("confirm") == 0
    assert await fetch_one(till.conn, int, STORED) == 0
    assert await till.received() == 0
    assert (await till.view(buying))["state"] == "awaiting_payment"


async def test_a_member_places_thirty_orders_an_hour(client: Client, conn: Connection) -> None:
    headers, plan = await a_login(conn, await a_member(conn)), await a_plan(conn)
    placed = [await place(client, headers, plan) for _ in range(30)]

    refused = await place(client, headers, plan)
    other = await place(client, await a_login(conn, await a_member(conn)), plan)
    await let_pass(conn, timedelta(minutes=61))
    later = await place(client, headers, plan)

    assert {answer.status_code for answer in placed} == {201}
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_orders")
    assert 3_500 <= int(refused.headers["retry-after"]) <= 3_600
    assert (other.status_code, later.status_code) == (201, 201), later.text

"""A payment key comes from a browser: it is stored on an order only after the provider has said whose it is."""

from datetime import timedelta

from ieum.shop.kernel.db import Connection, fetch_one
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.orders import place
from tests.shop.builders.shops import Client
from tests.shop.builders.till import Till
from tests.shop.builders.time_passing import let_pass

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

"""Payments after the hold ran out: they get another address, or are paid back."""

from datetime import timedelta

import httpx
import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.orders import service as orders
from tests.shop.builders.messages import references_sent
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.purchases import a_purchase, confirm, fault, view
from tests.shop.builders.shops import Shop
from tests.shop.builders.till import Till
from tests.shop.builders.time_passing import let_order_age
from tests.shop.builders.wire import Wire
from tests.shop.builders.worker import run_jobs


async def lose_the_address(conn: Connection) -> None:
    """Withdraw the address from sale while the buyer pays, as an operator may by hand."""
    await execute(conn, "UPDATE leases SET state = 'ended', ended_at = now() WHERE state = 'held'")


async def test_a_payment_after_its_hold_ran_out_gets_another_address_of_the_plan(till: Till) -> None:
    buying = await till.order(addresses=2)
    held = await fetch_one(
        till.conn, str, "SELECT host(address) FROM exit_addresses WHERE available_at IS NULL"
    )
    brought = await till.pay(buying)
    await let_order_age(till.conn, buying.order_id, timedelta(minutes=16))
    await orders.expire_overdue(till.conn)
    await execute(
        till.conn, "UPDATE exit_addresses SET available_at = NULL WHERE host(address) = %(held)s", held=held
    )

    answer = await till.confirm(buying, brought)

    data = answer.json()["data"]
    assert (answer.status_code, data["state"]) == (200, "paid")
    assert data["services"][0]["address"] != held


@pytest.mark.parametrize("is_seen", [True, False], ids=["expired", "not seen by the job yet"])
async def test_an_order_whose_window_closed_long_ago_cannot_be_paid_at_its_old_price(
    till: Till, *, is_seen: bool
) -> None:
    buying = await till.order()
    brought = await till.pay(buying)
    await let_order_age(till.conn, buying.order_id, timedelta(minutes=56))
    if is_seen:
        await orders.expire_overdue(till.conn)

    answer = await till.confirm(buying, brought)

    assert (answer.status_code, answer.json()["code"]) == (409, "order_expired")
    assert "금액은 청구되지 않았으니 다시 주문해 주세요" in answer.json()["detail"]
    assert till.wire.count("confirm") == 0
    assert (await till.view(buying))["state"] == "expired"


async def test_an_order_can_be_paid_for_as_long_as_the_window_is_open(till: Till) -> None:
    buying = await till.order()
    brought = await till.pay(buying)
    await let_order_age(till.conn, buying.order_id, timedelta(minutes=54))
    await orders.expire_overdue(till.conn)

    answer = await till.confirm(buying, brought)

    assert (answer.status_code, answer.json()["data"]["state"]) == (200, "paid")


async def test_an_approved_payment_buys_the_goods_however_late_it_is_found(till: Till) -> None:
    buying = await till.order()
    brought = await till.pay(buying)
    await let_order_age(till.conn, buying.order_id, timedelta(days=2))
    await orders.expire_overdue(till.conn)
    await till.provider.confirm(
        payment_key=brought["paymentKey"], order_id=buying.order_id, amount=33_000, attempt=9
    )

    await till.learn(buying.order_id)

    assert (await till.view(buying))["state"] == "paid"


async def test_no_money_moves_where_the_hold_ran_out_and_all_addresses_are_sold(till: Till) -> None:
    buying = await till.order(addresses=1)
    brought = await till.pay(buying)
    await let_order_age(till.conn, buying.order_id, timedelta(minutes=16))
    await orders.expire_overdue(till.conn)
    await execute(till.conn, "UPDATE exit_addresses SET available_at = NULL")

    answer = await till.confirm(buying, brought)

    assert (answer.status_code, answer.json()["code"]) == (409, "sold_out")
    assert "결제되지 않았으니" in answer.json()["detail"]
    assert till.wire.count("confirm") == 0
    assert await till.received() == 0


async def test_a_hold_whose_points_went_back_is_not_confirmed_at_its_old_price(till: Till) -> None:
    buying = await till.order(points=5_000)
    brought = await till.pay(buying)
    await let_order_age(till.conn, buying.order_id, timedelta(minutes=16))
    await orders.expire_overdue(till.conn)

    answer = await till.confirm(buying, brought)

    assert (answer.status_code, answer.json()["code"]) == (409, "sold_out")
    assert till.wire.count("confirm") == 0
    assert await till.points(buying) == 5_000


async def test_a_payment_without_a_free_address_is_paid_back_in_full_with_a_mail(till: Till) -> None:
    buying = await till.order(addresses=1)
    await till.confirm_in_the_dark(buying)
    await lose_the_address(till.conn)

    await till.settle(buying)
    refunding = await till.view(buying)
    await till.give_back(buying.order_id)
    await till.give_back(buying.order_id)
    refunded = await till.view(buying)

    assert (refunding["state"], refunding["failure"]["code"]) == ("refunding", "sold_out")
    assert (refunded["state"], refunded["services"]) == ("refunded", [])
    assert await till.received() == 0
    assert await references_sent(till.conn) == [
        f"unfulfilled:{buying.order_id}",
        f"refunded:{buying.order_id}",
    ]
    assert await till.points(buying) == 0


@pytest.mark.parametrize("kind", ["error_after_approval", "error_then_success", "error"])
async def test_a_refund_that_fails_is_tried_until_it_is_done(till: Till, kind: str) -> None:
    buying = await till.order(addresses=1)
    await till.confirm_in_the_dark(buying)
    await lose_the_address(till.conn)
    await till.settle(buying)
    await fault(till.sandbox, "cancel", kind)

    await till.give_back(buying.order_id, tries=3)

    assert (await till.view(buying))["state"] == "refunded"
    assert await till.received() == 0


async def test_a_payment_that_the_shop_never_asked_for_buys_the_goods(till: Till) -> None:
    """Somebody confirmed it at the provider, or the shop was restored from a backup since."""
    buying = await till.order()
    brought = await till.pay(buying)
    await till.client.post(
        "/api/v1/payments/fail",
        json={"orderId": buying.order_id, "code": "PAY_PROCESS_CANCELED"},
        headers=buying.headers,
    )
    await till.provider.confirm(
        payment_key=brought["paymentKey"], order_id=buying.order_id, amount=33_000, attempt=9
    )

    await till.learn(buying.order_id)
    await till.learn(buying.order_id)

    data = await till.view(buying)
    assert (data["state"], len(data["services"]), data["failure"]) == ("paid", 1, None)
    assert await fetch_one(till.conn, int, "SELECT count(*) FROM services") == 1


async def test_a_payment_for_an_order_whose_points_were_returned_is_paid_back(till: Till) -> None:
    buying = await till.order(points=5_000)
    brought = await till.pay(buying)
    await let_order_age(till.conn, buying.order_id, timedelta(minutes=16))
    await orders.expire_overdue(till.conn)
    await till.provider.confirm(
        payment_key=brought["paymentKey"], order_id=buying.order_id, amount=28_000, attempt=9
    )

    await till.learn(buying.order_id)
    await till.learn(buying.order_id)
    await till.give_back(buying.order_id)

    assert (await till.view(buying))["state"] == "refunded"
    assert await till.received() == 0
    assert await till.points(buying) == 5_000


async def test_a_hint_about_a_paid_order_or_none_changes_nothing(till: Till) -> None:
    buying = await till.order()
    await till.confirm(buying, await till.pay(buying))

    await till.learn(buying.order_id)
    await till.learn("no-such-order")

    assert (await till.view(buying))["state"] == "paid"
    assert await fetch_one(till.conn, int, "SELECT count(*) FROM payments") == 1


async def test_the_worker_pays_back_a_payment_that_bought_nothing(
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

"""Ways to use the service without paying for it, each tried over HTTP."""

from typing import Any

from ieum.shop.kernel.db import execute, fetch_all, fetch_one
from ieum.shop.reconciliation import invariants
from tests.shop.builders.orders import ORDER_AGREEMENTS
from tests.shop.builders.purchases import Buying
from tests.shop.builders.refunds import a_paid, days_later, post, quote, refund, use
from tests.shop.builders.till import Till


async def buy_again(till: Till, buying: Buying, **wanted: Any) -> Buying:
    """Another order of the same member for the same plan, paid."""
    plan = await fetch_one(till.conn, int, "SELECT plan_id FROM orders WHERE id = %(id)s", id=buying.order_id)
    answer = await till.client.post(
        "/api/v1/orders",
        json={"planId": plan, "months": 1, "agreements": ORDER_AGREEMENTS} | wanted,
        headers=buying.headers,
    )
    assert answer.status_code == 201, answer.text
    again = Buying(buying.headers, answer.json()["data"])
    brought = await till.pay(again) if again.order["amount"] else {"orderId": again.order_id, "amount": 0}
    paid = await till.confirm(again, brought)
    assert paid.json()["data"]["state"] == "paid", paid.text
    return again


async def test_points_that_were_spent_are_deducted_when_the_order_that_earned_them_is_refunded(
    till: Till,
) -> None:
    first = await a_paid(till)
    earned = await till.points(first)
    second = await buy_again(till, first, points=earned)
    left = await till.points(first)
    received = await till.received()
    shown = await quote(till, first)

    await refund(till, first)
    await till.give_back(first.order_id)

    missing = earned - left
    assert missing > 0
    assert (shown["amount"], shown["pointsSpent"], shown["pointsClawedBack"]) == (
        33_000 - missing,
        missing,
        left,
    )
    assert {"label": "이미 사용한 적립 포인트", "amount": -missing} in shown["lines"]
    assert sum(line["amount"] for line in shown["lines"]) == shown["amount"]
    assert await till.received() == received - shown["amount"]
    assert await till.points(first) == 0
    mail = await fetch_one(
        till.conn,
        str,
        "SELECT body FROM messages WHERE reference = %(reference)s",
        reference=f"refund_begun:{first.order_id}",
    )
    assert f"이미 사용한 적립 포인트: -{missing:,}원" in mail
    view = await till.view(first)
    assert {"label": "이미 사용한 적립 포인트", "amount": -missing} in view["refund"]["lines"]
    # With both refunded, the member has the points that they paid for with the deduction, and no others.
    await refund(till, second)
    await till.give_back(second.order_id)
    assert (await till.received(), await till.points(first)) == (missing, missing)
    assert not [found for found in await invariants.find_differences(till.conn) if found.what != "overdue"]


async def test_points_spent_between_the_quote_and_the_refund_void_the_quote(till: Till) -> None:
    first = await a_paid(till)
    token = (await quote(till, first))["quote"]
    await buy_again(till, first, points=await till.points(first))

    answer = await post(till, first, "refund", quote=token)

    assert (answer.status_code, answer.json()["code"]) == (409, "quote_expired")
    assert await fetch_all(till.conn, str, "SELECT state FROM refunds") == []


async def test_an_order_paid_with_its_own_kind_of_points_is_refunded_without_a_deduction(till: Till) -> None:
    """The points that come back with the order count before any of its earned ones are missing."""
    buying = await a_paid(till, points=5_000)
    await execute(
        till.conn,
        "INSERT INTO point_entries (member_id, amount, kind) SELECT member_id, -sum(amount), 'forfeited'"
        " FROM point_entries GROUP BY member_id",
    )

    shown = await quote(till, buying)
    await refund(till, buying)

    assert (shown["amount"], shown["points"], shown["pointsSpent"]) == (28_000, 5_000, 0)
    assert shown["pointsClawedBack"] == 2_800
    assert await till.points(buying) == 2_200


async def test_a_day_of_use_is_paid_for_although_it_is_the_first_one(till: Till) -> None:
    for _ in range(2):
        buying = await a_paid(till)
        await use(till, buying)

        shown = await quote(till, buying)
        await refund(till, buying)

        day = 33_000 // shown["totalDays"]
        assert (shown["mode"], shown["usedDays"], shown["amount"]) == ("withdrawal", 1, 33_000 - day)


async def test_the_day_of_the_purchase_and_the_next_are_paid_as_two(till: Till) -> None:
    buying = await a_paid(till)
    await use(till, buying)
    await days_later(till, 1)

    shown = await quote(till, buying)

    two_days = 33_000 * 2 // shown["totalDays"]
    assert (shown["mode"], shown["usedDays"], shown["amount"]) == ("withdrawal", 2, 33_000 - two_days)


async def test_a_connection_after_the_quote_voids_it(till: Till) -> None:
    buying = await a_paid(till)
    unused = await quote(till, buying)
    await use(till, buying)

    refused = await post(till, buying, "refund", quote=unused["quote"])
    used = await quote(till, buying)
    answer = await post(till, buying, "refund", quote=used["quote"])

    assert (unused["mode"], unused["amount"]) == ("full", 33_000)
    assert (refused.status_code, refused.json()["code"]) == (409, "quote_expired")
    assert answer.status_code == 200, answer.text
    assert answer.json()["data"]["refund"]["amount"] == used["amount"] < 33_000


async def test_what_was_never_connected_comes_back_whole(till: Till) -> None:
    buying = await a_paid(till)

    shown = await quote(till, buying)

    assert (shown["mode"], shown["amount"], shown["usedDays"]) == ("full", 33_000, 0)

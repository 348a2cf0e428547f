"""Long periods left early: used days at the price of the shortest period, within a limit (decision 0146)."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from psycopg.errors import CheckViolation

from ieum.shop.catalog.rules import amount_of
from ieum.shop.catalog.types import PlanId, PlanPrices
from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.kernel.months import end_of_period
from ieum.shop.members.types import MemberId
from ieum.shop.orders import pricing
from ieum.shop.orders import queries as orders
from ieum.shop.orders.types import DueCharge, OrderId
from ieum.shop.refunds.rules import NotRefundable, calculate
from ieum.shop.refunds.types import Calculation, Purchase, Term
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_member
from tests.shop.builders.purchased import PAID, bought
from tests.shop.builders.purchases import Buying
from tests.shop.builders.refunds import a_paid, days_later, quote, use
from tests.shop.builders.subscriptions import a_subscription
from tests.shop.builders.till import Till

YEAR = Term(PAID, end_of_period(PAID, 12))
YEARS_PRICE, MONTHS_PRICE = 312_456, 33_000


async def switch(conn: Connection, *, on: bool = True, percent: int = 0) -> None:
    await execute(
        conn,
        "UPDATE site_config SET refund_shortest_price = %(on)s, refund_penalty_percent = %(percent)s",
        on=on,
        percent=percent,
    )


async def kept(conn: Connection) -> list[int | None]:
    """The amounts that the charges of a recurring payment keep."""
    return await fetch_one(
        conn,
        list[int | None],
        "SELECT json_agg(refund_shortest_amount ORDER BY period) FROM orders",
    )


async def a_used_year(till: Till) -> Buying:
    """Paid and used thirty days ago."""
    buying = await a_paid(till, months=12)
    await use(till, buying)
    await days_later(till, 30)
    return buying


def of_a_year(**changed: Any) -> Purchase:
    return bought(**{"amount": YEARS_PRICE, "shortest_amount": MONTHS_PRICE * 12, "term": YEAR, **changed})


def after(purchase: Purchase, days: int) -> Calculation:
    found = calculate(purchase, PAID + timedelta(days=days))
    assert isinstance(found, Calculation), found
    return found


@pytest.mark.parametrize(
    ("purchase", "days", "penalty"),
    [
        pytest.param(of_a_year(), 30, 32_547 - 25_681, id="a month of twelve costs what a month costs"),
        pytest.param(of_a_year(shortest_amount=None), 30, 0, id="the switch was off"),
        pytest.param(of_a_year(), 7, 0, id="a withdrawal"),
        pytest.param(of_a_year(first_used_at=None), 30, 0, id="never used"),
        pytest.param(of_a_year(), 200, (YEARS_PRICE - 171_208) // 10, id="a tenth of what is left at most"),
        pytest.param(of_a_year(), 364, 85, id="a tenth of the last day"),
        pytest.param(of_a_year(penalty_percent=2), 30, 6_866 + 5_598, id="with the percentage of the rest"),
        pytest.param(of_a_year(penalty_percent=10), 30, 28_677, id="both within a tenth"),
        pytest.param(
            of_a_year(amount=YEARS_PRICE - 100_000, points_used=100_000),
            30,
            6_866,
            id="points are a part of it",
        ),
        pytest.param(of_a_year(returned=5_000), 30, 6_866, id="what went back elsewhere changes nothing"),
    ],
)
def test_the_penalty(purchase: Purchase, days: int, penalty: int) -> None:
    assert after(purchase, days).penalty_amount == penalty


@given(st.integers(1, 10_000_000), st.integers(0, 10_000_000), st.integers(0, 10), st.integers(8, 364))
def test_who_stays_longer_never_gets_more_back(price: int, more: int, percent: int, days: int) -> None:
    purchase = of_a_year(amount=price, shortest_amount=price + more, penalty_percent=percent)
    moments = (PAID + timedelta(days=days), PAID + timedelta(days=days + 1))

    now, later = (
        0 if isinstance(found := calculate(purchase, moment), NotRefundable) else found.amount
        for moment in moments
    )

    assert now >= later


@given(
    st.integers(1, 100_000),
    st.integers(0, 50),
    st.lists(st.integers(1, 20), min_size=1, max_size=4),
    st.integers(0, 40),
    st.integers(0, 10),
    st.integers(8, 364),
)
def test_nobody_pays_less_by_splitting_an_order(
    month: int, off: int, parts: list[int], by_quantity: int, percent: int, days: int
) -> None:
    prices = PlanPrices(PlanId(1), [(1, month), (12, month * 12 * (100 - off) // 100)], [(5, by_quantity)])

    def paid_in_the_end(quantity: int) -> int:
        price = amount_of(prices, months=12, quantity=quantity)
        shortest = pricing.amount_in_shortest_periods(prices, "static", months=12, quantity=quantity)
        assert price is not None
        purchase = of_a_year(amount=price, shortest_amount=shortest, penalty_percent=percent)
        found = calculate(purchase, PAID + timedelta(days=days))
        return price - (0 if isinstance(found, NotRefundable) else found.amount)

    # The odd won of each order is the member's, in its discount, its used days and its penalty.
    odd = 5 * len(parts)
    assert sum(paid_in_the_end(part) for part in parts) >= paid_in_the_end(sum(parts)) - odd


@pytest.mark.parametrize(
    ("amounts", "kind", "months", "quantity", "expected"),
    [
        ([(1, 33_000), (12, 312_456)], "static", 12, 1, 396_000),
        ([(1, 33_000), (12, 312_456)], "static", 12, 10, 3_564_000),
        ([(1, 33_000), (12, 312_456)], "static", 1, 1, 33_000),
        ([(3, 89_100), (12, 312_456)], "dynamic", 12, 1, 356_400),
        ([(2, 10_001), (3, 15_000)], "static", 3, 1, 15_001),
        ([(1, 20_000), (12, 312_456)], "static", 12, 1, 312_456),
        ([(1, 33_000), (12, 312_456)], "ticket", 12, 1, None),
        ([(1, 33_000)], "static", 12, 1, None),
    ],
    ids=["a year", "ten", "the shortest", "from three", "rounded down", "no discount", "ticket", "not sold"],
)
def test_the_price_in_the_shortest_periods(
    amounts: list[tuple[int, int]], kind: Any, months: int, quantity: int, expected: int | None
) -> None:
    prices = PlanPrices(PlanId(1), amounts, [(10, 10)])

    found = pricing.amount_in_shortest_periods(prices, kind, months=months, quantity=quantity)

    assert found == expected


async def test_who_leaves_a_year_early_pays_used_days_as_months(till: Till) -> None:
    await switch(till.conn)
    buying = await a_used_year(till)

    shown = await quote(till, buying)

    total = shown["totalDays"]
    difference = 396_000 * shown["usedDays"] // total - 316_800 * shown["usedDays"] // total
    assert shown["penaltyAmount"] == difference > 0
    assert {"label": "위약금", "amount": -difference} in shown["lines"]


async def test_the_switch_is_off_and_changes_no_earlier_order(till: Till) -> None:
    before = await a_paid(till, months=12)
    await switch(till.conn)
    during = await a_paid(till, months=12)
    await switch(till.conn, on=False)
    for one in (before, during):
        await use(till, one)
    await days_later(till, 30)

    shown = [await quote(till, one) for one in (before, during)]

    assert [one["penaltyAmount"] > 0 for one in shown] == [False, True]


async def test_an_order_keeps_the_price_of_its_day(till: Till) -> None:
    await switch(till.conn)
    buying = await a_used_year(till)
    shown = await quote(till, buying)
    await execute(
        till.conn,
        """
        INSERT INTO plan_prices (plan_id, months, amount, effective_from)
        SELECT plan_id, 1, 99000, now() FROM orders
        """,
    )

    assert (await quote(till, buying))["penaltyAmount"] == shown["penaltyAmount"]


async def test_the_contract_says_what_used_days_will_cost(till: Till) -> None:
    await switch(till.conn)
    buying = await a_paid(till, months=12)

    answer = await till.client.get(f"/api/v1/orders/{buying.order_id}/contract", headers=buying.headers)

    assert "전체 기간 396,000원" in answer.json()["data"]["refundRule"]
    assert "전체 기간 396,000원" in await fetch_one(
        till.conn, str, "SELECT body FROM messages WHERE reference = %(paid)s", paid=f"paid:{buying.order_id}"
    )


@pytest.mark.parametrize(("amount", "expected"), [(316_800, 396_000), (350_000, None)])
async def test_a_later_charge_keeps_the_price_that_stood_beside_its_amount(
    till: Till, amount: int, expected: int | None
) -> None:
    await switch(till.conn)
    buying = await a_paid(till, months=12)
    await switch(till.conn, on=False)
    member = await fetch_one(till.conn, MemberId, "SELECT member_id FROM orders")
    plan = await fetch_one(till.conn, PlanId, "SELECT plan_id FROM orders")
    service = await fetch_one(till.conn, int, "SELECT id FROM services")
    subscription = await a_subscription(till.conn, member, plan, services=[service])  # pyright: ignore[reportArgumentType]
    await execute(
        till.conn,
        "UPDATE orders SET subscription_id = %(id)s, period = 1 WHERE id = %(order)s",
        id=subscription,
        order=buying.order_id,
    )

    await orders.insert_due(till.conn, [DueCharge(OrderId("20271120-ABCDEFGHJK"), subscription, amount, 0)])

    assert await kept(till.conn) == [396_000, expected]


async def test_no_order_costs_more_than_its_shortest_periods(till: Till) -> None:
    await switch(till.conn)

    with pytest.raises(CheckViolation, match="shortest_periods_cost_no_less"):
        await execute(
            till.conn,
            """
            INSERT INTO orders (id, member_id, plan_id, months, quantity, payment_type, method, list_amount,
                                discount_amount, points_used, amount, points_earned, hold_until,
                                refund_shortest_amount)
            SELECT '20261120-ABCDEFGHJK', %(member)s, %(plan)s, 12, 1, 'normal', 'card', 100, 0, 0, 100, 0, now(), 99
            """,
            member=await a_member(till.conn),
            plan=await a_plan(till.conn),
        )

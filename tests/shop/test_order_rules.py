"""Prices, periods and states: the rules alone."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ieum.shop.catalog.types import Offer, PlanId
from ieum.shop.errors import InvalidFields
from ieum.shop.orders.rules import (
    CLOSED,
    SEOUL,
    TRANSITIONS,
    IllegalTransitionError,
    check_transition,
    end_of_period,
    last_day,
    new_order_id,
    price,
    split_vat,
)
from ieum.shop.orders.types import OrderState, Price
from ieum.shop.services.rules import days_left

OFFER = Offer(PlanId(1), "static", "KT 고정 IP", "KT", 1, 89_100, 33_000, 5)


def seoul(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=SEOUL)


def price_of(
    *,
    months: int = 3,
    quantity: int = 1,
    points: int = 0,
    balance: int = 0,
    enabled: bool = True,
    percent: int = 10,
    threshold: int = 1000,
    offer: Offer = OFFER,
) -> Price:
    return price(
        offer,
        months=months,
        quantity=quantity,
        points=points,
        balance=balance,
        points_enabled=enabled,
        point_percent=percent,
        point_threshold=threshold,
    )


@pytest.mark.parametrize(
    ("amount", "supply", "vat"),
    [
        pytest.param(33_000, 30_000, 3_000, id="even"),
        pytest.param(100, 91, 9, id="smallest"),
        pytest.param(12_345, 11_223, 1_122, id="rounded down"),
        pytest.param(12_347, 11_225, 1_122, id="still down"),
        pytest.param(12_348, 11_225, 1_123, id="rounded up"),
        pytest.param(0, 0, 0, id="nothing"),
    ],
)
def test_vat_is_an_eleventh(amount: int, supply: int, vat: int) -> None:
    assert split_vat(amount) == (supply, vat)


@given(st.integers(0, 10**10))
def test_supply_and_vat_add_up(amount: int) -> None:
    supply, vat = split_vat(amount)

    assert supply + vat == amount
    # The other way to say it (korea.md section 6): VAT = total − round(total ÷ 1.1).
    assert supply == (20 * amount + 11) // 22
    assert abs(11 * vat - amount) <= 5


@given(
    st.integers(100, 10_000_000),
    st.integers(100, 10_000_000),
    st.integers(1, 36),
    st.integers(1, 20),
    st.integers(0, 100),
    st.integers(0, 10_000_000),
)
def test_the_parts_of_a_price_add_up(
    unit: int, month: int, months: int, quantity: int, percent: int, points: int
) -> None:
    offer = Offer(PlanId(1), "static", "", "", 1, unit, month, 1)
    try:
        made = price_of(
            offer=offer, months=months, quantity=quantity, points=points, balance=10_000_000, percent=percent
        )
    except InvalidFields:
        assert points > unit * quantity - 100
        return

    assert made.list_amount - made.discount_amount - made.points_used == made.amount
    assert made.supply_amount + made.vat_amount == made.amount
    assert made.amount >= (100 if points else 1)
    assert made.discount_amount >= 0
    assert made.points_earned == made.amount * percent // 100


def test_the_longer_period_is_shown_against_its_months_one_by_one() -> None:
    made = price_of(months=3, quantity=2)

    assert (made.list_amount, made.discount_amount, made.amount) == (198_000, 19_800, 178_200)
    assert made.points_earned == 17_820


def test_a_longer_period_that_saves_nothing_has_no_discount() -> None:
    dear = Offer(PlanId(1), "static", "", "", 1, 120_000, 33_000, 1)

    assert price_of(offer=dear).discount_amount == 0


@pytest.mark.parametrize(
    ("points", "balance", "enabled", "code"),
    [
        pytest.param(1001, 1000, True, "insufficient", id="more than there are"),
        pytest.param(500, 999, True, "below_threshold", id="a balance below the threshold"),
        pytest.param(89_001, 100_000, True, "too_many", id="less than the provider takes would be left"),
        pytest.param(1, 5000, False, "insufficient", id="points switched off"),
    ],
)
def test_points_that_cannot_be_used_are_refused(points: int, balance: int, enabled: bool, code: str) -> None:
    with pytest.raises(InvalidFields) as refused:
        price_of(points=points, balance=balance, enabled=enabled)

    assert [(field.name, field.code) for field in refused.value.fields or []] == [("points", code)]


@pytest.mark.parametrize(
    ("points", "balance"),
    [
        pytest.param(1, 1000, id="one of a balance at the threshold"),
        pytest.param(1000, 1000, id="all of them"),
        pytest.param(89_000, 89_000, id="all but the smallest payment"),
        pytest.param(0, 0, id="none"),
    ],
)
def test_points_that_can_be_used_lower_the_amount(points: int, balance: int) -> None:
    assert price_of(points=points, balance=balance).amount == 89_100 - points


def test_where_points_are_off_none_are_earned() -> None:
    assert price_of(enabled=False).points_earned == 0


@pytest.mark.parametrize(
    ("start", "months", "last"),
    [
        pytest.param("2026-11-20 14:05", 1, "2026-12-20", id="the day of purchase does not count"),
        pytest.param("2026-11-20 00:00", 1, "2026-12-19", id="unless it starts with the day"),
        pytest.param("2026-11-20 23:59:59", 1, "2026-12-20", id="a second before midnight"),
        pytest.param("2027-01-30 10:00", 1, "2027-02-28", id="no such day: the month's last"),
        pytest.param("2028-01-30 10:00", 1, "2028-02-29", id="in a leap year"),
        pytest.param("2026-12-31 10:00", 1, "2027-01-31", id="over the year"),
        pytest.param("2026-08-30 10:00", 6, "2027-02-28", id="six months to February"),
        pytest.param("2028-02-28 10:00", 12, "2029-02-28", id="a year from a leap day's eve"),
        pytest.param("2026-11-20 14:05", 36, "2029-11-20", id="three years"),
    ],
)
def test_a_period_is_calendar_months_in_seoul(start: str, months: int, last: str) -> None:
    ends_at = end_of_period(seoul(start), months)

    assert last_day(ends_at).isoformat() == last
    assert ends_at.astimezone(SEOUL).time() == datetime.min.time()


def test_the_same_moment_in_another_zone_is_the_same_period() -> None:
    late = datetime(2026, 11, 20, 16, 0, tzinfo=UTC)

    assert late.astimezone(SEOUL).day == 21
    assert last_day(end_of_period(late, 1)).isoformat() == "2026-12-21"


MOMENTS = st.datetimes(datetime(2026, 1, 1), datetime(2060, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001


@given(MOMENTS, st.integers(1, 36))
def test_a_period_is_never_shorter_than_its_months(start: datetime, months: int) -> None:
    ends_at = end_of_period(start, months)

    assert ends_at - start >= timedelta(days=28 * months)
    assert end_of_period(start, months + 1) > ends_at
    assert ends_at - start <= timedelta(days=31 * months + 2)


@given(MOMENTS, st.integers(1, 12), st.integers(1, 12))
def test_renewing_from_the_end_loses_no_day(start: datetime, first: int, second: int) -> None:
    renewed = end_of_period(end_of_period(start, first), second)

    assert renewed >= end_of_period(start, first + second)


@given(MOMENTS, st.integers(1, 36))
def test_as_many_days_are_left_as_the_calendar_shows(start: datetime, months: int) -> None:
    ends_at = end_of_period(start, months)

    days = days_left(ends_at, start)
    assert days == (last_day(ends_at) - start.astimezone(SEOUL).date()).days + 1
    assert days_left(ends_at, ends_at) == 0
    assert days_left(ends_at, ends_at - timedelta(seconds=1)) == 1


@pytest.mark.parametrize("now", OrderState)
@pytest.mark.parametrize("to", OrderState)
def test_an_order_goes_only_where_the_table_says(now: OrderState, to: OrderState) -> None:
    if to in TRANSITIONS[now]:
        check_transition(now, to)
    else:
        with pytest.raises(IllegalTransitionError):
            check_transition(now, to)


def test_money_that_is_back_stays_back_and_nothing_is_paid_without_confirming() -> None:
    assert TRANSITIONS[OrderState.REFUNDED] == frozenset()
    assert [state for state, targets in TRANSITIONS.items() if OrderState.PAID in targets] == [
        OrderState.CONFIRMING
    ]
    assert set(TRANSITIONS) == set(OrderState)
    assert {
        state for state in OrderState if state in {"failed", "expired", "cancelled", "refunded"}
    } == CLOSED


def test_an_order_id_tells_the_day_in_seoul_and_nothing_else() -> None:
    ids = {new_order_id(datetime(2026, 11, 20, 15, 30, tzinfo=UTC)) for _ in range(200)}

    assert len(ids) == 200
    assert all(order_id.startswith("20261121-") and len(order_id) == 19 for order_id in ids)

"""Periods, states and ids of orders, as pure rules."""

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ieum.shop.kernel.months import end_of_period, last_day
from ieum.shop.orders.rules import (
    CLOSED,
    SEOUL,
    TRANSITIONS,
    IllegalTransitionError,
    check_transition,
    new_order_id,
)
from ieum.shop.orders.types import OrderState
from ieum.shop.refunds.rules import days as refunded_days
from ieum.shop.refunds.types import Term
from ieum.shop.services.rules import days_left
from tests.cases import Cases


def seoul(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=SEOUL)


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
def test_the_days_left_are_calendar_days_and_as_many_as_a_refund_counts(start: datetime, months: int) -> None:
    ends_at = end_of_period(start, months)
    _, total = refunded_days(Term(start, ends_at), start)

    assert days_left(start, ends_at, start) == total
    assert days_left(start, ends_at, ends_at - timedelta(days=2)) == 2
    assert days_left(start, ends_at, ends_at) == 0
    assert days_left(start, ends_at, ends_at - timedelta(seconds=1)) == 1


def test_an_order_changes_state_only_as_the_table_allows() -> None:
    cases = Cases()

    for now, to in product(OrderState, repeat=2):
        with cases.case(f"{now} to {to}"):
            if to in TRANSITIONS[now]:
                check_transition(now, to)
            else:
                with pytest.raises(IllegalTransitionError):
                    check_transition(now, to)

    cases.assert_right(at_least=100)


def test_a_refunded_order_stays_refunded_and_only_a_confirming_one_becomes_paid() -> None:
    assert TRANSITIONS[OrderState.REFUNDED] == frozenset()
    assert [state for state, targets in TRANSITIONS.items() if OrderState.PAID in targets] == [
        OrderState.CONFIRMING
    ]
    assert set(TRANSITIONS) == set(OrderState)
    assert {
        state for state in OrderState if state in {"failed", "expired", "cancelled", "refunded"}
    } == CLOSED


def test_an_order_id_reveals_only_its_day_in_seoul() -> None:
    ids = {new_order_id(datetime(2026, 11, 20, 15, 30, tzinfo=UTC)) for _ in range(200)}

    assert len(ids) == 200
    assert all(order_id.startswith("20261121-") and len(order_id) == 19 for order_id in ids)

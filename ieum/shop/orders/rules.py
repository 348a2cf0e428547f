"""Periods and order states. Pure; the clock is handed in."""

import secrets
from calendar import monthrange
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta

from ieum.shop.orders.types import OrderId, OrderState
from ieum.shop.seoul import SEOUL

HOLD = timedelta(minutes=15)
# A window that was opened at the hold's last moment: half an hour to pay in it, and ten minutes more to confirm.
WINDOW = timedelta(minutes=40)

S = OrderState
TRANSITIONS: Mapping[OrderState, frozenset[OrderState]] = {
    S.AWAITING_PAYMENT: frozenset({S.CONFIRMING, S.FAILED, S.EXPIRED, S.CANCELLED}),
    S.AWAITING_DEPOSIT: frozenset({S.CONFIRMING, S.EXPIRED, S.CANCELLED}),
    S.DUE: frozenset({S.CONFIRMING, S.CANCELLED}),
    S.CONFIRMING: frozenset({S.PAID, S.FAILED, S.REFUNDING, S.AWAITING_DEPOSIT, S.DUE}),
    # Money can turn up after we gave up: the order then goes the usual way from `confirming`.
    S.FAILED: frozenset({S.CONFIRMING}),
    S.EXPIRED: frozenset({S.CONFIRMING}),
    S.CANCELLED: frozenset({S.CONFIRMING}),
    S.PAID: frozenset({S.REFUNDING}),
    S.REFUNDING: frozenset({S.REFUNDED}),
    S.REFUNDED: frozenset(),
}
# What a first payment may begin for, as long as `is_in_time`: a hold that ran out does not turn away a buyer who is
# at the window.
PAYABLE = frozenset({S.AWAITING_PAYMENT, S.EXPIRED})
CLOSED = frozenset({S.FAILED, S.EXPIRED, S.CANCELLED, S.REFUNDED})


def is_in_time(hold_until: datetime, now: datetime) -> bool:
    """Whether a payment may still begin: what is older would be paid at a price of the past."""
    return now <= hold_until + WINDOW


class IllegalTransitionError(Exception):
    """Our bug: the code asked for a step that the table does not have."""


def check_transition(now: OrderState, to: OrderState) -> None:
    if to not in TRANSITIONS[now]:
        raise IllegalTransitionError(f"an order cannot go from {now} to {to}")


def new_order_id(now: datetime) -> OrderId:
    """The day in Seoul, for people on the phone, and 50 random bits."""
    letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    return OrderId(f"{now.astimezone(SEOUL):%Y%m%d}-" + "".join(secrets.choice(letters) for _ in range(10)))


def end_of_period(start: datetime, months: int) -> datetime:
    """When a period of so many calendar months that starts at `start` is over: a midnight in Seoul.

    The first day counts only if it starts at midnight, and a month without such a day ends with its
    last one (민법 157, 159, 160). So 20 November, 14:05, and one month runs to the end of 20 December;
    renewed from there, to the end of 20 January.
    """
    local = start.astimezone(SEOUL)
    first = (
        local.date()
        if local.timetz().replace(tzinfo=None) == datetime.min.time()
        else local.date() + timedelta(1)
    )
    return datetime.combine(_months_later(first, months), datetime.min.time(), SEOUL).astimezone(UTC)


def last_day(ends_at: datetime) -> date:
    """The last day of a period, in Seoul: the one that the closing midnight ends."""
    return (ends_at.astimezone(SEOUL) - timedelta(microseconds=1)).date()


def _months_later(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    month += 1
    if day.day > monthrange(year, month)[1]:
        return date(year + month // 12, month % 12 + 1, 1)
    return date(year, month, day.day)

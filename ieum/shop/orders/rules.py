"""Prices, periods and order states. Pure; the clock is handed in."""

import secrets
from calendar import monthrange
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta

from ieum.shop.catalog.types import Offer
from ieum.shop.errors import Field, InvalidFields
from ieum.shop.orders.types import SMALLEST_PAYMENT, OrderId, OrderState, Price
from ieum.shop.seoul import SEOUL

HOLD = timedelta(minutes=15)

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
CLOSED = frozenset({S.FAILED, S.EXPIRED, S.CANCELLED, S.REFUNDED})


class IllegalTransitionError(Exception):
    """Our bug: the code asked for a step that the table does not have."""


def check_transition(now: OrderState, to: OrderState) -> None:
    if to not in TRANSITIONS[now]:
        raise IllegalTransitionError(f"an order cannot go from {now} to {to}")


def new_order_id(now: datetime) -> OrderId:
    """The day in Seoul, for people on the phone, and 50 random bits."""
    letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    return OrderId(f"{now.astimezone(SEOUL):%Y%m%d}-" + "".join(secrets.choice(letters) for _ in range(10)))


def price(
    offer: Offer,
    *,
    months: int,
    quantity: int,
    points: int,
    balance: int,
    points_enabled: bool,
    point_percent: int,
    point_threshold: int,
) -> Price:
    """What an order costs. Raises InvalidFields where so many points cannot be used.

    The list amount is what the months cost one by one; the discount is what the longer period saves.
    Points are money of the order, so they earn nothing themselves.
    """
    full = offer.unit_amount * quantity
    listed = max(full, offer.month_amount * months * quantity)
    if points:
        _check_points(points, full, balance, enabled=points_enabled, threshold=point_threshold)
    amount = full - points
    supply, vat = split_vat(amount)
    return Price(
        list_amount=listed,
        discount_amount=listed - full,
        points_used=points,
        amount=amount,
        supply_amount=supply,
        vat_amount=vat,
        points_earned=amount * point_percent // 100 if points_enabled else 0,
    )


def _check_points(points: int, full: int, balance: int, *, enabled: bool, threshold: int) -> None:
    if not enabled or points > balance:
        raise InvalidFields(
            Field("points", "insufficient", f"사용할 수 있는 포인트는 {balance:,}포인트입니다.")
        )
    if balance < threshold:
        raise InvalidFields(
            Field("points", "below_threshold", f"포인트는 {threshold:,}포인트부터 사용할 수 있습니다.")
        )
    if points > full - SMALLEST_PAYMENT:
        raise InvalidFields(
            Field(
                "points",
                "too_many",
                f"포인트는 {max(0, full - SMALLEST_PAYMENT):,}포인트까지 사용할 수 있습니다.",
            )
        )


def split_vat(amount: int) -> tuple[int, int]:
    """Supply and VAT that add up to the amount: VAT is an eleventh, rounded half up, as the provider books it."""
    vat = (amount * 2 + 11) // 22
    return amount - vat, vat


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

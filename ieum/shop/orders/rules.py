"""Periods and order states. Pure; the clock is handed in."""

import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta

from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.orders.types import OrderId, OrderState

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

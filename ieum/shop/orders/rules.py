"""The states of an order and how long it can be paid. Pure; the clock is handed in."""

import hashlib
import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta

from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.orders.types import OrderId, OrderState

HOLD = timedelta(minutes=15)
# A payment window opened at the hold's last moment stays open for half an hour; ten more minutes are left to confirm.
WINDOW = timedelta(minutes=40)

S = OrderState
TRANSITIONS: Mapping[OrderState, frozenset[OrderState]] = {
    S.AWAITING_PAYMENT: frozenset({S.CONFIRMING, S.FAILED, S.EXPIRED, S.CANCELLED}),
    S.AWAITING_DEPOSIT: frozenset({S.CONFIRMING, S.EXPIRED, S.CANCELLED}),
    S.DUE: frozenset({S.CONFIRMING, S.CANCELLED}),
    S.CONFIRMING: frozenset({S.PAID, S.FAILED, S.REFUNDING, S.AWAITING_DEPOSIT, S.DUE}),
    # Money can arrive after the order was closed: it then goes on from `confirming` like any other.
    S.FAILED: frozenset({S.CONFIRMING}),
    S.EXPIRED: frozenset({S.CONFIRMING}),
    S.CANCELLED: frozenset({S.CONFIRMING}),
    S.PAID: frozenset({S.REFUNDING}),
    S.REFUNDING: frozenset({S.REFUNDED}),
    S.REFUNDED: frozenset(),
}
# States in which a first payment may begin, as long as `is_in_time`. An expired order is one of them, because its
# buyer may still be in the payment window.
# Crockford's, five bits each: none is taken for another on the phone.
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_BITS = 50

PAYABLE = frozenset({S.AWAITING_PAYMENT, S.EXPIRED})
CLOSED = frozenset({S.FAILED, S.EXPIRED, S.CANCELLED, S.REFUNDED})


def is_in_time(hold_until: datetime, now: datetime) -> bool:
    """Tell whether a first payment may still begin; an older order would be paid at an outdated price."""
    return now <= hold_until + WINDOW


class IllegalTransitionError(Exception):
    """The code asked for a step that TRANSITIONS does not allow: a bug."""


def check_transition(now: OrderState, to: OrderState) -> None:
    if to not in TRANSITIONS[now]:
        raise IllegalTransitionError(f"an order cannot go from {now} to {to}")


def new_order_id(now: datetime) -> OrderId:
    """The day in Seoul, so that people can name the order on the phone, and 50 random bits."""
    return _order_id(now, secrets.randbits(_BITS))


def renewal_order_id(due_at: datetime, customer_key: str, subscription: int, period: int) -> OrderId:
    """Name a renewal's order: always alike for a renewal, and not to be guessed without the member's secret key.

    A shop that was restored from a backup does not know what it has charged since. It asks the provider for the same
    charge by the same name, which is then answered and not made again.
    """
    secret = f"{customer_key}:{subscription}:{period}".encode()
    return _order_id(due_at, int.from_bytes(hashlib.sha256(secret).digest()[:8]) % (1 << _BITS))


def _order_id(day: datetime, number: int) -> OrderId:
    letters = [_LETTERS[number >> shift & 31] for shift in range(0, _BITS, 5)]
    return OrderId(f"{day.astimezone(SEOUL):%Y%m%d}-" + "".join(letters))

"""The two sides of a comparison, and the differences it finds."""

from datetime import datetime

import msgspec

from ieum.shop.payments.provider import Channel


class Difference(msgspec.Struct, frozen=True):
    """Something that must not be: `what` names the kind, `reference` the order or member. Holds no personal data."""

    what: str
    reference: str
    detail: str


class OurPayment(msgspec.Struct, frozen=True):
    """A payment as our tables have it."""

    payment_key: str | None
    order_id: str
    provider_order_id: str
    channel: Channel
    state: str
    amount: int
    cancelled_amount: int
    approved_at: datetime | None
    # The bank took the deposit back, so our books hold nothing of it.
    reversed: bool


class Totals(msgspec.Struct):
    """Sums of a day in Seoul, in won: `there` at the provider, `here` in our tables."""

    approved_there: int
    approved_here: int
    returned_there: int


class LedgerTotals(msgspec.Struct):
    """Sums over all orders, payments, refunds and ledgers, for comparing one day with the next."""

    orders_paid: int
    paid_amount: int
    payments_approved: int
    payments_returned: int
    refunds_done: int
    refunds_open: int
    points: int
    tickets: int

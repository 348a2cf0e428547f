"""What is compared, and what does not fit."""

from datetime import datetime

import msgspec

from ieum.shop.payments.provider import Channel


class Difference(msgspec.Struct, frozen=True):
    """One thing that cannot be; `what` names it, `reference` says where to look. No personal data."""

    what: str
    reference: str
    detail: str


class OurPayment(msgspec.Struct, frozen=True):
    """A payment as our books have it."""

    payment_key: str | None
    order_id: str
    provider_order_id: str
    channel: Channel
    state: str
    amount: int
    cancelled_amount: int
    approved_at: datetime | None


class Totals(msgspec.Struct):
    """Won of a day in Seoul, of all payments: by the provider, and by our books."""

    approved_there: int
    approved_here: int
    returned_there: int


class LedgerTotals(msgspec.Struct):
    """What the whole books come to, for comparing one day with the next."""

    orders_paid: int
    paid_amount: int
    payments_approved: int
    payments_returned: int
    refunds_done: int
    refunds_open: int
    points: int
    tickets: int

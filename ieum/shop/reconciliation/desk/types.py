"""Alarms and comparisons on the wire."""

from datetime import date, datetime
from typing import Any, Literal

import msgspec

from ieum.shop.payments.provider import Channel, PaymentStatus
from ieum.shop.payments.types import PaymentState
from ieum.shop.reconciliation.desk import words
from ieum.shop.reconciliation.desk.words import AlarmState
from ieum.shop.reconciliation.types import Difference


class AlarmLine(msgspec.Struct, rename="camel", kw_only=True):
    """An alarm in words for whoever runs the shop: its meaning, and what to do. The words are found as it is read."""

    id: int
    kind: str
    state: AlarmState
    reference: str
    about: str = ""
    """The reference in words, where it is none of its own."""
    detail: str
    raised_at: datetime
    cleared_at: datetime | None
    cleared_by: str | None
    title: str = ""
    means: str = ""
    todo: str = ""
    order_id: str | None
    """The order that it is about, where it is about one."""

    def __post_init__(self) -> None:
        self.title, self.means, self.todo = words.meaning_of(self.kind, self.reference)
        self.about = words.about(self.kind, self.reference)
        self.cleared_by = words.cleared_by(self.cleared_by)


class OurSide(msgspec.Struct, rename="camel"):
    """A payment as our books have it."""

    order_id: str
    order_state: str
    channel: Channel
    state: PaymentState
    amount: int
    cancelled_amount: int
    requested_at: datetime
    approved_at: datetime | None
    reversed_at: datetime | None
    provider_order_id: str
    payment_key: str | None


class TheirSide(msgspec.Struct, rename="camel"):
    """A payment as the provider has it; `balance` is what it still holds."""

    status: PaymentStatus
    amount: int
    balance: int
    approved_at: datetime | None
    failure_code: str | None


class BookSides(msgspec.Struct, rename="camel"):
    """Both sides of one payment. Without an answer of the provider, `is_reached` is false."""

    ours: OurSide
    theirs: TheirSide | None
    is_reached: bool
    difference: str | None


class BookCheck(msgspec.Struct, rename="camel"):
    """A nightly check: of a day's sums against the provider's, or of our own tables against one another."""

    id: int
    kind: Literal["ledger", "provider"]
    day: date
    checked_at: datetime
    totals: dict[str, Any]
    differences: list[Difference]

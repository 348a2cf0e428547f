"""Refunds as they are reckoned, kept and told."""

from datetime import datetime
from typing import Annotated, Literal, NewType

import msgspec
from msgspec import Meta

from ieum.shop.catalog.types import Kind
from ieum.shop.members.types import MemberId
from ieum.shop.orders.types import OrderId, OrderState
from ieum.shop.payments.provider import Channel
from ieum.shop.payments.types import PaymentId

RefundId = NewType("RefundId", int)
type Mode = Literal["full", "withdrawal", "pro_rata", "unfulfilled", "operator"]
type RefundState = Literal["awaiting_account", "returning", "stuck", "done"]


class Bank(msgspec.Struct):
    code: str
    name: str


class Account(msgspec.Struct, forbid_unknown_fields=True):
    """Where a deposit goes back to. Never logged, kept sealed, deleted with the refund."""

    bank: Annotated[str, Meta(pattern=r"^[0-9]{2}(?!\n)$")]
    number: Annotated[str, Meta(min_length=4, max_length=30, pattern=r"^[0-9-]+(?!\n)$")]
    holder: Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^(?=.*\S)[^\x00-\x1f\x7f]+(?!\n)$")]


class RefundRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    quote: Annotated[str, Meta(min_length=1, max_length=80)]
    reason: Annotated[str, Meta(max_length=200, pattern=r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*(?!\n)$")] = ""
    account: Account | None = None


class AccountRequest(msgspec.Struct, forbid_unknown_fields=True):
    account: Account


class Line(msgspec.Struct):
    """One line of the calculation, in won: together they are the amount."""

    label: str
    amount: int


class RefundQuote(msgspec.Struct, rename="camel"):
    order_id: OrderId
    mode: Mode
    amount: int
    points: int
    points_clawed_back: int
    paid_amount: int
    points_used: int
    used_days: int
    total_days: int
    used_amount: int
    penalty_amount: int
    tickets_left: int | None
    tickets_bought: int | None
    needs_account: bool
    lines: list[Line]
    quote: str
    quote_until: datetime


class Term(msgspec.Struct, frozen=True):
    """The period that an order paid for; all of its services have the same."""

    starts_at: datetime
    ends_at: datetime


class Tickets(msgspec.Struct, frozen=True):
    bought: int
    left: int


class Bought(msgspec.Struct, frozen=True, kw_only=True):
    """All that a refund is reckoned from. Whoever acts on it holds the order and its services."""

    amount: int
    points_used: int
    points_earned: int
    state: OrderState
    paid_at: datetime | None
    # None for tickets, and for goods that were taken back.
    term: Term | None
    # None for everything else.
    tickets: Tickets | None
    # The first handshake of any device within the term; None: never used.
    first_used_at: datetime | None
    # What was paid for after this period and not given back must go back before it.
    later_period: bool
    # A prolongation of the same is being paid for at this moment.
    later_payment: bool
    # The owner's stricter wording: only what was never used.
    unused_only: bool
    penalty_percent: int


class Reckoning(msgspec.Struct, frozen=True, kw_only=True):
    """Won and points. `paid_amount + points_used - used_amount - penalty_amount = amount + points`."""

    mode: Mode
    amount: int
    points: int
    points_clawed_back: int
    paid_amount: int
    points_used: int
    used_days: int = 0
    total_days: int = 0
    used_amount: int = 0
    penalty_amount: int = 0
    tickets_left: int | None = None
    tickets_bought: int | None = None


class BoughtRow(msgspec.Struct):
    """What one query knows of an order and its refund; `Bought` is made of it."""

    kind: Kind
    method: str
    subscription_id: int | None
    quantity: int
    amount: int
    points_used: int
    points_earned: int
    state: OrderState
    paid_at: datetime | None
    starts_at: datetime | None
    ends_at: datetime | None
    later_period: bool
    later_payment: bool
    unused_only: bool
    penalty_percent: int


class Refund(msgspec.Struct):
    """The row, with the payment that it takes back; no payment where points paid all."""

    id: RefundId
    order_id: OrderId
    member_id: MemberId
    state: RefundState
    mode: Mode
    amount: int
    points_returned: int
    points_clawed_back: int
    reason: str
    requested_at: datetime
    tries: int
    sealed_account: bytes | None
    payment_id: PaymentId | None
    payment_key: str | None
    provider_order_id: str | None
    channel: Channel | None
    paid: int
    # What the provider still holds as far as our books know; unchanged until the refund is done.
    balance: int

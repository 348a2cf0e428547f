"""Refunds: the calculation, the row, and the wire."""

from datetime import datetime
from typing import Annotated, NewType

import msgspec
from msgspec import Meta

from ieum.shop.catalog.types import Kind
from ieum.shop.kernel.texts import LINES, WORDS
from ieum.shop.members.types import MemberId
from ieum.shop.order_history.types import RefundLine, RefundMode, RefundState
from ieum.shop.orders.types import OrderId, OrderState
from ieum.shop.payments.provider import Channel
from ieum.shop.payments.types import PaymentId

RefundId = NewType("RefundId", int)


class Bank(msgspec.Struct):
    code: str
    name: str


class Account(msgspec.Struct, forbid_unknown_fields=True):
    """The bank account that a deposit is refunded to. Never logged, stored sealed, deleted once the refund is done."""

    bank: Annotated[str, Meta(pattern=r"^[0-9]{2}(?!\n)$")]
    number: Annotated[str, Meta(min_length=4, max_length=30, pattern=r"^[0-9-]+(?!\n)$")]
    holder: Annotated[str, Meta(min_length=1, max_length=60, pattern=WORDS)]


class SealedAccount(msgspec.Struct, frozen=True):
    """An account as it is stored, and how a mail names it: bank, last digits, holder."""

    sealed: bytes
    named: str


# The member's current password. Who names an account has to send it; missing is refused like an empty one.
CurrentPassword = Annotated[str, Meta(max_length=200)]


class RefundRequest(msgspec.Struct, rename={"password": "currentPw"}, forbid_unknown_fields=True):
    quote: Annotated[str, Meta(min_length=1, max_length=80)]
    reason: Annotated[str, Meta(max_length=200, pattern=LINES)] = ""
    account: Account | None = None
    password: CurrentPassword | None = None


class AccountRequest(msgspec.Struct, rename={"password": "currentPw"}, forbid_unknown_fields=True):
    account: Account
    password: CurrentPassword | None = None


class RefundQuote(msgspec.Struct, rename="camel"):
    order_id: OrderId
    mode: RefundMode
    amount: int
    points: int
    points_clawed_back: int
    paid_amount: int
    points_used: int
    used_days: int
    total_days: int
    used_amount: int
    penalty_amount: int
    points_spent: int
    returned: int
    tickets_left: int | None
    tickets_bought: int | None
    needs_account: bool
    lines: list[RefundLine]
    quote: str
    quote_until: datetime


class Term(msgspec.Struct, frozen=True):
    """The period that an order paid for; all of the order's services share it."""

    starts_at: datetime
    ends_at: datetime


class Tickets(msgspec.Struct, frozen=True):
    bought: int
    # Neither used nor once given back by an undone change.
    left: int
    # A change of address is under way for one of them.
    reserved: bool = False


class _Paid(msgspec.Struct, frozen=True, kw_only=True):
    amount: int
    # What has gone back of it at the provider's dashboard: it counts toward a refund.
    returned: int
    points_used: int
    points_earned: int
    state: OrderState
    paid_at: datetime | None
    # The bank took back the deposit that paid for this: we hold no money to return.
    reversed: bool
    # A later period is paid and not refunded: it must be refunded before this one.
    later_period: bool
    # A renewal is being paid at this moment.
    later_payment: bool
    # The rule that the order was made under: only what was never used is refunded.
    unused_only: bool
    penalty_percent: int
    # What the order would have cost in the plan's shortest periods; None where used days count at the price paid.
    shortest_amount: int | None
    # The member's points at this moment, before the order's own are returned.
    balance: int


class Purchase(_Paid, frozen=True, kw_only=True):
    """All that a refund is calculated from. Acting on it requires the locks on the order and its services."""

    # None for tickets, and where the period was refunded already.
    term: Term | None
    # None for anything but tickets.
    tickets: Tickets | None
    # The first handshake of any device within the term; None: never used.
    first_used_at: datetime | None


class Calculation(msgspec.Struct, frozen=True, kw_only=True):
    """Won and points.

    `paid_amount + points_used - used_amount - penalty_amount - points_spent - returned = amount + points`.
    `points_spent` are earned points that should be taken back but were spent; each is deducted as a won. `returned` is
    what went back at the provider's dashboard before.
    """

    mode: RefundMode
    amount: int
    points: int
    points_clawed_back: int
    paid_amount: int
    points_used: int
    used_days: int = 0
    total_days: int = 0
    used_amount: int = 0
    penalty_amount: int = 0
    points_spent: int = 0
    returned: int = 0
    tickets_left: int | None = None
    tickets_bought: int | None = None


class PurchaseRow(_Paid, frozen=True, kw_only=True):
    """Columns of an order that one query reads; `Purchase` is built from them."""

    kind: Kind
    method: str
    quantity: int
    starts_at: datetime | None
    ends_at: datetime | None


class Refund(msgspec.Struct):
    """A refund's row with the payment that it cancels; no payment where points paid everything."""

    id: RefundId
    order_id: OrderId
    member_id: MemberId
    state: RefundState
    mode: RefundMode
    amount: int
    points_returned: int
    tries: int
    sealed_account: bytes | None
    payment_id: PaymentId | None
    payment_key: str | None
    provider_order_id: str | None
    channel: Channel | None
    paid: int
    # The part of the payment that has not gone back, as far as we know.
    balance: int
    # The part that stays when the refund is done, however the money of the refund goes back.
    stays: int

    @property
    def open_amount(self) -> int:
        """Return what the provider has still to return: less than `amount` if some went back at its dashboard."""
        return self.balance - self.stays

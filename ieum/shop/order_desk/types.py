"""Page of an order on the wire. Who bought is masked; a card or an account shows its last digits."""

from datetime import datetime
from typing import Literal

import msgspec

from ieum.shop.catalog.types import Kind
from ieum.shop.desk.types import ApprovalId
from ieum.shop.ledgers.types import PointKind
from ieum.shop.order_desk.listed import Buyer
from ieum.shop.order_history.types import RefundLine, RefundMode, RefundState
from ieum.shop.orders.types import CashReceipt, Method, OrderId, OrderKind, OrderState, PaymentType
from ieum.shop.payments.types import PaymentState
from ieum.shop.reconciliation.desk.words import meaning_of
from ieum.shop.services.types import ServiceState


class PaymentLine(msgspec.Struct, rename="camel"):
    """An attempt to pay, with the provider's own words for what it refused."""

    attempt: int
    state: PaymentState
    amount: int
    payment_key: str | None
    provider_order_id: str
    method: str | None
    card: str | None
    bank: str | None
    account: str | None
    refusal_code: str | None
    refusal_message: str | None
    requested_at: datetime
    approved_at: datetime | None
    cancelled_amount: int
    # Of it, what was cancelled in the provider's dashboard, and when the last of it was.
    cancelled_elsewhere: int
    cancelled_elsewhere_at: datetime | None
    cancelled_at: datetime | None
    reversed_at: datetime | None
    held_after_refund_at: datetime | None
    receipt_url: str | None
    cash_receipt_url: str | None
    trace: str | None
    """Of the request or job that made it, by which its lines in the logs are found; None before there were any."""


class RefundFacts(msgspec.Struct, rename="camel"):
    """Refund of an order: what goes, or went, back, and how far that has come."""

    state: RefundState
    mode: RefundMode
    amount: int
    points: int
    points_clawed_back: int
    lines: list[RefundLine]
    reason: str
    requested_by: str | None
    settled_by: str | None
    tries: int
    has_account: bool
    refusal_code: str | None
    refusal_message: str | None
    requested_at: datetime
    tried_at: datetime | None
    completed_at: datetime | None


class DeliveredService(msgspec.Struct, rename="camel"):
    """A service that the order began or prolonged, with its present address."""

    id: int
    address: str | None
    state: ServiceState
    starts_at: datetime
    ends_at: datetime
    refunded_at: datetime | None


class OrderPoints(msgspec.Struct, rename="camel"):
    kind: PointKind
    amount: int
    created_at: datetime


class OrderMessage(msgspec.Struct, rename="camel"):
    id: int
    channel: Literal["mail", "sms"]
    recipient: str
    """Masked; empty where it was deleted."""
    subject: str
    created_at: datetime
    sent_at: datetime | None
    given_up_at: datetime | None
    refusal: str | None
    may_send_again: bool


class OrderAlarm(msgspec.Struct, rename="camel"):
    """`title` and `todo` say what its kind means."""

    kind: str
    detail: str
    raised_at: datetime
    cleared_at: datetime | None
    cleared_by: str | None
    title: str = ""
    todo: str = ""

    def __post_init__(self) -> None:
        meaning = meaning_of(self.kind)
        self.title, self.todo = meaning.title, meaning.todo


class OrderEvent(msgspec.Struct, rename="camel"):
    at: datetime
    title: str
    detail: str = ""


class OrderCan(msgspec.Struct, rename="camel"):
    """Actions on an order: null if one can be done now, else the sentence that says why not."""

    refund: str | None
    settle: str | None
    refund_again: str | None
    look_up: str | None
    check_deposit: str | None
    cancel: str | None


class OrderFacts(msgspec.Struct, rename="camel", kw_only=True):
    """Facts of the order's row, with its plan's name."""

    id: OrderId
    kind: OrderKind
    state: OrderState
    failure_code: str | None
    plan_id: int
    plan_name: str
    plan_kind: Kind
    months: int
    quantity: int
    payment_type: PaymentType
    method: Method
    list_amount: int
    discount_amount: int
    quantity_discount_amount: int
    points_used: int
    amount: int
    points_earned: int
    subscription_id: int | None
    period: int | None
    service_id: int | None
    cash_receipt: CashReceipt
    tax_invoice_at: datetime | None
    trace: str | None
    created_at: datetime
    hold_until: datetime
    deposit_due_at: datetime | None
    paid_at: datetime | None
    closed_at: datetime | None
    buyer: Buyer


class OrderPage(OrderFacts, rename="camel", kw_only=True):
    """All that there is to know of an order."""

    failure: str | None
    """What the member reads where it failed."""
    supply_amount: int
    vat_amount: int
    payments: list[PaymentLine]
    refund: RefundFacts | None
    services: list[DeliveredService]
    points: list[OrderPoints]
    messages: list[OrderMessage]
    alarms: list[OrderAlarm]
    timeline: list[OrderEvent]
    approvals: list[ApprovalId]
    can: OrderCan

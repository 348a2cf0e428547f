"""Orders, their prices and their states."""

from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Literal, NewType
from uuid import UUID

import msgspec
from msgspec import Meta

from ieum.shop.catalog.types import Kind, PlanId
from ieum.shop.members.types import Agreement, MemberId

OrderId = NewType("OrderId", str)

# Of one order.
MOST_ADDRESSES = 20

type OrderKind = Literal["purchase", "renewal"]
type PaymentType = Literal["normal", "billing"]
# The method on the wire. `Method` has two more: a card on file, and points that pay all of it.
type PayMethod = Literal["card", "transfer", "virtualAccount"]
type Method = Literal["card", "transfer", "virtual_account", "billing", "points"]
type CashReceipt = Literal["none", "income", "expense"]
type ServiceNumber = Annotated[int, Meta(ge=1, le=2**62)]


class OrderState(StrEnum):
    AWAITING_PAYMENT = "awaiting_payment"
    # A virtual account was issued; the money has not arrived yet.
    AWAITING_DEPOSIT = "awaiting_deposit"
    # A later period of a subscription that will be charged.
    DUE = "due"
    CONFIRMING = "confirming"
    PAID = "paid"
    FAILED = "failed"
    EXPIRED = "expired"
    CANCELLED = "cancelled"
    REFUNDING = "refunding"
    REFUNDED = "refunded"


class QuoteRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    plan_id: Annotated[int, Meta(ge=1, le=2**62)]
    months: Annotated[int, Meta(ge=1, le=36)]
    quantity: Annotated[int, Meta(ge=1, le=MOST_ADDRESSES)] = 1
    points: Annotated[int, Meta(ge=0, le=100_000_000)] = 0
    payment_type: PaymentType = "normal"
    pay_method: PayMethod = "card"
    # The service to renew; None for a new one.
    service_id: ServiceNumber | None = None


class OrderRequest(QuoteRequest, rename="camel", forbid_unknown_fields=True):
    cash_receipt: CashReceipt = "none"
    # The signature of the quote whose price the order keeps.
    quote: Annotated[str, Meta(max_length=100)] | None = None
    agreements: Annotated[list[Agreement], Meta(max_length=20)] = []


class PointRules(msgspec.Struct, frozen=True):
    """Rules by which points are earned and spent, and the buyer's balance."""

    enabled: bool
    # The percentage of the money paid that is granted as points.
    percent: int
    # The smallest balance from which points may be spent.
    threshold: int
    # The percentage of an order's price that points may pay.
    share_percent: int
    balance: int


class Price(msgspec.Struct, frozen=True, rename="camel"):
    """Won. `list_amount - discount_amount - points_used = amount`; VAT is inside `amount`."""

    unit_amount: int
    list_amount: int
    discount_amount: int
    # The part of `discount_amount` that the quantity saves.
    quantity_discount_amount: int
    points_used: int
    amount: int
    supply_amount: int
    vat_amount: int
    points_earned: int
    # The most points that may be spent on this order.
    point_limit: int


class Quote(Price, frozen=True, rename="camel"):
    plan_id: PlanId
    plan_name: str
    plan_kind: Kind
    kind: OrderKind
    carrier: str
    region: str
    months: int
    quantity: int
    point_balance: int
    # The balance from which points may be spent.
    point_threshold: int
    # Days in Asia/Seoul, both included.
    period_from: date
    period_until: date
    starts_at: datetime
    ends_at: datetime
    # None where the plan has no counted stock.
    stock: int | None
    # The most that this member can order now in this way; None where the plan has no counted stock.
    quantity_limit: int | None
    # Until when addresses rest that the member was refunded for, if that is why they can order fewer than there are.
    resting_until: datetime | None
    # An order that carries this signature keeps the price until `quote_until`.
    quote: str
    quote_until: datetime


class PlacedOrder(msgspec.Struct, rename="camel"):
    """Data that the payment window needs. An order that points have paid in full opens no window."""

    order_id: OrderId
    state: OrderState
    amount: int
    order_name: str
    pay_method: Literal["card", "transfer", "virtualAccount", "billing", "points"]
    cash_receipt: CashReceipt
    # How long a virtual account waits for its deposit.
    deposit_hours: int
    customer_key: UUID
    customer_name: str
    customer_email: str
    hold_until: datetime


class Order(msgspec.Struct):
    """An order's row, locked until the transaction ends."""

    id: OrderId
    member_id: MemberId
    kind: OrderKind
    plan_id: PlanId
    plan_kind: Kind
    plan_name: str
    pool_id: int | None
    months: int
    quantity: int
    payment_type: PaymentType
    method: Method
    points_used: int
    amount: int
    points_earned: int
    state: OrderState
    failure_code: str | None
    # What a renewal renews: one service, or all services of a subscription. A subscription's first order is a purchase.
    service_id: int | None
    subscription_id: int | None
    period: int | None
    hold_until: datetime


class DueCharge(msgspec.Struct):
    """The order of a subscription's next period, to be inserted."""

    order: OrderId
    subscription: int
    amount: int
    points_earned: int


class MemberRoom(msgspec.Struct):
    """Number of further addresses that a member may hold unpaid; zero or less: none."""

    room: int
    # How many rest after the member's refunds, and until when the first of them does.
    resting: int
    resting_until: datetime | None


class NetworkRoom(msgspec.Struct):
    """Number of further addresses that a network's members may hold unpaid; None if networks have no limit.

    By virtual account `in_all` and `by_deposit` apply, in any other way `by_card`. The seconds say when the first of
    those that are held is free.
    """

    in_all: int | None
    by_card: int | None
    by_deposit: int | None
    seconds: int
    deposit_seconds: int


class UnsettledOrder(msgspec.Struct):
    id: OrderId
    state: OrderState


class LookUps(msgspec.Struct):
    """Answer whether one more payment key of the order may be asked about, and otherwise in how many seconds it may."""

    refused: bool
    seconds_left: int

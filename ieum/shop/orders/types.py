"""Orders and the states they go through."""

from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Literal, NewType
from uuid import UUID

import msgspec
from msgspec import Meta

from ieum.shop.catalog.types import Offer, PlanId
from ieum.shop.members.types import Agreement, MemberId

OrderId = NewType("OrderId", str)

# The provider refuses less (fact sheet section 3, "Limits").
SMALLEST_PAYMENT = 100


class OrderState(StrEnum):
    AWAITING_PAYMENT = "awaiting_payment"
    # An account was given out for it; the money has not come yet.
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
    quantity: Annotated[int, Meta(ge=1, le=20)] = 1
    points: Annotated[int, Meta(ge=0, le=100_000_000)] = 0
    payment_type: Literal["normal", "billing"] = "normal"


class OrderRequest(QuoteRequest, rename="camel", forbid_unknown_fields=True):
    agreements: Annotated[list[Agreement], Meta(max_length=20)] = []


class Checkout(Offer):
    """All that an order is decided on, as it is now: the offer, the rules for points, the buyer."""

    points_enabled: bool
    point_percent: int
    point_threshold: int
    balance: int
    buyer_name: str
    buyer_email: str
    customer_key: UUID
    # Of the order that waits for payment and would give way; None where there is none.
    unpaid_points: int | None


class Price(msgspec.Struct, frozen=True):
    """Won. `list_amount - discount_amount - points_used = amount`; VAT is inside `amount`."""

    list_amount: int
    discount_amount: int
    points_used: int
    amount: int
    supply_amount: int
    vat_amount: int
    points_earned: int


class Quote(msgspec.Struct, rename="camel"):
    plan_id: PlanId
    plan_name: str
    carrier: str
    months: int
    quantity: int
    unit_amount: int
    list_amount: int
    discount_amount: int
    points_used: int
    amount: int
    supply_amount: int
    vat_amount: int
    points_earned: int
    # Days in Asia/Seoul, the last one included.
    period_from: date
    period_until: date
    starts_at: datetime
    ends_at: datetime
    stock: int


class PlacedOrder(msgspec.Struct, rename="camel"):
    """What the payment window needs."""

    order_id: OrderId
    amount: int
    order_name: str
    customer_key: UUID
    customer_name: str
    customer_email: str
    hold_until: datetime


class Order(msgspec.Struct):
    """The row, locked until the transaction ends."""

    id: OrderId
    member_id: MemberId
    plan_id: PlanId
    pool_id: int
    months: int
    quantity: int
    points_used: int
    amount: int
    points_earned: int
    state: OrderState
    failure_code: str | None


class UnsettledOrder(msgspec.Struct):
    id: OrderId
    state: OrderState

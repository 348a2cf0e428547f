"""Payments as the shop stores them."""

from datetime import datetime
from typing import Annotated, Literal, NewType
from uuid import UUID

import msgspec
from msgspec import Meta

from ieum.shop.members.types import MemberId
from ieum.shop.orders.types import OrderId
from ieum.shop.payments.provider import Channel

PaymentId = NewType("PaymentId", int)
# `(?!\n)`, because a `$` alone also matches before a line break at the end.
type OrderKeyText = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{6,64}(?!\n)$")]
# Why a virtual account was closed unpaid. The last one: it was issued although the order names another method.
type DepositEnd = Literal["deposit_expired", "deposit_cancelled", "deposit_not_ordered"]
type PaymentState = Literal["confirming", "depositing", "approved", "refused", "cancelling", "cancelled"]


class ConfirmRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    payment_key: Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[\x21-\x7e]+(?!\n)$")]
    order_id: OrderKeyText
    amount: Annotated[int, Meta(ge=0, le=2**31)]


class FailRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    order_id: OrderKeyText
    code: Annotated[str, Meta(min_length=1, max_length=100, pattern=r"^[A-Z0-9_]+(?!\n)$")]


class Payment(msgspec.Struct):
    """An attempt to pay an order."""

    id: PaymentId
    order_id: OrderId
    attempt: int
    channel: Channel
    # The order's id at the provider: our own, except that every charge of a card on file gets a new one.
    provider_order_id: str
    # None for a charge whose answer has not arrived yet.
    payment_key: str | None
    billing_method_id: int | None
    amount: int
    # What has gone back of it.
    cancelled_amount: int
    state: PaymentState
    refusal_code: str | None
    requested_at: datetime
    # When the bank took back the deposit; None while the money is ours.
    reversed_at: datetime | None
    # When the deposit was found to be there again, after its order was refunded; None once an operator has settled it.
    held_after_refund_at: datetime | None


class Charge(msgspec.Struct):
    """Data that charging a card on file needs, beside the attempt."""

    sealed_key: bytes
    member_id: MemberId
    customer_key: UUID
    customer_name: str
    customer_email: str
    plan_name: str
    months: int
    quantity: int


class AwaitedDeposit(msgspec.Struct):
    """A deposit that a buyer has to make, and how to reach the buyer."""

    order_id: OrderId
    member_id: MemberId
    name: str
    email: str
    phone: str
    plan_name: str
    amount: int
    bank_code: str
    account_number: str
    due_at: datetime

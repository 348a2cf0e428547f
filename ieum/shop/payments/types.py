"""Payments as the shop keeps them."""

from datetime import datetime
from typing import Annotated, Literal, NewType

import msgspec
from msgspec import Meta

from ieum.shop.orders.types import OrderId

PaymentId = NewType("PaymentId", int)
# A `$` alone would also fit before a line break at the end.
type OrderKeyText = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{6,64}(?!\n)$")]


class ConfirmRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    payment_key: Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[\x21-\x7e]+(?!\n)$")]
    order_id: OrderKeyText
    amount: Annotated[int, Meta(ge=0, le=2**31)]


class FailRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    order_id: OrderKeyText
    code: Annotated[str, Meta(min_length=1, max_length=100, pattern=r"^[A-Z0-9_]+(?!\n)$")]


class Payment(msgspec.Struct):
    """One attempt to pay an order."""

    id: PaymentId
    order_id: OrderId
    attempt: int
    payment_key: str
    amount: int
    state: Literal["confirming", "approved", "refused", "cancelling", "cancelled"]
    requested_at: datetime

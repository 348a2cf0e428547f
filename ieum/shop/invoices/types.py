"""A tax invoice request as it arrives, and as it is exported."""

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.kernel.texts import LINE, WORDS
from ieum.shop.orders.types import OrderId


class InvoiceRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """Recipient of the invoice, as on the business registration; the number with or without hyphens."""

    business_number: Annotated[str, Meta(min_length=10, max_length=12, pattern=r"^[0-9-]+(?!\n)$")]
    company: Annotated[str, Meta(min_length=1, max_length=100, pattern=WORDS)]
    representative: Annotated[str, Meta(min_length=1, max_length=60, pattern=WORDS)]
    email: Annotated[str, Meta(min_length=3, max_length=254, pattern=WORDS)]
    address: Annotated[str, Meta(max_length=200, pattern=LINE)] = ""
    business_type: Annotated[str, Meta(max_length=60, pattern=LINE)] = ""
    business_item: Annotated[str, Meta(max_length=60, pattern=LINE)] = ""


class InvoiceRow(msgspec.Struct):
    """A request with its order's plan, amounts and seller, as the operator needs it to issue the invoice."""

    order_id: OrderId
    paid_at: datetime | None
    business_number: str
    company: str
    representative: str
    address: str
    business_type: str
    business_item: str
    email: str
    plan_name: str
    months: int
    quantity: int
    amount: int
    # The part of `amount` that was refunded.
    returned: int
    # The shop as it was named when the order was placed.
    seller: str
    seller_number: str
    seller_representative: str
    seller_address: str
    seller_mail: str


class Outcome(msgspec.Struct):
    """Outcome of a request; all of it is None while the request waits."""

    issued_at: datetime | None
    issued_number: str | None
    refused_at: datetime | None
    refusal_reason: str | None

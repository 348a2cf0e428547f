"""What a tax invoice is made out to."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ieum.shop.orders.types import OrderId

# One line without control characters, which would break the operator's spreadsheet.
_LINE = r"^[^\x00-\x1f\x7f\x85\u2028\u2029]*(?!\n)$"
_WORDS = r"^(?=.*\S)[^\x00-\x1f\x7f\x85\u2028\u2029]+(?!\n)$"


class InvoiceRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """Ten digits, with hyphens or without; the rest as on the certificate of registration."""

    business_number: Annotated[str, Meta(min_length=10, max_length=12, pattern=r"^[0-9-]+(?!\n)$")]
    company: Annotated[str, Meta(min_length=1, max_length=100, pattern=_WORDS)]
    representative: Annotated[str, Meta(min_length=1, max_length=60, pattern=_WORDS)]
    email: Annotated[str, Meta(min_length=3, max_length=254, pattern=_WORDS)]
    address: Annotated[str, Meta(max_length=200, pattern=_LINE)] = ""
    business_type: Annotated[str, Meta(max_length=60, pattern=_LINE)] = ""
    business_item: Annotated[str, Meta(max_length=60, pattern=_LINE)] = ""


class InvoiceRow(msgspec.Struct):
    """A request with what it is about, as the operator needs it."""

    requested_at: datetime
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
    method: Literal["transfer", "virtual_account"]
    state: str
    amount: int
    # Of it, what has gone back.
    returned: int
    exported_at: datetime | None

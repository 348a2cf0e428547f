"""Tax invoices on the wire, as staff see them."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ieum.shop.desk.acting import Reason
from ieum.shop.orders.types import OrderId, OrderState

type InvoiceState = Literal["open", "issued", "refused"]
type ReceiptKind = Literal["income", "expense"]
# Text and not a date: a month in Seoul.
Month = Annotated[str, Meta(pattern=r"^20[0-9]{2}-(0[1-9]|1[0-2])(?!\n)$")]


class InvoiceLine(msgspec.Struct, rename="camel", kw_only=True):
    """A request; whoever represents the business and the mail address are masked."""

    order_id: OrderId
    requested_at: datetime
    paid_at: datetime | None
    business_number: str
    company: str
    representative: str
    email: str
    plan_name: str
    months: int
    quantity: int
    order_state: OrderState
    amount: int
    returned: int
    supply: int = 0
    vat: int = 0
    exported_at: datetime | None
    state: InvoiceState
    issued_at: datetime | None
    issued_number: str | None
    refused_at: datetime | None
    refusal_reason: str | None


class InvoiceFileOrder(msgspec.Struct, forbid_unknown_fields=True):
    month: Month
    reason: Reason

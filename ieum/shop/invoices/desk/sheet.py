"""Shows requests of tax invoices to staff."""

import msgspec

from ieum.shop.desk.changes import Thing
from ieum.shop.desk.types import Facts, Row
from ieum.shop.invoices import service as invoices
from ieum.shop.invoices.desk import queries
from ieum.shop.invoices.desk.types import InvoiceLine
from ieum.shop.invoices.rules import with_hyphens
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.masking import mask_email, mask_name
from ieum.shop.orders.pricing import split_vat


class InvoiceSheet(msgspec.Struct, frozen=True):
    """A request, and in its stored form the number that it is to be issued under."""

    line: InvoiceLine
    number: str | None = None


def as_shown(line: InvoiceLine) -> InvoiceLine:
    """Masked, and with the sums of the invoice, which is over what was not refunded."""
    line.representative = mask_name(line.representative)
    line.email = mask_email(line.email)
    line.business_number = with_hyphens(line.business_number)
    line.supply, line.vat = split_vat(line.amount - line.returned)
    return line


async def see(conn: Connection, order_id: str) -> InvoiceLine:
    """See one request. Raises InvoiceNotFound."""
    sheet = await find(conn, order_id)
    if sheet is None:
        raise invoices.InvoiceNotFound
    return sheet.line


async def find(conn: Connection, order_id: str) -> InvoiceSheet | None:
    line = await queries.find(conn, order_id)
    return None if line is None else InvoiceSheet(as_shown(line))


def rows(line: InvoiceLine) -> list[Row]:
    return [
        Row("주문", line.order_id),
        Row("상호", f"{line.company} ({line.business_number})"),
        Row("품목", f"{line.plan_name} {line.months}개월 × {line.quantity}"),
        Row("공급가액", f"{line.supply:,}원"),
        Row("세액", f"{line.vat:,}원"),
    ]


def _facts(sheet: InvoiceSheet) -> Facts:
    number = sheet.line.issued_number
    return {"state": sheet.line.state} | ({"number": number} if number else {})


# Noted on the order, where its record is looked for.
INVOICE = Thing[str, InvoiceSheet](
    name="order",
    label="세금계산서",
    screen="invoices",
    unit="건",
    key="text",
    find=find,
    missing=invoices.InvoiceNotFound,
    facts=_facts,
)

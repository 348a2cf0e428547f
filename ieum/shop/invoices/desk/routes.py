"""The calls about tax invoices and cash receipts."""

from typing import Annotated, Literal

from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter

from ieum.shop.desk.access import Acting, changes, reads
from ieum.shop.desk.parameters import After, Size, Words
from ieum.shop.desk.types import Listed
from ieum.shop.invoices.desk import files, queries, sheet
from ieum.shop.invoices.desk.filters import (
    CashReceiptFilters,
    InvoiceFilters,
    receipts_where_of,
    where_of,
)
from ieum.shop.invoices.desk.types import (
    CashReceiptLine,
    InvoiceFileOrder,
    InvoiceLine,
    InvoiceState,
)
from ieum.shop.invoices.service import InvoiceNotFound
from ieum.shop.kernel import workbooks
from ieum.shop.kernel.http import Answer, Conn, ok
from ieum.shop.order_history.routes import OrderKey

_MonthOf = Annotated[
    str | None, QueryParameter(pattern=r"^20[0-9]{2}-(0[1-9]|1[0-2])(?!\n)$", required=False)
]


@get("/api/v1/console/invoices", **reads("invoices.view"))
async def list_invoices(
    conn: Conn,
    month: _MonthOf = None,
    which: Annotated[InvoiceState | None, QueryParameter(name="state", required=False)] = None,
    q: Words = None,
    after: After = None,
    size: Size = 50,
) -> Answer[Listed[InvoiceLine]]:
    """The requests, newest first; a month is that of the request, in Seoul."""
    filters = InvoiceFilters(month=month, state=which, q=q)
    page = await queries.list_invoices(conn, where_of(filters), after=after, size=size)
    for line in page.items:
        sheet.as_shown(line)
    return ok(page)


@get("/api/v1/console/invoices/{order_id:str}", **reads("invoices.view", InvoiceNotFound))
async def get_invoice(conn: Conn, order_id: OrderKey) -> Answer[InvoiceLine]:
    return ok(await sheet.see(conn, order_id))


@post(
    "/api/v1/console/invoice-files",
    status_code=200,
    media_type=workbooks.MEDIA_TYPE,
    **changes("invoices.issue"),
)
async def make_file(act: Acting, data: JSONBody[InvoiceFileOrder]) -> Response[bytes]:
    """The open requests of a month in the columns of Hometax's template, which marks them as exported."""
    content = await files.file_of(act, data)
    headers = {
        "Content-Disposition": f'attachment; filename="invoices-{data.month}.xlsx"',
        "Cache-Control": "private, no-store",
    }
    return Response(content, media_type=workbooks.MEDIA_TYPE, headers=headers)


@get("/api/v1/console/cash-receipts", **reads("invoices.view"))
async def list_receipts(
    conn: Conn,
    month: _MonthOf = None,
    kind: Annotated[Literal["income", "expense"] | None, QueryParameter(required=False)] = None,
    issued: Annotated[bool | None, QueryParameter(required=False)] = None,
    after: After = None,
    size: Size = 50,
) -> Answer[Listed[CashReceiptLine]]:
    """Cash receipts that payments asked for, the last paid first; a month is that of the payment, in Seoul."""
    filters = CashReceiptFilters(month=month, kind=kind, issued=issued)
    return ok(await queries.list_receipts(conn, receipts_where_of(filters), after=after, size=size))


ROUTES = [
    list_invoices,
    get_invoice,
    make_file,
    list_receipts,
]

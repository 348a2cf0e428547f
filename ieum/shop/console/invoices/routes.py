"""The calls about tax invoices and cash receipts."""

from typing import Annotated, Literal

from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter

from ieum.shop.console.invoices import queries, service
from ieum.shop.console.invoices.filters import (
    CashReceiptFilters,
    InvoiceFilters,
    receipts_where_of,
    where_of,
)
from ieum.shop.console.invoices.types import (
    CashReceiptLine,
    InvoiceFileOrder,
    InvoiceIssue,
    InvoiceIssued,
    InvoiceLine,
    InvoiceRefused,
    InvoiceState,
)
from ieum.shop.desk.access import Acting, changes, reads
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.lists import After, Size, Words
from ieum.shop.desk.types import Listed, Preview
from ieum.shop.invoices.service import InvoiceNotFound, InvoiceNumberTaken, InvoiceSettled
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
        service.as_shown(line)
    return ok(page)


@get("/api/v1/console/invoices/{order_id:str}", **reads("invoices.view", InvoiceNotFound))
async def get_invoice(conn: Conn, order_id: OrderKey) -> Answer[InvoiceLine]:
    return ok(await service.see(conn, order_id))


@post(
    "/api/v1/console/invoices/{order_id:str}/issue/preview",
    status_code=200,
    **reads("invoices.issue", InvoiceNotFound, InvoiceSettled, InvoiceNumberTaken),
)
async def preview_issue(conn: Conn, order_id: OrderKey, data: JSONBody[InvoiceIssue]) -> Answer[Preview]:
    return ok(await service.preview_issue(conn, order_id, data))


@post(
    "/api/v1/console/invoices/{order_id:str}/issue",
    status_code=200,
    **changes("invoices.issue", InvoiceNotFound, InvoiceSettled, InvoiceNumberTaken, PreviewChanged),
)
async def issue_invoice(
    act: Acting, order_id: OrderKey, data: JSONBody[InvoiceIssued]
) -> Answer[InvoiceLine]:
    """Write down that it was issued, and under which number."""
    return ok(await service.issue(act, order_id, data))


@post(
    "/api/v1/console/invoices/{order_id:str}/refusal/preview",
    status_code=200,
    **reads("invoices.issue", InvoiceNotFound, InvoiceSettled),
)
async def preview_refusal(conn: Conn, order_id: OrderKey) -> Answer[Preview]:
    return ok(await service.preview_refusal(conn, order_id))


@post(
    "/api/v1/console/invoices/{order_id:str}/refusal",
    status_code=200,
    **changes("invoices.issue", InvoiceNotFound, InvoiceSettled, PreviewChanged),
)
async def refuse_invoice(
    act: Acting, order_id: OrderKey, data: JSONBody[InvoiceRefused]
) -> Answer[InvoiceLine]:
    return ok(await service.refuse(act, order_id, data))


@post(
    "/api/v1/console/invoice-files",
    status_code=200,
    media_type=workbooks.MEDIA_TYPE,
    **changes("invoices.issue"),
)
async def make_file(act: Acting, data: JSONBody[InvoiceFileOrder]) -> Response[bytes]:
    """The open requests of a month in the columns of Hometax's template, which marks them as exported."""
    content = await service.file_of(act, data)
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
    preview_issue,
    issue_invoice,
    preview_refusal,
    refuse_invoice,
    make_file,
    list_receipts,
]

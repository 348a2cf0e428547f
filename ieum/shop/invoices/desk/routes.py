"""The calls about tax invoices and cash receipts."""

from litestar import Response, get, post
from litestar.params import JSONBody

from ieum.shop.desk.access import Acting, changes, reads
from ieum.shop.desk.list_routes import route_of
from ieum.shop.invoices.desk import files, sheet
from ieum.shop.invoices.desk.listed import INVOICES, RECEIPT_LIST
from ieum.shop.invoices.desk.types import InvoiceFileOrder, InvoiceLine
from ieum.shop.invoices.service import InvoiceNotFound
from ieum.shop.kernel import workbooks
from ieum.shop.kernel.http import Answer, Conn, ok
from ieum.shop.order_history.routes import OrderKey


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


ROUTES = [route_of(INVOICES), get_invoice, make_file, route_of(RECEIPT_LIST)]

"""The file of a month's requests, from which invoices are issued at Hometax."""

from ieum.shop.desk.acting import Act
from ieum.shop.desk.noted import Noted
from ieum.shop.invoices import export
from ieum.shop.invoices import queries as requests
from ieum.shop.invoices.desk.filters import span_of
from ieum.shop.invoices.desk.types import InvoiceFileOrder
from ieum.shop.kernel import workbooks

TAKEN = Noted("invoices.file", "invoices")


async def file_of(act: Act, data: InvoiceFileOrder) -> bytes:
    """The month's open requests for whoever issues them, marked as exported; as long as a month of businesses."""
    since, until = span_of(data.month)
    rows = await requests.list_open_requests(act.conn, since=since, until=until)
    content = workbooks.workbook_of([export.COLUMNS, *(export.cells(row) for row in rows)])
    await requests.mark_exported(act.conn, [row.order_id for row in rows])
    TAKEN.by(act, data.month, after={"count": len(rows)}, reason=data.reason)
    return content

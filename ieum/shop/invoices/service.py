"""Requesting a tax invoice for an order."""

from ieum.shop.invoices import queries, rules
from ieum.shop.invoices.types import InvoiceRequest
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import ShopError
from ieum.shop.members.types import MemberId
from ieum.shop.order_history import queries as history
from ieum.shop.order_history import service as order_views
from ieum.shop.order_history.rules import why_no_invoice
from ieum.shop.order_history.types import OrderView
from ieum.shop.orders import service as orders


class NoTaxInvoice(ShopError):
    code = "tax_invoice_not_possible"
    title = "세금계산서를 신청할 수 없습니다"


class TaxInvoiceRequested(ShopError):
    code = "tax_invoice_requested"
    title = "이미 세금계산서를 신청하셨습니다"
    detail = "이미 다른 내용으로 세금계산서를 신청하셨습니다. 내용을 바꾸시려면 고객센터로 문의해 주세요."


async def request(conn: Connection, member: MemberId, order_id: str, invoice: InvoiceRequest) -> OrderView:
    """Store the request, once per order; the same request again changes nothing.

    Raises InvalidFields, OrderNotFound, NoTaxInvoice; TaxInvoiceRequested for a second, different request.
    """
    invoice = rules.tidy(invoice)
    await orders.lock(conn, order_id, member)
    # Read after the lock, because another transaction may have changed the order while we waited for it.
    row = await history.find_order(conn, order_id, member)
    if row is None:
        raise orders.OrderNotFound
    if row.tax_invoice_at is not None:
        if await queries.get_request(conn, order_id) != invoice:
            raise TaxInvoiceRequested
        return await order_views.view(conn, member, order_id)
    if (why := why_no_invoice(row)) is not None:
        raise NoTaxInvoice(why)
    await queries.insert_request(conn, order_id, invoice)
    return await order_views.view(conn, member, order_id)

"""Requesting a tax invoice for an order."""

from ieum.shop.invoices import queries, rules
from ieum.shop.invoices.types import InvoiceRequest
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import ShopError
from ieum.shop.members.types import MemberId
from ieum.shop.order_history import queries as history
from ieum.shop.order_history import service as order_views
from ieum.shop.order_history.rules import NoInvoice, why_no_invoice
from ieum.shop.order_history.types import OrderView
from ieum.shop.orders import service as orders

_REASONS = {
    NoInvoice.NOT_PAID: "결제가 완료된 주문만 신청하실 수 있습니다. 결제내역에서 주문 상태를 확인해 주세요.",
    NoInvoice.NOTHING_PAID: "결제하신 금액이 없는 주문은 세금계산서를 발행하지 않습니다. 결제내역에서 확인해 주세요.",
    NoInvoice.CARD: (
        "카드와 간편결제는 매출전표가 증빙이라 세금계산서를 신청하실 수 없습니다. 결제내역의 영수증을 이용해 주세요."
    ),
    NoInvoice.CASH_RECEIPT: (
        "현금영수증을 신청하신 주문은 세금계산서를 신청하실 수 없습니다. 결제내역의 현금영수증을 이용해 주세요."
    ),
}


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
        raise NoTaxInvoice(_REASONS[why])
    await queries.insert_request(conn, order_id, invoice)
    return await order_views.view(conn, member, order_id)

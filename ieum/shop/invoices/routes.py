"""The call by which a member requests a tax invoice."""

from litestar import post
from litestar.params import JSONBody

from ieum.shop.invoices import service
from ieum.shop.invoices.types import InvoiceRequest
from ieum.shop.kernel.http import Answer, Conn, ok
from ieum.shop.kernel.problems import refusals_of_change
from ieum.shop.members.authentication import MEMBERS_ONLY, Member
from ieum.shop.order_history.routes import OrderKey
from ieum.shop.order_history.types import OrderView
from ieum.shop.orders.service import OrderNotFound


@post(
    "/api/v1/orders/{order_id:str}/tax-invoice",
    status_code=200,
    dependencies=MEMBERS_ONLY,
    responses=refusals_of_change(OrderNotFound, service.NoTaxInvoice, service.TaxInvoiceRequested),
)
async def request_tax_invoice(
    conn: Conn, member: Member, order_id: OrderKey, data: JSONBody[InvoiceRequest]
) -> Answer[OrderView]:
    """Request a tax invoice for an order paid by bank without a cash receipt; the operator issues it."""
    return ok(await service.request(conn, member.member_id, order_id, data))


ROUTES = [request_tax_invoice]

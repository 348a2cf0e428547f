"""Requesting a tax invoice for an order."""

from datetime import datetime
from functools import partial

from ieum.shop.invoices import queries, rules
from ieum.shop.invoices.types import InvoiceRequest
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import NotFound, ShopError
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.members import notices
from ieum.shop.members.types import MemberId
from ieum.shop.messaging.order_templates import tax_invoice_refused
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


class InvoiceNotFound(NotFound):
    code = "tax_invoice_not_found"
    title = "세금계산서 신청을 찾을 수 없습니다"
    detail = "없는 세금계산서 신청입니다. 목록을 새로 고쳐 주세요."


class InvoiceSettled(ShopError):
    code = "tax_invoice_settled"
    title = "이미 처리한 세금계산서입니다"
    detail = "이미 발행하거나 거절한 신청입니다. 목록을 새로 고쳐 확인해 주세요."


class InvoiceNumberTaken(ShopError):
    code = "tax_invoice_number_taken"
    title = "이미 적은 승인번호입니다"
    detail = "다른 신청에 이미 적은 승인번호입니다. 번호를 다시 확인해 주세요."


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


async def approval_for(conn: Connection, order_id: str, number: str) -> str:
    """The number in stored form, if the order's invoice can have it. Raises InvalidFields, InvoiceNumberTaken."""
    paid_at = await queries.find_paid_at(conn, order_id)
    tidied = rules.tidy_approval(
        number,
        paid_on=paid_at.astimezone(SEOUL).date() if paid_at else None,
        today=datetime.now(SEOUL).date(),
    )
    # Two at once with one number: the unique index refuses the second.
    if await queries.is_number_taken(conn, tidied):
        raise InvoiceNumberTaken
    return tidied


async def mark_issued(conn: Connection, order_id: str, number: str) -> str:
    """Write down that the operator has issued it under this number of approval, and return its stored form.

    Raises InvoiceNotFound, InvoiceSettled, InvalidFields, InvoiceNumberTaken.
    """
    await _lock_open(conn, order_id)
    tidied = await approval_for(conn, order_id, number)
    await queries.set_issued(conn, order_id, tidied)
    return tidied


async def mark_refused(conn: Connection, order_id: str, reason: str) -> None:
    """The member is mailed the reason as it is written. Raises InvoiceNotFound, InvoiceSettled."""
    await _lock_open(conn, order_id)
    member = await queries.set_refused(conn, order_id, reason)
    text = partial(tax_invoice_refused, order_id=order_id, reason=reason)
    await notices.mail_member(conn, member, f"tax-invoice-refused:{order_id}", text)


async def _lock_open(conn: Connection, order_id: str) -> None:
    outcome = await queries.lock_outcome(conn, order_id)
    if outcome is None:
        raise InvoiceNotFound
    if outcome.issued_at is not None or outcome.refused_at is not None:
        raise InvoiceSettled

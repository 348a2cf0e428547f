"""A member's orders, as the payment history shows them."""

from datetime import UTC, datetime

from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.paging import Listing
from ieum.shop.kernel.structs import build
from ieum.shop.members.types import MemberId
from ieum.shop.order_history import queries, rules
from ieum.shop.order_history.types import (
    Deposit,
    OrderRow,
    OrderView,
    Refund,
    TaxInvoice,
)
from ieum.shop.orders import pricing
from ieum.shop.orders.service import OrderNotFound
from ieum.shop.orders.types import OrderState
from ieum.shop.payments.banks import bank_name
from ieum.shop.payments.refusals import failure

PAGE_SIZE = 20


async def view(conn: Connection, member: MemberId, order_id: str) -> OrderView:
    row = await queries.find_order(conn, order_id, member)
    if row is None:
        raise OrderNotFound
    return to_view(row)


async def list_page(conn: Connection, member: MemberId, page: int) -> Listing[OrderView]:
    """Newest first."""
    rows = await queries.list_orders(conn, member, limit=PAGE_SIZE, offset=(page - 1) * PAGE_SIZE)
    return Listing(
        items=[to_view(row) for row in rows],
        page=page,
        page_size=PAGE_SIZE,
        total=await queries.count_orders(conn, member),
    )


def to_view(row: OrderRow) -> OrderView:
    """Show an order as its member sees it."""
    supply, vat = pricing.split_vat(row.amount)
    period_from, period_until = rules.days_of(row)
    return build(
        OrderView,
        row,
        order_id=row.id,
        pay_method="virtualAccount" if row.method == "virtual_account" else row.method,
        supply_amount=supply,
        vat_amount=vat,
        period_from=period_from,
        period_until=period_until,
        deposit=_deposit(row),
        tax_invoice=_tax_invoice(row),
        refund=_refund(row),
        may_request_tax_invoice=rules.may_request_tax_invoice(row),
        may_cancel=row.state in {OrderState.AWAITING_PAYMENT, OrderState.AWAITING_DEPOSIT},
        may_refund=rules.may_refund(row, datetime.now(UTC)),
        failure=failure(row.failure_code),
    )


def _tax_invoice(row: OrderRow) -> TaxInvoice | None:
    if row.tax_invoice_at is None:
        return None
    return TaxInvoice(
        requested_at=row.tax_invoice_at,
        issued_at=row.tax_invoice_issued_at,
        number=row.tax_invoice_number,
        refused_at=row.tax_invoice_refused_at,
        refusal=row.tax_invoice_refusal,
    )


def _deposit(row: OrderRow) -> Deposit | None:
    """The virtual account, only while its money is awaited, so that nobody pays into a closed one."""
    if row.state is not OrderState.AWAITING_DEPOSIT:
        return None
    if row.bank_code is None or row.account_number is None or row.deposit_due_at is None:
        return None
    return Deposit(
        bank_code=row.bank_code,
        bank_name=bank_name(row.bank_code),
        account_number=row.account_number,
        due_at=row.deposit_due_at,
    )


def _refund(row: OrderRow) -> Refund | None:
    if row.refund_state is None or row.refund_mode is None or row.refund_requested_at is None:
        return None
    return Refund(
        state=row.refund_state,
        mode=row.refund_mode,
        amount=row.refund_amount or 0,
        points=row.refund_points or 0,
        lines=row.refund_lines or [],
        requested_at=row.refund_requested_at,
        completed_at=row.refund_completed_at,
    )

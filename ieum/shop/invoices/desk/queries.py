"""Queries on tax invoices and cash receipts for the console; nothing is masked yet."""

from typing import LiteralString

from ieum.shop.desk.lists import Order, Where, fetch_listed
from ieum.shop.desk.types import Listed
from ieum.shop.invoices.desk.types import CashReceiptLine, InvoiceLine
from ieum.shop.kernel.db import Connection, fetch_optional

_LINE: LiteralString = """
    t.order_id AS "orderId", t.requested_at AS "requestedAt", o.paid_at AS "paidAt",
    t.business_number AS "businessNumber", t.company, t.representative, t.email, sold.name AS "planName", o.months,
    o.quantity, o.state AS "orderState", o.amount, coalesce(y.cancelled_amount, 0) AS returned, 0 AS supply, 0 AS vat,
    t.exported_at AS "exportedAt",
    CASE WHEN t.issued_at IS NOT NULL THEN 'issued' WHEN t.refused_at IS NOT NULL THEN 'refused' ELSE 'open' END
        AS state,
    t.issued_at AS "issuedAt", t.issued_number AS "issuedNumber", t.refused_at AS "refusedAt",
    t.refusal_reason AS "refusalReason"
"""
_SOURCE: LiteralString = """
    tax_invoice_requests t
    JOIN orders o ON o.id = t.order_id
    JOIN order_lines sold ON sold.order_id = o.id AND sold.number = 1
    LEFT JOIN payments y ON y.order_id = o.id AND y.state <> 'refused'
"""
_NEWEST = Order(
    by="t.requested_at DESC, t.order_id DESC",
    beyond="(t.requested_at, t.order_id) < (%(cursor_0)s::timestamptz, %(cursor_1)s::text)",
    width=2,
)
_RECEIPTS: LiteralString = """
    orders o LEFT JOIN payments y ON y.order_id = o.id AND y.state <> 'refused'
"""
_LAST_PAID = Order(
    by="o.paid_at DESC, o.id DESC",
    beyond="(o.paid_at, o.id) < (%(cursor_0)s::timestamptz, %(cursor_1)s::text)",
    width=2,
)


async def list_invoices(
    conn: Connection, where: Where, *, after: str | None, size: int
) -> Listed[InvoiceLine]:
    return await fetch_listed(
        conn,
        InvoiceLine,
        select=_LINE,
        source=_SOURCE,
        where=where,
        order=_NEWEST,
        cursor=lambda line: (line.requested_at.isoformat(), line.order_id),
        after=after,
        size=size,
        counted="tax_invoice_requests t",
    )


async def find(conn: Connection, order_id: str) -> InvoiceLine | None:
    return await fetch_optional(
        conn,
        InvoiceLine,
        f"SELECT {_LINE} FROM {_SOURCE} WHERE t.order_id = %(order_id)s",
        order_id=order_id,
    )


async def list_receipts(
    conn: Connection, where: Where, *, after: str | None, size: int
) -> Listed[CashReceiptLine]:
    return await fetch_listed(
        conn,
        CashReceiptLine,
        select="""
            o.id AS "orderId", o.paid_at AS "paidAt", o.cash_receipt AS kind, o.method, o.amount,
            coalesce(y.cancelled_amount, 0) AS returned, o.state AS "orderState",
            y.cash_receipt_url IS NOT NULL AS "isIssued"
        """,
        source=_RECEIPTS,
        where=where,
        order=_LAST_PAID,
        cursor=lambda line: (line.paid_at.isoformat(), line.order_id),
        after=after,
        size=size,
        counted="orders o",
        key="o.id",
    )

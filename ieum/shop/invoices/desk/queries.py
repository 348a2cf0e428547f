"""Queries on tax invoices for the console; nothing is masked yet."""

from typing import LiteralString

from ieum.shop.invoices.desk.types import InvoiceLine
from ieum.shop.kernel.db import Connection, fetch_optional

STATE: LiteralString = """
    CASE WHEN t.issued_at IS NOT NULL THEN 'issued' WHEN t.refused_at IS NOT NULL THEN 'refused' ELSE 'open' END
"""
_LINE: LiteralString = f"""
    t.order_id AS "orderId", t.requested_at AS "requestedAt", o.paid_at AS "paidAt",
    t.business_number AS "businessNumber", t.company, t.representative, t.email, sold.name AS "planName", o.months,
    o.quantity, o.state AS "orderState", o.amount, coalesce(y.cancelled_amount, 0) AS returned, 0 AS supply, 0 AS vat,
    t.exported_at AS "exportedAt",
    {STATE} AS state,
    t.issued_at AS "issuedAt", t.issued_number AS "issuedNumber", t.refused_at AS "refusedAt",
    t.refusal_reason AS "refusalReason"
"""
SOURCE: LiteralString = """
    tax_invoice_requests t
    JOIN orders o ON o.id = t.order_id
    JOIN order_lines sold ON sold.order_id = o.id AND sold.number = 1
    LEFT JOIN payments y ON y.order_id = o.id AND y.state <> 'refused'
"""


async def find(conn: Connection, order_id: str) -> InvoiceLine | None:
    return await fetch_optional(
        conn,
        InvoiceLine,
        f"SELECT {_LINE} FROM {SOURCE} WHERE t.order_id = %(order_id)s",
        order_id=order_id,
    )

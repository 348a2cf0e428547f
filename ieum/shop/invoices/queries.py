"""SQL of tax invoice requests."""

from datetime import datetime

import msgspec

from ieum.shop.invoices.types import InvoiceRequest, InvoiceRow, Outcome
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.types import MemberId
from ieum.shop.orders.types import OrderId


async def insert_request(conn: Connection, order_id: str, request: InvoiceRequest) -> None:
    await execute(
        conn,
        """
        INSERT INTO tax_invoice_requests (order_id, business_number, company, representative, address, business_type,
                                          business_item, email)
        VALUES (%(order_id)s, %(business_number)s, %(company)s, %(representative)s, %(address)s, %(business_type)s,
                %(business_item)s, %(email)s)
        ON CONFLICT (order_id) DO NOTHING
        """,
        order_id=order_id,
        **msgspec.structs.asdict(request),
    )


async def get_request(conn: Connection, order_id: str) -> InvoiceRequest:
    return await fetch_one(
        conn,
        InvoiceRequest,
        """
        SELECT business_number AS "businessNumber", company, representative, address,
               business_type AS "businessType", business_item AS "businessItem", email
          FROM tax_invoice_requests WHERE order_id = %(order_id)s
        """,
        order_id=order_id,
    )


async def list_open_requests(conn: Connection, *, since: datetime, until: datetime) -> list[InvoiceRow]:
    """Requests made from `since` up to, but not at, `until`, that wait for their invoice, oldest first.

    Those whose money went back altogether are left out: there is nothing to invoice.
    """
    return await fetch_all(
        conn,
        InvoiceRow,
        """
        SELECT t.order_id, o.paid_at, t.business_number, t.company, t.representative, t.address, t.business_type,
               t.business_item, t.email, sold.name AS plan_name, o.months, o.quantity, o.amount,
               coalesce(y.cancelled_amount, 0) AS returned, s.name AS seller,
               replace(s.business_licence, '-', '') AS seller_number, s.representative AS seller_representative,
               s.address AS seller_address, s.mail AS seller_mail
          FROM tax_invoice_requests t
          JOIN orders o ON o.id = t.order_id
          JOIN order_lines sold ON sold.order_id = o.id AND sold.number = 1
          JOIN sellers s ON s.id = sold.seller_id
          LEFT JOIN payments y ON y.order_id = o.id AND y.state <> 'refused'
         WHERE t.requested_at >= %(since)s AND t.requested_at < %(until)s
           AND t.issued_at IS NULL AND t.refused_at IS NULL AND o.amount > coalesce(y.cancelled_amount, 0)
         ORDER BY t.requested_at, t.order_id
        """,
        since=since,
        until=until,
    )


async def mark_exported(conn: Connection, orders: list[OrderId]) -> None:
    """Note the time of the first export; a later one changes nothing."""
    await execute(
        conn,
        """
        UPDATE tax_invoice_requests SET exported_at = now()
         WHERE order_id = ANY(%(orders)s) AND exported_at IS NULL
        """,
        orders=orders,
    )


async def delete_old_requests(conn: Connection, *, before: datetime, limit: int) -> int:
    """Delete requests from before this moment, because they name people; returns how many, at most `limit`."""
    return await execute(
        conn,
        """
        DELETE FROM tax_invoice_requests WHERE order_id IN (
               SELECT order_id FROM tax_invoice_requests WHERE requested_at < %(before)s
                ORDER BY requested_at, order_id LIMIT %(limit)s)
        """,
        before=before,
        limit=limit,
    )


async def lock_outcome(conn: Connection, order_id: str) -> Outcome | None:
    """Lock the request's outcome; None if there is no request."""
    return await fetch_optional(
        conn,
        Outcome,
        """
        SELECT issued_at, issued_number, refused_at, refusal_reason FROM tax_invoice_requests
         WHERE order_id = %(order_id)s FOR UPDATE
        """,
        order_id=order_id,
    )


async def is_number_taken(conn: Connection, number: str) -> bool:
    """Tell whether another request has it; older ones were stored as they were typed, some without hyphens."""
    return await any_row(
        conn,
        "SELECT 1 FROM tax_invoice_requests WHERE issued_number = ANY(%(forms)s)",
        forms=[form for typed in (number, number.replace("-", "")) for form in (typed, typed.upper())],
    )


async def find_paid_at(conn: Connection, order_id: str) -> datetime | None:
    return await fetch_optional(
        conn,
        datetime,
        "SELECT paid_at FROM orders WHERE id = %(order_id)s AND paid_at IS NOT NULL",
        order_id=order_id,
    )


async def set_issued(conn: Connection, order_id: str, number: str) -> None:
    await execute(
        conn,
        """
        UPDATE tax_invoice_requests SET issued_at = now(), issued_number = %(number)s
         WHERE order_id = %(order_id)s
        """,
        order_id=order_id,
        number=number,
    )


async def set_refused(conn: Connection, order_id: str, reason: str) -> MemberId:
    """Refuse the request and return the order's member."""
    return await fetch_one(
        conn,
        MemberId,
        """
        UPDATE tax_invoice_requests t SET refused_at = now(), refusal_reason = %(reason)s
          FROM orders o
         WHERE t.order_id = %(order_id)s AND o.id = t.order_id
        RETURNING o.member_id
        """,
        order_id=order_id,
        reason=reason,
    )

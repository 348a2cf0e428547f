"""SQL that reads payments for reconciliation and stores the result of each check."""

from collections.abc import Collection
from datetime import date, datetime
from typing import LiteralString

import msgspec

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.payments.provider import Channel
from ieum.shop.reconciliation.types import Difference, OurPayment

_PAYMENTS: LiteralString = """
    SELECT payment_key, order_id, provider_order_id, channel, state, amount, cancelled_amount, approved_at,
           reversed_at IS NOT NULL AS reversed
      FROM payments
"""


async def list_payments(conn: Connection, channel: Channel, keys: Collection[str]) -> list[OurPayment]:
    """Payments that have one of these keys."""
    return await fetch_all(
        conn,
        OurPayment,
        _PAYMENTS + " WHERE channel = %(channel)s AND payment_key = ANY(%(keys)s)",
        channel=channel,
        keys=list(keys),
    )


async def list_approved(
    conn: Connection, channel: Channel, *, since: datetime, until: datetime, after: str, limit: int
) -> list[OurPayment]:
    """List some of the payments approved between the two moments, oldest first.

    `after`: the key of the last one before them, which was approved at `since`; empty for the first.
    """
    return await fetch_all(
        conn,
        OurPayment,
        _PAYMENTS
        + """
         WHERE channel = %(channel)s
           AND (approved_at, payment_key) > (%(since)s, %(after)s) AND approved_at <= %(until)s
         ORDER BY approved_at, payment_key
         LIMIT %(limit)s
        """,
        channel=channel,
        since=since,
        until=until,
        after=after,
        limit=limit,
    )


async def find_payment(conn: Connection, payment_key: str, provider_order_id: str) -> OurPayment | None:
    """The payment with this key; else the one with this order id, as a charge may not have its key yet."""
    return await fetch_optional(
        conn,
        OurPayment,
        _PAYMENTS
        + """
         WHERE payment_key = %(payment_key)s
            OR (payment_key IS NULL AND provider_order_id = %(provider_order_id)s)
         ORDER BY payment_key NULLS LAST LIMIT 1
        """,
        payment_key=payment_key,
        provider_order_id=provider_order_id,
    )


async def sum_approved(conn: Connection, channel: Channel, since: datetime, until: datetime) -> int:
    return await fetch_one(
        conn,
        int,
        """
        SELECT coalesce(sum(amount), 0)::bigint FROM payments
         WHERE channel = %(channel)s AND state IN ('approved', 'cancelling', 'cancelled')
           AND approved_at >= %(since)s AND approved_at < %(until)s
        """,
        channel=channel,
        since=since,
        until=until,
    )


async def insert_check(
    conn: Connection, kind: str, day: date, *, totals: object, differences: list[Difference]
) -> None:
    await execute(
        conn,
        """
        INSERT INTO book_checks (kind, day, totals, differences)
        VALUES (%(kind)s, %(day)s, %(totals)s::jsonb, %(differences)s::jsonb)
        """,
        kind=kind,
        day=day,
        totals=msgspec.json.encode(totals).decode(),
        differences=msgspec.json.encode(differences).decode(),
    )

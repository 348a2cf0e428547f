"""Queries on the outbox for the console, and on the prices of SMS."""

from ieum.shop.kernel.db import Connection, execute, fetch_one, fetch_optional
from ieum.shop.outbox.listed import MESSAGES
from ieum.shop.outbox.types import MessagePrices, MessageRow, OutboxId


async def find_message(conn: Connection, message: OutboxId) -> MessageRow | None:
    return await fetch_optional(
        conn,
        MessageRow,
        f"""
        SELECT {MESSAGES.line}, o.body, o.button_label, o.code_until IS NOT NULL AS has_code,
               (starts_with(o.subject, '(광고)') OR starts_with(o.body, '(광고)'))
               AND NOT coalesce(CASE o.channel WHEN 'mail' THEN m.mail_opt_in ELSE m.sms_opt_in END, false)
                   AS is_unwanted,
               m.name, m.email, m.phone
          FROM messages o LEFT JOIN members m ON m.id = o.member_id
         WHERE o.id = %(message)s
        """,
        message=message,
    )


async def get_prices(conn: Connection) -> MessagePrices:
    return await fetch_one(
        conn,
        MessagePrices,
        """
        SELECT (SELECT won::float8 FROM message_prices WHERE kind = 'sms') AS sms,
               (SELECT won::float8 FROM message_prices WHERE kind = 'lms') AS lms
        """,
    )


async def set_price(conn: Connection, kind: str, won: float | None) -> None:
    """None takes it away."""
    await execute(
        conn,
        """
        MERGE INTO message_prices p USING (SELECT %(kind)s::text AS kind, %(won)s::numeric AS won) AS w
           ON p.kind = w.kind
         WHEN MATCHED AND w.won IS NULL THEN DELETE
         WHEN MATCHED THEN UPDATE SET won = w.won
         WHEN NOT MATCHED AND w.won IS NOT NULL THEN INSERT (kind, won) VALUES (w.kind, w.won)
        """,
        kind=kind,
        won=won,
    )

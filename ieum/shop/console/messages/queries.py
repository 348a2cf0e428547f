"""Queries on the outbox for the console, and on the prices of SMS."""

from typing import LiteralString

from ieum.shop.console.messages.types import MessageLine, MessagePrices, MessageRow, OutboxId
from ieum.shop.desk.lists import Order, Where, fetch_listed
from ieum.shop.desk.types import Listed
from ieum.shop.kernel.db import Connection, execute, fetch_one, fetch_optional

_LINE: LiteralString = """
    o.id, o.channel, o.recipient, o.subject, o.member_id AS "memberId", o.created_at AS "createdAt",
    o.sent_at AS "sentAt", o.given_up_at AS "givenUpAt", o.not_before AS "notBefore", o.refusal,
    CASE WHEN o.sent_at IS NOT NULL THEN 'sent' WHEN o.given_up_at IS NOT NULL THEN 'refused' ELSE 'waiting' END
        AS state
"""
_NEWEST = Order(
    by="o.created_at DESC, o.id DESC",
    beyond="(o.created_at, o.id) < (%(cursor_0)s::timestamptz, %(cursor_1)s::bigint)",
    width=2,
)


async def list_messages(
    conn: Connection, where: Where, *, after: str | None, size: int
) -> Listed[MessageLine]:
    """Newest first; recipients are not masked yet."""
    return await fetch_listed(
        conn,
        MessageLine,
        select=_LINE,
        source="messages o",
        key="o.id",
        where=where,
        order=_NEWEST,
        cursor=lambda line: (line.created_at.isoformat(), line.id),
        after=after,
        size=size,
    )


async def find_message(conn: Connection, message: OutboxId) -> MessageRow | None:
    return await fetch_optional(
        conn,
        MessageRow,
        f"""
        SELECT {_LINE}, o.reference, o.body, o.button_label AS "buttonLabel", o.code_until IS NOT NULL AS "hasCode",
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

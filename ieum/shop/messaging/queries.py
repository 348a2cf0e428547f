"""The outbox."""

from datetime import datetime
from typing import Literal

import msgspec

from ieum.shop.db import Connection, execute, fetch_all, fetch_optional


class Message(msgspec.Struct):
    id: int
    channel: Literal["mail", "sms"]
    recipient: str
    subject: str
    body: str
    sent_at: datetime | None


async def insert_mail(
    conn: Connection, *, recipient: str, subject: str, body: str, reference: str
) -> int | None:
    """None where the same thing was told before."""
    return await fetch_optional(
        conn,
        int,
        """
        INSERT INTO messages (channel, recipient, subject, body, reference)
        VALUES ('mail', %(recipient)s, %(subject)s, %(body)s, %(reference)s)
        ON CONFLICT (channel, reference) DO NOTHING
        RETURNING id
        """,
        recipient=recipient,
        subject=subject,
        body=body,
        reference=reference,
    )


async def find_message(conn: Connection, message: int) -> Message | None:
    return await fetch_optional(
        conn,
        Message,
        "SELECT id, channel, recipient, subject, body, sent_at FROM messages WHERE id = %(message)s",
        message=message,
    )


async def mark_sent(conn: Connection, message: int) -> None:
    await execute(
        conn,
        "UPDATE messages SET sent_at = now() WHERE id = %(message)s AND sent_at IS NULL",
        message=message,
    )


async def list_unsent(conn: Connection, *, older_than_seconds: int) -> list[int]:
    return await fetch_all(
        conn,
        int,
        """
        SELECT id FROM messages
         WHERE sent_at IS NULL AND created_at < now() - make_interval(secs => %(seconds)s)
           AND created_at > now() - interval '2 days'
         ORDER BY id LIMIT 200
        """,
        seconds=older_than_seconds,
    )

"""Tell somebody something, once, and only if it happened."""

from ieum.shop.db import Connection
from ieum.shop.jobs import defer
from ieum.shop.messaging import jobs, queries
from ieum.shop.messaging.templates import Text


async def mail(conn: Connection, *, to: str, text: Text, reference: str) -> None:
    """Put a mail into the outbox and queue its delivery with the same transaction."""
    message = await queries.insert_mail(
        conn, recipient=to, subject=text.subject, body=text.body, reference=reference
    )
    if message is not None:
        await defer(conn, jobs.deliver, message=message)

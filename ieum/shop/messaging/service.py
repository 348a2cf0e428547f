"""Tell somebody something, once, and only if it happened."""

from collections.abc import Sequence
from datetime import datetime

from ieum.shop.db import Connection
from ieum.shop.jobs import defer, defer_all
from ieum.shop.members.types import MemberId
from ieum.shop.messaging import jobs, queries
from ieum.shop.messaging.queries import Letter
from ieum.shop.messaging.templates import Text


async def mail(
    conn: Connection,
    *,
    to: str,
    text: Text,
    reference: str,
    member: MemberId | None = None,
    code_until: datetime | None = None,
) -> None:
    """Put a mail into the outbox and queue its delivery with the same transaction.

    What is to a member says so: it is emptied when they leave, whatever their address is then.

    With `code_until` it carries a code: not sent after that time, and its text forgotten once it has left.
    """
    message = await queries.insert_message(
        conn,
        "mail",
        recipient=to,
        subject=text.subject,
        body=text.body,
        reference=reference,
        member=member,
        code_until=code_until,
    )
    if message is not None:
        await defer(conn, jobs.deliver, message=message)


async def sms(
    conn: Connection,
    *,
    to: str,
    text: str,
    reference: str,
    member: MemberId | None = None,
    code_until: datetime | None = None,
) -> None:
    """The same by SMS, to a number in digits; more than 90 bytes of it leave as a long message."""
    message = await queries.insert_message(
        conn,
        "sms",
        recipient=to,
        subject="",
        body=text,
        reference=reference,
        member=member,
        code_until=code_until,
    )
    if message is not None:
        await defer(conn, jobs.deliver, message=message)


async def send_all(conn: Connection, letters: Sequence[Letter]) -> None:
    """Many at once, each told once: two statements however many they are."""
    added = await queries.insert_letters(conn, letters)
    if added:
        await defer_all(conn, jobs.deliver, [{"message": message} for message in added])


async def forget_sent_to(conn: Connection, member: MemberId, addresses: list[str]) -> None:
    """Of who leaves: what we wrote to them is about them."""
    await queries.forget_sent_to(conn, member, addresses)


async def forget_old(conn: Connection, *, before: datetime, limit: int) -> int:
    """Empty messages from before this moment; how many, at most `limit`."""
    return await queries.forget_old(conn, before=before, limit=limit)

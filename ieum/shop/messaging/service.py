"""Tell somebody something, once, and only if it happened."""

from collections.abc import Sequence
from datetime import UTC, datetime

from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.queue import defer, defer_all
from ieum.shop.messaging import queries, rules, tasks
from ieum.shop.messaging.queries import Letter
from ieum.shop.messaging.templates import Text


async def mail(
    conn: Connection,
    *,
    to: str,
    text: Text,
    reference: str,
    member: int | None = None,
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
        text=text,
        reference=reference,
        member=member,
        code_until=code_until,
    )
    if message is not None:
        await defer(conn, tasks.DELIVER, message=message)


async def sms(
    conn: Connection,
    *,
    to: str,
    text: str,
    reference: str,
    member: int | None = None,
    code_until: datetime | None = None,
    at_once: bool = False,
) -> None:
    """The same by SMS, to a number in digits; more than 90 bytes of it leave as a long message.

    It waits for the day, unless it carries a code or tells what came of something just now: `at_once`.
    """
    now = datetime.now(UTC)
    not_before = None if at_once or code_until else rules.by_day(now)
    message = await queries.insert_message(
        conn,
        "sms",
        recipient=to,
        text=Text("", text),
        reference=reference,
        member=member,
        code_until=code_until,
        not_before=not_before,
    )
    if message is not None:
        await defer(conn, tasks.DELIVER, seconds=rules.seconds_until(not_before, now), message=message)


async def send_all(conn: Connection, letters: Sequence[Letter]) -> None:
    """Many that nobody waits for, each told once: a handful of statements however many they are."""
    now = datetime.now(UTC)
    not_before = rules.by_day(now)
    for channel, seconds in (("mail", 0), ("sms", rules.seconds_until(not_before, now))):
        chosen = [letter for letter in letters if letter.channel == channel]
        if not chosen:
            continue
        added = await queries.insert_letters(
            conn, chosen, not_before=not_before if channel == "sms" else None
        )
        if added:
            await defer_all(conn, tasks.DELIVER, [{"message": one} for one in added], seconds=seconds)


async def withdraw(conn: Connection, reference: str) -> None:
    """What still waits for the day to tell this is true no longer, and does not leave."""
    await queries.withdraw(conn, reference)


async def forget_sent_to(conn: Connection, member: int, addresses: list[str]) -> None:
    """Of who leaves: what we wrote to them is about them."""
    await queries.forget_sent_to(conn, member, addresses)


async def forget_old(conn: Connection, *, before: datetime, limit: int) -> int:
    """Empty messages from before this moment; how many, at most `limit`."""
    return await queries.forget_old(conn, before=before, limit=limit)

"""Puts mails and SMS into the outbox, once per reference, and only if the caller's transaction commits."""

from collections.abc import Sequence
from datetime import UTC, datetime

from procrastinate.types import JSONDict

from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.queue import defer_all
from ieum.shop.messaging import queries, rules, tasks
from ieum.shop.messaging.queries import Channel, Letter
from ieum.shop.messaging.templates import Text

# Of jobs whose messages nobody waits for.
AFTER_OTHERS = -10


async def mail(
    conn: Connection,
    *,
    to: str,
    text: Text,
    reference: str,
    member: int | None = None,
    code_until: datetime | None = None,
) -> None:
    """Put a mail into the outbox and queue its delivery in the same transaction.

    `member`: whose mail it is, so that it can be emptied when they leave, even if their address has changed.
    `code_until`: it carries a code that expires then; it is not sent later, and its text is deleted once sent.
    """
    await _queue(
        conn, [mail_letter(to=to, text=text, reference=reference, member=member, code_until=code_until)]
    )


def mail_letter(
    *, to: str, text: Text, reference: str, member: int | None, code_until: datetime | None = None
) -> Letter:
    """A mail for `send_all`."""
    label, path = text.button or ("", "")
    return Letter("mail", to, text.subject, text.body, reference, member, code_until, label, path)


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
    """Put an SMS into the outbox as `mail` does. `to` is a number in digits; over 90 bytes it becomes a long message.

    It is sent by day only, unless it carries a code or the member waits for it (`at_once`).
    """
    letter = Letter("sms", to, "", text, reference, member, code_until)
    await _queue(conn, [letter], by_day=not at_once and code_until is None)


async def send_all(conn: Connection, letters: Sequence[Letter], *, after_others: bool = False) -> None:
    """Put many messages that nobody waits for into the outbox, in a few statements however many there are.

    `after_others`: so many that codes and receipts, which come later, go before them.
    """
    priority = AFTER_OTHERS if after_others else 0
    await _queue(conn, [letter for letter in letters if letter.channel == "mail"], priority=priority)
    await _queue(
        conn, [letter for letter in letters if letter.channel == "sms"], by_day=True, priority=priority
    )


async def send_again(conn: Connection, message: int) -> int | None:
    """Put a message that was sent or given up into the outbox once more, and return the new one's id.

    None where that was done before, and for a message that waits still, carries a code, or has been emptied.
    """
    again = await queries.copy(conn, message)
    if again is None:
        return None
    not_before = rules.by_day(datetime.now(UTC)) if again.channel == "sms" else None
    if not_before is not None:
        await queries.postpone(conn, again.id, not_before)
    delay = rules.seconds_until(not_before, datetime.now(UTC))
    await defer_all(conn, tasks.DELIVER[again.channel], [{"message": again.id}], seconds=delay)
    return again.id


async def withdraw_all(conn: Connection, channel: Channel, references: Sequence[str]) -> int:
    """Cancel those of these messages that have not been sent, and return how many."""
    return await queries.withdraw_all(conn, channel, references)


async def _queue(
    conn: Connection, letters: Sequence[Letter], *, by_day: bool = False, priority: int = 0
) -> None:
    """All of one channel."""
    if not letters:
        return
    now = datetime.now(UTC)
    not_before = rules.by_day(now) if by_day else None
    messages = await queries.insert_letters(conn, letters, not_before=not_before)
    if messages:
        delay = rules.seconds_until(not_before, now)
        jobs: list[JSONDict] = [{"message": message} for message in messages]
        await defer_all(conn, tasks.DELIVER[letters[0].channel], jobs, seconds=delay, priority=priority)

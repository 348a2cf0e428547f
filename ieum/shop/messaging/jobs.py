"""Jobs that deliver the messages in the outbox."""

import logging
from datetime import UTC, datetime

from procrastinate import RetryStrategy

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import defer, defer_all, job
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.kernel.settings import Settings
from ieum.shop.messaging import budget_queries, budgets, queries, rules, tasks
from ieum.shop.messaging.drivers import Mailer, MessageRefused, Texter
from ieum.shop.messaging.layout import Letterhead, lay_out, letterhead_of
from ieum.shop.messaging.queries import Message
from ieum.shop.site import queries as site_queries

log = logging.getLogger(__name__)

# Later than the last attempt of a delivery, which is 23 minutes after the first.
SWEEP_AFTER_SECONDS = 1800


@job(tasks.DELIVER["mail"], retry=RetryStrategy(max_attempts=5, exponential_wait=4))
async def deliver(
    db: Database, mailer: Mailer, texter: Texter | None, settings: Settings, *, message: int
) -> None:
    """Send one message. It is sent twice only if we crash before we note it as sent, or the answer is lost.

    An expired code is not sent, and a message that was refused for good is not tried again. An SMS that should not
    arrive at night waits for the morning (`_wait_for_day`), and what is beyond its recipient's budget is dropped or
    leaves together with others (`budgets.py`).
    """
    async with db.connection() as conn:
        row = await queries.find_message(conn, message)
        config = await site_queries.get_config(conn)
        logo = await queries.find_logo(conn, config.logo) if config.logo else b""
    if row is None or row.sent_at is not None or row.given_up_at is not None:
        return
    if await _wait_for_day(db, row) or not await budgets.may_leave(db, row, key=settings.secret_key):
        return
    if row.reference.startswith("together:"):
        async with db.connection() as conn:
            row.parts = await budget_queries.list_parts(conn, row.id)
    refusal = None
    try:
        await _send(mailer, texter, row, letterhead_of(config, settings.public_url, logo))
    except MessageRefused as refused:
        refusal = refused.code
        # Without the recipient and the text: more people read the log than the outbox.
        log.error("%s message %s was given up: %s", row.channel, message, refusal)  # noqa: TRY400 - expected
    async with db.transaction() as conn:
        await queries.close(conn, message, refusal=refusal)


async def _wait_for_day(db: Database, message: Message) -> bool:
    """Postpone an SMS that is due at night and may be sent by day only. True where it was postponed.

    Sent by day only are an SMS with a `not_before`, and one that nobody waits for any more (after `awaited_until`).
    """
    now = datetime.now(UTC)
    by_day_from = message.not_before or message.awaited_until
    if message.channel == "mail" or by_day_from is None or (message.not_before is None and now < by_day_from):
        return False
    leaves_at = rules.by_day(max(by_day_from, now))
    if leaves_at <= now:
        return False
    async with db.transaction() as conn:
        await queries.postpone(conn, message.id, leaves_at)
        delay = rules.seconds_until(leaves_at, now)
        await defer(conn, tasks.DELIVER[message.channel], seconds=delay, message=message.id)
    return True


async def _send(mailer: Mailer, texter: Texter | None, message: Message, head: Letterhead) -> None:
    if message.stale:
        raise MessageRefused("too_late")
    if message.channel == "mail":
        await mailer.send(lay_out(message, head), sender=head.mail or "no-reply@localhost")
    elif texter is None:
        raise MessageRefused("no_sms_account")
    else:
        await texter.send(message)


@job("messaging.sweep_outbox", cron="*/10 * * * *")
async def sweep_outbox(db: Database) -> None:
    """Queue again the messages whose delivery job was lost or has used up its attempts, for two days."""
    async with db.transaction() as conn:
        if given_up := await queries.give_up_late(conn):
            log.error("%d messages were given up: they could not be sent for two days", given_up)
        await budget_queries.settle_parts(conn)
        unsent = await queries.list_unsent(conn, older_than_seconds=SWEEP_AFTER_SECONDS, jobs=[deliver.name])
        for channel, task in tasks.DELIVER.items():
            await defer_all(conn, task, [{"message": one.id} for one in unsent if one.channel == channel])


@job("messaging.forget_code_messages", cron="20 19 * * *")
async def forget_code_messages(db: Database) -> None:
    """Delete messages with codes after a week, because they say who asked for one, and the budgets of past days."""
    async with db.transaction() as conn:
        await queries.delete_code_messages(conn, older_than_days=7)
        await budget_queries.forget_days(conn, before=datetime.now(UTC).astimezone(SEOUL).date())

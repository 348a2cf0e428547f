"""Delivery of the outbox."""

import logging
from datetime import UTC, datetime

from procrastinate import JobContext, RetryStrategy

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import app, defer, defer_all, find_tool, tool
from ieum.shop.messaging import queries, rules, tasks
from ieum.shop.messaging.drivers import Mailer, MessageRefused, Texter
from ieum.shop.messaging.queries import Message
from ieum.shop.site import queries as site_queries

log = logging.getLogger(__name__)

# Seconds. The tries of a job are over by then, the last is 23 minutes after the first.
SWEPT_AFTER = 1800


@app.task(
    name=tasks.DELIVER,
    aliases=["ieum.shop.messaging.jobs.deliver"],
    pass_context=True,
    retry=RetryStrategy(max_attempts=5, exponential_wait=4),
)
async def deliver(context: JobContext, message: int) -> None:
    """Send one message. Sent twice only if we crash between the hand-over and the note of it, or its answer is lost.

    A code whose time is over is not sent any more; what is refused for good is not tried again. What leaves by day
    and is met by the night, be it at a late try, goes on the next morning; so does what nobody waits for any more.
    """
    async with tool(context, Database).connection() as conn:
        found = await queries.find_message(conn, message)
        config = await site_queries.get_config(conn)
    if found is None or found.sent_at is not None or found.given_up_at is not None:
        return
    if await _waits(tool(context, Database), found):
        return
    try:
        if found.stale:
            raise MessageRefused("too_late")  # noqa: TRY301 - a refusal of our own
        await _hand_over(
            tool(context, Mailer),
            find_tool(context, Texter),
            found,
            mail_sender=config.site_mail or "no-reply@localhost",
        )
    except MessageRefused as refused:
        # Neither number nor text: a log is read by more people than the outbox.
        log.error("%s message %s was given up: %s", found.channel, message, refused.code)  # noqa: TRY400 - expected
        async with tool(context, Database).transaction() as conn:
            await queries.mark_given_up(conn, message, refused.code)
        return
    async with tool(context, Database).transaction() as conn:
        await queries.mark_sent(conn, message)


async def _waits(db: Database, message: Message) -> bool:
    now = datetime.now(UTC)
    by_day_from = message.not_before or message.awaited_until
    if by_day_from is None or (message.not_before is None and now < by_day_from):
        return False
    leaves_at = rules.by_day(max(by_day_from, now))
    if leaves_at <= now:
        return False
    async with db.transaction() as conn:
        await queries.postpone(conn, message.id, leaves_at)
        await defer(conn, tasks.DELIVER, seconds=rules.seconds_until(leaves_at, now), message=message.id)
    return True


async def _hand_over(mailer: Mailer, texter: Texter | None, message: Message, *, mail_sender: str) -> None:
    if message.channel == "mail":
        await mailer.send(message, sender=mail_sender)
    elif texter is None:
        raise MessageRefused("no_sms_account")
    else:
        await texter.send(message)


@app.periodic(cron="*/10 * * * *")
@app.task(name="messaging.sweep_outbox", aliases=["ieum.shop.messaging.jobs.sweep_outbox"], pass_context=True)
async def sweep_outbox(context: JobContext, timestamp: int) -> None:
    """Heal what a lost or exhausted delivery left behind."""
    del timestamp
    async with tool(context, Database).transaction() as conn:
        unsent = await queries.list_unsent(
            conn, older_than_seconds=SWEPT_AFTER, jobs=[deliver.name, *deliver.aliases]
        )
        await defer_all(conn, tasks.DELIVER, [{"message": message} for message in unsent])


@app.periodic(cron="20 19 * * *")
@app.task(
    name="messaging.forget_code_messages",
    aliases=["ieum.shop.messaging.jobs.forget_code_messages"],
    pass_context=True,
)
async def forget_code_messages(context: JobContext, timestamp: int) -> None:
    """Whom a code was sent to is nobody's business a week later."""
    del timestamp
    async with tool(context, Database).transaction() as conn:
        await queries.delete_code_messages(conn, older_than_days=7)

"""Delivery of the outbox."""

from procrastinate import JobContext, RetryStrategy

from ieum.shop.jobs import app, defer, tools_of
from ieum.shop.messaging import queries
from ieum.shop.site import queries as site_queries


@app.task(pass_context=True, retry=RetryStrategy(max_attempts=8, exponential_wait=4))
async def deliver(context: JobContext, message: int) -> None:
    """Send one message. Sent twice only if we crash between the hand-over and the note of it."""
    tools = tools_of(context)
    async with tools.db.connection() as conn:
        found = await queries.find_message(conn, message)
        config = await site_queries.get_config(conn)
    if found is None or found.sent_at is not None:
        return
    await tools.mailer.send(found, sender=config.site_mail or "no-reply@localhost")
    async with tools.db.transaction() as conn:
        await queries.mark_sent(conn, message)


@app.periodic(cron="*/10 * * * *")
@app.task(pass_context=True)
async def sweep_outbox(context: JobContext, timestamp: int) -> None:
    """Heal what a lost or exhausted delivery left behind."""
    del timestamp
    async with tools_of(context).db.transaction() as conn:
        for message in await queries.list_unsent(conn, older_than_seconds=1800):
            await defer(conn, deliver, message=message)

"""Jobs that queue renewals, send notices, run the dunning steps, and delete billing keys."""

from procrastinate import JobContext, RetryStrategy

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import app, tool
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.payments.provider import Provider
from ieum.shop.subscriptions import dunning, methods, schedule, tasks


@app.periodic(cron="* * * * *")
@app.task(
    name="subscriptions.renew_due",
    aliases=["ieum.shop.subscriptions.jobs.renew_due"],
    pass_context=True,
    lock="renew_due",
)
async def renew_due(context: JobContext, timestamp: int) -> None:
    del timestamp
    db = tool(context, Database)
    await schedule.queue_due(db)
    await schedule.queue_retries(db)


@app.periodic(cron="* * * * *")
@app.task(
    name="subscriptions.close_due",
    aliases=["ieum.shop.subscriptions.jobs.close_due"],
    pass_context=True,
    lock="close_due_subscriptions",
)
async def close_due(context: JobContext, timestamp: int) -> None:
    """Run the dunning steps."""
    del timestamp
    await dunning.close_due(tool(context, Database))


# Charges are due at nine in the morning, and so are their notices: no message arrives at night.
@app.periodic(cron="*/10 * * * *")
@app.task(
    name="subscriptions.give_notice",
    aliases=["ieum.shop.subscriptions.jobs.give_notice"],
    pass_context=True,
    lock="give_notice_of_charges",
)
async def give_notice(context: JobContext, timestamp: int) -> None:
    del timestamp
    await schedule.give_notice(tool(context, Database))


# 10:00 in Seoul, because a text message at night disturbs.
@app.periodic(cron="0 1 * * *")
@app.task(
    name="subscriptions.ask_about_rises",
    aliases=["ieum.shop.subscriptions.jobs.ask_about_rises"],
    pass_context=True,
    lock="ask_about_rises",
)
async def ask_about_rises(context: JobContext, timestamp: int) -> None:
    """Ask for consent to higher prices. Nobody is asked twice, so the next run continues one that was cut short."""
    del timestamp
    await schedule.ask_about_rises(tool(context, Database))


@app.task(
    name=tasks.DELETE_BILLING_KEY,
    aliases=["ieum.shop.subscriptions.jobs.delete_billing_key"],
    pass_context=True,
    retry=RetryStrategy(max_attempts=8, exponential_wait=4),
)
async def delete_billing_key(context: JobContext, method: int) -> None:
    """Delete the billing key of a removed card at the provider."""
    await methods.delete_at_provider(
        tool(context, Database), tool(context, Provider), tool(context, Sealer), method=method
    )


@app.periodic(cron="40 * * * *")
@app.task(
    name="subscriptions.delete_billing_keys",
    aliases=["ieum.shop.subscriptions.jobs.delete_billing_keys"],
    pass_context=True,
    lock="delete_billing_keys",
)
async def delete_billing_keys(context: JobContext, timestamp: int) -> None:
    """Delete the billing keys whose own job was lost or has failed too often."""
    del timestamp
    await methods.delete_at_provider(tool(context, Database), tool(context, Provider), tool(context, Sealer))

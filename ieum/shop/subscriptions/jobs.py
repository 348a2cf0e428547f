"""What charges, tells and ends by the clock, and what heals it."""

from collections.abc import Sequence

from procrastinate import JobContext, RetryStrategy

from ieum.shop.db import Connection
from ieum.shop.jobs import app, defer_all, tools_of

# Behind everything else that waits: on a busy day a buyer's payment must not stand in their row.
CHARGE_PRIORITY = -10


async def queue_charges(conn: Connection, orders: Sequence[str]) -> None:
    """One job an order, on the transaction that made the order."""
    if orders:
        await defer_all(
            conn, charge_renewal, [{"order_id": order} for order in orders], priority=CHARGE_PRIORITY
        )


@app.task(pass_context=True, retry=RetryStrategy(max_attempts=5, exponential_wait=6))
async def charge_renewal(context: JobContext, order_id: str) -> None:
    """Late or repeated, it charges only what is still to be charged."""
    from ieum.shop.subscriptions import charging  # noqa: PLC0415 - what it follows from queues these jobs

    tools = tools_of(context)
    await charging.charge(tools.db, tools.provider, tools.sealer, order_id)


@app.periodic(cron="* * * * *")
@app.task(pass_context=True, lock="renew_due")
async def renew_due(context: JobContext, timestamp: int) -> None:
    from ieum.shop.subscriptions import sweeps  # noqa: PLC0415 - it queues these jobs

    del timestamp
    db = tools_of(context).db
    await sweeps.queue_due(db)
    await sweeps.queue_retries(db)


@app.periodic(cron="* * * * *")
@app.task(pass_context=True, lock="close_due_subscriptions")
async def close_due(context: JobContext, timestamp: int) -> None:
    """Grace, suspension, release, and the end of what was stopped."""
    from ieum.shop.subscriptions import closing  # noqa: PLC0415 - what it follows from queues these jobs

    del timestamp
    await closing.close_due(tools_of(context).db)


# Charges are due at nine in the morning, so that notices come due then, too: nobody is woken.
@app.periodic(cron="*/10 * * * *")
@app.task(pass_context=True, lock="give_notice_of_charges")
async def give_notice(context: JobContext, timestamp: int) -> None:
    from ieum.shop.subscriptions import sweeps  # noqa: PLC0415 - it queues these jobs

    del timestamp
    await sweeps.give_notice(tools_of(context).db)


# 10:00 in Seoul: a text message at night disturbs.
@app.periodic(cron="0 1 * * *")
@app.task(pass_context=True, lock="ask_about_rises")
async def ask_about_rises(context: JobContext, timestamp: int) -> None:
    """Who was asked is not asked again, so a run that was cut short goes on with the next."""
    from ieum.shop.subscriptions import sweeps  # noqa: PLC0415 - it queues these jobs

    del timestamp
    await sweeps.ask_about_rises(tools_of(context).db)


@app.task(pass_context=True, retry=RetryStrategy(max_attempts=8, exponential_wait=4))
async def delete_billing_key(context: JobContext, method: int) -> None:
    """Have the provider forget a card that was given up."""
    from ieum.shop.subscriptions import methods  # noqa: PLC0415 - it queues these jobs

    tools = tools_of(context)
    await methods.delete_at_provider(tools.db, tools.provider, tools.sealer, method=method)


@app.periodic(cron="40 * * * *")
@app.task(pass_context=True, lock="delete_billing_keys")
async def delete_billing_keys(context: JobContext, timestamp: int) -> None:
    """Heal what a lost or exhausted deletion left behind."""
    from ieum.shop.subscriptions import methods  # noqa: PLC0415 - it queues these jobs

    del timestamp
    tools = tools_of(context)
    await methods.delete_at_provider(tools.db, tools.provider, tools.sealer)

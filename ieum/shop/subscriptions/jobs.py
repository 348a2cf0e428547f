"""What charges, tells and ends by the clock, and what heals it."""

from procrastinate import JobContext, RetryStrategy

from ieum.shop.jobs import app, tools_of


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

"""What heals payments: every open one is looked at until it is settled, and no account waits beyond its time."""

import logging

from procrastinate import JobContext, RetryStrategy

from ieum.shop.jobs import app, tools_of
from ieum.shop.payments import queries
from ieum.shop.payments.types import PaymentId

log = logging.getLogger(__name__)

# Younger ones are still in the hands of whoever began them.
OLDER_THAN_SECONDS = 15
DEPOSITS_SECONDS = 600
BATCH = 200


@app.task(pass_context=True, retry=RetryStrategy(max_attempts=5, exponential_wait=3))
async def settle_payment(context: JobContext, payment: int) -> None:
    """Late or repeated, it reads the truth when it runs."""
    from ieum.shop.payments import settling  # noqa: PLC0415 - what it calls queues these jobs

    tools = tools_of(context)
    async with tools.db.connection() as conn:
        found = await queries.get(conn, PaymentId(payment))
    if found.state == "confirming":
        await settling.settle(tools.db, tools.provider, tools.sealer, found)


@app.task(pass_context=True, retry=RetryStrategy(max_attempts=5, exponential_wait=4))
async def read_payment(context: JobContext, order_id: str) -> None:
    """A webhook hinted at what the provider knows by this order id."""
    from ieum.shop.payments import settling  # noqa: PLC0415 - what it calls queues these jobs

    tools = tools_of(context)
    await settling.learn(tools.db, tools.provider, tools.sealer, order_id)


@app.periodic(cron="* * * * *")
@app.task(pass_context=True, lock="reconcile")
async def reconcile(context: JobContext, timestamp: int) -> None:
    """Everything unsettled, one by one: one that fails does not stop the others."""
    from ieum.shop.payments import settling  # noqa: PLC0415 - what it calls queues these jobs

    del timestamp
    tools = tools_of(context)
    async with tools.db.connection() as conn:
        unsettled = await queries.list_unsettled(
            conn, older_than_seconds=OLDER_THAN_SECONDS, deposits_seconds=DEPOSITS_SECONDS
        )
    for payment in unsettled:
        try:
            await settling.settle(tools.db, tools.provider, tools.sealer, payment)
        except Exception:
            log.exception("payment %s of order %s could not be settled", payment.id, payment.order_id)


@app.periodic(cron="* * * * *")
@app.task(pass_context=True, lock="expire_deposits")
async def expire_deposits(context: JobContext, timestamp: int) -> None:
    """Accounts that nobody paid into in time are closed at the provider, then their orders here."""
    from ieum.shop.payments import deposits  # noqa: PLC0415 - what it calls queues these jobs

    del timestamp
    tools = tools_of(context)
    await deposits.expire_lapsed(tools.db, tools.provider)


@app.periodic(cron="* * * * *")
@app.task(pass_context=True, lock="remind_deposits")
async def remind_deposits(context: JobContext, timestamp: int) -> None:
    """Who has not paid in yet is reminded once."""
    from ieum.shop.payments import notices  # noqa: PLC0415 - what it calls queues jobs

    del timestamp
    db = tools_of(context).db
    while True:
        async with db.transaction() as conn:
            if await notices.remind_due(conn, limit=BATCH) < BATCH:
                return

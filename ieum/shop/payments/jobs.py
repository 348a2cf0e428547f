"""The job that reminds buyers of open deposits."""

from procrastinate import JobContext

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import app, tool
from ieum.shop.payments import deposit_notices

BATCH = 200


@app.periodic(cron="* * * * *")
@app.task(
    name="payments.remind_deposits",
    aliases=["ieum.shop.payments.jobs.remind_deposits"],
    pass_context=True,
    lock="remind_deposits",
)
async def remind_deposits(context: JobContext, timestamp: int) -> None:
    """Remind each buyer who has not paid in yet, once."""
    del timestamp
    db = tool(context, Database)
    while True:
        async with db.transaction() as conn:
            if await deposit_notices.remind_due(conn, limit=BATCH) < BATCH:
                return

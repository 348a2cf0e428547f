"""The job that takes expired tickets."""

from procrastinate import JobContext

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import app, tool
from ieum.shop.ledgers import service


@app.periodic(cron="3 * * * *")
@app.task(
    name="ledgers.expire_tickets",
    aliases=["ieum.shop.ledgers.jobs.expire_tickets"],
    pass_context=True,
    lock="expire_tickets",
)
async def expire_tickets(context: JobContext, timestamp: int) -> None:
    """Take expired tickets, one transaction per member. They cannot be used in the meantime either."""
    del timestamp
    db = tool(context, Database)
    while True:
        async with db.transaction() as conn:
            if not await service.expire_tickets(conn):
                return

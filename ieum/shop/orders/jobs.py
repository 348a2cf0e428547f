"""The job that expires unpaid orders."""

from procrastinate import JobContext

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import app, tool
from ieum.shop.orders import service


@app.periodic(cron="* * * * *")
@app.task(
    name="orders.expire_holds",
    aliases=["ieum.shop.orders.jobs.expire_holds"],
    pass_context=True,
    lock="expire_holds",
)
async def expire_holds(context: JobContext, timestamp: int) -> None:
    """Expire overdue orders in batches, each in its own transaction, so that no long transaction holds many locks."""
    del timestamp
    db = tool(context, Database)
    while True:
        async with db.transaction() as conn:
            if not await service.expire_overdue(conn, limit=200):
                return

"""Holds that run out."""

from procrastinate import JobContext

from ieum.shop.jobs import app, tools_of
from ieum.shop.orders import service


@app.periodic(cron="* * * * *")
@app.task(pass_context=True, lock="expire_holds")
async def expire_holds(context: JobContext, timestamp: int) -> None:
    """Batches, each a transaction of its own, so that a crowd of holds does not lock the shop."""
    del timestamp
    db = tools_of(context).db
    while True:
        async with db.transaction() as conn:
            if not await service.expire_overdue(conn, limit=200):
                return

"""Services whose time is over."""

from procrastinate import JobContext

from ieum.shop.jobs import app, tools_of
from ieum.shop.services import service


@app.periodic(cron="* * * * *")
@app.task(pass_context=True, lock="expire_services")
async def expire_services(context: JobContext, timestamp: int) -> None:
    """Batches, each a transaction of its own: one service that fails does not undo the others'."""
    del timestamp
    db = tools_of(context).db
    while True:
        async with db.transaction() as conn:
            if not await service.expire_due(conn, limit=100):
                return

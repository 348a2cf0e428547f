"""The job that closes services whose period is over."""

from procrastinate import JobContext

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import app, tool
from ieum.shop.services import service


@app.periodic(cron="* * * * *")
@app.task(
    name="services.expire_services",
    aliases=["ieum.shop.services.jobs.expire_services"],
    pass_context=True,
    lock="expire_services",
)
async def expire_services(context: JobContext, timestamp: int) -> None:
    """Close services in batches, each in a transaction of its own, so that a failure undoes one batch only."""
    del timestamp
    db = tool(context, Database)
    while True:
        async with db.transaction() as conn:
            if not await service.expire_due(conn, limit=100):
                return

"""The daily job that deletes old verifications and old counts of requests."""

from datetime import UTC, datetime

from procrastinate import JobContext

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.limits import forget_counts
from ieum.shop.kernel.queue import app, tool
from ieum.shop.members.verification import queries, rules


@app.periodic(cron="10 19 * * *")
@app.task(
    name="verification.forget_verifications",
    aliases=["ieum.shop.members.verification.jobs.forget_verifications"],
    pass_context=True,
)
async def forget_verifications(context: JobContext, timestamp: int) -> None:
    """Runs at ten past four in Seoul."""
    async with tool(context, Database).transaction() as conn:
        await queries.delete_old(conn, older_than=rules.DAY)
        await forget_counts(conn, before=datetime.fromtimestamp(timestamp, UTC) - rules.DAY)

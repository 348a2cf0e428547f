"""Verifications that nobody needs any more."""

from datetime import UTC, datetime

from procrastinate import JobContext

from ieum.shop.jobs import app, tools_of
from ieum.shop.limits import forget_counts
from ieum.shop.members.verification import queries, rules


@app.periodic(cron="10 19 * * *")
@app.task(pass_context=True)
async def forget_verifications(context: JobContext, timestamp: int) -> None:
    """Once a day, in the small hours of Seoul."""
    async with tools_of(context).db.transaction() as conn:
        await queries.delete_old(conn, older_than=rules.DAY)
        await forget_counts(conn, before=datetime.fromtimestamp(timestamp, UTC) - rules.DAY)

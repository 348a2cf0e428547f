"""The daily job that deletes old verifications and old counts of requests."""

from datetime import UTC, datetime

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.limits import forget_counts
from ieum.shop.kernel.queue import job
from ieum.shop.members.verification import queries, rules


@job("verification.forget_verifications", cron="10 19 * * *")
async def forget_verifications(db: Database, *, timestamp: int) -> None:
    """Runs at ten past four in Seoul."""
    async with db.transaction() as conn:
        await queries.delete_old(conn, older_than=rules.DAY)
        await forget_counts(conn, before=datetime.fromtimestamp(timestamp, UTC) - rules.DAY)

"""The job that mails a notice after a lock, which the login does not wait for, and the hourly clean-up."""

from datetime import UTC, datetime

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job
from ieum.shop.members import notices, tasks
from ieum.shop.members.security import queries
from ieum.shop.members.types import MemberId


@job(tasks.TELL_OF_LOCK)
async def tell_of_lock(db: Database, *, member: int) -> None:
    """Also queued, with member 0, for a login id that nobody has, so that the login takes as long either way."""
    async with db.transaction() as conn:
        await notices.tell_of_lock(conn, MemberId(member), now=datetime.now(UTC))


@job("security.delete_old", cron="7 * * * *")
async def delete_old(db: Database) -> None:
    async with db.transaction() as conn:
        await queries.delete_old(conn)

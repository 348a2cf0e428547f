"""The job that mails a notice after a lock, which the login does not wait for, and the hourly clean-up."""

from datetime import UTC, datetime

from procrastinate import JobContext

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import app, tool
from ieum.shop.members import notices, tasks
from ieum.shop.members.security import passkey_queries, queries
from ieum.shop.members.types import MemberId


@app.task(
    name=tasks.TELL_OF_LOCK, aliases=["ieum.shop.members.security.jobs.tell_of_lock"], pass_context=True
)
async def tell_of_lock(context: JobContext, member: int) -> None:
    """Also queued, with member 0, for a login id that nobody has, so that the login takes as long either way."""
    async with tool(context, Database).transaction() as conn:
        await notices.tell_of_lock(conn, MemberId(member), now=datetime.now(UTC))


@app.periodic(cron="7 * * * *")
@app.task(
    name="security.delete_old", aliases=["ieum.shop.members.security.jobs.delete_old"], pass_context=True
)
async def delete_old(context: JobContext, timestamp: int) -> None:
    del timestamp
    async with tool(context, Database).transaction() as conn:
        await queries.delete_old_attempts(conn)
        await passkey_queries.delete_old_challenges(conn)
        await queries.delete_unconfirmed_secrets(conn)

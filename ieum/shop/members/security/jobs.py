"""Notices that a login does not wait for, and rows whose time is over."""

from datetime import UTC, datetime

from procrastinate import JobContext

from ieum.shop.jobs import app, tools_of
from ieum.shop.members.security import notices, passkey_rows, queries
from ieum.shop.members.types import MemberId


@app.task(pass_context=True)
async def tell_of_lock(context: JobContext, member: int) -> None:
    """Queued for a login id that nobody has, too, with no member: both take as long at the login."""
    async with tools_of(context).db.transaction() as conn:
        await notices.tell_of_lock(conn, MemberId(member), now=datetime.now(UTC))


@app.periodic(cron="7 * * * *")
@app.task(pass_context=True)
async def delete_old(context: JobContext, timestamp: int) -> None:
    del timestamp
    async with tools_of(context).db.transaction() as conn:
        await queries.delete_old_attempts(conn)
        await passkey_rows.delete_old_challenges(conn)
        await queries.delete_unconfirmed_secrets(conn)

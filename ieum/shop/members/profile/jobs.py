"""The daily job that reminds members of old consents to advertising."""

from procrastinate import JobContext

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import app, tool
from ieum.shop.members.profile import consents


# At 10:00 in Seoul, because text messages at night disturb.
@app.periodic(cron="0 1 * * *")
@app.task(
    name="profile.ask_consents_again",
    aliases=["ieum.shop.members.profile.jobs.ask_consents_again"],
    pass_context=True,
    lock="ask_consents_again",
)
async def ask_consents_again(context: JobContext, timestamp: int) -> None:
    """A member who was reminded is not found again, so the next run continues where an interrupted one stopped."""
    del timestamp
    db = tool(context, Database)
    while True:
        async with db.transaction() as conn:
            if not await consents.ask_again(conn):
                return

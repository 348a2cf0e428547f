"""What the law asks for by the calendar."""

from procrastinate import JobContext

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import app, tool
from ieum.shop.members.profile import consents


# 10:00 in Seoul: a text message at night disturbs.
@app.periodic(cron="0 1 * * *")
@app.task(
    name="profile.ask_consents_again",
    aliases=["ieum.shop.members.profile.jobs.ask_consents_again"],
    pass_context=True,
    lock="ask_consents_again",
)
async def ask_consents_again(context: JobContext, timestamp: int) -> None:
    """Who was asked is not found again, so a run that was cut short goes on with the next."""
    del timestamp
    db = tool(context, Database)
    while True:
        async with db.transaction() as conn:
            if not await consents.ask_again(conn):
                return

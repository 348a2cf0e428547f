"""What the law asks for by the calendar."""

from procrastinate import JobContext

from ieum.shop.jobs import app, tools_of
from ieum.shop.members.profile import consents, leaving


# 10:00 in Seoul: a text message at night disturbs.
@app.periodic(cron="0 1 * * *")
@app.task(pass_context=True, lock="ask_consents_again")
async def ask_consents_again(context: JobContext, timestamp: int) -> None:
    """Who was asked is not found again, so a run that was cut short goes on with the next."""
    del timestamp
    db = tools_of(context).db
    while True:
        async with db.transaction() as conn:
            if not await consents.ask_again(conn):
                return


@app.periodic(cron="30 18 * * *")
@app.task(pass_context=True, lock="destroy_due_records")
async def destroy_due_records(context: JobContext, timestamp: int) -> None:
    """Once a day, while Seoul sleeps."""
    del timestamp
    await leaving.destroy_due(tools_of(context).db)

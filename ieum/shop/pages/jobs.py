"""What the calendar does for being found."""

from procrastinate import JobContext

from ieum.shop.jobs import app, tools_of
from ieum.shop.pages import announcing


@app.periodic(cron="*/5 * * * *")
@app.task(pass_context=True, lock="announce_changes")
async def announce_changes(context: JobContext, timestamp: int) -> None:
    """Every five minutes, because texts also become public by the clock alone."""
    del timestamp
    tools = tools_of(context)
    if tools.announcer is not None:
        await announcing.announce_changes(tools.db, tools.announcer)

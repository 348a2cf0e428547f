"""What the calendar does for being found."""

from contextlib import closing

from procrastinate import JobContext

from ieum.shop.jobs import app, tools_of
from ieum.shop.pages import announcing
from ieum.shop.pages.v8 import Renderer


@app.periodic(cron="*/5 * * * *")
@app.task(pass_context=True, lock="announce_changes")
async def announce_changes(context: JobContext, timestamp: int) -> None:
    """Every five minutes, because texts also become public by the clock alone."""
    del timestamp
    tools = tools_of(context)
    if tools.announcer is not None and tools.render_script is not None:
        # As it is now: a deploy may have brought another one. It loads where it is asked, and not for notices.
        with closing(Renderer(tools.render_script)) as renderer:
            await announcing.announce_changes(tools.db, tools.announcer, renderer)

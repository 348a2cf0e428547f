"""The job that announces changed pages to search engines."""

from contextlib import closing

from procrastinate import JobContext

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import app, find_tool, tool
from ieum.shop.kernel.settings import Settings
from ieum.shop.pages import announcing
from ieum.shop.pages.index_now import Announcer
from ieum.shop.pages.v8 import Renderer


@app.periodic(cron="*/5 * * * *")
@app.task(
    name="pages.announce_changes",
    aliases=["ieum.shop.pages.jobs.announce_changes"],
    pass_context=True,
    lock="announce_changes",
)
async def announce_changes(context: JobContext, timestamp: int) -> None:
    """Every five minutes, because texts also become public merely by their publish_at."""
    del timestamp
    announcer = find_tool(context, Announcer)
    if announcer is not None:
        # Made anew for each run, since a deploy may have replaced the script. It loads only when a call needs it.
        with closing(Renderer(tool(context, Settings).web_dist / "server" / "render.js")) as renderer:
            await announcing.announce_changes(tool(context, Database), announcer, renderer)

"""The job that announces changed pages to search engines."""

from contextlib import closing

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job
from ieum.shop.kernel.settings import Settings
from ieum.shop.pages import announcing
from ieum.shop.pages.index_now import Announcer
from ieum.shop.pages.v8 import Renderer


@job("pages.announce_changes", cron="*/5 * * * *", lock="announce_changes")
async def announce_changes(announcer: Announcer | None, settings: Settings, db: Database) -> None:
    """Every five minutes, because texts also become public merely by their publish_at."""
    if announcer is not None:
        # Made anew for each run, since a deploy may have replaced the script. It loads only when a call needs it.
        with closing(Renderer(settings.web_dist / "server" / "render.js")) as renderer:
            await announcing.announce_changes(db, announcer, renderer)

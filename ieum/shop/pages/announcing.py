"""Tell search engines what has changed: what is true is held against what they were told, so nothing is lost."""

import logging

import httpx

from ieum.shop.content.paths import path_of
from ieum.shop.db import Database
from ieum.shop.pages import listed
from ieum.shop.pages.index_now import MOST_AT_ONCE, AnnouncementRefused, Announcer

log = logging.getLogger(__name__)


async def announce_changes(db: Database, announcer: Announcer) -> None:
    """All that is untold, in as many calls as it takes; what fails is untold still and is tried the next time."""
    while True:
        async with db.connection() as conn:
            untold = await listed.list_untold(conn, limit=MOST_AT_ONCE)
        if not untold:
            return
        # Questions, and releases of a system, share a page.
        paths = list(dict.fromkeys(path_of(one.kind, one.slug) for one in untold))
        try:
            await announcer.announce(paths)
        except AnnouncementRefused as refusal:
            log.error("IndexNow refuses to hear of %d addresses: %s", len(paths), refusal)  # noqa: TRY400 - no bug of ours
            return
        except httpx.HTTPError as error:
            log.warning("IndexNow was not told of %d addresses and will be: %s", len(paths), error)
            return
        async with db.transaction() as conn:
            await listed.note_told(conn, untold)
        log.info("IndexNow was told of %d addresses", len(paths))

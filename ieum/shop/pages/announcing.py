"""Tell search engines what has changed: what is true is held against what they were told, so nothing is lost."""

import logging
from collections.abc import Sequence

import httpx
import msgspec

from ieum.shop.content.paths import path_of
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.pages import sitemap_queries
from ieum.shop.pages.index_now import MOST_AT_ONCE, AnnouncementRefused, Announcer
from ieum.shop.pages.planning import switched_off
from ieum.shop.pages.sitemap_queries import Untold
from ieum.shop.pages.v8 import Renderer
from ieum.shop.site.queries import get_config
from ieum.shop.site.service import public_config

log = logging.getLogger(__name__)

# Two bad addresses among 10,000 are found with so many, and a quarrel about all of them ends.
MOST_REFUSALS = 30


async def announce_changes(db: Database, announcer: Announcer, renderer: Renderer) -> None:
    """All that is untold, in as many calls as it takes; what fails is untold still and is tried the next time."""
    last = 0
    while True:
        async with db.connection() as conn:
            untold = await sitemap_queries.list_untold(conn, after=last, limit=MOST_AT_ONCE)
            if not untold:
                return
            last = untold[-1].id
            untold = await _to_be_found(conn, renderer, untold)
        try:
            await _tell(db, announcer, untold)
        except httpx.HTTPError as error:
            log.warning("IndexNow was not told of all that is new and will be: %s", error)
            return


async def _to_be_found(conn: Connection, renderer: Renderer, untold: Sequence[Untold]) -> Sequence[Untold]:
    """Without those whose page is not there, switched off for one: they stay untold until it is."""
    if all(_has_own_page(one) for one in untold):
        return untold
    config = msgspec.to_builtins(public_config(await get_config(conn), identity=False))
    fixed = await renderer.listing(switched_off(config))
    there = sitemap_queries.pages_there(fixed, await sitemap_queries.list_texts(conn))
    return [one for one in untold if _has_own_page(one) or path_of(one.kind, one.slug) in there]


def _has_own_page(text: Untold) -> bool:
    """Or had one: that it is there no more is what is told."""
    return text.kind == "notice" or text.withdrawn


async def _tell(db: Database, announcer: Announcer, untold: Sequence[Untold]) -> None:
    """Where the engine refuses, by halves, so that one bad address does not keep all others from it."""
    # Questions, and releases of a system, share a page.
    by_path = dict[str, list[Untold]]()
    for one in untold:
        by_path.setdefault(path_of(one.kind, one.slug), []).append(one)
    batches, refusals = [list(by_path)] if by_path else [], 0
    while batches:
        paths = batches.pop()
        texts = [one for path in paths for one in by_path[path]]
        try:
            await announcer.announce(paths)
        except AnnouncementRefused as refusal:
            refusals += 1
            if refusal.of_addresses and len(paths) > 1 and refusals < MOST_REFUSALS:
                middle = len(paths) // 2
                batches += [paths[middle:], paths[:middle]]
                continue
            log.error("IndexNow refuses to hear of %s and %d more: %s", paths[0], len(paths) - 1, refusal)  # noqa: TRY400 - no bug of ours
            async with db.transaction() as conn:
                await sitemap_queries.note_refused(conn, texts)
        else:
            async with db.transaction() as conn:
                await sitemap_queries.note_told(conn, texts)
            log.info("IndexNow was told of %d addresses", len(paths))

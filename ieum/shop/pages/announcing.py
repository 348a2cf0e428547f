"""Announces changed addresses to search engines: whatever differs from the last announcement, so that none is lost."""

import logging
from collections import defaultdict
from collections.abc import Sequence

import httpx
import msgspec

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.pages import sitemap_queries
from ieum.shop.pages.index_now import MOST_AT_ONCE, AnnouncementRefused, Announcer
from ieum.shop.pages.metadata import switched_off
from ieum.shop.pages.sitemap_queries import Unannounced
from ieum.shop.pages.v8 import Renderer
from ieum.shop.search.paths import path_of
from ieum.shop.site.queries import get_config
from ieum.shop.site.service import public_config

log = logging.getLogger(__name__)

# Enough to find two bad addresses among 10,000 by halving, and an end where the engine refuses them all.
MOST_REFUSALS = 30


async def announce_changes(db: Database, announcer: Announcer, renderer: Renderer) -> None:
    """Announce every changed text; what fails stays unannounced, so that the next run tries it again."""
    last = 0
    while True:
        async with db.connection() as conn:
            texts = await sitemap_queries.list_unannounced(conn, after=last, limit=MOST_AT_ONCE)
            if not texts:
                return
            last = texts[-1].id
            texts = await _with_page(conn, renderer, texts)
        try:
            await _announce(db, announcer, texts)
        except httpx.HTTPError as error:
            log.warning("IndexNow could not be told of every change; the next run tries again: %s", error)
            return


async def _with_page(
    conn: Connection, renderer: Renderer, texts: Sequence[Unannounced]
) -> Sequence[Unannounced]:
    """Without texts whose page is switched off or missing: they stay unannounced until it exists."""
    if all(_needs_no_check(text) for text in texts):
        return texts
    config = msgspec.to_builtins(public_config(await get_config(conn), identity=False))
    fixed = await renderer.listing(switched_off(config))
    pages = sitemap_queries.existing_pages(fixed, await sitemap_queries.list_texts(conn))
    return [text for text in texts if _needs_no_check(text) or path_of(text.kind, text.slug) in pages]


def _needs_no_check(text: Unannounced) -> bool:
    """A notice always has a page, and of a withdrawn text we announce that its page is gone."""
    return text.kind == "notice" or text.withdrawn


async def _announce(db: Database, announcer: Announcer, texts: Sequence[Unannounced]) -> None:
    """Announce texts. If the engine refuses a batch, halve it, so that one bad address does not hold up the rest."""
    # All questions share a page, and so do the releases for one system.
    by_path = defaultdict[str, list[Unannounced]](list)
    for text in texts:
        by_path[path_of(text.kind, text.slug)].append(text)
    batches, refusals = [list(by_path)] if by_path else [], 0
    while batches:
        paths = batches.pop()
        batch = [text for path in paths for text in by_path[path]]
        try:
            await announcer.announce(paths)
        except AnnouncementRefused as refusal:
            refusals += 1
            if refusal.of_addresses and len(paths) > 1 and refusals < MOST_REFUSALS:
                middle = len(paths) // 2
                batches += [paths[middle:], paths[:middle]]
                continue
            log.error("IndexNow refuses %s and %d more addresses: %s", paths[0], len(paths) - 1, refusal)  # noqa: TRY400 - no bug of ours
            async with db.transaction() as conn:
                await sitemap_queries.note_refused(conn, batch)
        else:
            async with db.transaction() as conn:
                await sitemap_queries.note_announced(conn, batch)
            log.info("announced %d addresses to IndexNow", len(paths))

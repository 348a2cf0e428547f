"""Reads texts for the sitemap, the feed and announcements, and records what was announced."""

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.pages.v8 import ListedPage
from ieum.shop.search.paths import path_of
from ieum.shop.search.types import Kind

# A tenth of what the protocol allows, so that a part stays below a megabyte.
URLS_A_PART = 5_000
# These are never the subject of the page that shows them.
KINDS_ON_SHARED_PAGES = {"faq", "release"}


class Part(msgspec.Struct, frozen=True):
    """A file of the sitemap with notices."""

    number: int
    changed_at: datetime


class TextWithPage(msgspec.Struct, frozen=True):
    kind: Kind
    slug: str
    changed_at: datetime


class NoticeItem(msgspec.Struct, frozen=True):
    slug: str
    title: str
    html: str
    published_at: datetime


class Unannounced(msgspec.Struct, frozen=True):
    """A text whose current version search engines do not know."""

    id: int
    # Of its current version.
    number: int
    kind: Kind
    slug: str
    withdrawn: bool


async def list_parts(conn: Connection) -> list[Part]:
    """The notices in the order of their publish_at, so that a new one changes only the last part."""
    return await fetch_all(
        conn,
        Part,
        """
        WITH numbered AS (
            SELECT (row_number() OVER (ORDER BY e.publish_at, e.slug) - 1) / %(size)s + 1 AS number,
                   greatest(v.changed_at, e.publish_at) AS changed_at
              FROM content_entries e
              JOIN content_versions v ON v.entry_id = e.id AND v.number = e.current_number
             WHERE e.kind = 'notice' AND NOT e.withdrawn AND e.publish_at <= now()
        )
        SELECT number, max(changed_at) AS changed_at FROM numbered GROUP BY number ORDER BY number
        """,
        size=URLS_A_PART,
    )


async def write_part(conn: Connection, *, number: int, notices_url: str) -> str:
    """The `<url>` elements of a part; empty where there is no such part.

    The database writes them, because a loop over 5,000 of them would block the event loop. `notices_url` must be
    escaped; slugs need no escaping. The number of notices is known without counting all of them: it is the highest
    `place`, plus the pinned ones.
    """
    return await fetch_one(
        conn,
        str,
        """
        SELECT coalesce(string_agg(
                   '<url><loc>' || %(notices_url)s || e.slug || '</loc><lastmod>'
                   || to_char(greatest(v.changed_at, e.publish_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
                   || '</lastmod></url>', '' ORDER BY e.publish_at, e.slug), '')
          FROM (SELECT id, slug, publish_at, current_number
                  FROM content_entries
                 WHERE kind = 'notice' AND NOT withdrawn AND publish_at <= now()
                   AND %(offset)s < (SELECT coalesce(max(place), 0) FROM content_entries)
                                    + (SELECT count(*) FROM content_entries WHERE pinned AND NOT withdrawn)
                 ORDER BY publish_at, slug OFFSET %(offset)s LIMIT %(size)s) e
          JOIN content_versions v ON v.entry_id = e.id AND v.number = e.current_number
        """,
        notices_url=notices_url,
        offset=(number - 1) * URLS_A_PART,
        size=URLS_A_PART,
    )


async def list_texts(conn: Connection) -> list[TextWithPage]:
    """Every text except notices, which have sitemap parts of their own, and editions that are not in force yet."""
    return await fetch_all(
        conn,
        TextWithPage,
        """
        SELECT e.kind, e.slug,
               max(greatest(v.changed_at, e.publish_at,
                            e.effective_from::timestamp AT TIME ZONE 'Asia/Seoul')) AS changed_at
          FROM content_entries e
          JOIN content_versions v ON v.entry_id = e.id AND v.number = e.current_number
         WHERE e.kind IN ('faq', 'guide', 'page', 'legal', 'release') AND NOT e.withdrawn AND e.publish_at <= now()
           AND coalesce(e.effective_from <= (now() AT TIME ZONE 'Asia/Seoul')::date, true)
         GROUP BY e.kind, e.slug
         ORDER BY e.kind, e.slug
        """,
    )


def existing_pages(fixed: Iterable[ListedPage], texts: Iterable[TextWithPage]) -> dict[str, datetime | None]:
    """By path, when the texts last changed of each fixed page that exists now."""
    changed = dict[str, datetime]()
    with_subject = set[str]()
    for text in texts:
        path = path_of(text.kind, text.slug)
        changed[path] = max(changed.get(path, text.changed_at), text.changed_at)
        if text.kind not in KINDS_ON_SHARED_PAGES:
            with_subject.add(path)
    return {
        page.path: changed.get(page.path)
        for page in sorted(fixed, key=lambda page: page.path)
        if not page.has_subject or page.path in with_subject
    }


async def list_newest_notices(conn: Connection, *, limit: int) -> list[NoticeItem]:
    return await fetch_all(
        conn,
        NoticeItem,
        """
        SELECT e.slug, v.title, v.html, e.publish_at AS published_at
          FROM content_entries e
          JOIN content_versions v ON v.entry_id = e.id AND v.number = e.current_number
         WHERE e.kind = 'notice' AND NOT e.withdrawn AND e.publish_at <= now()
         ORDER BY e.publish_at DESC, e.id DESC LIMIT %(limit)s
        """,
        limit=limit,
    )


async def list_unannounced(conn: Connection, *, after: int, limit: int) -> list[Unannounced]:
    """Public texts whose current version was not announced, by id, beginning after the id `after`.

    A text that was withdrawn before it was ever announced is left out. A refused version waits for a day.
    """
    return await fetch_all(
        conn,
        Unannounced,
        """
        SELECT e.id, e.current_number AS number, e.kind, e.slug, e.withdrawn
          FROM content_entries e
          LEFT JOIN told_entries t ON t.entry_id = e.id
         WHERE e.id > %(after)s AND e.publish_at <= now() AND t.number IS DISTINCT FROM e.current_number
           AND coalesce(e.effective_from <= (now() AT TIME ZONE 'Asia/Seoul')::date, true)
           AND NOT (e.withdrawn AND t.entry_id IS NULL)
           AND NOT EXISTS (SELECT FROM refused_entries r
                            WHERE (r.entry_id, r.number) = (e.id, e.current_number)
                              AND r.refused_at > now() - interval '1 day')
         ORDER BY e.id LIMIT %(limit)s
        """,
        after=after,
        limit=limit,
    )


async def note_announced(conn: Connection, texts: Sequence[Unannounced]) -> None:
    await execute(
        conn,
        """
        INSERT INTO told_entries (entry_id, number)
        SELECT * FROM unnest(%(ids)s::bigint[], %(numbers)s::integer[])
            ON CONFLICT (entry_id) DO UPDATE SET number = excluded.number, told_at = now()
        """,
        **_ids_and_numbers(texts),
    )


async def note_refused(conn: Connection, texts: Sequence[Unannounced]) -> None:
    await execute(
        conn,
        """
        INSERT INTO refused_entries (entry_id, number)
        SELECT * FROM unnest(%(ids)s::bigint[], %(numbers)s::integer[])
            ON CONFLICT (entry_id) DO UPDATE SET number = excluded.number, refused_at = now()
        """,
        **_ids_and_numbers(texts),
    )


def _ids_and_numbers(texts: Sequence[Unannounced]) -> dict[str, list[int]]:
    return {"ids": [text.id for text in texts], "numbers": [text.number for text in texts]}

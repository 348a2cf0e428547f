"""Reads published texts: those that are not withdrawn and whose publish_at has come."""

from collections.abc import Sequence

from ieum.shop.kernel.db import Connection, fetch_all, fetch_one, fetch_optional
from ieum.shop.publishing.types import (
    CategoryRow,
    EditionRow,
    HomeQuestion,
    ListedNotice,
    Neighbours,
    NoticeCount,
    Os,
    Question,
    Release,
    TextRow,
)
from ieum.shop.search.types import EntryId, Kind


async def find_text(conn: Connection, kind: Kind, slug: str, edition: str = "") -> TextRow | None:
    """Also a withdrawn text, so that the caller can answer 410. None before its publish_at."""
    return await fetch_optional(
        conn,
        TextRow,
        """
        SELECT e.id, e.slug, e.publish_at, e.withdrawn, e.pinned, e.category,
               v.changed_at, v.title, v.description, v.image, v.html, v.lead, v.sections, v.details
          FROM content_entries e
          JOIN content_versions v ON v.entry_id = e.id AND v.number = e.current_number
         WHERE e.kind = %(kind)s AND e.slug = %(slug)s AND e.edition = %(edition)s AND e.publish_at <= now()
        """,
        kind=kind,
        slug=slug,
        edition=edition,
    )


async def count_notices(conn: Connection) -> NoticeCount:
    return await fetch_one(
        conn,
        NoticeCount,
        """
        SELECT (SELECT count(*) FROM content_entries
                 WHERE pinned AND NOT withdrawn AND publish_at <= now()) AS pinned,
               coalesce((SELECT place FROM content_entries
                          WHERE kind = 'notice' AND NOT withdrawn AND NOT pinned AND publish_at <= now()
                          ORDER BY publish_at DESC, slug DESC LIMIT 1), 0) AS others
        """,
    )


async def list_notices(
    conn: Connection, *, pinned_from: int, pinned_limit: int, oldest_place: int, newest_place: int
) -> list[ListedNotice]:
    """A part of the pinned notices, then those with a `place` in this range; both newest first."""
    return await fetch_all(
        conn,
        ListedNotice,
        """
        WITH picked AS (
            (SELECT id FROM content_entries
              WHERE pinned AND NOT withdrawn AND publish_at <= now()
              ORDER BY publish_at DESC, slug DESC OFFSET %(pinned_from)s LIMIT %(pinned_limit)s)
             UNION ALL
            SELECT id FROM content_entries WHERE place BETWEEN %(oldest_place)s AND %(newest_place)s
        )
        SELECT e.slug, v.title, e.publish_at AS "publishedAt", e.pinned,
               v.details ? 'attachments' AS "hasAttachments"
          FROM picked
          JOIN content_entries e USING (id)
          JOIN content_versions v ON v.entry_id = e.id AND v.number = e.current_number
         ORDER BY e.pinned DESC, e.publish_at DESC, e.slug DESC
        """,
        pinned_from=pinned_from,
        pinned_limit=pinned_limit,
        oldest_place=oldest_place,
        newest_place=newest_place,
    )


async def find_neighbours(conn: Connection, notice: TextRow) -> Neighbours:
    """By time alone: whether a notice is pinned does not matter here."""
    return await fetch_one(
        conn,
        Neighbours,
        """
        SELECT (SELECT jsonb_build_object('slug', e.slug, 'title', v.title)
                  FROM content_entries e
                  JOIN content_versions v ON v.entry_id = e.id AND v.number = e.current_number
                 WHERE e.kind = 'notice' AND NOT e.withdrawn AND (e.publish_at, e.slug) < (%(at)s, %(slug)s)
                 ORDER BY e.publish_at DESC, e.slug DESC LIMIT 1) AS older,
               (SELECT jsonb_build_object('slug', e.slug, 'title', v.title)
                  FROM content_entries e
                  JOIN content_versions v ON v.entry_id = e.id AND v.number = e.current_number
                 WHERE e.kind = 'notice' AND NOT e.withdrawn AND (e.publish_at, e.slug) > (%(at)s, %(slug)s)
                   AND e.publish_at <= now()
                 ORDER BY e.publish_at, e.slug LIMIT 1) AS newer
        """,
        at=notice.publish_at,
        slug=notice.slug,
    )


async def list_notices_by_id(conn: Connection, ids: Sequence[EntryId]) -> list[ListedNotice]:
    """In the order of the ids."""
    return await fetch_all(
        conn,
        ListedNotice,
        """
        SELECT e.slug, v.title, e.publish_at AS "publishedAt", e.pinned,
               v.details ? 'attachments' AS "hasAttachments"
          FROM unnest(%(ids)s::bigint[]) WITH ORDINALITY AS asked (id, rank)
          JOIN content_entries e USING (id)
          JOIN content_versions v ON v.entry_id = e.id AND v.number = e.current_number
         WHERE NOT e.withdrawn AND e.publish_at <= now()
         ORDER BY asked.rank
        """,
        ids=list(ids),
    )


async def count_questions(
    conn: Connection, *, category: str | None, only: Sequence[EntryId] | None
) -> list[CategoryRow]:
    """Every category that has questions, in the order of the page."""
    return await fetch_all(
        conn,
        CategoryRow,
        """
        SELECT e.category, count(*) AS count,
               count(*) FILTER (WHERE (%(category)s::text IS NULL OR e.category = %(category)s)
                   AND (%(only)s::bigint[] IS NULL OR e.id = ANY(%(only)s))) AS matching
          FROM content_entries e
         WHERE e.kind = 'faq' AND NOT e.withdrawn AND e.publish_at <= now()
         GROUP BY e.category
         ORDER BY category_order(e.category)
        """,
        category=category,
        only=None if only is None else list(only),
    )


async def list_questions(
    conn: Connection, *, category: str | None, only: Sequence[EntryId] | None, offset: int, limit: int
) -> list[Question]:
    return await fetch_all(
        conn,
        Question,
        """
        SELECT e.slug, e.category, v.title AS question, v.html
          FROM content_entries e
          JOIN content_versions v ON v.entry_id = e.id AND v.number = e.current_number
         WHERE e.kind = 'faq' AND NOT e.withdrawn AND e.publish_at <= now()
           AND (%(category)s::text IS NULL OR e.category = %(category)s)
           AND (%(only)s::bigint[] IS NULL OR e.id = ANY(%(only)s))
         ORDER BY category_order(e.category), e.position, e.slug
        OFFSET %(offset)s LIMIT %(limit)s
        """,
        category=category,
        only=None if only is None else list(only),
        offset=offset,
        limit=limit,
    )


async def count_questions_before(conn: Connection, question: TextRow) -> int:
    """Count the questions that precede it in the whole list."""
    return await fetch_one(
        conn,
        int,
        """
        WITH numbered AS (
            SELECT id, row_number() OVER (ORDER BY category_order(category), position, slug) AS number
              FROM content_entries
             WHERE kind = 'faq' AND NOT withdrawn AND publish_at <= now()
        )
        SELECT number - 1 FROM numbered WHERE id = %(id)s
        """,
        id=question.id,
    )


async def list_home_questions(conn: Connection) -> list[HomeQuestion]:
    return await fetch_all(
        conn,
        HomeQuestion,
        """
        SELECT e.slug, v.title AS question, v.html
          FROM content_entries e
          JOIN content_versions v ON v.entry_id = e.id AND v.number = e.current_number
         WHERE e.at_home AND NOT e.withdrawn AND e.publish_at <= now()
         ORDER BY category_order(e.category), e.position, e.slug
        """,
    )


async def list_editions(conn: Connection, slug: str) -> list[EditionRow]:
    """Newest first; at most one of them is in force.

    An edition of the setting that the shop does not have now is left out, unless an order was made under it.
    """
    return await fetch_all(
        conn,
        EditionRow,
        """
        SELECT edition, effective_from,
               EXISTS (SELECT FROM legal_in_force f WHERE f.entry_id = e.id) AS in_force
          FROM content_entries e
         WHERE kind = 'legal' AND slug = %(slug)s AND NOT withdrawn AND publish_at <= now()
           AND (refund_mode IS NULL OR refund_mode = (SELECT c.refund_mode FROM site_config c)
                OR EXISTS (SELECT FROM orders o WHERE o.terms_entry_id = e.id))
         ORDER BY effective_from DESC, edition DESC
        """,
        slug=slug,
    )


async def list_releases(conn: Connection, os: Os | None) -> list[Release]:
    """Newest first; the first release of each program is its latest."""
    return await fetch_all(
        conn,
        Release,
        """
        SELECT e.slug, v.sections, d.os, d.name, d.version, d.released_on AS "releasedOn", d.kind, d.url, d.size,
               d.sha256, d.requires,
               row_number() OVER (PARTITION BY d.os, d.name
                                  ORDER BY d.released_on DESC NULLS LAST, e.slug) = 1 AS "isLatest"
          FROM content_entries e
          JOIN content_versions v ON v.entry_id = e.id AND v.number = e.current_number,
               jsonb_to_record(v.details)
               AS d (os text, name text, version text, released_on date, kind text, url text, size bigint,
                     sha256 text, requires text)
         WHERE e.kind = 'release' AND NOT e.withdrawn AND e.publish_at <= now()
           AND (%(os)s::text IS NULL OR d.os = %(os)s)
         ORDER BY d.released_on DESC NULLS LAST, e.slug
        """,
        os=os,
    )

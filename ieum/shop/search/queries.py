"""The search index, the table search_documents: writes texts into it and finds them."""

from collections.abc import Sequence

from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.search.types import KINDS, BodyRow, Candidate, EntryId, ResultRow, Text


async def list_all(conn: Connection) -> list[EntryId]:
    return await fetch_all(conn, EntryId, "SELECT id FROM content_entries ORDER BY id")


async def list_searched(conn: Connection, ids: Sequence[EntryId]) -> list[EntryId]:
    """List these texts if they belong into the index (`find_texts` checks publish_at); the oldest first."""
    return await fetch_all(
        conn,
        EntryId,
        """
        SELECT id FROM content_entries
         WHERE id = ANY(%(ids)s) AND kind = ANY(%(kinds)s) AND NOT withdrawn
         ORDER BY publish_at, slug, kind
        """,
        ids=list(ids),
        kinds=list(KINDS),
    )


async def list_texts(conn: Connection, ids: Sequence[EntryId]) -> list[Text]:
    """In the order of the ids."""
    return await fetch_all(
        conn,
        Text,
        """
        SELECT e.id AS entry_id, e.kind, e.slug, e.publish_at, v.title, v.plain_text AS body
          FROM unnest(%(ids)s::bigint[]) WITH ORDINALITY AS asked (id, rank)
          JOIN content_entries e USING (id)
          JOIN content_versions v ON v.entry_id = e.id AND v.number = e.current_number
         ORDER BY asked.rank
        """,
        ids=list(ids),
    )


async def put_documents(conn: Connection, rows: Sequence[dict[str, object]]) -> None:
    """Insert or replace; a replaced document keeps its number. One caller at a time."""
    async with conn.cursor() as cursor:
        # Not ON CONFLICT: it would use up a number for every replaced document, and the newest are found by numbers.
        await cursor.executemany(
            """
            MERGE INTO search_documents d
            USING (SELECT %(entry_id)s::bigint AS entry_id, %(publish_at)s::timestamptz AS publish_at,
                          %(name)s::text AS name, %(body)s::text AS body,
                          array_to_tsvector(%(title_words)s::text[]) AS title_words,
                          array_to_tsvector(%(words)s::text[]) AS words) n ON d.entry_id = n.entry_id
             WHEN MATCHED THEN
                  UPDATE SET publish_at = n.publish_at, name = n.name, body = n.body,
                             title_words = n.title_words, words = n.words
             WHEN NOT MATCHED THEN
                  INSERT (entry_id, publish_at, name, body, title_words, words)
                  VALUES (n.entry_id, n.publish_at, n.name, n.body, n.title_words, n.words)
            """,
            rows,
        )


async def delete_documents(conn: Connection, ids: Sequence[EntryId]) -> None:
    await execute(conn, "DELETE FROM search_documents WHERE entry_id = ANY(%(ids)s)", ids=list(ids))


async def list_candidates(
    conn: Connection, *, strict: str, loose: str, among: str, enough: int, limit: int | None
) -> list[Candidate]:
    """The best first. Where the newest texts have more than `enough`, only they were asked."""
    return await fetch_all(
        conn,
        Candidate,
        """
        SELECT entry_id, is_complete
          FROM find_texts(%(strict)s::tsquery, %(loose)s::tsquery, %(among)s::tsquery, %(enough)s)
         LIMIT %(limit)s
        """,
        strict=strict,
        loose=loose,
        among=among,
        enough=enough,
        limit=limit,
    )


async def list_bodies(conn: Connection, ids: Sequence[EntryId]) -> list[BodyRow]:
    return await fetch_all(
        conn,
        BodyRow,
        """
        SELECT d.entry_id, v.title, d.body
          FROM search_documents d
          JOIN content_entries e ON e.id = d.entry_id
          JOIN content_versions v ON v.entry_id = e.id AND v.number = e.current_number
         WHERE d.entry_id = ANY(%(ids)s)
         ORDER BY d.entry_id
        """,
        ids=list(ids),
    )


async def list_results(conn: Connection, ids: Sequence[EntryId]) -> list[ResultRow]:
    """In the order of the ids; a text withdrawn meanwhile is left out."""
    return await fetch_all(
        conn,
        ResultRow,
        """
        SELECT e.id AS entry_id, e.kind, e.slug, v.title, d.body,
               CASE WHEN e.kind = 'faq' THEN (
                   SELECT count(*) FROM content_entries o
                    WHERE o.kind = 'faq' AND NOT o.withdrawn AND o.publish_at <= now()
                      AND (category_order(o.category), o.position, o.slug)
                        < (category_order(e.category), e.position, e.slug)) END AS place
          FROM unnest(%(ids)s::bigint[]) WITH ORDINALITY AS asked (id, rank)
          JOIN content_entries e USING (id)
          JOIN content_versions v ON v.entry_id = e.id AND v.number = e.current_number
          JOIN search_documents d ON d.entry_id = e.id
         WHERE NOT e.withdrawn AND e.publish_at <= now()
         ORDER BY asked.rank
        """,
        ids=list(ids),
    )

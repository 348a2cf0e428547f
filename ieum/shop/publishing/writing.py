"""Writes what an import publishes: entries, versions, and redirects from old addresses."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import batched

import msgspec

from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.publishing.stored_texts import AT_ONCE, Entry, EntryKey, Key
from ieum.shop.publishing.texts import Version
from ieum.shop.search.types import EntryId


class MovedPage(msgspec.Struct, frozen=True):
    """A redirect from an old address; `to_path` is None where the text is withdrawn."""

    from_path: str
    to_path: str | None
    entry_id: EntryId


class NewVersion(msgspec.Struct, frozen=True):
    entry_id: EntryId
    number: int
    changed_at: datetime
    version: Version


async def rename(conn: Connection, entry: EntryId, slug: str) -> None:
    await execute(conn, "UPDATE content_entries SET slug = %(slug)s WHERE id = %(id)s", slug=slug, id=entry)


async def put_entries(conn: Connection, entries: Sequence[Entry]) -> dict[Key, EntryId]:
    """Insert or update; returns the id of each."""
    rows = await fetch_all(
        conn,
        EntryKey,
        """
        INSERT INTO content_entries AS e (kind, slug, edition, current_number, publish_at, withdrawn, pinned,
                                          category, position, at_home, effective_from, refund_mode)
        SELECT r.kind, r.slug, r.edition, r.current_number, r.publish_at, r.withdrawn, r.pinned,
               r.category, r.position, r.at_home, r.effective_from, r.refund_mode
          FROM jsonb_to_recordset(%(entries)s::jsonb)
               AS r (kind text, slug text, edition text, current_number integer, publish_at timestamptz,
                     withdrawn boolean, pinned boolean, category text, position integer, at_home boolean,
                     effective_from date, refund_mode text)
         ORDER BY r.publish_at, r.kind, r.slug, r.edition
            ON CONFLICT (kind, slug, edition) DO UPDATE
           SET current_number = excluded.current_number, publish_at = excluded.publish_at,
               withdrawn = excluded.withdrawn, pinned = excluded.pinned, category = excluded.category,
               position = excluded.position, at_home = excluded.at_home,
               effective_from = excluded.effective_from, refund_mode = excluded.refund_mode
        RETURNING e.id, e.kind, e.slug, e.edition
        """,
        entries=_json(entries),
    )
    return {(row.kind, row.slug, row.edition): row.id for row in rows}


async def insert_versions(conn: Connection, versions: Sequence[NewVersion]) -> None:
    """With their links to files, which must be stored already."""
    for batch in batched(versions, AT_ONCE):
        await _insert_batch(conn, batch)


async def _insert_batch(conn: Connection, versions: Sequence[NewVersion]) -> None:
    await execute(
        conn,
        """
        WITH new AS (
            SELECT * FROM jsonb_to_recordset(%(versions)s::jsonb)
                AS r (entry_id bigint, number integer, changed_at timestamptz, version jsonb)
        ), added AS (
            INSERT INTO content_versions (entry_id, number, changed_at, source, title, description, image, html,
                                          lead, sections, plain_text, details, said)
            SELECT n.entry_id, n.number, n.changed_at, v.source, v.title, v.description, v.image, v.html,
                   v.lead, v.sections, v.plain_text, v.details, v.said
              FROM new n, jsonb_populate_record(NULL::content_versions, n.version) AS v
            RETURNING entry_id, number
        )
        INSERT INTO content_version_files (entry_id, number, file_key)
        SELECT a.entry_id, a.number, f.key
          FROM added a
          JOIN new n USING (entry_id, number), jsonb_array_elements_text(n.version -> 'files') AS f (key)
        """,
        versions=_json(versions),
    )


async def replace_moved_pages(
    conn: Connection, entries: Sequence[EntryId], moved: Sequence[MovedPage]
) -> None:
    """Afterwards these entries have exactly these old addresses."""
    await execute(conn, "DELETE FROM moved_pages WHERE entry_id = ANY(%(entries)s)", entries=list(entries))
    await execute(
        conn,
        """
        INSERT INTO moved_pages (from_path, to_path, entry_id)
        SELECT from_path, to_path, entry_id
          FROM jsonb_populate_recordset(NULL::moved_pages, %(moved)s::jsonb)
        """,
        moved=_json(moved),
    )


async def put_followed_values(conn: Connection, values: Mapping[str, str]) -> None:
    await execute(
        conn,
        """
        INSERT INTO content_filled (said) VALUES (%(values)s::jsonb)
        ON CONFLICT (the_only_one) DO UPDATE SET said = excluded.said
        """,
        values=msgspec.json.encode(values).decode(),
    )


async def delete_followed_values(conn: Connection) -> None:
    await execute(conn, "DELETE FROM content_filled")


def _json(rows: Sequence[msgspec.Struct]) -> str:
    return msgspec.json.encode(rows).decode()

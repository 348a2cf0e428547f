"""What an import reads of the shop's texts, and what it writes. All in the import's own transaction."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime

import msgspec

from ieum.shop.content.sources import Source, SourceFile
from ieum.shop.content.texts import Version
from ieum.shop.content.types import Category, EntryId, Kind
from ieum.shop.db import Connection, execute, fetch_all, fetch_one, fetch_optional

# Any number that nothing else locks.
IMPORT_LOCK = 7227

type Key = tuple[Kind, str, str]


class Entry(msgspec.Struct, frozen=True):
    """The row of an entry but for its number and its place."""

    kind: Kind
    slug: str
    edition: str
    current_number: int
    publish_at: datetime
    withdrawn: bool
    pinned: bool
    category: Category | None
    position: int
    at_home: bool
    effective_from: date | None

    @property
    def key(self) -> Key:
        return self.kind, self.slug, self.edition


class Stored(msgspec.Struct, frozen=True):
    """An entry of the shop with its current version."""

    id: EntryId
    entry: Entry
    changed_at: datetime
    version: Version


class FileRow(msgspec.Struct, frozen=True):
    key: str
    name: str
    size: int
    width: int | None
    height: int | None


class Moved(msgspec.Struct, frozen=True):
    from_path: str
    to_path: str | None
    entry_id: EntryId


class NewVersion(msgspec.Struct, frozen=True):
    entry_id: EntryId
    number: int
    changed_at: datetime
    version: Version


async def begin(conn: Connection) -> datetime:
    """Wait for an import that is under way; the moment of this one, in whole seconds."""
    await execute(conn, "SELECT pg_advisory_xact_lock(%(lock)s)", lock=IMPORT_LOCK)
    return await fetch_one(conn, datetime, "SELECT date_trunc('second', now())")


async def list_stored(conn: Connection, keys: Sequence[Key]) -> list[Stored]:
    return await fetch_all(
        conn,
        Stored,
        """
        SELECT e.id, v.changed_at,
               jsonb_build_object(
                   'kind', e.kind, 'slug', e.slug, 'edition', e.edition, 'current_number', e.current_number,
                   'publish_at', e.publish_at, 'withdrawn', e.withdrawn, 'pinned', e.pinned,
                   'category', e.category, 'position', e.position, 'at_home', e.at_home,
                   'effective_from', e.effective_from) AS entry,
               jsonb_build_object(
                   'source', v.source, 'title', v.title, 'description', v.description, 'image', v.image,
                   'html', v.html, 'lead', v.lead, 'sections', v.sections, 'plain_text', v.plain_text,
                   'details', v.details,
                   'files', ARRAY(SELECT f.file_key FROM content_version_files f
                                   WHERE f.entry_id = e.id AND f.number = v.number
                                   ORDER BY f.file_key COLLATE "C")) AS version
          FROM unnest(%(kinds)s::text[], %(slugs)s::text[], %(editions)s::text[]) AS k (kind, slug, edition)
          JOIN content_entries e USING (kind, slug, edition)
          JOIN content_versions v ON v.entry_id = e.id AND v.number = e.current_number
         ORDER BY e.id
        """,
        **_columns(keys),
    )


async def list_users_of(conn: Connection, new: Sequence[SourceFile], *, but: Sequence[Key]) -> list[Source]:
    """The texts beside these whose current version shows a file that comes with other content now."""
    return await fetch_all(
        conn,
        Source,
        """
        SELECT DISTINCT e.kind || ' ' || e.slug AS "where", e.kind, e.slug, e.edition, v.source AS text
          FROM unnest(%(names)s::text[], %(hashes)s::text[]) AS n (name, hash)
          JOIN content_files f ON f.name = n.name AND f.hash <> n.hash
          JOIN content_version_files u ON u.file_key = f.key
          JOIN content_entries e ON e.id = u.entry_id AND e.current_number = u.number
          JOIN content_versions v ON v.entry_id = e.id AND v.number = e.current_number
         WHERE NOT EXISTS (SELECT FROM unnest(%(kinds)s::text[], %(slugs)s::text[], %(editions)s::text[])
                                    AS k (kind, slug, edition)
                            WHERE (k.kind, k.slug, k.edition) = (e.kind, e.slug, e.edition))
        """,
        names=[file.name for file in new],
        hashes=[file.hash for file in new],
        **_columns(but),
    )


async def list_files(conn: Connection, names: Sequence[str]) -> list[FileRow]:
    """Of these names, what the shop's texts show under them."""
    return await fetch_all(
        conn,
        FileRow,
        """
        SELECT DISTINCT ON (f.name) f.key, f.name, f.size, f.width, f.height
          FROM content_files f
          JOIN content_version_files u ON u.file_key = f.key
          JOIN content_entries e ON e.id = u.entry_id AND e.current_number = u.number
         WHERE f.name = ANY(%(names)s)
         ORDER BY f.name, f.key
        """,
        names=list(names),
    )


async def list_moved(conn: Connection, paths: Sequence[str]) -> list[Moved]:
    return await fetch_all(
        conn,
        Moved,
        "SELECT from_path, to_path, entry_id FROM moved_pages WHERE from_path = ANY(%(paths)s) ORDER BY from_path",
        paths=list(paths),
    )


async def rename(conn: Connection, entry: EntryId, slug: str) -> None:
    await execute(conn, "UPDATE content_entries SET slug = %(slug)s WHERE id = %(id)s", slug=slug, id=entry)


async def put_entries(conn: Connection, entries: Sequence[Entry]) -> dict[Key, EntryId]:
    """New ones are made, others brought to this; every one's number."""
    found = await fetch_all(
        conn,
        _Numbered,
        """
        INSERT INTO content_entries AS e (kind, slug, edition, current_number, publish_at, withdrawn, pinned,
                                          category, position, at_home, effective_from)
        SELECT r.kind, r.slug, r.edition, r.current_number, r.publish_at, r.withdrawn, r.pinned,
               r.category, r.position, r.at_home, r.effective_from
          FROM jsonb_to_recordset(%(entries)s::jsonb)
               AS r (kind text, slug text, edition text, current_number integer, publish_at timestamptz,
                     withdrawn boolean, pinned boolean, category text, position integer, at_home boolean,
                     effective_from date)
         ORDER BY r.publish_at, r.kind, r.slug, r.edition
            ON CONFLICT (kind, slug, edition) DO UPDATE
           SET current_number = excluded.current_number, publish_at = excluded.publish_at,
               withdrawn = excluded.withdrawn, pinned = excluded.pinned, category = excluded.category,
               position = excluded.position, at_home = excluded.at_home,
               effective_from = excluded.effective_from
        RETURNING e.id, e.kind, e.slug, e.edition
        """,
        entries=_json(entries),
    )
    return {(row.kind, row.slug, row.edition): row.id for row in found}


async def insert_versions(conn: Connection, versions: Sequence[NewVersion]) -> None:
    """With what they show: the files are there already."""
    await execute(
        conn,
        """
        WITH new AS (
            SELECT * FROM jsonb_to_recordset(%(versions)s::jsonb)
                AS r (entry_id bigint, number integer, changed_at timestamptz, version jsonb)
        ), added AS (
            INSERT INTO content_versions (entry_id, number, changed_at, source, title, description, image, html,
                                          lead, sections, plain_text, details)
            SELECT n.entry_id, n.number, n.changed_at, v.source, v.title, v.description, v.image, v.html,
                   v.lead, v.sections, v.plain_text, v.details
              FROM new n, jsonb_to_record(n.version)
                   AS v (source text, title text, description text, image text, html text, lead text,
                         sections jsonb, plain_text text, details jsonb)
            RETURNING entry_id, number
        )
        INSERT INTO content_version_files (entry_id, number, file_key)
        SELECT a.entry_id, a.number, f.key
          FROM added a
          JOIN new n USING (entry_id, number), jsonb_array_elements_text(n.version -> 'files') AS f (key)
        """,
        versions=_json(versions),
    )


async def insert_file(conn: Connection, file: SourceFile) -> None:
    """Nothing where this very content is there under this name."""
    await execute(
        conn,
        """
        INSERT INTO content_files (name, media_type, width, height, content)
        VALUES (%(name)s, %(media_type)s, %(width)s, %(height)s, %(content)s)
            ON CONFLICT DO NOTHING
        """,
        name=file.name,
        media_type=file.media_type,
        width=file.width,
        height=file.height,
        content=file.content,
    )


async def replace_moved(conn: Connection, entries: Sequence[EntryId], moved: Sequence[Moved]) -> None:
    """These are all old addresses that these entries have."""
    await execute(conn, "DELETE FROM moved_pages WHERE entry_id = ANY(%(entries)s)", entries=list(entries))
    await execute(
        conn,
        """
        INSERT INTO moved_pages (from_path, to_path, entry_id)
        SELECT from_path, to_path, entry_id
          FROM jsonb_to_recordset(%(moved)s::jsonb) AS m (from_path text, to_path text, entry_id bigint)
        """,
        moved=_json(moved),
    )


async def list_all_keys(conn: Connection) -> list[Key]:
    """Every entry, as `list_stored` wants them."""
    found = await fetch_all(
        conn, _Numbered, "SELECT id, kind, slug, edition FROM content_entries ORDER BY kind, slug, edition"
    )
    return [(row.kind, row.slug, row.edition) for row in found]


async def find_filled(conn: Connection) -> dict[str, str] | None:
    """What `put_filled` was given last."""
    return await fetch_optional(conn, dict[str, str], "SELECT said FROM content_filled")


async def put_filled(conn: Connection, said: Mapping[str, str]) -> None:
    await execute(
        conn,
        """
        INSERT INTO content_filled (said) VALUES (%(said)s::jsonb)
        ON CONFLICT (the_only_one) DO UPDATE SET said = excluded.said
        """,
        said=msgspec.json.encode(said).decode(),
    )


async def list_refreshed(conn: Connection, *, quoting: str = "") -> list[Key]:
    """All that people read now or will, and whose source has this; not the editions that others have replaced."""
    found = await fetch_all(
        conn,
        _Numbered,
        """
        SELECT id, kind, slug, edition FROM content_entries e
         WHERE NOT withdrawn
           AND EXISTS (SELECT FROM content_versions v
                        WHERE (v.entry_id, v.number) = (e.id, e.current_number) AND strpos(v.source, %(quoting)s) > 0)
           AND NOT EXISTS (SELECT FROM content_entries newer
                            WHERE (newer.kind, newer.slug) = (e.kind, e.slug) AND NOT newer.withdrawn
                              AND newer.publish_at <= now() AND newer.effective_from > e.effective_from
                              AND newer.effective_from <= (now() AT TIME ZONE 'Asia/Seoul')::date)
         ORDER BY kind, slug, edition
        """,
        quoting=quoting,
    )
    return [(row.kind, row.slug, row.edition) for row in found]


async def get_file(conn: Connection, key: str) -> bytes:
    return await fetch_one(conn, bytes, "SELECT content FROM content_files WHERE key = %(key)s", key=key)


class _Numbered(msgspec.Struct, frozen=True):
    id: EntryId
    kind: Kind
    slug: str
    edition: str


def _columns(keys: Sequence[Key]) -> dict[str, list[str]]:
    return {
        "kinds": [kind for kind, _, _ in keys],
        "slugs": [slug for _, slug, _ in keys],
        "editions": [edition for _, _, edition in keys],
    }


def _json(rows: Sequence[msgspec.Struct]) -> str:
    return msgspec.json.encode(rows).decode()

"""The shop's texts as imports and exports read them: each entry with its current version and its source."""

from collections.abc import Sequence
from datetime import datetime
from itertools import batched
from typing import LiteralString

import msgspec

from ieum.shop.files.source_files import SourceFile
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.publishing.rendering import File
from ieum.shop.publishing.sources import Source
from ieum.shop.publishing.texts import ListFields, Version
from ieum.shop.search.types import EntryId, Kind

# An arbitrary number that no other advisory lock uses.
IMPORT_LOCK = 7227
# Texts read or written by one statement: PostgreSQL limits the size of a JSON document, and memory is limited, too.
AT_ONCE = 100

type Key = tuple[Kind, str, str]


class Entry(ListFields, frozen=True, kw_only=True):
    """A row of content_entries, without its id and its place."""

    kind: Kind
    slug: str
    edition: str
    current_number: int
    publish_at: datetime

    @property
    def key(self) -> Key:
        return self.kind, self.slug, self.edition


class Stored(msgspec.Struct, frozen=True):
    """An entry of the shop with its current version."""

    id: EntryId
    entry: Entry
    changed_at: datetime
    version: Version
    # A later edition of this legal document is in force.
    replaced: bool

    @property
    def source(self) -> Source:
        return Source(
            " ".join(self.entry.key).strip(), *self.entry.key, self.version.source, self.version.files
        )


class OldAddress(msgspec.Struct, frozen=True):
    from_path: str
    entry_id: EntryId
    kind: Kind
    slug: str


class EntryKey(msgspec.Struct, frozen=True):
    id: EntryId
    kind: Kind
    slug: str
    edition: str


async def begin(conn: Connection) -> datetime:
    """Wait for an import that is under way, and lock out others until this transaction ends.

    Returns the time of this import, in whole seconds.
    """
    await execute(conn, "SELECT pg_advisory_xact_lock(%(lock)s)", lock=IMPORT_LOCK)
    return await fetch_one(conn, datetime, "SELECT date_trunc('second', now())")


async def list_stored(conn: Connection, keys: Sequence[Key]) -> list[Stored]:
    """In the order of their ids."""
    stored = [text for batch in batched(keys, AT_ONCE) for text in await _list_batch(conn, batch)]
    return sorted(stored, key=lambda text: text.id)


async def _list_batch(conn: Connection, keys: Sequence[Key]) -> list[Stored]:
    return await fetch_all(
        conn,
        Stored,
        """
        SELECT e.id, v.changed_at, to_jsonb(e) AS entry,
               to_jsonb(v) || jsonb_build_object(
                   'files', ARRAY(SELECT f.file_key FROM content_version_files f
                                   WHERE f.entry_id = e.id AND f.number = v.number
                                   ORDER BY f.file_key COLLATE "C")) AS version,
               e.id IN (SELECT entry_id FROM legal_replaced) AS replaced
          FROM unnest(%(kinds)s::text[], %(slugs)s::text[], %(editions)s::text[]) AS k (kind, slug, edition)
          JOIN content_entries e USING (kind, slug, edition)
          JOIN content_versions v ON v.entry_id = e.id AND v.number = e.current_number
        """,
        **_columns(keys),
    )


async def list_users_of(conn: Connection, files: Sequence[SourceFile], *, but: Sequence[Key]) -> list[Key]:
    """The texts whose current version shows one of these files with other content.

    Without the texts in `but`, and without replaced editions.
    """
    for_all = [file for file in files if not file.only_for]
    return await _list_keys(
        conn,
        """
        SELECT DISTINCT e.id, e.kind, e.slug, e.edition
          FROM unnest(%(names)s::text[], %(hashes)s::text[]) AS n (name, hash)
          JOIN content_files f ON f.name = n.name AND f.hash <> n.hash
          JOIN content_version_files u ON u.file_key = f.key
          JOIN content_entries e ON e.id = u.entry_id AND e.current_number = u.number
         WHERE e.id NOT IN (SELECT entry_id FROM legal_replaced)
           AND NOT EXISTS (SELECT FROM unnest(%(kinds)s::text[], %(slugs)s::text[], %(editions)s::text[])
                                    AS k (kind, slug, edition)
                            WHERE (k.kind, k.slug, k.edition) = (e.kind, e.slug, e.edition))
         ORDER BY e.id
        """,
        names=[file.name for file in for_all],
        hashes=[file.hash for file in for_all],
        **_columns(but),
    )


async def list_files(conn: Connection, names: Sequence[str]) -> list[File]:
    """For each of these names the file that texts show; a legal edition's counts only where no other text shows one."""
    return await fetch_all(
        conn,
        File,
        """
        SELECT DISTINCT ON (f.name) f.key, f.size, f.width, f.height
          FROM content_files f
          JOIN content_version_files u ON u.file_key = f.key
          JOIN content_entries e ON e.id = u.entry_id AND e.current_number = u.number
         WHERE f.name = ANY(%(names)s)
         ORDER BY f.name, e.kind = 'legal', e.effective_from DESC, f.key
        """,
        names=list(names),
    )


async def list_files_by_key(conn: Connection, keys: Sequence[str]) -> list[File]:
    return await fetch_all(
        conn,
        File,
        "SELECT key, size, width, height FROM content_files WHERE key = ANY(%(keys)s) ORDER BY key",
        keys=list(keys),
    )


async def list_old_addresses(conn: Connection, paths: Sequence[str]) -> list[OldAddress]:
    """The redirects from these paths."""
    return await fetch_all(
        conn,
        OldAddress,
        """
        SELECT from_path, entry_id, kind, slug
          FROM moved_pages
          JOIN content_entries e ON e.id = entry_id
         WHERE from_path = ANY(%(paths)s)
         ORDER BY from_path
        """,
        paths=list(paths),
    )


async def list_all_keys(conn: Connection) -> list[Key]:
    return await _list_keys(
        conn, "SELECT id, kind, slug, edition FROM content_entries ORDER BY kind, slug, edition"
    )


async def find_followed_values(conn: Connection) -> dict[str, str] | None:
    """The placeholder values when texts were last published again because of them."""
    return await fetch_optional(conn, dict[str, str], "SELECT said FROM content_filled")


async def list_refreshable(conn: Connection, *, containing: str = "") -> list[Key]:
    """The texts whose source contains this; without withdrawn texts and replaced editions, which keep their words."""
    return await _list_keys(
        conn,
        """
        SELECT id, kind, slug, edition FROM content_entries e
         WHERE NOT withdrawn AND id NOT IN (SELECT entry_id FROM legal_replaced)
           AND EXISTS (SELECT FROM content_versions v
                        WHERE (v.entry_id, v.number) = (e.id, e.current_number)
                          AND strpos(v.source, %(containing)s) > 0)
         ORDER BY kind, slug, edition
        """,
        containing=containing,
    )


async def get_file(conn: Connection, key: str) -> bytes:
    return await fetch_one(conn, bytes, "SELECT content FROM content_files WHERE key = %(key)s", key=key)


async def _list_keys(conn: Connection, query: LiteralString, **params: object) -> list[Key]:
    return [(row.kind, row.slug, row.edition) for row in await fetch_all(conn, EntryKey, query, **params)]


def _columns(keys: Sequence[Key]) -> dict[str, list[str]]:
    return {
        "kinds": [kind for kind, _, _ in keys],
        "slugs": [slug for _, slug, _ in keys],
        "editions": [edition for _, _, edition in keys],
    }

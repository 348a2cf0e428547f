"""Keeps files, and reads those that a published text shows now, and the logo.

Files of withdrawn or earlier versions are not found.
"""

import msgspec

from ieum.shop.files.source_files import SourceFile
from ieum.shop.kernel.db import Connection, execute, fetch_one, fetch_optional


class FileRow(msgspec.Struct, frozen=True):
    hash: str
    media_type: str
    size: int


class ReleaseFileRow(msgspec.Struct, frozen=True):
    size: int
    sha256: str


async def find_file(conn: Connection, key: str) -> FileRow | None:
    return await fetch_optional(
        conn,
        FileRow,
        """
        SELECT f.hash, f.media_type, f.size
          FROM content_files f
         WHERE f.key = %(key)s
           AND (EXISTS (SELECT FROM content_version_files u
                          JOIN content_entries e ON e.id = u.entry_id AND e.current_number = u.number
                         WHERE u.file_key = f.key AND NOT e.withdrawn AND e.publish_at <= now())
                OR EXISTS (SELECT FROM site_config WHERE logo = '/files/' || f.key))
        """,
        key=key,
    )


async def read_file(conn: Connection, key: str, *, start: int, length: int) -> bytes:
    """A part of the content; PostgreSQL reads only that part, because the column is not compressed."""
    return await fetch_one(
        conn,
        bytes,
        """
        SELECT substring(content FROM %(first)s::integer FOR %(length)s::integer)
          FROM content_files
         WHERE key = %(key)s
        """,
        key=key,
        first=start + 1,
        length=length,
    )


async def find_release_file(conn: Connection, name: str) -> ReleaseFileRow | None:
    """Size and hash as the newest published release that names this file gives them."""
    return await fetch_optional(
        conn,
        ReleaseFileRow,
        """
        SELECT (v.details ->> 'size')::bigint AS size, v.details ->> 'sha256' AS sha256
          FROM content_entries e
          JOIN content_versions v ON v.entry_id = e.id AND v.number = e.current_number
         WHERE e.kind = 'release' AND NOT e.withdrawn AND e.publish_at <= now()
           AND v.details ->> 'kind' = 'file' AND v.details ->> 'file' = %(name)s
         ORDER BY e.publish_at DESC, e.id DESC
         LIMIT 1
        """,
        name=name,
    )


async def insert_file(conn: Connection, file: SourceFile) -> None:
    """Does nothing where the same content is already stored under this name."""
    await execute(
        conn,
        """
        INSERT INTO content_files (name, media_type, width, height, content)
        VALUES (%(name)s, %(media_type)s, %(width)s, %(height)s, %(content)s)
            ON CONFLICT DO NOTHING
        """,
        **file._asdict(),
    )

"""SQL of the console's texts and their drafts."""

from datetime import datetime

import msgspec

from ieum.shop.desk.types import StaffId
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.publishing.desk.listed import DRAFTS, TEXTS
from ieum.shop.publishing.desk.types import DraftLine, DraftRow, TextLine, TextVersion
from ieum.shop.publishing.editing import WrittenText
from ieum.shop.publishing.stored_texts import Key


async def find_text(conn: Connection, entry: int) -> TextLine | None:
    return await fetch_optional(
        conn, TextLine, f"SELECT {TEXTS.line} FROM {TEXTS.source} WHERE e.id = %(entry)s", entry=entry
    )


async def list_versions(conn: Connection, entry: int) -> list[TextVersion]:
    """The newest hundred."""
    return await fetch_all(
        conn,
        TextVersion,
        """
        SELECT number, title, changed_at FROM content_versions
         WHERE entry_id = %(entry)s ORDER BY number DESC LIMIT 100
        """,
        entry=entry,
    )


async def find_source(conn: Connection, entry: int, number: int) -> str | None:
    return await fetch_optional(
        conn,
        str,
        "SELECT source FROM content_versions WHERE entry_id = %(entry)s AND number = %(number)s",
        entry=entry,
        number=number,
    )


async def find_draft(conn: Connection, draft: int) -> DraftLine | None:
    return await fetch_optional(
        conn, DraftLine, f"SELECT {DRAFTS.line} FROM {DRAFTS.source} WHERE d.id = %(draft)s", draft=draft
    )


_ROW = """
    SELECT id, kind, slug, edition, written, based_on, version, publish_at, scheduled_by, reason
      FROM content_drafts
"""


async def get_row(conn: Connection, draft: int, *, holds: bool = False) -> DraftRow | None:
    """`holds` keeps others from changing or publishing it until the transaction ends."""
    return await fetch_optional(
        conn, DraftRow, f"{_ROW} WHERE id = %(draft)s {'FOR UPDATE' if holds else ''}", draft=draft
    )


async def insert_draft(
    conn: Connection,
    key: Key,
    written: WrittenText,
    *,
    based_on: int,
    by: StaffId,
) -> int | None:
    """None where somebody writes one for this text already."""
    kind, slug, edition = key
    return await fetch_optional(
        conn,
        int,
        """
        INSERT INTO content_drafts (kind, slug, edition, written, based_on, changed_by)
        VALUES (%(kind)s, %(slug)s, %(edition)s, %(written)s::jsonb, %(based_on)s, %(by)s)
            ON CONFLICT (kind, slug, edition) DO NOTHING
        RETURNING id
        """,
        kind=kind,
        slug=slug,
        edition=edition,
        written=_json(written),
        based_on=based_on,
        by=by,
    )


async def update_draft(conn: Connection, draft: int, written: WrittenText, *, by: StaffId) -> None:
    await execute(
        conn,
        """
        UPDATE content_drafts SET written = %(written)s::jsonb, version = version + 1, changed_at = now(),
               changed_by = %(by)s, problem = ''
         WHERE id = %(draft)s
        """,
        draft=draft,
        written=_json(written),
        by=by,
    )


async def set_time(
    conn: Connection, draft: int, at: datetime | None, *, by: StaffId | None, reason: str = ""
) -> None:
    await execute(
        conn,
        """
        UPDATE content_drafts SET publish_at = %(at)s, scheduled_by = %(by)s, reason = %(reason)s, problem = ''
         WHERE id = %(draft)s
        """,
        draft=draft,
        at=at,
        by=by,
        reason=reason,
    )


async def give_up(conn: Connection, draft: int, problem: str) -> None:
    """The clock does not try again by itself: somebody has to look at it."""
    await execute(
        conn,
        """
        UPDATE content_drafts SET publish_at = NULL, scheduled_by = NULL, problem = left(%(problem)s, 2000)
         WHERE id = %(draft)s
        """,
        draft=draft,
        problem=problem,
    )


async def delete_draft(conn: Connection, draft: int) -> None:
    await execute(conn, "DELETE FROM content_drafts WHERE id = %(draft)s", draft=draft)


async def this_second(conn: Connection) -> datetime:
    """The time that an import in this transaction has."""
    return await fetch_one(conn, datetime, "SELECT date_trunc('second', now())")


async def list_due(conn: Connection) -> list[int]:
    return await fetch_all(
        conn, int, "SELECT id FROM content_drafts WHERE publish_at <= now() ORDER BY publish_at, id LIMIT 100"
    )


async def find_time(conn: Connection, key: Key) -> datetime | None:
    """Find when the clock publishes the draft of this text; None if it has no draft, or no time."""
    kind, slug, edition = key
    return await fetch_optional(
        conn,
        datetime,
        """
        SELECT publish_at FROM content_drafts
         WHERE kind = %(kind)s AND slug = %(slug)s AND edition = %(edition)s AND publish_at IS NOT NULL
        """,
        kind=kind,
        slug=slug,
        edition=edition,
    )


async def find_latest_edition(conn: Connection, slug: str) -> str | None:
    """Of a legal document, its latest edition that was not taken down."""
    return await fetch_optional(
        conn,
        str,
        """
        SELECT edition FROM content_entries
         WHERE kind = 'legal' AND slug = %(slug)s AND NOT withdrawn ORDER BY edition DESC LIMIT 1
        """,
        slug=slug,
    )


async def find_notice_end(conn: Connection, slug: str) -> datetime | None:
    """Until when this notice has to stand, because an incident wants it to."""
    return await fetch_optional(
        conn,
        datetime,
        "SELECT ends_at FROM incident_notices WHERE slug = %(slug)s AND ended_at IS NULL AND ends_at > now()",
        slug=slug,
    )


async def find_latest_release(conn: Connection, slug: str) -> str | None:
    """The slug of the last published release for this system; of the same program where the slugs say so."""
    return await fetch_optional(
        conn,
        str,
        """
        SELECT slug FROM content_entries
         WHERE kind = 'release' AND split_part(slug, '-', 1) = split_part(%(slug)s, '-', 1) AND NOT withdrawn
         ORDER BY split_part(slug, '-', 2) = split_part(%(slug)s, '-', 2) DESC, publish_at DESC, id DESC
         LIMIT 1
        """,
        slug=slug,
    )


async def is_file_name_taken(conn: Connection, name: str, *, hash: str) -> bool:
    """Tell whether another file has this name."""
    return await any_row(
        conn,
        "SELECT FROM content_files WHERE name = %(name)s AND hash <> %(hash)s",
        name=name,
        hash=hash,
    )


class FileContent(msgspec.Struct):
    media_type: str
    content: bytes


async def find_file(conn: Connection, key: str) -> FileContent | None:
    """Any picture, also one that no published text shows yet."""
    return await fetch_optional(
        conn,
        FileContent,
        """
        SELECT media_type, content FROM content_files
         WHERE key = %(key)s AND media_type LIKE 'image/%%' AND size <= 10485760
        """,
        key=key,
    )


def _json(written: WrittenText) -> str:
    return msgspec.json.encode(written).decode()

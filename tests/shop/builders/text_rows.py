"""Published texts, as rows."""

from datetime import UTC, datetime, timedelta
from itertools import count

from ieum.shop.kernel.db import Connection, execute, fetch_one

_numbers = count(1)


async def a_text(
    conn: Connection,
    kind: str = "notice",
    slug: str | None = None,
    *,
    title: str = "점검 안내",
    html: str = "<p>본문입니다.</p>",
    description: str = "점검 시간을 알려 드립니다.",
    age: timedelta = timedelta(days=1),
    effective_in: timedelta | None = None,
) -> int:
    """A text published this long ago; a negative age means the future."""
    now = datetime.now(UTC)
    effective = (now + effective_in).date() if effective_in is not None else None
    return await fetch_one(
        conn,
        int,
        """
        WITH entry AS (
            INSERT INTO content_entries (kind, slug, edition, publish_at, category, effective_from)
            VALUES (%(kind)s::text, %(slug)s, coalesce(%(effective)s::date::text, ''), %(at)s::timestamptz,
                    CASE WHEN %(kind)s::text = 'faq' THEN 'product' END, %(effective)s::date) RETURNING id
        ), version AS (
            INSERT INTO content_versions (entry_id, number, changed_at, source, title, description, html, lead,
                                          sections, plain_text, details)
            SELECT id, 1, least(%(at)s::timestamptz, now()),
                   '', %(title)s, %(description)s, %(html)s, %(html)s, '[]', '본문입니다.', '{}'
              FROM entry
        )
        SELECT id FROM entry
        """,
        kind=kind,
        slug=slug or f"text-{next(_numbers):06}",
        at=now - age,
        title=title,
        description=description,
        html=html,
        effective=effective,
    )


async def change(conn: Connection, entry: int, *, withdrawn: bool = False) -> None:
    """Give the text a new version from now on."""
    await execute(
        conn,
        """
        WITH newer AS (
            INSERT INTO content_versions
            SELECT entry_id, number + 1, now(), source, title, description, image, html, lead, sections,
                   plain_text, details
              FROM content_versions WHERE entry_id = %(entry)s ORDER BY number DESC LIMIT 1
            RETURNING number
        )
        UPDATE content_entries SET current_number = newer.number, withdrawn = %(withdrawn)s,
               place = CASE WHEN NOT %(withdrawn)s THEN place END
          FROM newer WHERE id = %(entry)s
        """,
        entry=entry,
        withdrawn=withdrawn,
    )


async def a_move(conn: Connection, path: str, to: str | None) -> None:
    entry = await a_text(conn)
    await execute(
        conn,
        "INSERT INTO moved_pages (from_path, to_path, entry_id) VALUES (%(path)s, %(to)s, %(entry)s)",
        path=path,
        to=to,
        entry=entry,
    )

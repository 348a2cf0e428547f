"""The list of all announcements, also of those that the page shows no longer."""

from ieum.shop.desk.lists import Order, Where, fetch_listed
from ieum.shop.desk.types import Listed
from ieum.shop.kernel.db import Connection
from ieum.shop.status.desk.types import StatusLine

_NEWEST = Order(
    by="i.began_at DESC, i.id DESC",
    beyond="(i.began_at, i.id) < (%(cursor_0)s::timestamptz, %(cursor_1)s::bigint)",
    width=2,
)


async def list_lines(
    conn: Connection, *, is_open: bool | None, after: str | None, size: int
) -> Listed[StatusLine]:
    where = Where()
    if is_open is not None:
        where.add("i.ended_at IS NULL" if is_open else "i.ended_at IS NOT NULL")
    return await fetch_listed(
        conn,
        StatusLine,
        select="""
            i.id, i.title, i.parts, i.level, i.state, i.began_at AS "beganAt", i.ended_at AS "endedAt",
            u.said_at AS "saidAt", u.words
        """,
        source="""
            status_incidents i
            JOIN LATERAL (SELECT said_at, words FROM status_updates
                           WHERE incident_id = i.id ORDER BY id DESC LIMIT 1) u ON true
        """,
        where=where,
        order=_NEWEST,
        cursor=lambda line: (line.began_at.isoformat(), line.id),
        after=after,
        size=size,
        counted="status_incidents i",
    )

"""Visits, members and buyers that each keyword, campaign and site brought; kept by day and read as a table."""

from datetime import date
from typing import LiteralString

from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all
from ieum.shop.numbers.types import TouchKind, TouchRow

MOST_ROWS = 100
# Fewer members than this, and their keyword is not kept once where they came from is forgotten.
RARE = 3

# Of members, by where their browser came from at first. Whoever bought within thirty days of joining is a buyer.
JOINED: LiteralString = """
    SELECT (m.joined_at AT TIME ZONE 'Asia/Seoul')::date AS day, v.kind, v.value, count(*) AS joined,
           count(*) FILTER (WHERE EXISTS (
               SELECT FROM orders o WHERE o.member_id = m.id AND o.paid_at < m.joined_at + interval '30 days'
                  AND (o.amount > 0 OR o.points_used > 0))) AS paid
      FROM first_touches t
      JOIN members m ON m.id = t.member_id
     CROSS JOIN LATERAL (VALUES ('keyword', t.keyword), ('campaign', t.campaign), ('referrer', t.referrer_host))
                        AS v (kind, value)
     WHERE m.joined_at >= %(since)s AND m.joined_at < %(until)s AND v.value <> ''
     GROUP BY 1, 2, 3
"""


async def keep(conn: Connection, first: date, last: date) -> None:
    """Count the days from `first` to before `last` anew. Whoever has left since is not counted down: they did join."""
    await execute(
        conn,
        f"""
        WITH counted AS ({JOINED})
        INSERT INTO touch_days AS d (day, kind, value, joined, paid)
        SELECT day, kind, value, joined, paid FROM counted
            ON CONFLICT (day, kind, value)
                  DO UPDATE SET joined = greatest(d.joined, excluded.joined), paid = greatest(d.paid, excluded.paid)
         WHERE d.joined < excluded.joined OR d.paid < excluded.paid
        """,
        since=seoul.moment_of(first),
        until=seoul.moment_of(last),
    )


async def forget_rare(conn: Connection) -> None:
    """Delete keywords of a few, on days of which no member's first visit is kept: they may identify a person."""
    await execute(
        conn,
        """
        DELETE FROM touch_days d
         WHERE d.kind = 'keyword' AND d.joined < %(rare)s
           AND d.day < (now() AT TIME ZONE 'Asia/Seoul')::date
                       - make_interval(months => (SELECT visit_months FROM site_config))
        """,
        rare=RARE,
    )


async def list_touches(conn: Connection, kind: TouchKind, first: date, last: date) -> list[TouchRow]:
    """List what brought most buyers, then members, then visits, from a day to another, both included."""
    return await fetch_all(
        conn,
        TouchRow,
        """
        SELECT value, sum(visits)::bigint AS visits, sum(joined)::bigint AS joined, sum(paid)::bigint AS paid
          FROM (SELECT value, count AS visits, 0 AS joined, 0 AS paid FROM visit_days
                 WHERE kind = %(kind)s AND day BETWEEN %(first)s AND %(last)s
                 UNION ALL
                SELECT value, 0, joined, paid FROM touch_days
                 WHERE kind = %(kind)s AND day BETWEEN %(first)s AND %(last)s) each_day
         GROUP BY value
         ORDER BY sum(paid) DESC, sum(joined) DESC, sum(visits) DESC, value
         LIMIT %(limit)s
        """,
        kind=kind,
        first=first,
        last=last,
        limit=MOST_ROWS,
    )


async def are_remembered(conn: Connection) -> bool:
    """Tell whether browsers are asked to remember where they came from."""
    return await any_row(conn, "SELECT FROM site_config WHERE first_touch_days > 0")

"""Counts what waits by one statement, and reads what jobs keep: the sales, and whether the shop has opened."""

from collections.abc import Sequence
from datetime import datetime
from typing import LiteralString

import msgspec

from ieum.shop.console.today.types import Sales, Waiting, WaitingKind, Watch
from ieum.shop.desk.types import StaffId
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one

# A person looks at the oldest ones; an exact count of more would take longer than the page.
COUNTED = 999


class _Counted(msgspec.Struct):
    kind: WaitingKind
    count: int
    since: datetime | None


async def list_waiting(
    conn: Connection, watches: Sequence[Watch], *, staff: StaffId, actions: Sequence[str]
) -> list[Waiting]:
    """List kinds of which any waits, in the order of `watches`; requests to this second person come first.

    `actions` are those that this person may confirm.
    """
    approvals: LiteralString = """
        SELECT asked_at AS since FROM staff_approvals
         WHERE state = 'asked' AND asked_by <> %(staff)s AND asked_at > now() - interval '7 days'
           AND action = ANY(%(actions)s) ORDER BY asked_at
    """
    parts: list[LiteralString] = [_count("approvals", approvals)]
    parts.extend(_count(watch.kind, watch.sql) for watch in watches)
    counted = await fetch_all(
        conn,
        _Counted,
        " UNION ALL ".join(parts),
        staff=staff,
        actions=list(actions),
        most=COUNTED + 1,
    )
    return [
        Waiting(each.kind, min(each.count, COUNTED), each.count > COUNTED, each.since)
        for each in counted
        if each.count
    ]


def _count(kind: LiteralString, sql: LiteralString) -> LiteralString:
    return (
        f"SELECT '{kind}' AS kind, count(*) AS count, min(since) AS since "
        f"FROM (SELECT since FROM ({sql}) AS w LIMIT %(most)s) AS waiting"
    )


class Kept(Sales, kw_only=True):
    has_opened: bool


async def get_kept(conn: Connection) -> Kept:
    """Both by one statement: every desk asks for them all day."""
    return await fetch_one(
        conn,
        Kept,
        """
        WITH seoul AS (SELECT (now() AT TIME ZONE 'Asia/Seoul')::date AS today)
        SELECT coalesce(sum(value) FILTER (WHERE day = today), 0)::bigint AS today,
               coalesce(sum(value) FILTER (WHERE day = today - 1), 0)::bigint AS yesterday,
               coalesce(sum(value) FILTER (WHERE day >= date_trunc('month', today)), 0)::bigint AS month,
               EXISTS (SELECT FROM shop_opened) AS "hasOpened"
          FROM seoul
          LEFT JOIN number_days ON figure = 'sales' AND day >= least(date_trunc('month', today), today - 1)
        """,
    )


async def has_opened(conn: Connection) -> bool:
    return await any_row(conn, "SELECT FROM shop_opened")


async def note_opened(conn: Connection) -> None:
    await execute(conn, "INSERT INTO shop_opened DEFAULT VALUES ON CONFLICT DO NOTHING")

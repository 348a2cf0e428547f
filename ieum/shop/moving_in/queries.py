"""SQL of what was moved, the runs that did it, and the plans it can be moved to."""

from collections.abc import Sequence

import msgspec

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.moving_in.cells import left_id
from ieum.shop.moving_in.types import Counts, Kind, Moved, Plan, Seen

# One import at a time.
LOCK = 7217


async def try_lock(conn: Connection) -> bool:
    """Held by this connection until `unlock`, or until it is gone."""
    return await fetch_one(conn, bool, "SELECT pg_try_advisory_lock(%(lock)s)", lock=LOCK)


async def unlock(conn: Connection) -> None:
    await execute(conn, "SELECT pg_advisory_unlock(%(lock)s)", lock=LOCK)


async def begin_run(conn: Connection, made_by: str, came_from: str | None) -> int:
    return await fetch_one(
        conn,
        int,
        "INSERT INTO moving_runs (made_by, came_from) VALUES (%(made_by)s, %(came_from)s) RETURNING id",
        made_by=made_by,
        came_from=came_from,
    )


async def note_run(conn: Connection, run: int, counts: Counts, *, ended: bool = False) -> None:
    """Say how far the run has come; with each batch, so that one that broke off says it, too."""
    await execute(
        conn,
        """
        UPDATE moving_runs
           SET members = %(members)s, services = %(services)s, points = %(points)s, updated = %(updated)s,
               skipped = %(skipped)s, ended_at = CASE WHEN %(ended)s THEN now() END
         WHERE id = %(run)s
        """,
        run=run,
        members=counts.members,
        services=counts.services,
        points=counts.points,
        updated=counts.updated,
        skipped=counts.skipped,
        ended=ended,
    )


async def list_plans(conn: Connection) -> list[Plan]:
    return await fetch_all(
        conn,
        Plan,
        """
        SELECT p.id, p.code,
               array_remove(array_agg(q.pool_id) || p.pool_id, NULL) AS pools
          FROM plans p LEFT JOIN plan_pools q ON q.plan_id = p.id
         WHERE p.kind <> 'ticket'
         GROUP BY p.id
         ORDER BY p.id
        """,
    )


async def list_seen(conn: Connection, kind: Kind, external_ids: Sequence[str]) -> dict[str, Seen]:
    """Find what was imported of these, by its id there; of members who have left, too."""
    by_key = {left_id(one): one for one in external_ids} | {one: one for one in external_ids}
    rows = await fetch_all(
        conn,
        Seen,
        """
        SELECT external_id, contents, member_id FROM moved_rows
         WHERE kind = %(kind)s AND external_id = ANY(%(ids)s)
        """,
        kind=kind,
        ids=list(by_key),
    )
    return {by_key[row.external_id]: row for row in rows}


async def insert_moved(conn: Connection, kind: Kind, run: int, rows: Sequence[Moved]) -> None:
    await execute(
        conn,
        """
        INSERT INTO moved_rows (kind, external_id, contents, run_id, member_id, service_id, began_at, reason)
        SELECT %(kind)s, n.external_id, decode(n.contents, 'base64'), %(run)s, n.member_id, n.service_id, n.began_at,
               n.reason
          FROM json_to_recordset(%(rows)s::json)
               AS n (external_id text, contents text, member_id bigint, service_id bigint, began_at timestamptz,
                     reason text)
        """,
        kind=kind,
        run=run,
        rows=msgspec.json.encode(rows).decode(),
    )


async def note_contents(conn: Connection, kind: Kind, external_id: str, contents: bytes) -> None:
    await execute(
        conn,
        """
        UPDATE moved_rows SET contents = %(contents)s WHERE kind = %(kind)s AND external_id = %(id)s
        """,
        kind=kind,
        id=external_id,
        contents=contents,
    )


async def insert_links(conn: Connection, members: Sequence[int]) -> None:
    """Each of these may be mailed a link."""
    await execute(
        conn,
        "INSERT INTO moving_links (member_id) SELECT unnest(%(members)s::bigint[])",
        members=list(members),
    )


async def list_unopened(conn: Connection, members: Sequence[int]) -> set[int]:
    """Select members of these who have not chosen a password yet."""
    return set(
        await fetch_all(
            conn,
            int,
            """
            SELECT member_id FROM moving_links l
             WHERE member_id = ANY(%(members)s) AND used_at IS NULL
               AND NOT EXISTS (SELECT FROM login_sessions s WHERE s.member_id = l.member_id)
            """,
            members=list(members),
        )
    )


async def list_gone(conn: Connection, members: Sequence[int]) -> set[int]:
    """Select members of these who have left since they came."""
    return set(
        await fetch_all(
            conn,
            int,
            "SELECT id FROM members WHERE id = ANY(%(members)s) AND left_at IS NOT NULL",
            members=list(members),
        )
    )

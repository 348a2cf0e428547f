"""Queries on bulk runs and their rows."""

from typing import LiteralString

import msgspec
from psycopg.types.json import Jsonb

from ieum.shop.desk.bulk.listed import RUNS
from ieum.shop.desk.bulk.types import (
    BulkRun,
    BulkRunId,
    BulkSet,
    BulkState,
    RowResult,
    RunningBulk,
)
from ieum.shop.desk.changes import AnyBulk, AnyChange
from ieum.shop.desk.lists import Where
from ieum.shop.desk.record.types import By
from ieum.shop.desk.types import ApprovalId, StaffId
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional


def id_of(bulk: AnyBulk) -> LiteralString:
    """`s.id` of `services s`."""
    return f"{bulk.of.rpartition(' ')[2]}.id"


async def find_set(conn: Connection, bulk: AnyBulk, where: Where) -> BulkSet:
    """Return count and checksum of the selected ids."""
    return await fetch_one(
        conn,
        BulkSet,
        f"""
        SELECT count(*) FILTER (WHERE {bulk.fits}) AS count, count(*) AS found,
               coalesce(bit_xor(hashint8extended({id_of(bulk)}, 14)) FILTER (WHERE {bulk.fits}), 0)::text AS mark
          FROM {bulk.of} WHERE {where.sql}
        """,
        **where.params,
    )


async def find_worth(conn: Connection, bulk: AnyBulk, wish: object, where: Where) -> int:
    """Price in won what all rows together are given."""
    return await fetch_one(
        conn,
        int,
        f"""
        SELECT coalesce(sum(ceil(count * ({bulk.worth or "0"}))), 0)::bigint
          FROM (SELECT {bulk.alike} AS alike, count(*) AS count
                  FROM {bulk.of} WHERE {where.sql} AND {bulk.fits} GROUP BY 1) rows
        """,
        **where.params,
        **msgspec.to_builtins(wish),
    )


async def hold_presses(conn: Connection) -> None:
    """Hold all presses: a second one waits for this transaction, and finds a newer run than it was shown."""
    await execute(conn, "SELECT pg_advisory_xact_lock(7221)")


async def newest(conn: Connection) -> int:
    """The number of the newest run; 0 before the first."""
    return await fetch_one(conn, int, "SELECT coalesce(max(id), 0) FROM bulk_runs")


async def count_alone(conn: Connection, staff: StaffId) -> int:
    """Count rows that this person has changed or is changing within 24 hours without a second person."""
    return await fetch_one(
        conn,
        int,
        """
        SELECT coalesce(sum(CASE WHEN state = 'cancelled' THEN done + skipped + failed ELSE total END), 0)::bigint
          FROM bulk_runs
         WHERE made_by = %(staff)s AND made_at > now() - interval '1 day' AND state <> 'waiting'
           AND approval_id IS NULL AND undoes IS NULL
        """,
        staff=staff,
    )


async def insert(  # noqa: PLR0913 - a run has so many columns
    conn: Connection,
    by: By,
    change: AnyChange,
    wish: object,
    *,
    title: str,
    total: int,
    state: BulkState,
    reason: str,
    undoes: BulkRunId | None = None,
) -> BulkRunId:
    """Insert a run. The table refuses a second one that takes the same run back (UniqueViolation)."""
    return await fetch_one(
        conn,
        BulkRunId,
        """
        INSERT INTO bulk_runs (kind, params, title, total, state, undoes, reason, made_by, role, session_id, request_id,
                               address)
        VALUES (%(change)s, %(wish)s, %(title)s, %(total)s, %(state)s, %(undoes)s, %(reason)s, %(by)s, %(role)s,
                %(session)s, %(request)s, %(address)s)
        RETURNING id
        """,
        change=change.name,
        wish=Jsonb(msgspec.to_builtins(wish)),
        title=title,
        total=total,
        state=state,
        undoes=undoes,
        reason=reason,
        by=by.staff,
        role=by.role,
        session=by.session,
        request=by.request_id,
        address=by.address,
    )


async def freeze(conn: Connection, run: BulkRunId, bulk: AnyBulk, where: Where) -> int:
    return await execute(
        conn,
        f"""
        INSERT INTO bulk_rows (run_id, object_id)
        SELECT %(run)s, {id_of(bulk)} FROM {bulk.of} WHERE {where.sql} AND {bulk.fits}
        """,
        **where.params,
        run=run,
    )


async def freeze_done(conn: Connection, run: BulkRunId, of: BulkRunId) -> int:
    return await execute(
        conn,
        """
        INSERT INTO bulk_rows (run_id, object_id)
        SELECT %(run)s, object_id FROM bulk_rows WHERE run_id = %(of)s AND state = 'done'
        """,
        run=run,
        of=of,
    )


async def find(conn: Connection, run: BulkRunId) -> BulkRun | None:
    return await fetch_optional(
        conn, BulkRun, f"SELECT {RUNS.line} FROM {RUNS.source} WHERE b.id = %(run)s", run=run
    )


async def find_running(conn: Connection, run: BulkRunId, *, holds: bool = True) -> RunningBulk | None:
    lock: LiteralString = "FOR UPDATE" if holds else ""
    return await fetch_optional(
        conn,
        RunningBulk,
        f"""
        SELECT id, kind AS change, params AS wish, state, undoes, reason, made_by, role, session_id, request_id,
               address, approval_id, alone
          FROM bulk_runs WHERE id = %(run)s {lock}
        """,
        run=run,
    )


async def list_running(conn: Connection) -> list[BulkRunId]:
    return await fetch_all(conn, BulkRunId, "SELECT id FROM bulk_runs WHERE state = 'running' ORDER BY id")


async def set_state(conn: Connection, run: BulkRunId, state: BulkState) -> None:
    await execute(
        conn,
        """
        UPDATE bulk_runs SET state = %(state)s,
               ended_at = CASE WHEN %(state)s IN ('done', 'cancelled') THEN now() END
         WHERE id = %(run)s
        """,
        run=run,
        state=state,
    )


async def note_confirmed(
    conn: Connection, run: BulkRunId, *, approval: ApprovalId | None, alone: bool
) -> None:
    await execute(
        conn,
        "UPDATE bulk_runs SET approval_id = %(approval)s, alone = %(alone)s WHERE id = %(run)s",
        run=run,
        approval=approval,
        alone=alone,
    )


async def find_next(conn: Connection, run: BulkRunId) -> int | None:
    """The caller has locked the run."""
    return await fetch_optional(
        conn,
        int,
        "SELECT object_id FROM bulk_rows WHERE run_id = %(run)s AND state = 'waiting' ORDER BY object_id LIMIT 1",
        run=run,
    )


async def settle(conn: Connection, run: BulkRunId, row: int, result: RowResult) -> None:
    """Write down a row's result and count it. The caller has locked the run."""
    await execute(
        conn,
        """
        WITH settled AS (
            UPDATE bulk_rows
               SET state = %(state)s, detail = %(detail)s, before = %(before)s, after = %(after)s, at = now()
             WHERE run_id = %(run)s AND object_id = %(row)s AND state = 'waiting'
            RETURNING 1
        )
        UPDATE bulk_runs
           SET done = done + (SELECT count(*) FROM settled WHERE %(state)s = 'done'),
               skipped = skipped + (SELECT count(*) FROM settled WHERE %(state)s = 'skipped'),
               failed = failed + (SELECT count(*) FROM settled WHERE %(state)s = 'failed')
         WHERE id = %(run)s
        """,
        run=run,
        row=row,
        state=result.state,
        detail=result.detail,
        before=None if result.before is None else Jsonb(result.before),
        after=None if result.after is None else Jsonb(result.after),
    )

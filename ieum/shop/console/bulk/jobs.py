"""The job that goes through the rows of bulk runs."""

import logging

from ieum.shop.console.approvals import queries as approvals
from ieum.shop.console.bulk import queries, tasks
from ieum.shop.console.bulk.kinds import KINDS, Done, Kind
from ieum.shop.console.bulk.types import BulkRunId, RunningBulk
from ieum.shop.console.record import service as record
from ieum.shop.console.record.types import By, Note
from ieum.shop.console.types import StaffSessionId
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import ShopError
from ieum.shop.kernel.queue import job

log = logging.getLogger(__name__)

# Rows of one run before the next one's turn, so that a long one does not keep a short one waiting.
TURN = 50
OUR_ERROR = "오류로 처리하지 못했습니다. 기술 담당자에게 알려 주세요."


@job(tasks.RUN, cron="*/2 * * * *", lock=tasks.RUN)
async def run_bulk(db: Database) -> None:
    """Go on with each where it stands; the clock finds those whose worker ended meanwhile."""
    while True:
        async with db.connection() as conn:
            running = await queries.list_running(conn)
        if not running:
            return
        for run in running:
            await stop_where_lost(db, run)
            for _ in range(TURN):
                if not await go_on(db, run):
                    break


async def stop_where_lost(db: Database, run: BulkRunId) -> None:
    """Stop a run whose maker was removed, or may not do this any more; not one that a second person has confirmed."""
    async with db.transaction() as conn:
        found = await queries.find_running(conn, run)
        if found is None or found.state != "running" or found.approval_id is not None:
            return
        rights = await approvals.find_rights(conn, found.made_by)
        if rights is not None and rights.may(KINDS[found.kind].permission) and rights.may("bulk.run"):
            return
        await queries.set_state(conn, run, "cancelled")
        note = Note(
            action="bulk.cancel",
            object_kind="bulk",
            object_id=str(run),
            before={"state": "running"},
            after={"state": "cancelled"},
            reason="시작한 직원에게 이 일을 할 권한이 없어져 멈췄습니다.",
        )
        await record.append(conn, By(role="권한 없음", request_id="", address=""), [note])


async def go_on(db: Database, run: BulkRunId) -> bool:
    """Do the next row, in a transaction of its own, and say whether there was one.

    The run is locked, so that a row is done once, and none after somebody has stopped it.
    """
    async with db.transaction() as conn:
        found = await queries.find_running(conn, run)
        if found is None or found.state != "running":
            return False
        row = await queries.find_next(conn, run)
        if row is None:
            await queries.set_state(conn, run, "done")
            return False
        await _do(conn, found, row)
    return True


async def _do(conn: Connection, run: RunningBulk, row: int) -> None:
    kind = KINDS[run.kind]
    step = kind.step if run.undoes is None else kind.undo
    if step is None:
        raise LookupError(f"{kind.name} cannot be undone")
    try:
        async with conn.transaction():
            done = await step(conn, run, row)
    except ShopError as refused:
        await queries.settle(conn, run.id, row, "failed", Done(detail=refused.detail or refused.title))
        return
    except Exception:
        # An error of ours in one row must not keep the others waiting for ever.
        log.exception("row %s of bulk run %s", row, run.id)
        await queries.settle(
            conn,
            run.id,
            row,
            "failed",
            Done(detail=OUR_ERROR),
        )
        return
    await queries.settle(conn, run.id, row, "skipped" if done.after is None else "done", done)
    if done.after is not None:
        await record.append(conn, _by(run), [_note(run, kind, row, done)])


def _by(run: RunningBulk) -> By:
    return By(
        role=run.role,
        request_id=run.request_id,
        address=run.address,
        staff=run.made_by,
        session=StaffSessionId(run.session_id),
        approval=run.approval_id,
        alone=run.alone,
    )


def _note(run: RunningBulk, kind: Kind, row: int, done: Done) -> Note:
    return Note(
        action=kind.action,
        object_kind=kind.object_kind,
        object_id=str(row),
        before=done.before,
        after=(done.after or {}) | {"bulk": run.id},
        reason=run.reason,
    )

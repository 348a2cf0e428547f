"""The job that goes through the rows of bulk runs."""

import logging

from ieum.shop.desk import gifts, pressing
from ieum.shop.desk.approvals import queries as approvals
from ieum.shop.desk.bulk import queries, tasks
from ieum.shop.desk.bulk.types import BulkRunId, RowResult, RunningBulk
from ieum.shop.desk.changes import AnyCase, AnyChange, Case, Made, Stays, result_of
from ieum.shop.desk.record import service as record
from ieum.shop.desk.record.types import By, Note
from ieum.shop.desk.registry import Desk
from ieum.shop.desk.types import Facts, StaffSessionId
from ieum.shop.desk.wishes import read_wish
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import ShopError
from ieum.shop.kernel.queue import job
from ieum.shop.kernel.settings import Settings

log = logging.getLogger(__name__)

# Rows of one run before the next one's turn, so that a long one does not keep a short one waiting.
TURN = 50
TOO_MUCH = "하루에 한 회원에게 혼자 줄 수 있는 금액을 넘어 두 번째 확인이 필요합니다."
OUR_ERROR = "오류로 처리하지 못했습니다. 기술 담당자에게 알려 주세요."


@job(tasks.RUN, cron="*/2 * * * *", lock=tasks.RUN)
async def run_bulk(db: Database, desk: Desk, settings: Settings) -> None:
    """Go on with each where it stands; the clock finds those whose worker ended meanwhile."""
    while True:
        async with db.connection() as conn:
            running = await queries.list_running(conn)
        if not running:
            return
        for run in running:
            await stop_where_lost(db, desk, run)
            for _ in range(TURN):
                if not await go_on(db, desk, settings, run):
                    break


async def stop_where_lost(db: Database, desk: Desk, run: BulkRunId) -> None:
    """Stop a run whose maker was removed, or may not do this any more; not one that a second person has confirmed."""
    async with db.transaction() as conn:
        found = await queries.find_running(conn, run)
        if found is None or found.state != "running" or found.approval_id is not None:
            return
        rights = await approvals.find_rights(conn, found.made_by)
        if rights is not None and rights.may(desk.get(found.change).permission) and rights.may("bulk.run"):
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


async def go_on(db: Database, desk: Desk, settings: Settings, run: BulkRunId) -> bool:
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
        await _do(conn, desk.get(found.change), found, row, settings)
    return True


async def _do(conn: Connection, change: AnyChange, run: RunningBulk, row: int, settings: Settings) -> None:
    try:
        async with conn.transaction():
            result = await _change_row(conn, change, run, row, settings)
    except Stays as refused:
        result = RowResult(state="skipped", detail=refused.detail)
    except ShopError as refused:
        result = RowResult(state="failed", detail=refused.detail or refused.title)
    except Exception:
        # An error of ours in one row must not keep the others waiting for ever.
        log.exception("row %s of bulk run %s", row, run.id)
        result = RowResult(state="failed", detail=OUR_ERROR)
    await queries.settle(conn, run.id, row, result)
    if result.state == "done":
        await record.append(conn, _by(run), [_note(run, change, row, result)])


async def _change_row(
    conn: Connection, change: AnyChange, run: RunningBulk, row: int, settings: Settings
) -> RowResult:
    """Do to one row what a press does to one object. Raises Stays, and the refusals of the room."""
    wish = read_wish(change, run.wish)
    if run.undoes is not None:
        if change.undo is None:
            raise LookupError(f"{change.name} cannot be undone")
        await pressing.lock(conn, change, row, wish)
        case = await _case_of(conn, change, run, row, wish, settings)
        return await _done(conn, change, case, await change.undo(conn, case))
    gift = None
    if change.worth is not None and run.approval_id is None:
        gift = await change.worth(conn, row, wish)
        await gifts.hold(conn, None, gift.member)
        if await gifts.takes_two(conn, None, gift):
            raise Stays(TOO_MUCH)
    await pressing.lock(conn, change, row, wish)
    case = await _case_of(conn, change, run, row, wish, settings)
    if (why := change.refuses(case.sheet, wish)) is not None:
        raise Stays(why)
    more = await change.apply(conn, case)
    if gift is not None:
        await gifts.enter(conn, None, gift)
    return await _done(conn, change, case, more)


async def _case_of(
    conn: Connection, change: AnyChange, run: RunningBulk, row: int, wish: object, settings: Settings
) -> AnyCase:
    """Look at a row for its change. An undo has the key of the run that it takes back."""
    sheet = await pressing.find(conn, change, row, wish)
    return Case(
        target=row,
        sheet=sheet,
        wish=wish,
        key=f"bulk:{run.undoes or run.id}",
        by=run.made_by,
        asked_by=run.made_by,
        reason=run.reason,
        settings=settings,
    )


async def _done(conn: Connection, change: AnyChange, case: AnyCase, made: Made | Facts | None) -> RowResult:
    before, after = await pressing.differences(conn, change, case, result_of(made))
    return RowResult(state="done", before=before, after=after)


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


def _note(run: RunningBulk, change: AnyChange, row: int, result: RowResult) -> Note:
    return Note(
        action=change.name,
        object_kind=change.of.name,
        object_id=str(row),
        before=result.before,
        after=(result.after or {}) | {"bulk": run.id},
        reason=run.reason,
    )

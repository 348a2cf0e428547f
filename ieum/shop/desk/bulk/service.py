"""Freezes what a bulk change is about, begins it, stops it, and takes it back."""

import msgspec

from ieum.shop.desk import gifts, presses, previews
from ieum.shop.desk.acting import Act, require
from ieum.shop.desk.approvals import service as approvals
from ieum.shop.desk.approvals.refusals import AskerMayNot, PreviewChanged
from ieum.shop.desk.approvals.types import Action, World
from ieum.shop.desk.bulk import queries, sets, tasks
from ieum.shop.desk.bulk.refusals import BulkNotFound, BulkStays
from ieum.shop.desk.bulk.types import (
    BulkForm,
    BulkMade,
    BulkOrder,
    BulkPress,
    BulkRun,
    BulkRunId,
    BulkSeen,
    RunningBulk,
)
from ieum.shop.desk.changes import AnyChange
from ieum.shop.desk.lists import Where
from ieum.shop.desk.looking import refuse_person
from ieum.shop.desk.registry import ChangeUnknown, Desk
from ieum.shop.desk.types import Facts, Preview, Row, Staff
from ieum.shop.desk.wishes import read_wish
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.kernel.queue import defer


class FrozenBulk(msgspec.Struct):
    """Names the run that the second person confirms. Its rows are stored when it is asked for."""

    run: BulkRunId


async def preview(conn: Connection, staff: Staff, desk: Desk, form: BulkForm) -> Preview:
    """Say what would be done to how many. Raises InvalidFields, PermissionMissing, NothingToDo, ChangeUnknown."""
    change = _get(desk, form.change)
    where = _where_of(change, form)
    refuse_person(staff, where)
    return await preview_set(conn, staff, change, read_wish(change, form.wish), where)


async def preview_set(
    conn: Connection, staff: Staff, change: AnyChange, wish: object, where: Where
) -> Preview:
    """Like `preview`, of any set of rows that the change can be made to. Raises Stays, too."""
    require(staff, change.permission)
    rows = await sets.look(conn, change, wish, where)
    why = await sets.too_much(conn, staff.id, rows)
    shown = previews.preview(
        sets.title_of(change, rows.count),
        sets.rows_of(change, wish, rows),
        warnings=[*sets.bulk_of(change).warnings, *filter(None, [why])],
        count=rows.count,
        seen=[change.name, wish, *rows.seen],
    )
    gift = await sets.gift_of(conn, change, wish, where)
    return shown if gift is None else await gifts.warned(conn, staff.id, gift, shown)


async def order(act: Act, desk: Desk, form: BulkOrder) -> BulkMade:
    """Freeze the rows and begin, or ask a second person; once by the key.

    Raises PreviewChanged and PressKeyUsed besides what `preview` does.
    """
    change = _get(desk, form.change)
    wish, where = read_wish(change, form.wish), _where_of(change, form)
    refuse_person(act.staff, where)
    press = presses.press(form.key, "bulk.run", form.change, wish, form.ids, form.query)
    if (made := await presses.begin(act, press)) is not None:
        return msgspec.convert(made, BulkMade)
    run, waits = await _freeze_set(act, change, wish, where, digest=form.digest, reason=form.reason)
    if waits:
        asked = await approvals.ask(act, run_action(desk), FrozenBulk(run), reason=form.reason)
        begun = BulkMade(run, asked.approval_id)
    else:
        await begin(act, run, form.reason)
        begun = BulkMade(run)
    await presses.end(act, press, msgspec.to_builtins(begun))
    return begun


async def _freeze_set(
    act: Act, change: AnyChange, wish: object, where: Where, *, digest: str, reason: str
) -> tuple[BulkRunId, bool]:
    """Store the rows of a run, and say whether it waits for a second person.

    Raises PreviewChanged besides what the preview does.
    """
    await gifts.hold(act.conn, act.staff.id, None)
    await queries.hold_presses(act.conn)
    shown = await preview_set(act.conn, act.staff, change, wish, where)
    if shown.digest != digest or shown.count is None:
        raise PreviewChanged
    gift = await sets.gift_of(act.conn, change, wish, where)
    waits = (shown.count + await queries.count_alone(act.conn, act.staff.id) > sets.ROWS_ALONE) or (
        gift is not None and await gifts.takes_two(act.conn, act.staff.id, gift)
    )
    run = await sets.store(
        act.conn, act.by, change, wish, where, count=shown.count, waits=waits, reason=reason
    )
    if gift is not None and not waits:
        await gifts.enter(act.conn, act.staff.id, gift)
    return run, waits


async def see(conn: Connection, staff: Staff, desk: Desk, run: BulkRunId) -> BulkSeen:
    """Show a run and what its viewer may do about it. Raises BulkNotFound."""
    found = await get(conn, run)
    may = staff.may("bulk.run") and staff.may(desk.get(found.change).permission)
    denied = None if may else "이 일을 할 권한이 없습니다."
    return BulkSeen(found, denied or _why_not_cancel(found), denied or _why_not_undo(found, desk))


async def cancel(act: Act, desk: Desk, run: BulkRunId, reason: str) -> None:
    """Do no further row; what is done stays. Raises BulkNotFound, BulkStays, PermissionMissing."""
    locked = await _lock(act, desk, run)
    why_not = _why_not_cancel(await get(act.conn, run))
    if why_not is not None:
        raise BulkStays(why_not)
    await queries.set_state(act.conn, run, "cancelled")
    act.note(
        "bulk.cancel",
        "bulk",
        run,
        before={"state": locked.state},
        after={"state": "cancelled"},
        reason=reason,
    )


async def preview_undo(conn: Connection, staff: Staff, desk: Desk, run: BulkRunId) -> Preview:
    """Show the undo of a run. Raises BulkNotFound, BulkStays, PermissionMissing."""
    found = await get(conn, run)
    change = desk.get(found.change)
    require(staff, change.permission)
    why_not = _why_not_undo(found, desk)
    if why_not is not None:
        raise BulkStays(why_not)
    unit = change.of.unit
    return previews.preview(
        _undoing_title(found),
        [Row("되돌리는 것", found.title), Row("대상", f"처리된 {found.done:,}{unit}")],
        warnings=["그사이 상태가 바뀐 것은 되돌리지 못할 수 있습니다. 결과에 하나씩 남습니다."],
        count=found.done,
        seen=run,
    )


async def undo(act: Act, desk: Desk, run: BulkRunId, press: BulkPress) -> BulkMade:
    """Begin a run that takes this one back. Raises PreviewChanged, PressKeyUsed besides what `preview_undo` does."""
    pressed = presses.press(press.key, "bulk.undo", run)
    if (made := await presses.begin(act, pressed)) is not None:
        return msgspec.convert(made, BulkMade)
    locked = await _lock(act, desk, run)
    if (await preview_undo(act.conn, act.staff, desk, run)).digest != press.digest:
        raise PreviewChanged
    found = await get(act.conn, run)
    undoing = await queries.insert(
        act.conn,
        act.by,
        desk.get(locked.change),
        locked.wish,
        title=_undoing_title(found),
        total=found.done,
        state="running",
        reason=press.reason,
        undoes=run,
    )
    await queries.freeze_done(act.conn, undoing, run)
    await defer(act.conn, tasks.RUN)
    act.note("bulk.undo", "bulk", run, after={"undoneBy": undoing, "rows": found.done}, reason=press.reason)
    await presses.end(act, pressed, msgspec.to_builtins(BulkMade(undoing)))
    return BulkMade(undoing)


async def get(conn: Connection, run: BulkRunId) -> BulkRun:
    found = await queries.find(conn, run)
    if found is None:
        raise BulkNotFound
    return found


async def _lock(act: Act, desk: Desk, run: BulkRunId) -> RunningBulk:
    locked = await queries.find_running(act.conn, run)
    if locked is None:
        raise BulkNotFound
    require(act.staff, desk.get(locked.change).permission)
    return locked


def _get(desk: Desk, name: str) -> AnyChange:
    """Find a bulk change. Raises ChangeUnknown, also for a change of single objects."""
    change = desk.get(name)
    if change.in_bulk is None:
        raise ChangeUnknown
    return change


def _where_of(change: AnyChange, form: BulkForm) -> Where:
    """Read the selection. Raises InvalidFields."""
    if (form.ids is None) == (form.query is None):
        raise InvalidFields(Field("ids", "invalid", "줄을 고르거나 조건에 맞는 전체를 골라 주세요."))
    bulk = sets.bulk_of(change)
    if form.query is not None:
        return bulk.where_of(form.query)
    where = Where()
    where.add(f"{queries.id_of(bulk)} = ANY(%(ids)s)", ids=form.ids)
    return where


def _undoing_title(run: BulkRun) -> str:
    return f"되돌리기: {run.title}"


def _why_not_cancel(run: BulkRun) -> str | None:
    match run.state:
        case "running":
            return None
        case "waiting":
            return "두 번째 확인을 기다립니다. 승인 화면에서 요청을 거두어 주세요."
        case _:
            return "이미 끝났습니다."


def _why_not_undo(run: BulkRun, desk: Desk) -> str | None:
    if run.undoes is not None or desk.get(run.change).undo is None:
        return "되돌릴 수 없는 일입니다."
    if run.undone_by is not None:
        return "이미 되돌렸습니다."
    if run.state not in {"done", "cancelled"}:
        return "끝나거나 멈춘 뒤에 되돌릴 수 있습니다."
    return None if run.done else "처리된 것이 없습니다."


async def begin(act: Act, run: BulkRunId, reason: str = "") -> None:
    """Have the job go through the rows of a run that waits for nobody."""
    note = await sets.begin(act.conn, run, reason)
    act.note(note.action, note.object_kind, note.object_id, after=note.after, reason=note.reason)


async def _preview_frozen(conn: Connection, desk: Desk, wish: FrozenBulk) -> Preview:
    """Preview the frozen rows, which both people see alike, however long the second one takes."""
    found = await queries.find_running(conn, wish.run, holds=False)
    run = await get(conn, wish.run)
    if found is None or run.state != "waiting":
        raise BulkStays
    change = desk.get(run.change)
    rows = [
        Row("대상", f"{run.total:,}{change.of.unit}"),
        *sets.bulk_of(change).rows(read_wish(change, found.wish), run.total),
    ]
    return previews.preview(
        run.title, rows, warnings=sets.bulk_of(change).warnings, count=run.total, seen=run.id
    )


async def _begin_confirmed(act: Act, desk: Desk, wish: FrozenBulk, world: World) -> Facts:
    """Begin the run. Raises AskerMayNot: the wish itself takes `bulk.run` alone, whatever is done."""
    locked = await _lock(act, desk, wish.run)
    if not world.asker.may(desk.get(locked.change).permission):
        raise AskerMayNot
    await sets.confirm(act.conn, wish.run, approval=act.approval, alone=act.alone)
    await begin(act, wish.run)
    return {"runId": wish.run}


def run_action(desk: Desk) -> Action[FrozenBulk]:
    """A run as a wish that a second person confirms."""

    async def look(conn: Connection, wish: FrozenBulk) -> tuple[None, Preview]:
        return None, await _preview_frozen(conn, desk, wish)

    async def begin_run(act: Act, wish: FrozenBulk, _seen: None, world: World) -> Facts:
        return await _begin_confirmed(act, desk, wish, world)

    async def drop(conn: Connection, wish: FrozenBulk) -> None:
        await sets.drop(conn, wish.run)

    return Action(
        name="bulk.run",
        label="여러 건 한꺼번에 처리",
        permission="bulk.run",
        params=FrozenBulk,
        look=look,
        carry_out=begin_run,
        drop=drop,
    )

"""Freezes what a bulk change is about, begins it, stops it, and takes it back."""

from collections.abc import Sequence

import msgspec

from ieum.shop.desk import gifts, presses, previews
from ieum.shop.desk.acting import Act, require
from ieum.shop.desk.approvals import service as approvals
from ieum.shop.desk.approvals.refusals import AskerMayNot, PreviewChanged
from ieum.shop.desk.approvals.types import Action, World, written_out
from ieum.shop.desk.bulk import queries, tasks
from ieum.shop.desk.bulk.refusals import BulkNotFound, BulkStays, NothingToDo
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
from ieum.shop.desk.changes import AnyBulk, AnyChange, Stays
from ieum.shop.desk.gifts import Gift
from ieum.shop.desk.lists import Where
from ieum.shop.desk.looking import refuse_person
from ieum.shop.desk.registry import ChangeUnknown, Desk
from ieum.shop.desk.types import Facts, Preview, Row, Staff
from ieum.shop.desk.wishes import read_wish
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.kernel.queue import defer

# What one person does to more rows within a day takes two.
ROWS_ALONE = 100


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
    bulk = _bulk_of(change)
    if (why := bulk.refuses(wish)) is not None:
        raise Stays(why)
    aims: Sequence[Row] = await bulk.aims(conn, wish) if bulk.aims else ()
    found = await queries.find_set(conn, bulk, where)
    if found.count == 0:
        raise NothingToDo
    left_out = found.found - found.count
    rows: list[Row] = [
        Row("대상", f"{found.count:,}{change.of.unit}"),
        *([Row("제외", f"{left_out:,}{change.of.unit} (지금 상태에서는 할 수 없음)")] if left_out else []),
        *bulk.rows(wish, found.count),
        *aims,
    ]
    shown = previews.preview(
        _title(change, found.count),
        rows,
        warnings=_warnings(bulk, found.count, await queries.count_alone(conn, staff.id)),
        count=found.count,
        # The newest run, too: once this one has begun, the same press again would do it twice.
        seen=[change.name, wish, found.mark, await queries.newest(conn)],
    )
    gift = await _gift_of(conn, bulk, wish, where)
    return shown if gift is None else await gifts.warned(conn, staff.id, gift, shown)


async def _gift_of(conn: Connection, bulk: AnyBulk, wish: object, where: Where) -> Gift | None:
    if bulk.worth is None:
        return None
    return Gift(bulk.gives, await queries.find_worth(conn, bulk, wish, where))


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
    run, waits = await freeze_set(act, change, wish, where, digest=form.digest, reason=form.reason)
    if waits:
        asked = await approvals.ask(act, run_action(desk), FrozenBulk(run), reason=form.reason)
        begun = BulkMade(run, asked.approval_id)
    else:
        await begin(act, run, form.reason)
        begun = BulkMade(run)
    await presses.end(act, press, msgspec.to_builtins(begun))
    return begun


async def freeze_set(
    act: Act,
    change: AnyChange,
    wish: object,
    where: Where,
    *,
    digest: str,
    reason: str,
    waits: bool = False,
) -> tuple[BulkRunId, bool]:
    """Store the rows of a run, and say whether it waits for a second person: for its own sake, or as it is told to.

    Raises PreviewChanged besides what the preview does.
    """
    await queries.hold_presses(act.conn)
    await gifts.hold(act.conn, act.staff.id, None)
    bulk = _bulk_of(change)
    shown = await preview_set(act.conn, act.staff, change, wish, where)
    if shown.digest != digest or shown.count is None:
        raise PreviewChanged
    gift = await _gift_of(act.conn, bulk, wish, where)
    waits = (
        waits
        or shown.count + await queries.count_alone(act.conn, act.staff.id) > ROWS_ALONE
        or (gift is not None and await gifts.takes_two(act.conn, act.staff.id, gift))
    )
    run = await queries.insert(
        act,
        change,
        wish,
        title=shown.title,
        total=shown.count,
        state="waiting" if waits else "running",
        reason=reason,
    )
    if await queries.freeze(act.conn, run, bulk, where) != shown.count:
        # Somebody changed a row between the two statements.
        raise PreviewChanged
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
        act,
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


def _bulk_of(change: AnyChange) -> AnyBulk:
    if change.in_bulk is None:
        raise LookupError(f"{change.name} is made to one object at a time")
    return change.in_bulk


def _where_of(change: AnyChange, form: BulkForm) -> Where:
    """Read the selection. Raises InvalidFields."""
    if (form.ids is None) == (form.query is None):
        raise InvalidFields(Field("ids", "invalid", "줄을 고르거나 조건에 맞는 전체를 골라 주세요."))
    bulk = _bulk_of(change)
    if form.query is not None:
        return bulk.where_of(form.query)
    where = Where()
    where.add(f"{queries.id_of(bulk)} = ANY(%(ids)s)", ids=form.ids)
    return where


def _title(change: AnyChange, count: int) -> str:
    return f"{change.of.label} {count:,}{change.of.unit} – {change.label}"


def _undoing_title(run: BulkRun) -> str:
    return f"되돌리기: {run.title}"


def _warnings(bulk: AnyBulk, count: int, before: int) -> list[str]:
    """`before` are rows that this person did alone within a day: a large set cut into small runs takes two as well."""
    if count + before <= ROWS_ALONE:
        return [*bulk.warnings]
    lately = f" (하루 동안 혼자 처리한 {before:,}건 포함)" if before else ""
    return [*bulk.warnings, f"{ROWS_ALONE}건이 넘어{lately} 두 번째 사람이 확인한 뒤에 시작합니다."]


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
    found = await get(act.conn, run)
    await defer(act.conn, tasks.RUN)
    act.note(
        "bulk.run",
        "bulk",
        run,
        after={"change": found.change, "title": found.title, "total": found.total},
        reason=reason,
    )


async def preview_frozen(conn: Connection, desk: Desk, wish: FrozenBulk) -> Preview:
    """Preview the frozen rows, which both people see alike, however long the second one takes."""
    found = await queries.find_running(conn, wish.run, holds=False)
    run = await get(conn, wish.run)
    if found is None or run.state != "waiting":
        raise BulkStays
    change = desk.get(run.change)
    bulk = _bulk_of(change)
    rows = [
        Row("대상", f"{run.total:,}{change.of.unit}"),
        *bulk.rows(read_wish(change, found.wish), run.total),
    ]
    return previews.preview(run.title, rows, warnings=bulk.warnings, count=run.total, seen=run.id)


async def begin_confirmed(act: Act, desk: Desk, wish: FrozenBulk, world: World) -> Facts:
    """Raises AskerMayNot: the wish itself takes `bulk.run` alone, whatever is done."""
    locked = await _lock(act, desk, wish.run)
    if not world.asker.may(desk.get(locked.change).permission):
        raise AskerMayNot
    await queries.set_state(act.conn, wish.run, "running")
    await queries.note_confirmed(act, wish.run)
    await begin(act, wish.run)
    return {"runId": wish.run}


async def drop(conn: Connection, wish: FrozenBulk) -> None:
    """End a run that no second person has confirmed."""
    await queries.set_state(conn, wish.run, "cancelled")


def run_action(desk: Desk) -> Action[FrozenBulk]:
    """A run as a wish that a second person confirms."""

    async def preview_run(conn: Connection, wish: FrozenBulk) -> Preview:
        return await preview_frozen(conn, desk, wish)

    async def begin_run(act: Act, wish: FrozenBulk, world: World) -> Facts:
        return await begin_confirmed(act, desk, wish, world)

    return written_out(
        name="bulk.run",
        label="여러 건 한꺼번에 처리",
        permission="bulk.run",
        params=FrozenBulk,
        preview=preview_run,
        carry_out=begin_run,
        drop=drop,
    )

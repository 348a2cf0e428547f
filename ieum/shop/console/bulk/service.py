"""Freezes what a bulk change is about, begins it, stops it, and takes it back."""

from datetime import datetime, timedelta

import msgspec

from ieum.shop.console import gifts, presses, previews
from ieum.shop.console.access import Act, require
from ieum.shop.console.approvals import service as approvals
from ieum.shop.console.approvals.refusals import AskerMayNot, PreviewChanged
from ieum.shop.console.approvals.types import Action, World
from ieum.shop.console.bulk import queries, tasks
from ieum.shop.console.bulk.kinds import KINDS, Kind
from ieum.shop.console.bulk.refusals import BulkNotFound, BulkStays, NothingToDo
from ieum.shop.console.bulk.types import (
    BulkForm,
    BulkMade,
    BulkOrder,
    BulkParams,
    BulkPress,
    BulkRun,
    BulkRunId,
    BulkSeen,
    RunningBulk,
)
from ieum.shop.console.gifts import Gift
from ieum.shop.console.lists import Where
from ieum.shop.console.looking import refuse_person
from ieum.shop.console.types import Facts, Preview, Row, Staff
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import MISSING, Field, InvalidFields
from ieum.shop.kernel.queue import defer

# What one person does to more rows within a day takes two.
ROWS_ALONE = 100
_PARAMS = BulkParams.__struct_fields__


class FrozenBulk(msgspec.Struct):
    """Which one the second person confirms: its rows are stored when it is asked for."""

    run: BulkRunId


async def preview(conn: Connection, staff: Staff, form: BulkForm) -> Preview:
    """Say what would be done to how many. Raises InvalidFields, PermissionMissing, NothingToDo."""
    kind = KINDS[form.kind]
    where = _where_of(kind, form)
    refuse_person(staff, where)
    return await preview_set(conn, staff, kind, _params_of(kind, form), where)


async def preview_set(
    conn: Connection, staff: Staff, kind: Kind, params: BulkParams, where: Where
) -> Preview:
    """The same of any set of the kind's rows."""
    require(staff, kind.permission)
    found = await queries.find_set(conn, kind, where)
    if found.count == 0:
        raise NothingToDo
    left_out = found.found - found.count
    rows = [
        Row("대상", f"{found.count:,}{kind.unit}"),
        *([Row("제외", f"{left_out:,}{kind.unit} (지금 상태에서는 할 수 없음)")] if left_out else []),
        *kind.rows(params, found.count),
        *(await kind.aims(conn, params) if kind.aims else []),
    ]
    shown = previews.preview(
        _title(kind, found.count),
        rows,
        warnings=_warnings(kind, found.count, await queries.count_alone(conn, staff.id)),
        count=found.count,
        # The newest run, too: once this one has begun, the same press again would do it twice.
        seen=[kind.name, found.mark, await queries.newest(conn), params.gateway],
    )
    gift = await _gift_of(conn, kind, params, where)
    return shown if gift is None else await gifts.warned(conn, staff.id, gift, shown)


async def _gift_of(conn: Connection, kind: Kind, params: BulkParams, where: Where) -> Gift | None:
    if kind.gives is None:
        return None
    return Gift(kind.gives.what, await queries.find_worth(conn, kind, params, where))


async def order(act: Act, form: BulkOrder) -> BulkMade:
    """Freeze the rows and begin, or ask a second person; once by the key.

    Raises PreviewChanged and PressKeyUsed besides what `preview` does.
    """
    kind = KINDS[form.kind]
    params, where = _params_of(kind, form), _where_of(kind, form)
    refuse_person(act.staff, where)
    press = presses.press(form.key, "bulk.run", form.kind, params, form.ids, form.query)
    if (made := await presses.begin(act, press)) is not None:
        return msgspec.convert(made, BulkMade)
    begun = await order_set(act, kind, params, where, digest=form.digest, reason=form.reason)
    await presses.end(act, press, msgspec.to_builtins(begun))
    return begun


async def order_set(
    act: Act, kind: Kind, params: BulkParams, where: Where, *, digest: str, reason: str
) -> BulkMade:
    """The same of any set of the kind's rows."""
    run, waits = await freeze_set(act, kind, params, where, digest=digest, reason=reason)
    if waits:
        asked = await approvals.ask(act, RUN, FrozenBulk(run), reason=reason)
        return BulkMade(run, asked.approval_id)
    await begin(act, run, reason)
    return BulkMade(run)


async def freeze_set(
    act: Act,
    kind: Kind,
    params: BulkParams,
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
    shown = await preview_set(act.conn, act.staff, kind, params, where)
    if shown.digest != digest or shown.count is None:
        raise PreviewChanged
    gift = await _gift_of(act.conn, kind, params, where)
    waits = (
        waits
        or shown.count + await queries.count_alone(act.conn, act.staff.id) > ROWS_ALONE
        or (gift is not None and await gifts.takes_two(act.conn, act.staff.id, gift))
    )
    run = await queries.insert(
        act,
        kind,
        params,
        title=shown.title,
        total=shown.count,
        state="waiting" if waits else "running",
        reason=reason,
    )
    if await queries.freeze(act.conn, run, kind, where) != shown.count:
        # Somebody changed a row between the two statements.
        raise PreviewChanged
    if gift is not None and not waits:
        await gifts.enter(act.conn, act.staff.id, gift)
    return run, waits


async def see(conn: Connection, staff: Staff, run: BulkRunId) -> BulkSeen:
    """Raises BulkNotFound."""
    found = await get(conn, run)
    may = staff.may("bulk.run") and staff.may(KINDS[found.kind].permission)
    denied = None if may else "이 일을 할 권한이 없습니다."
    return BulkSeen(found, denied or _why_not_cancel(found), denied or _why_not_undo(found))


async def cancel(act: Act, run: BulkRunId, reason: str) -> None:
    """Do no further row; what is done stays. Raises BulkNotFound, BulkStays, PermissionMissing."""
    locked = await _lock(act, run)
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


async def preview_undo(conn: Connection, staff: Staff, run: BulkRunId) -> Preview:
    """Raises BulkNotFound, BulkStays, PermissionMissing."""
    found = await get(conn, run)
    require(staff, KINDS[found.kind].permission)
    why_not = _why_not_undo(found)
    if why_not is not None:
        raise BulkStays(why_not)
    unit = KINDS[found.kind].unit
    return previews.preview(
        _undoing_title(found),
        [Row("되돌리는 것", found.title), Row("대상", f"처리된 {found.done:,}{unit}")],
        warnings=["그사이 상태가 바뀐 것은 되돌리지 못할 수 있습니다. 결과에 하나씩 남습니다."],
        count=found.done,
        seen=run,
    )


async def undo(act: Act, run: BulkRunId, press: BulkPress) -> BulkMade:
    """Begin a run that takes this one back. Raises PreviewChanged, PressKeyUsed besides what `preview_undo` does."""
    pressed = presses.press(press.key, "bulk.undo", run)
    if (made := await presses.begin(act, pressed)) is not None:
        return msgspec.convert(made, BulkMade)
    locked = await _lock(act, run)
    if (await preview_undo(act.conn, act.staff, run)).digest != press.digest:
        raise PreviewChanged
    found, kind = await get(act.conn, run), KINDS[locked.kind]
    undoing = await queries.insert_undoing(
        act, kind, locked, title=_undoing_title(found), total=found.done, reason=press.reason
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


async def _lock(act: Act, run: BulkRunId) -> RunningBulk:
    locked = await queries.find_running(act.conn, run)
    if locked is None:
        raise BulkNotFound
    require(act.staff, KINDS[locked.kind].permission)
    return locked


def _where_of(kind: Kind, form: BulkForm) -> Where:
    """Raises InvalidFields."""
    if (form.ids is None) == (form.query is None):
        raise InvalidFields(Field("ids", "invalid", "줄을 고르거나 조건에 맞는 전체를 골라 주세요."))
    if form.query is not None:
        return kind.where_of(form.query)
    where = Where()
    where.add(f"{kind.of.rpartition(' ')[2]}.id = ANY(%(ids)s)", ids=form.ids)
    return where


def _params_of(kind: Kind, form: BulkForm) -> BulkParams:
    """Only what the kind takes. Raises InvalidFields where it is missing."""
    given = {name: getattr(form, name) for name in kind.needs}
    missing = [Field(name, "required", MISSING) for name, value in given.items() if value is None]
    if missing:
        raise InvalidFields(*missing)
    if form.until is not None and "until" in kind.needs:
        days = (form.until - datetime.now(seoul.SEOUL).date()) / timedelta(days=1)
        if not 1 <= days <= 365:
            raise InvalidFields(Field("until", "out_of_range", "내일부터 일 년 안의 날을 골라 주세요."))
    return BulkParams(**given, **{name: getattr(form, name) for name in kind.may_have})


def _title(kind: Kind, count: int) -> str:
    what = "회원" if kind.object_kind == "member" else "서비스"
    return f"{what} {count:,}{kind.unit} – {kind.label}"


def _undoing_title(run: BulkRun) -> str:
    return f"되돌리기: {run.title}"


def _warnings(kind: Kind, count: int, before: int) -> list[str]:
    """`before` are rows that this person did alone within a day: a large set cut into small runs takes two as well."""
    if count + before <= ROWS_ALONE:
        return [*kind.warnings]
    lately = f" (하루 동안 혼자 처리한 {before:,}건 포함)" if before else ""
    return [*kind.warnings, f"{ROWS_ALONE}건이 넘어{lately} 두 번째 사람이 확인한 뒤에 시작합니다."]


def _why_not_cancel(run: BulkRun) -> str | None:
    match run.state:
        case "running":
            return None
        case "waiting":
            return "두 번째 확인을 기다립니다. 승인 화면에서 요청을 거두어 주세요."
        case _:
            return "이미 끝났습니다."


def _why_not_undo(run: BulkRun) -> str | None:
    if run.undoes is not None or KINDS[run.kind].undo is None:
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
        after={"kind": found.kind, "title": found.title, "total": found.total},
        reason=reason,
    )


async def preview_frozen(conn: Connection, wish: FrozenBulk) -> Preview:
    """What was frozen, so that it is the same for both, however long the second one takes."""
    found = await queries.find_running(conn, wish.run, holds=False)
    run = await get(conn, wish.run)
    if found is None or run.state != "waiting":
        raise BulkStays
    kind = KINDS[run.kind]
    rows = [Row("대상", f"{run.total:,}{kind.unit}"), *kind.rows(found.params, run.total)]
    return previews.preview(run.title, rows, warnings=kind.warnings, count=run.total, seen=run.id)


async def begin_confirmed(act: Act, wish: FrozenBulk, world: World) -> Facts:
    """Raises AskerMayNot: the wish itself takes `bulk.run` alone, whatever is done."""
    locked = await _lock(act, wish.run)
    if not world.asker.may(KINDS[locked.kind].permission):
        raise AskerMayNot
    await queries.set_state(act.conn, wish.run, "running")
    await queries.note_confirmed(act, wish.run)
    await begin(act, wish.run)
    return {"runId": wish.run}


async def drop(conn: Connection, wish: FrozenBulk) -> None:
    """End a run that no second person has confirmed."""
    await queries.set_state(conn, wish.run, "cancelled")


RUN = Action(
    name="bulk.run",
    label="여러 건 한꺼번에 처리",
    permission="bulk.run",
    params=FrozenBulk,
    preview=preview_frozen,
    carry_out=begin_confirmed,
    drop=drop,
)

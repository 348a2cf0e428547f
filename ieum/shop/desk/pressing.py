"""Shows and makes the changes that rooms declare, for one person and for two."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from msgspec import structs

from ieum.shop.desk import gifts, presses, previews
from ieum.shop.desk.acting import Act
from ieum.shop.desk.approvals import service as approvals
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.approvals.types import Asked
from ieum.shop.desk.change_types import ChangeMade, ChangePress, Wished, WishForm
from ieum.shop.desk.changes import AnyChange, Case, Change, Made, Presser, Shown, Stays, difference, result_of
from ieum.shop.desk.gifts import Gift
from ieum.shop.desk.types import Facts, Preview, Rights, Staff, StaffId
from ieum.shop.desk.wishes import read_target, read_wish, read_wished
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import MISSING, Field, InvalidFields


async def preview(
    conn: Connection, staff: Staff, change: AnyChange, form: WishForm, *, address: str
) -> Preview:
    """Show what the change would do now, and whether this person makes it alone.

    Raises InvalidFields, Stays, the refusal of an object that is not there, and of rights that are missing.
    """
    target, wish = read_target(change, form.target), read_wish(change, form.wish)
    _refuse_to(change, wish, Presser(staff.id, address))
    sheet, shown = await look(conn, change, target, wish, staff)
    reasons = [
        one
        for one in await _reasons_for_two(conn, change, staff.id, sheet, wish)
        if one not in shown.warnings
    ]
    # The digest stays: a second person sees the preview itself.
    shown = structs.replace(shown, warnings=[*shown.warnings, *reasons])
    if change.worth is None:
        return shown
    gift = _priced(change, await change.worth(conn, target, wish), sheet, wish)
    return await gifts.warned(conn, staff.id, gift, shown)


async def press(
    act: Act, change: AnyChange, form: ChangePress, *, ready: object = None
) -> ChangeMade | Asked:
    """Make what was shown, or have it wait for a second person. The same key again changes nothing.

    Raises PreviewChanged, PressKeyUsed, what `preview` raises, and the refusals of the change.
    """
    target, wish = read(change, form)
    _refuse_to(change, wish, Presser(act.staff.id, act.address))
    pressed = presses.press(form.key, change.name, target, wish)
    if (made := await presses.begin(act, pressed)) is not None:
        return await answered(act.conn, made)
    gift = None if change.worth is None else await change.worth(act.conn, target, wish)
    if gift is not None:
        await gifts.hold(act.conn, act.staff.id, gift.member)
    await lock(act.conn, change, target, wish)
    async with only_reading(act.conn):
        sheet, shown = await look(act.conn, change, target, wish, act.staff)
    if not change.is_plain and shown.digest != form.digest:
        raise PreviewChanged
    if gift is not None:
        gift = _priced(change, gift, sheet, wish)
    key, reason = f"staff:{act.staff.id}:{form.key}", form.reason or ""
    case = Case(
        target=target,
        sheet=sheet,
        wish=wish,
        key=key,
        by=act.staff.id,
        by_name=act.staff.name,
        asked_by=act.staff.id,
        reason=reason,
        ready=ready,
        settings=act.settings,
        session=act.staff.session_id,
        address=act.address,
        noted_as=act.by,
        waits=await _takes_two(act, change, sheet, wish, gift),
    )
    if change.freeze is not None:
        case = structs.replace(case, stored=await change.freeze.store(act.conn, case))
    if case.waits:
        asked = await _ask(act, change, case, shown)
        await presses.end(act, pressed, {"approvalId": asked.approval_id})
        return asked
    if gift is not None:
        await gifts.enter(act.conn, act.staff.id, gift)
    result = await make(act, change, case)
    if result.answer:
        await presses.end(act, pressed, result.answer)
    return ChangeMade(result.answer | result.once)


def read(change: AnyChange, form: ChangePress) -> tuple[Any, Any]:
    """Return the target and the wish. Raises InvalidFields, also for a press without a preview or a reason."""
    target, wish = read_target(change, form.target), read_wish(change, form.wish)
    if not change.is_plain:
        _refuse_unseen(change, form)
    return target, wish


async def answered(conn: Connection, made: Facts) -> ChangeMade | Asked:
    """Answer a press that is repeated, by what the first one has made."""
    waits = made.get("approvalId")
    return await approvals.asked_before(conn, waits) if waits else ChangeMade(made)


async def look[T, S, W](
    conn: Connection, change: Change[T, S, W], target: T, wish: W, person: Rights | None
) -> tuple[S, Preview]:
    """Look at the object once, and show the change to a person; None if their rights are checked afterwards.

    Raises Stays, the refusal of an object that is not there, and of rights that are missing.
    """
    sheet = await find(conn, change, target, wish)
    if person is not None:
        refuse_lacking(change, sheet, wish, person)
    return sheet, _show(change, target, sheet, wish)


async def look_again(conn: Connection, change: AnyChange, wished: Wished) -> tuple[Any, Preview]:
    """Look at what a wish that waits is about: the rows that it has stored, or its object as it is now.

    Raises Stays, and the refusal of an object that is not there.
    """
    target, wish = read_wished(change, wished)
    if change.freeze is None:
        return await look(conn, change, target, wish, None)
    sheet = await change.freeze.look(conn, wished.stored)
    if sheet is None:
        raise change.of.missing
    return sheet, _show(change, target, sheet, wish)


def _show[T, S, W](change: Change[T, S, W], target: T, sheet: S, wish: W) -> Preview:
    """Preview the change of what was looked at. Raises Stays."""
    if (why := change.refuses(sheet, wish)) is not None:
        raise Stays(why)
    shown = Shown(title=change.label) if change.preview is None else change.preview(sheet, wish)
    preview = previews.preview(
        shown.title,
        shown.rows,
        warnings=shown.warnings,
        count=shown.count,
        amount=shown.amount,
        links=shown.links,
        seen=[change.name, target, wish, shown.seen],
    )
    return structs.replace(preview, rows=[*preview.rows, *shown.passing])


async def find[T, S, W](conn: Connection, change: Change[T, S, W], target: T, wish: W) -> S:
    """Read the sheet of the object. Raises the refusal of an object that is not there."""
    sheet = await _seen(conn, change, target, wish)
    if sheet is None:
        raise change.of.missing
    return sheet


async def lock[T, W](conn: Connection, change: Change[T, Any, W], target: T, wish: W) -> None:
    if change.lock is not None:
        await change.lock(conn, target)
    if change.lock_wish is not None:
        await change.lock_wish(conn, wish)


async def differences(
    conn: Connection, change: AnyChange, case: Case[Any, Any, Any], made: Made
) -> tuple[Facts, Facts]:
    """Look again, and return for the record what the change has made of its object. A new object has only facts."""
    if made.id is not None:
        return made.before, made.facts
    seen = await _seen(conn, change, case.target, case.wish)
    facts = {} if seen is None else change.of.facts(seen)
    before, after = difference(change.of.facts(case.sheet), facts)
    return before | made.before, after | made.facts


@asynccontextmanager
async def only_reading(conn: Connection) -> AsyncGenerator[None]:
    """Have the database refuse any change within the block; afterwards the transaction goes on as before."""
    async with conn.transaction():
        await conn.execute("SET LOCAL transaction_read_only = on")
        yield


async def _ask(act: Act, change: AnyChange, case: Case[Any, Any, Any], shown: Preview) -> Asked:
    """Have the change wait for a second person, who is shown what it has stored."""
    wished = Wished(case.target, msgspec.to_builtins(case.wish), case.key, case.stored)
    if change.freeze is not None:
        _, shown = await look_again(act.conn, change, wished)
    return await approvals.ask_shown(act, change.name, wished, shown, reason=case.reason)


async def make(act: Act, change: AnyChange, case: Case[Any, Any, Any]) -> Made:
    """Apply the change to what is locked, and note the difference."""
    made = result_of(await change.apply(act.conn, case))
    before, after = await differences(act.conn, change, case, made)
    noted = case.target if made.id is None else made.id
    act.note(change.name, change.of.name, noted or "", before=before, after=after, reason=case.reason)
    for note in made.notes:
        act.note(note.action, note.object_kind, note.object_id, before=note.before, after=note.after)
    return made


async def _seen[T, S, W](conn: Connection, change: Change[T, S, W], target: T, wish: W) -> S | None:
    return await (change.of.find(conn, target) if change.look is None else change.look(conn, target, wish))


def refuse_lacking[S, W](
    change: Change[Any, S, W], sheet: S, wish: W, person: Rights, *others: Rights
) -> None:
    """Refuse a press if neither this person nor the others have the rights. Raises the refusal of the change."""
    if change.allows is None:
        return
    missing = change.allows(person, sheet, wish)
    if missing is not None and all(change.allows(other, sheet, wish) is not None for other in others):
        raise missing


def _refuse_to[W](change: Change[Any, Any, W], wish: W, by: Presser) -> None:
    """Refuse what this person may not do. Raises Stays."""
    if (why := change.refuses_to(wish, by)) is not None:
        raise Stays(why)


def _refuse_unseen(change: AnyChange, form: ChangePress) -> None:
    """Refuse a press without a digest, or without the reason that the change asks for. Raises InvalidFields."""
    needed = ("digest", "reason") if change.asks_reason else ("digest",)
    missing = [name for name in needed if getattr(form, name) is None]
    if missing:
        raise InvalidFields(*(Field(name, "missing", MISSING) for name in missing))
    if form.reason is not None and len(form.reason.strip()) < change.least_reason:
        detail = f"사유를 {change.least_reason}글자 이상 적어 주세요."
        raise InvalidFields(Field("reason", "too_short", detail))


def _priced[S, W](change: Change[Any, S, W], gift: Gift, sheet: S, wish: W) -> Gift:
    return gift if change.price is None else structs.replace(gift, won=change.price(sheet, wish))


async def _reasons_for_two[S, W](
    conn: Connection, change: Change[Any, S, W], staff: StaffId, sheet: S, wish: W
) -> list[str]:
    """Say why a second person has to confirm, the budget of a day apart."""
    why = None if change.takes_two is None else change.takes_two(sheet, wish)
    lately = None if change.too_much is None else await change.too_much(conn, staff, sheet, wish)
    return [one for one in (why, lately) if one is not None]


async def _takes_two[S, W](act: Act, change: Change[Any, S, W], sheet: S, wish: W, gift: Gift | None) -> bool:
    if await _reasons_for_two(act.conn, change, act.staff.id, sheet, wish):
        return True
    return gift is not None and await gifts.takes_two(act.conn, act.staff.id, gift)

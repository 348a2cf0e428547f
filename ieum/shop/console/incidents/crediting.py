"""Days in return for an outage, and the mail that says so: both begin by one press, or by one second person."""

import msgspec

from ieum.shop.broadcasts import queries as notices
from ieum.shop.broadcasts import service as broadcasts
from ieum.shop.broadcasts.desk.changes import preview_send, why_two
from ieum.shop.broadcasts.refusals import BroadcastRepeated, NobodyToWriteTo
from ieum.shop.broadcasts.service import BroadcastSheet
from ieum.shop.broadcasts.types import BroadcastForm, BroadcastId
from ieum.shop.console.incidents import queries
from ieum.shop.console.incidents.sheet import INCIDENT, lock, why_closed
from ieum.shop.console.incidents.types import CreditForm, IncidentId, IncidentRow
from ieum.shop.desk.acting import missing
from ieum.shop.desk.approvals import queries as approvals
from ieum.shop.desk.approvals.refusals import AskerMayNot
from ieum.shop.desk.bulk import queries as runs
from ieum.shop.desk.bulk import sets
from ieum.shop.desk.bulk.refusals import BulkStays, NothingToDo
from ieum.shop.desk.bulk.sets import Rows
from ieum.shop.desk.bulk.types import BulkRunId
from ieum.shop.desk.changes import Case, Change, Freeze, Made, Shown, seen_as
from ieum.shop.desk.gifts import Gift
from ieum.shop.desk.lists import Where
from ieum.shop.desk.permissions import Permission
from ieum.shop.desk.record.types import Note
from ieum.shop.desk.types import Facts, Rights, StaffId
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import ShopError
from ieum.shop.services.desk.changes import EXTEND, Extend

# Of both halves. Neither begins without the other, so that no mail tells of days that nobody gave.
# The job stops a run whose maker may not run it, and the mail would have gone out.
NEEDED: tuple[Permission, ...] = (EXTEND.permission, "bulk.run", "messages.broadcast")


class CreditSheet(msgspec.Struct, frozen=True, kw_only=True):
    """An incident, the services that get days, and the mail. `stored` has the ids of both halves while they wait."""

    row: IncidentRow
    services: Rows
    mail: BroadcastSheet
    stored: Facts | None = None


type _Case = Case[IncidentId, CreditSheet, CreditForm]


async def _find(_conn: Connection, _incident: IncidentId) -> CreditSheet | None:
    """Find nothing: the sheet depends on the wish, and the record has both halves, but no difference."""
    return None


async def _look(conn: Connection, incident: IncidentId, wish: CreditForm) -> CreditSheet | None:
    """Compute the credit. Raises NothingToDo, NobodyToWriteTo, BroadcastRepeated, InvalidFields."""
    row = await queries.find(conn, incident)
    if row is None:
        return None
    services = await sets.look(conn, EXTEND, Extend(wish.days), _services(incident))
    return CreditSheet(row=row, services=services, mail=await broadcasts.look(conn, _mail(incident, wish)))


def _allows(person: Rights, _sheet: CreditSheet, _wish: CreditForm) -> ShopError | None:
    for permission in NEEDED:
        if not person.may(permission):
            return missing(permission)
    return None


async def _hold_presses(conn: Connection, _wish: CreditForm) -> None:
    await notices.hold_presses(conn)
    await runs.hold_presses(conn)


def _preview(sheet: CreditSheet, wish: CreditForm) -> Shown:
    mail = preview_send(sheet.mail, _mail(sheet.row.id, wish))
    return Shown(
        title=f"장애 보상: {sheet.row.title}",
        rows=[*sets.rows_of(EXTEND, Extend(wish.days), sheet.services), *mail.rows],
        warnings=[*sets.bulk_of(EXTEND).warnings, *mail.warnings],
        count=sheet.services.count,
        # Both halves count what was done before: a second press of the same button is another thing.
        seen=sheet.stored or [*sheet.services.seen, mail.seen],
    )


async def _too_much(conn: Connection, staff: StaffId, sheet: CreditSheet, _wish: CreditForm) -> str | None:
    return await sets.too_much(conn, staff, sheet.services)


async def _worth(conn: Connection, incident: IncidentId, wish: CreditForm) -> Gift:
    gift = await sets.gift_of(conn, EXTEND, Extend(wish.days), _services(incident))
    return gift or Gift("days", 0)


async def _store(conn: Connection, case: _Case) -> Facts:
    """Store both halves, and write down in the incident that they are asked for. Raises PreviewChanged."""
    if case.noted_as is None:
        raise LookupError("a credit is pressed by somebody")
    wish, incident = case.wish, case.target
    broadcast = await broadcasts.store(conn, case.sheet.mail, _mail(incident, wish), by=case.by)
    run = await sets.store(
        conn,
        case.noted_as,
        EXTEND,
        Extend(wish.days),
        _services(incident),
        count=case.sheet.services.count,
        waits=case.waits,
        reason=case.reason,
    )
    what = "요청했습니다" if case.waits else "시작했습니다"
    body = f"{wish.days}일 보상을 {what}. 한꺼번에 처리 {run}, 메일 {broadcast}"
    await queries.insert_step(conn, incident, "fact", body, by=case.by)
    return {"incident": incident, "run": run, "broadcast": broadcast}


async def _lock_stored(conn: Connection, stored: Facts) -> None:
    await runs.find_running(conn, stored["run"])
    await notices.find(conn, stored["broadcast"], holds=True)


async def _look_stored(conn: Connection, stored: Facts) -> CreditSheet | None:
    """Look at both halves, which both people see alike. Raises BulkStays, and Stays, if one waits no more."""
    row = await queries.find(conn, stored["incident"])
    run, mail = await runs.find(conn, stored["run"]), await broadcasts.look_stored(conn, stored["broadcast"])
    if row is None or run is None or mail is None:
        return None
    if run.state != "waiting":
        raise BulkStays
    return CreditSheet(row=row, services=Rows(count=run.total), mail=mail, stored=stored)


async def _drop(conn: Connection, stored: Facts) -> None:
    await sets.drop(conn, stored["run"])
    await broadcasts.drop(conn, stored["broadcast"])


async def _begin(conn: Connection, case: _Case) -> Made:
    """Begin both halves. Raises AskerMayNot and PermissionMissing."""
    run, broadcast = BulkRunId(case.stored["run"]), BroadcastId(case.stored["broadcast"])
    if case.approval is not None:
        await _refuse_lost(conn, case)
        await sets.confirm(conn, run, approval=case.approval, alone=case.alone)
    begun = await sets.begin(conn, run, case.reason)
    sent = await broadcasts.begin(conn, broadcast)
    mailed = Note(
        action="messages.broadcast",
        object_kind="broadcast",
        object_id=str(broadcast),
        after=sent,
        reason=case.reason,
    )
    # By its id, because the mail that is stored by now could not be looked at as a new one.
    return Made(
        id=case.target,
        facts={"days": case.wish.days, "run": run, "broadcast": broadcast},
        answer={"runId": run, "broadcastId": broadcast},
        notes=[begun, mailed],
    )


async def _refuse_lost(conn: Connection, case: _Case) -> None:
    """Check that both people may extend services now: each of them, and not one alone."""
    if not await _may_extend(conn, case.asked_by):
        raise AskerMayNot
    if not await _may_extend(conn, case.by):
        raise missing(EXTEND.permission)


async def _may_extend(conn: Connection, staff: StaffId) -> bool:
    rights = await approvals.find_rights(conn, staff)
    return rights is not None and rights.may(EXTEND.permission)


def _services(incident: IncidentId) -> Where:
    """Conditions on `services s`."""
    where = Where()
    where.add(
        "s.member_id IN (SELECT member_id FROM incident_members WHERE incident_id = %(incident)s)",
        incident=incident,
    )
    return where


def _mail(incident: IncidentId, wish: CreditForm) -> BroadcastForm:
    return BroadcastForm(
        channel="mail", subject=wish.subject.strip(), body=wish.body.strip(), incident=incident
    )


CREDIT = Change(
    name="incidents.credit",
    label="기간 보상하고 알리기",
    done="보상과 안내를 시작했습니다.",
    of=seen_as(INCIDENT, _find),
    permission="incidents.manage",
    wish=CreditForm,
    lock=lock,
    lock_wish=_hold_presses,
    look=_look,
    allows=_allows,
    # Once it is stored, the incident may be closed meanwhile.
    refuses=lambda sheet, _wish: None if sheet.stored else why_closed(sheet.row),
    preview=_preview,
    worth=_worth,
    takes_two=lambda sheet, wish: why_two(sheet.mail, _mail(sheet.row.id, wish)),
    too_much=_too_much,
    freeze=Freeze(store=_store, lock=_lock_stored, look=_look_stored, drop=_drop),
    apply=_begin,
    raises=(NothingToDo, NobodyToWriteTo, BroadcastRepeated, BulkStays, AskerMayNot),
)

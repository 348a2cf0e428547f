"""Days in return for an outage, and the mail that says so: both begin by one press, or by one second person."""

from hashlib import sha256

import msgspec

from ieum.shop.broadcasts import queries as notices
from ieum.shop.broadcasts import service as broadcasts
from ieum.shop.broadcasts.desk.changes import preview_send, why_two
from ieum.shop.broadcasts.service import BroadcastSheet
from ieum.shop.broadcasts.types import BroadcastForm, BroadcastId
from ieum.shop.console.incidents import queries
from ieum.shop.console.incidents.refusals import IncidentClosed, IncidentNotFound
from ieum.shop.console.incidents.types import CreditForm, CreditMade, CreditOrder, IncidentId, IncidentRow
from ieum.shop.desk import presses, previews
from ieum.shop.desk.acting import Act, require
from ieum.shop.desk.approvals import service as approvals
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.approvals.types import World, written_out
from ieum.shop.desk.bulk import service as bulk
from ieum.shop.desk.bulk.service import FrozenBulk
from ieum.shop.desk.bulk.types import BulkRunId
from ieum.shop.desk.lists import Where
from ieum.shop.desk.registry import collect
from ieum.shop.desk.types import Facts, Preview, Staff
from ieum.shop.kernel.db import Connection
from ieum.shop.services.desk.changes import EXTEND, Extend

_DESK = collect([EXTEND])


class Credit(msgspec.Struct):
    """The frozen halves. Neither begins without the other, so that no mail tells of days that nobody gave."""

    run: BulkRunId
    broadcast: BroadcastId


async def preview(conn: Connection, staff: Staff, incident: IncidentId, form: CreditForm) -> Preview:
    """Both halves in one. Raises IncidentNotFound, IncidentClosed, NothingToDo, NobodyToWriteTo, PermissionMissing."""
    row = _open(await queries.find(conn, incident))
    days, sheet = await _halves(conn, staff, incident, form)
    mail = _shown(sheet, _mail(incident, form))
    return previews.preview(
        f"장애 보상: {row.title}",
        [*days.rows, *mail.rows],
        warnings=[*days.warnings, *mail.warnings],
        count=days.count,
        # Both digests count what was done before: a second press of the same button is another thing.
        seen=sha256(f"{days.digest} {mail.digest}".encode()).hexdigest(),
    )


def _shown(sheet: BroadcastSheet, form: BroadcastForm) -> Preview:
    shown, why = preview_send(sheet, form), why_two(sheet, form)
    return previews.preview(
        shown.title,
        shown.rows,
        warnings=[*shown.warnings, *filter(None, [why])],
        count=shown.count,
        amount=shown.amount,
        seen=shown.seen,
    )


async def credit(act: Act, incident: IncidentId, data: CreditOrder) -> CreditMade:
    """Give the days and send the mail in one transaction, or have both wait for a second person; once by the key.

    Raises PreviewChanged and PressKeyUsed besides what its preview does.
    """
    press = presses.press(data.key, "incidents.credit", incident, data.days, data.subject, data.body)
    if (made := await presses.begin(act, press)) is not None:
        return msgspec.convert(made, CreditMade)
    _open(await queries.find(act.conn, incident, holds=True))
    await notices.hold_presses(act.conn)
    if (await preview(act.conn, act.staff, incident, data)).digest != data.digest:
        raise PreviewChanged
    require(act.staff, "messages.broadcast")
    days, sheet = await _halves(act.conn, act.staff, incident, data)
    mail = _mail(incident, data)
    broadcast = await broadcasts.store(act.conn, sheet, mail, by=act.staff.id)
    run, waits = await bulk.freeze_set(
        act,
        EXTEND,
        Extend(data.days),
        _services(incident),
        digest=days.digest,
        reason=data.reason,
        waits=why_two(sheet, mail) is not None,
    )
    approval = None
    if waits:
        asked = await approvals.ask(act, CREDIT, Credit(run, broadcast), reason=data.reason)
        approval = asked.approval_id
    else:
        await bulk.begin(act, run, data.reason)
        await _send(act, broadcast, data.reason)
    what = "요청했습니다" if waits else "시작했습니다"
    body = f"{data.days}일 보상을 {what}. 한꺼번에 처리 {run}, 메일 {broadcast}"
    await queries.insert_step(act.conn, incident, "fact", body, by=act.staff.id)
    act.note(
        "incidents.credit",
        "incident",
        incident,
        after={"days": data.days, "run": run, "broadcast": broadcast},
        reason=data.reason,
    )
    begun = CreditMade(run, broadcast, approval)
    await presses.end(act, press, msgspec.to_builtins(begun))
    return begun


async def _send(act: Act, broadcast: BroadcastId, reason: str = "") -> None:
    facts = await broadcasts.begin(act.conn, broadcast)
    act.note("messages.broadcast", "broadcast", broadcast, after=facts, reason=reason)


async def _halves(
    conn: Connection, staff: Staff, incident: IncidentId, form: CreditForm
) -> tuple[Preview, BroadcastSheet]:
    return (
        await bulk.preview_set(conn, staff, EXTEND, Extend(form.days), _services(incident)),
        await broadcasts.look(conn, _mail(incident, form)),
    )


def _services(incident: IncidentId) -> Where:
    """Conditions on `services s`."""
    where = Where()
    where.add(
        "s.member_id IN (SELECT member_id FROM incident_members WHERE incident_id = %(incident)s)",
        incident=incident,
    )
    return where


def _mail(incident: IncidentId, form: CreditForm) -> BroadcastForm:
    return BroadcastForm(channel="mail", subject=form.subject, body=form.body, incident=incident)


def _open(row: IncidentRow | None) -> IncidentRow:
    """Return the incident if it is open. Raises IncidentNotFound and IncidentClosed."""
    if row is None:
        raise IncidentNotFound
    if row.closed_at is not None:
        raise IncidentClosed
    return row


async def _preview_frozen(conn: Connection, wish: Credit) -> Preview:
    days = await bulk.preview_frozen(conn, _DESK, FrozenBulk(wish.run))
    sheet = await broadcasts.look_stored(conn, wish.broadcast)
    if sheet is None:
        raise IncidentNotFound
    mail = preview_send(sheet, BroadcastForm(channel="mail", body=""))
    return previews.preview(
        f"장애 보상: {days.title}",
        [*days.rows, *mail.rows],
        warnings=[*days.warnings, *mail.warnings],
        count=days.count,
        seen=[wish.run, wish.broadcast],
    )


async def _carry_out(act: Act, wish: Credit, world: World) -> Facts:
    await bulk.begin_confirmed(act, _DESK, FrozenBulk(wish.run), world)
    await _send(act, wish.broadcast)
    return {"runId": wish.run, "broadcastId": wish.broadcast}


async def _drop(conn: Connection, wish: Credit) -> None:
    await bulk.drop(conn, FrozenBulk(wish.run))
    await broadcasts.drop(conn, wish.broadcast)


CREDIT = written_out(
    name="incidents.credit",
    label="장애 보상",
    permission="incidents.manage",
    params=Credit,
    preview=_preview_frozen,
    carry_out=_carry_out,
    drop=_drop,
)

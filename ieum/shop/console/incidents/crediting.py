"""Days in return for an outage, and the mail that says so: both begin by one press, or by one second person."""

from hashlib import sha256

import msgspec
from msgspec import structs

from ieum.shop.console.incidents import queries
from ieum.shop.console.incidents.refusals import IncidentClosed, IncidentNotFound
from ieum.shop.console.incidents.types import CreditForm, CreditMade, CreditOrder, IncidentId, IncidentRow
from ieum.shop.console.messages import broadcasts
from ieum.shop.console.messages.broadcast_types import Audience, BroadcastForm, BroadcastId, BroadcastOrder
from ieum.shop.console.messages.broadcasts import Sending
from ieum.shop.desk import presses, previews
from ieum.shop.desk.acting import Act
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
    days, mail = await _halves(conn, staff, incident, form)
    return previews.preview(
        f"장애 보상: {row.title}",
        [*days.rows, *mail.rows],
        warnings=[*days.warnings, *mail.warnings],
        count=days.count,
        # Both digests count what was done before: a second press of the same button is another thing.
        seen=sha256(f"{days.digest} {mail.digest}".encode()).hexdigest(),
    )


async def credit(act: Act, incident: IncidentId, data: CreditOrder) -> CreditMade:
    """Give the days and send the mail in one transaction, or have both wait for a second person; once by the key.

    Raises PreviewChanged and PressKeyUsed besides what its preview does.
    """
    press = presses.press(data.key, "incidents.credit", incident, data.days, data.subject, data.body)
    if (made := await presses.begin(act, press)) is not None:
        return msgspec.convert(made, CreditMade)
    _open(await queries.find(act.conn, incident, holds=True))
    if (await preview(act.conn, act.staff, incident, data)).digest != data.digest:
        raise PreviewChanged
    days, mail = await _halves(act.conn, act.staff, incident, data)
    written = BroadcastOrder(**structs.asdict(_mail(incident, data)), digest=mail.digest, reason=data.reason)
    broadcast, mail_waits = await broadcasts.freeze(act, written)
    run, waits = await bulk.freeze_set(
        act,
        EXTEND,
        Extend(data.days),
        _services(incident),
        digest=days.digest,
        reason=data.reason,
        waits=mail_waits,
    )
    approval = None
    if waits:
        asked = await approvals.ask(act, CREDIT, Credit(run, broadcast), reason=data.reason)
        approval = asked.approval_id
    else:
        await bulk.begin(act, run, data.reason)
        await broadcasts.begin(act, broadcast, reason=data.reason)
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


async def _halves(
    conn: Connection, staff: Staff, incident: IncidentId, form: CreditForm
) -> tuple[Preview, Preview]:
    return (
        await bulk.preview_set(conn, staff, EXTEND, Extend(form.days), _services(incident)),
        await broadcasts.preview(conn, _mail(incident, form)),
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
    return BroadcastForm(
        channel="mail",
        is_advertising=False,
        subject=form.subject,
        body=form.body,
        audience=Audience(incident_id=incident),
    )


def _open(row: IncidentRow | None) -> IncidentRow:
    """Return the incident if it is open. Raises IncidentNotFound and IncidentClosed."""
    if row is None:
        raise IncidentNotFound
    if row.closed_at is not None:
        raise IncidentClosed
    return row


async def _preview_frozen(conn: Connection, wish: Credit) -> Preview:
    days = await bulk.preview_frozen(conn, _DESK, FrozenBulk(wish.run))
    mail = await broadcasts.preview_frozen(conn, Sending(wish.broadcast))
    return previews.preview(
        f"장애 보상: {days.title}",
        [*days.rows, *mail.rows],
        warnings=[*days.warnings, *mail.warnings],
        count=days.count,
        seen=[wish.run, wish.broadcast],
    )


async def _carry_out(act: Act, wish: Credit, world: World) -> Facts:
    await bulk.begin_confirmed(act, _DESK, FrozenBulk(wish.run), world)
    await broadcasts.begin_confirmed(act, Sending(wish.broadcast), world)
    return {"runId": wish.run, "broadcastId": wish.broadcast}


async def _drop(conn: Connection, wish: Credit) -> None:
    await bulk.drop(conn, FrozenBulk(wish.run))
    await broadcasts.drop(conn, Sending(wish.broadcast))


CREDIT = written_out(
    name="incidents.credit",
    label="장애 보상",
    permission="incidents.manage",
    params=Credit,
    preview=_preview_frozen,
    carry_out=_carry_out,
    drop=_drop,
)

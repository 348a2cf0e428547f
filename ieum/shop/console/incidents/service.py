"""Writes incidents down: who is affected, what was done, and days in return for an outage."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256

import msgspec

from ieum.shop.console import presses, previews
from ieum.shop.console.access import Act
from ieum.shop.console.approvals.refusals import PreviewChanged
from ieum.shop.console.bulk import service as bulk
from ieum.shop.console.bulk.kinds import KINDS
from ieum.shop.console.bulk.types import BulkParams
from ieum.shop.console.incidents import notices, queries, rules
from ieum.shop.console.incidents.refusals import IncidentClosed, IncidentNotFound
from ieum.shop.console.incidents.types import (
    CreditForm,
    CreditMade,
    CreditOrder,
    IncidentForm,
    IncidentId,
    IncidentLine,
    IncidentOrder,
    IncidentPage,
    IncidentRow,
    StepForm,
)
from ieum.shop.console.lists import Where
from ieum.shop.console.messages import broadcasts
from ieum.shop.console.messages.broadcast_types import Audience, BroadcastForm, BroadcastOrder
from ieum.shop.console.messages.words import audience_in_words
from ieum.shop.console.types import Listed, Preview, Row, Staff
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, refuse_wrong
from ieum.shop.site import queries as site

KIND_WORDS = {"leak": "개인정보 유출", "intrusion": "침해 사고", "outage": "서비스 장애"}
_EXTEND = KINDS["services.extend"]


async def list_incidents(
    conn: Connection, *, is_open: bool | None, after: str | None, size: int
) -> Listed[IncidentLine]:
    page = await queries.list_incidents(conn, is_open=is_open, after=after, size=size)
    for line in page.items:
        if line.closed_at is None:
            steps = await queries.list_steps(conn, line.id)
            line.due_at = rules.due_at(rules.clocks(line.kind, line.noticed_at, steps))
    return page


async def get_page(conn: Connection, incident: IncidentId) -> IncidentPage:
    """Raises IncidentNotFound."""
    row = await _get(conn, incident)
    steps = await queries.list_steps(conn, incident)
    clocks = rules.clocks(row.kind, row.noticed_at, steps)
    if row.closed_at is None:
        row.due_at = rules.due_at(clocks)
    texts = rules.texts(row, await site.get_config(conn))
    draft = notices.draft(texts.members_body) if row.kind != "outage" else None
    return IncidentPage(row, clocks, steps, texts, await queries.find_notice(conn, incident), draft)


async def preview(conn: Connection, form: IncidentForm) -> Preview:
    """Raises InvalidFields."""
    if form.noticed_at > datetime.now(UTC) + timedelta(minutes=1):
        refuse_wrong([Field("noticedAt", "future", "알게 된 때는 지금까지로 적어 주세요.")])
    audience = await audience_in_words(conn, form.audience)
    affected = await queries.count_affected(conn, form)
    due = rules.due_at(rules.clocks(form.kind, form.noticed_at, []))
    rows = [
        Row("종류", KIND_WORDS[form.kind]),
        Row("상태", "확인됨" if form.is_confirmed or form.kind == "outage" else "가능성 있음"),
        Row("영향을 받은 회원", f"{audience}, {affected:,}명"),
        Row("알게 된 때", seoul.minute(form.noticed_at)),
    ]
    if due is not None:
        rows.append(Row("첫 기한", seoul.minute(due)))
    return previews.preview(
        f"사고를 기록합니다: {form.title.strip()}",
        rows,
        warnings=["영향을 받은 회원은 지금 기준으로 정해지고 나중에 바뀌지 않습니다."],
        count=affected,
        # The newest, too: once this one is there, the same press again would record it twice.
        seen=[form.what, await queries.newest(conn)],
    )


async def begin(act: Act, data: IncidentOrder) -> IncidentPage:
    """Raises PreviewChanged besides what its preview does."""
    await queries.hold_beginnings(act.conn)
    if (await preview(act.conn, data)).digest != data.digest:
        raise PreviewChanged
    incident = await queries.insert(
        act.conn, data, audience=await audience_in_words(act.conn, data.audience), by=act.staff.id
    )
    page = await get_page(act.conn, incident)
    act.note(
        "incidents.begin",
        "incident",
        incident,
        after={"kind": data.kind, "title": page.incident.title, "affected": page.incident.affected},
    )
    return page


async def write_step(act: Act, incident: IncidentId, form: StepForm) -> IncidentPage:
    """Raises IncidentNotFound, IncidentClosed."""
    row = await _get(act.conn, incident, holds=True)
    if row.closed_at is not None:
        raise IncidentClosed
    await queries.insert_step(act.conn, incident, form.kind, form.body.strip(), by=act.staff.id)
    if form.kind == "confirmed":
        await queries.confirm(act.conn, incident)
    elif form.kind == "closed":
        await queries.close(act.conn, incident)
    act.note("incidents.step", "incident", incident, after={"step": form.kind})
    return await get_page(act.conn, incident)


async def preview_credit(conn: Connection, staff: Staff, incident: IncidentId, form: CreditForm) -> Preview:
    """Both halves in one. Raises IncidentNotFound, IncidentClosed, NothingToDo, NobodyToWriteTo, PermissionMissing."""
    row = await _get(conn, incident)
    if row.closed_at is not None:
        raise IncidentClosed
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
    """Give the days and send the mail in one transaction, once by the key.

    Raises PreviewChanged and PressKeyUsed besides what its preview does.
    """
    press = presses.press(data.key, "incidents.credit", incident, data.days, data.subject, data.body)
    if (made := await presses.begin(act, press)) is not None:
        return msgspec.convert(made, CreditMade)
    await _get(act.conn, incident, holds=True)
    if (await preview_credit(act.conn, act.staff, incident, data)).digest != data.digest:
        raise PreviewChanged
    days, mail = await _halves(act.conn, act.staff, incident, data)
    run = await bulk.order_set(
        act, _EXTEND, BulkParams(days=data.days), _services(incident), digest=days.digest, reason=data.reason
    )
    form = _mail(incident, data)
    sent = await broadcasts.order(
        act,
        BroadcastOrder(
            channel=form.channel,
            is_advertising=False,
            subject=form.subject,
            body=form.body,
            audience=form.audience,
            digest=mail.digest,
            reason=data.reason,
        ),
    )
    body = f"{data.days}일 보상을 시작했습니다. 한꺼번에 처리 {run.run_id}, 메일 {sent.broadcast_id}"
    await queries.insert_step(act.conn, incident, "fact", body, by=act.staff.id)
    act.note(
        "incidents.credit",
        "incident",
        incident,
        after={"days": data.days, "run": run.run_id, "broadcast": sent.broadcast_id},
        reason=data.reason,
    )
    begun = CreditMade(run.run_id, sent.broadcast_id, sent.approval_id)
    await presses.end(act, press, msgspec.to_builtins(begun))
    return begun


async def _halves(
    conn: Connection, staff: Staff, incident: IncidentId, form: CreditForm
) -> tuple[Preview, Preview]:
    return (
        await bulk.preview_set(conn, staff, _EXTEND, BulkParams(days=form.days), _services(incident)),
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


async def _get(conn: Connection, incident: IncidentId, *, holds: bool = False) -> IncidentRow:
    found = await queries.find(conn, incident, holds=holds)
    if found is None:
        raise IncidentNotFound
    return found

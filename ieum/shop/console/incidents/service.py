"""Writes incidents down: who is affected, and what was done."""

from datetime import UTC, datetime, timedelta

from ieum.shop.console.incidents import notices, queries, rules
from ieum.shop.console.incidents.refusals import IncidentClosed, IncidentNotFound
from ieum.shop.console.incidents.types import (
    IncidentForm,
    IncidentId,
    IncidentLine,
    IncidentOrder,
    IncidentPage,
    IncidentRow,
    StepForm,
)
from ieum.shop.console.messages.words import audience_in_words
from ieum.shop.desk import previews
from ieum.shop.desk.access import Act
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.types import Listed, Preview, Row
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, refuse_wrong
from ieum.shop.site import queries as site

KIND_WORDS = {"leak": "개인정보 유출", "intrusion": "침해 사고", "outage": "서비스 장애"}


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


async def _get(conn: Connection, incident: IncidentId, *, holds: bool = False) -> IncidentRow:
    found = await queries.find(conn, incident, holds=holds)
    if found is None:
        raise IncidentNotFound
    return found

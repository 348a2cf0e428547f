"""Announcements of the status page: what they will change is shown before, and each is in the record."""

from datetime import UTC, datetime

from msgspec import structs

from ieum.shop.console.status import rules
from ieum.shop.console.status.types import (
    StatusBoard,
    StatusForm,
    StatusOrder,
    StatusUpdateForm,
    StatusUpdateOrder,
)
from ieum.shop.desk import previews
from ieum.shop.desk.access import Act
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.types import Link, Preview
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.settings import Settings
from ieum.shop.status import queries as status_queries
from ieum.shop.status import service as status
from ieum.shop.status.types import Incident, IncidentId, IncidentNotFound, IncidentOver


async def get_board(conn: Connection, settings: Settings) -> StatusBoard:
    read = await status.read(conn, home=settings.public_url)
    return StatusBoard(read.parts, settings.status_page, is_elsewhere=bool(settings.status_url))


async def get(conn: Connection, incident: IncidentId) -> Incident:
    """Raises IncidentNotFound."""
    found = await status_queries.find_incident(conn, incident)
    if found is None:
        raise IncidentNotFound
    return found


async def preview(conn: Connection, form: StatusForm) -> Preview:
    parts = list(dict.fromkeys(form.parts))
    told = Incident(
        IncidentId(0), form.title.strip(), parts, form.level, form.state, datetime.now(UTC), None, []
    )
    return await _preview(conn, f"서비스 상태에 알립니다: {told.title}", told, form.words)


async def preview_update(conn: Connection, incident: IncidentId, form: StatusUpdateForm) -> Preview:
    """Raises IncidentNotFound, IncidentOver."""
    found = await get(conn, incident)
    if found.state == "over":
        raise IncidentOver
    told = structs.replace(found, state=form.state, level=form.level or found.level)
    return await _preview(
        conn, f"서비스 상태에 이어서 알립니다: {found.title}", told, form.words, before=found
    )


async def _preview(
    conn: Connection, title: str, told: Incident, words: str, *, before: Incident | None = None
) -> Preview:
    measured, present = await status_queries.measure(conn), await status_queries.list_incidents(conn)
    after = [told, *(one for one in present if one.id != told.id)]
    warnings = [rules.GOES if told.state == "over" else rules.STAYS, rules.CUSTOMERS_ONLY]
    alike = [] if before else rules.alike(told.parts, present)
    if alike:
        warnings.insert(0, rules.told_already(alike))
    if told.state == "over":
        warnings.append(rules.ENDS)
        if ill := rules.still_ill(measured, told.parts, after):
            warnings.append(f"해결로 알려도 페이지는 아직 이렇게 보입니다: {rules.named(ill)}")
    if hidden := rules.hidden(measured, after):
        warnings.append(f"측정된 것보다 좋게 보이게 됩니다. 측정: {rules.named(hidden)}")
    return previews.preview(
        title,
        [*(rules.changed(told, before) if before else []), *rules.turned(measured, present, after)],
        warnings=warnings,
        links=[Link(f"‘{one.title}’ 공지 열기", f"/console/status/{one.id}") for one in alike],
        # What somebody else has said meanwhile changes what this one means; the same press again would say it twice.
        seen=[
            told.parts,
            told.level,
            told.state,
            words.strip(),
            len(before.updates) if before else max((one.id for one in present), default=0),
        ],
    )


async def begin(act: Act, data: StatusOrder) -> Incident:
    """Raises PreviewChanged."""
    await status_queries.hold_beginnings(act.conn)
    if (await preview(act.conn, data)).digest != data.digest:
        raise PreviewChanged
    title, words = data.title.strip(), data.words.strip()
    parts = list(dict.fromkeys(data.parts))
    incident = await status.begin(act.conn, title, words, parts=parts, level=data.level, state=data.state)
    act.note(
        "status.say",
        "status",
        incident,
        after={"title": title, "parts": parts, "level": data.level, "state": data.state, "words": words},
    )
    return await get(act.conn, incident)


async def go_on(act: Act, incident: IncidentId, data: StatusUpdateOrder) -> Incident:
    """Raises IncidentNotFound, IncidentOver, PreviewChanged."""
    await status_queries.lock_state(act.conn, incident)
    before = await get(act.conn, incident)
    if (await preview_update(act.conn, incident, data)).digest != data.digest:
        raise PreviewChanged
    words = data.words.strip()
    await status.go_on(act.conn, incident, words, state=data.state, level=data.level)
    act.note(
        "status.say",
        "status",
        incident,
        before={"level": before.level, "state": before.state},
        after={"level": data.level or before.level, "state": data.state, "words": words},
    )
    return await get(act.conn, incident)

"""The calls about incidents."""

from typing import Annotated, Literal

from litestar import get, post
from litestar.params import JSONBody, QueryParameter

from ieum.shop.console.content.refusals import TextRefused
from ieum.shop.console.incidents import crediting, notices, service
from ieum.shop.console.incidents.refusals import (
    IncidentClosed,
    IncidentNotFound,
    NoNoticeOfOutage,
    NoticeStands,
)
from ieum.shop.console.incidents.types import (
    CreditForm,
    CreditMade,
    CreditOrder,
    IncidentForm,
    IncidentId,
    IncidentLine,
    IncidentOrder,
    IncidentPage,
    NoticeForm,
    NoticeOrder,
    StepForm,
)
from ieum.shop.console.messages.refusals import NobodyToWriteTo
from ieum.shop.desk.access import Acting, Reader, changes, reads
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.bulk.refusals import NothingToDo
from ieum.shop.desk.lists import After, Size
from ieum.shop.desk.presses import PressKeyUsed
from ieum.shop.desk.types import Listed, Preview
from ieum.shop.kernel.http import Answer, Conn, RowId, created, ok

_PATH = "/api/v1/console/incidents"


@get(_PATH, **reads("incidents.view"))
async def list_incidents(
    conn: Conn,
    which: Annotated[Literal["open", "closed"] | None, QueryParameter(name="state", required=False)] = None,
    after: After = None,
    size: Size = 50,
) -> Answer[Listed[IncidentLine]]:
    """Newest first, each with the next clock that nobody has answered."""
    is_open = None if which is None else which == "open"
    return ok(await service.list_incidents(conn, is_open=is_open, after=after, size=size))


@get(f"{_PATH}/{{id:int}}", **reads("incidents.view", IncidentNotFound))
async def get_incident(conn: Conn, id: RowId) -> Answer[IncidentPage]:
    return ok(await service.get_page(conn, IncidentId(id)))


@post(f"{_PATH}/preview", status_code=200, **reads("incidents.manage"))
async def preview_incident(conn: Conn, data: JSONBody[IncidentForm]) -> Answer[Preview]:
    return ok(await service.preview(conn, data))


@post(_PATH, **changes("incidents.manage", PreviewChanged))
async def begin_incident(act: Acting, data: JSONBody[IncidentOrder]) -> Answer[IncidentPage]:
    """Write it down and freeze who is affected."""
    return created(await service.begin(act, data))


@post(f"{_PATH}/{{id:int}}/steps", **changes("incidents.manage", IncidentNotFound, IncidentClosed))
async def write_step(act: Acting, id: RowId, data: JSONBody[StepForm]) -> Answer[IncidentPage]:
    """What was found or done; nothing of it is ever rewritten."""
    return created(await service.write_step(act, IncidentId(id), data))


_NO_NOTICE = (IncidentNotFound, IncidentClosed, NoNoticeOfOutage, NoticeStands, TextRefused)


@post(f"{_PATH}/{{id:int}}/notice/preview", status_code=200, **reads("incidents.manage", *_NO_NOTICE))
async def preview_notice(conn: Conn, staff: Reader, id: RowId, data: JSONBody[NoticeForm]) -> Answer[Preview]:
    return ok(await notices.preview(conn, staff, IncidentId(id), data))


@post(f"{_PATH}/{{id:int}}/notice", **changes("incidents.manage", *_NO_NOTICE, PreviewChanged))
async def begin_notice(act: Acting, id: RowId, data: JSONBody[NoticeOrder]) -> Answer[IncidentPage]:
    """Publish a notice on the site that stands for 30 days; asks for the permission to publish texts, too."""
    await notices.begin(act, IncidentId(id), data)
    return created(await service.get_page(act.conn, IncidentId(id)))


@post(
    f"{_PATH}/{{id:int}}/credit/preview",
    status_code=200,
    **reads("incidents.manage", IncidentNotFound, IncidentClosed, NothingToDo, NobodyToWriteTo),
)
async def preview_credit(conn: Conn, staff: Reader, id: RowId, data: JSONBody[CreditForm]) -> Answer[Preview]:
    return ok(await crediting.preview(conn, staff, IncidentId(id), data))


@post(
    f"{_PATH}/{{id:int}}/credit",
    **changes(
        "incidents.manage",
        IncidentNotFound,
        IncidentClosed,
        NothingToDo,
        NobodyToWriteTo,
        PreviewChanged,
        PressKeyUsed,
    ),
)
async def give_credit(act: Acting, id: RowId, data: JSONBody[CreditOrder]) -> Answer[CreditMade]:
    """Days for every service of whoever is affected and the mail about it, by one press."""
    return created(await crediting.credit(act, IncidentId(id), data))


ROUTES = [
    list_incidents,
    get_incident,
    preview_incident,
    begin_incident,
    write_step,
    preview_notice,
    begin_notice,
    preview_credit,
    give_credit,
]

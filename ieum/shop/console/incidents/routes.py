"""The calls about incidents."""

from typing import Annotated, Literal

from litestar import get, post
from litestar.params import JSONBody, QueryParameter

from ieum.shop.console.incidents import crediting, service
from ieum.shop.console.incidents.refusals import IncidentClosed, IncidentNotFound
from ieum.shop.console.incidents.types import (
    CreditForm,
    CreditMade,
    CreditOrder,
    IncidentId,
    IncidentLine,
    IncidentPage,
)
from ieum.shop.console.messages.refusals import NobodyToWriteTo
from ieum.shop.desk.access import Acting, Reader, changes, reads
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.bulk.refusals import NothingToDo
from ieum.shop.desk.parameters import After, Size
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
    preview_credit,
    give_credit,
]

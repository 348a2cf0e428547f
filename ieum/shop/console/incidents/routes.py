"""The calls about incidents."""

from collections.abc import Sequence

from litestar import get, post
from litestar.params import JSONBody

from ieum.shop.broadcasts.refusals import NobodyToWriteTo
from ieum.shop.console.incidents import crediting, service
from ieum.shop.console.incidents.listed import INCIDENTS
from ieum.shop.console.incidents.refusals import IncidentClosed, IncidentNotFound
from ieum.shop.console.incidents.types import (
    CreditForm,
    CreditMade,
    CreditOrder,
    IncidentId,
    IncidentLine,
    IncidentPage,
)
from ieum.shop.desk.access import Acting, Reader, changes, reads
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.bulk.refusals import NothingToDo
from ieum.shop.desk.list_routes import Reading, route_of
from ieum.shop.desk.presses import PressKeyUsed
from ieum.shop.desk.types import Preview
from ieum.shop.kernel.http import Answer, Conn, RowId, created, ok

_PATH = "/api/v1/console/incidents"


async def _add_clocks(reading: Reading, lines: Sequence[IncidentLine]) -> Sequence[IncidentLine]:
    return await service.add_clocks(reading.conn, lines)


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
    route_of(INCIDENTS, complete=_add_clocks),
    get_incident,
    preview_credit,
    give_credit,
]

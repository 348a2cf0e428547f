"""The calls about requests by authorities."""

from datetime import datetime
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from ieum.shop.console.authorities import service
from ieum.shop.console.authorities.listed import REGISTER
from ieum.shop.console.authorities.refusals import AuthorityRequestNotFound
from ieum.shop.console.authorities.types import (
    AuthorityRequest,
    AuthorityRequestId,
    HalfYear,
)
from ieum.shop.desk.access import reads
from ieum.shop.desk.list_routes import route_of
from ieum.shop.kernel.http import Answer, Conn, RowId, ok
from ieum.shop.kernel.seoul import SEOUL

Half = Annotated[str | None, QueryParameter(pattern=r"^20[0-9]{2}-[12]$", required=False)]


@get("/api/v1/console/authorities/report", **reads("authorities.view"))
async def get_report(conn: Conn, half: Half = None) -> Answer[HalfYear]:
    """Counts of half a year for the report to the ministry; without a `half`, of the present one."""
    return ok(await service.half_year(conn, half or service.present_half(datetime.now(SEOUL).date())))


@get("/api/v1/console/authorities/{id:int}", **reads("authorities.view", AuthorityRequestNotFound))
async def get_request(conn: Conn, id: RowId) -> Answer[AuthorityRequest]:
    return ok(await service.get(conn, AuthorityRequestId(id)))


ROUTES = [route_of(REGISTER), get_report, get_request]

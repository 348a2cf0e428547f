"""The calls about requests by authorities."""

from datetime import datetime
from typing import Annotated, Literal

from litestar import get
from litestar.params import QueryParameter

from ieum.shop.console.authorities import queries, service
from ieum.shop.console.authorities.filters import AuthorityFilters, where_of
from ieum.shop.console.authorities.refusals import AuthorityRequestNotFound
from ieum.shop.console.authorities.types import (
    AuthorityRequest,
    AuthorityRequestId,
    Branch,
    HalfYear,
    RequestKind,
)
from ieum.shop.desk.access import reads
from ieum.shop.desk.parameters import After, Size, Words
from ieum.shop.desk.types import Listed
from ieum.shop.kernel.http import Answer, Conn, RowId, ok
from ieum.shop.kernel.seoul import SEOUL

Half = Annotated[str | None, QueryParameter(pattern=r"^20[0-9]{2}-[12]$", required=False)]


@get("/api/v1/console/authorities", **reads("authorities.view"))
async def list_requests(
    conn: Conn,
    which: Annotated[
        Literal["waiting", "answered", "void"] | None, QueryParameter(name="state", required=False)
    ] = None,
    kind: Annotated[RequestKind | None, QueryParameter(required=False)] = None,
    branch: Annotated[Branch | None, QueryParameter(required=False)] = None,
    q: Words = None,
    since: Annotated[datetime | None, QueryParameter(name="from", required=False)] = None,
    until: Annotated[datetime | None, QueryParameter(name="to", required=False)] = None,
    after: After = None,
    size: Size = 50,
) -> Answer[Listed[AuthorityRequest]]:
    """The register, newest first."""
    filters = AuthorityFilters(state=which, kind=kind, branch=branch, q=q, since=since, until=until)
    return ok(await queries.list_requests(conn, where_of(filters), after=after, size=size))


@get("/api/v1/console/authorities/report", **reads("authorities.view"))
async def get_report(conn: Conn, half: Half = None) -> Answer[HalfYear]:
    """Counts of half a year for the report to the ministry; without a `half`, of the present one."""
    return ok(await service.half_year(conn, half or service.present_half(datetime.now(SEOUL).date())))


@get("/api/v1/console/authorities/{id:int}", **reads("authorities.view", AuthorityRequestNotFound))
async def get_request(conn: Conn, id: RowId) -> Answer[AuthorityRequest]:
    return ok(await service.get(conn, AuthorityRequestId(id)))


ROUTES = [list_requests, get_report, get_request]

"""The calls about requests by authorities."""

from datetime import datetime
from typing import Annotated, Literal

from litestar import get, post
from litestar.params import JSONBody, QueryParameter

from ieum.shop.console.authorities import queries, service
from ieum.shop.console.authorities.filters import AuthorityFilters, where_of
from ieum.shop.console.authorities.refusals import (
    AlreadyRegistered,
    AuthorityRequestNotFound,
    RequestAnswered,
)
from ieum.shop.console.authorities.types import (
    AuthorityAnswer,
    AuthorityRequest,
    AuthorityRequestId,
    Branch,
    HalfYear,
    HalfYearFile,
    NewAuthorityRequest,
    RequestKind,
    WhichHalf,
)
from ieum.shop.desk.access import Acting, WithReason, changes, reads
from ieum.shop.desk.lists import After, Size, Words
from ieum.shop.desk.types import Listed
from ieum.shop.kernel.http import Answer, Conn, RowId, created, ok
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


@post("/api/v1/console/authorities/report/file", status_code=200, **changes("authorities.register"))
async def export_report(act: Acting, data: JSONBody[WhichHalf]) -> Answer[HalfYearFile]:
    return ok(await service.export(act, data.half))


@get("/api/v1/console/authorities/{id:int}", **reads("authorities.view", AuthorityRequestNotFound))
async def get_request(conn: Conn, id: RowId) -> Answer[AuthorityRequest]:
    return ok(await service.get(conn, AuthorityRequestId(id)))


@post("/api/v1/console/authorities", **changes("authorities.register", AlreadyRegistered))
async def register(act: Acting, data: JSONBody[NewAuthorityRequest]) -> Answer[AuthorityRequest]:
    return created(await service.register(act, data))


@post(
    "/api/v1/console/authorities/{id:int}/answer",
    status_code=200,
    **changes("authorities.register", AuthorityRequestNotFound, RequestAnswered),
)
async def answer(act: Acting, id: RowId, data: JSONBody[AuthorityAnswer]) -> Answer[AuthorityRequest]:
    return ok(await service.answer(act, AuthorityRequestId(id), data))


@post(
    "/api/v1/console/authorities/{id:int}/void",
    status_code=200,
    **changes("authorities.register", AuthorityRequestNotFound, RequestAnswered),
)
async def void(act: Acting, id: RowId, data: JSONBody[WithReason]) -> Answer[AuthorityRequest]:
    return ok(await service.void(act, AuthorityRequestId(id), data.reason))


ROUTES = [list_requests, get_report, export_report, get_request, register, answer, void]

"""Calls for the use of services: what gateways report, and what members see of it."""

from datetime import datetime
from typing import Annotated

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter

from ieum.shop.gateways.routes import AUTHENTICATED
from ieum.shop.gateways.routes import Caller as CallingGateway
from ieum.shop.gateways.service import UnknownGateway
from ieum.shop.kernel.errors import InvalidFields, TooManyRequests, Unauthenticated
from ieum.shop.kernel.http import Answer, Conn, Page, RowId, ShopSettings, ok
from ieum.shop.kernel.limits import MinuteCounts
from ieum.shop.kernel.paging import Listing
from ieum.shop.kernel.problems import refusals
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.members.authentication import KEPT_FROM_LOOKS, VIEWERS_ONLY, Member
from ieum.shop.services.service import ServiceNotFound
from ieum.shop.usage import rules, service, viewing
from ieum.shop.usage.periods import PATTERN
from ieum.shop.usage.types import Report, SessionItem, UsageChart

# The size of a report on 10,000 peers, of which an agent sends half at once.
USAGE_LIMIT = 4 * 1024 * 1024
Period = Annotated[str | None, QueryParameter(pattern=PATTERN, required=False)]
REFUSALS = refusals(Unauthenticated, InvalidFields, ServiceNotFound)


@post(
    "/gateway/v1/usage",
    status_code=204,
    dependencies=AUTHENTICATED,
    request_max_body_size=USAGE_LIMIT,
    responses=refusals(UnknownGateway, InvalidFields, TooManyRequests, service.PretendedUseRefused),
)
async def report_usage(
    conn: Conn,
    gateway: CallingGateway,
    sealer: NamedDependency[Sealer],
    settings: ShopSettings,
    counts: NamedDependency[MinuteCounts],
    data: JSONBody[Report],
) -> None:
    """Add to the record what a gateway has counted of its peers. It never says where traffic went."""
    if data.sandbox and settings.production:
        raise service.PretendedUseRefused
    worth = rules.weight(len(data.peers))
    counts.count("reported lines", str(gateway.id), a_minute=rules.LINES_A_MINUTE, weight=worth)
    await service.record(conn, gateway, data, service.Seals(sealer, settings.secret_key))


@get("/api/v1/services/{service_id:int}/usage", dependencies=VIEWERS_ONLY, responses=REFUSALS)
async def get_usage(
    conn: Conn, member: Member, service_id: RowId, period: Period = None
) -> Answer[UsageChart]:
    """The bytes of a service by the hour of a day (`2026-11-22`, or today) or by the day of a month (`2026-11`)."""
    return ok(await viewing.chart(conn, member.viewer, service_id, period))


@get("/api/v1/services/{service_id:int}/sessions", dependencies=VIEWERS_ONLY, responses=REFUSALS)
async def list_sessions(
    conn: Conn, member: Member, service_id: RowId, page: Page = 1
) -> Answer[Listing[SessionItem]]:
    """The sessions of the last thirty days, the newest first. Client addresses stay sealed."""
    return ok(await viewing.list_sessions(conn, member.viewer, service_id, page))


@get(
    "/api/v1/services/{service_id:int}/usage.csv",
    dependencies=VIEWERS_ONLY,
    opt=KEPT_FROM_LOOKS,
    media_type="text/csv",
    responses=REFUSALS,
)
async def download_usage(
    conn: Conn, member: Member, service_id: RowId, period: Period = None
) -> Response[bytes]:
    """The hours of each device in a day or a month, for spreadsheets."""
    # Before it is read, so that at midnight the name and the hours are of one day.
    of = period or f"{datetime.now(SEOUL):%Y-%m-%d}"
    rows = await viewing.hours_as_csv(conn, member.viewer, service_id, of)
    return _download(rows, f"usage-{service_id}-{of}.csv")


@get(
    "/api/v1/services/{service_id:int}/sessions.csv",
    dependencies=VIEWERS_ONLY,
    opt=KEPT_FROM_LOOKS,
    media_type="text/csv",
    responses=REFUSALS,
)
async def download_sessions(conn: Conn, member: Member, service_id: RowId) -> Response[bytes]:
    """The sessions of the last thirty days, for spreadsheets."""
    return _download(
        await viewing.sessions_as_csv(conn, member.viewer, service_id), f"sessions-{service_id}.csv"
    )


def _download(content: bytes, name: str) -> Response[bytes]:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type="text/csv", headers=headers)


ROUTES = [report_usage, get_usage, list_sessions, download_usage, download_sessions]

"""The calls about alarms and the nightly checks."""

from datetime import datetime
from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, QueryParameter

from ieum.shop.console.reconciliation import queries, service
from ieum.shop.console.reconciliation.filters import AlarmArea, AlarmFilters, AlarmState, where_of
from ieum.shop.console.reconciliation.service import AlarmNotFound, AlarmOver
from ieum.shop.console.reconciliation.types import AlarmLine, AlarmSettled, BookCheck, BookSides
from ieum.shop.desk.access import Acting, ActorDependency, between, changes, reads
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.lists import After, Size, Words
from ieum.shop.desk.types import Items, Listed, Preview
from ieum.shop.kernel.http import Answer, Conn, Db, RowId, ok
from ieum.shop.subscriptions.routes import ProviderDependency


@get("/api/v1/console/alarms", **reads("reconciliation.view"))
async def list_alarms(
    conn: Conn,
    which: Annotated[AlarmState | None, QueryParameter(name="state", required=False)] = None,
    area: Annotated[AlarmArea | None, QueryParameter(required=False)] = None,
    kind: Annotated[
        str | None, QueryParameter(max_length=60, pattern=r"^[a-z0-9_]*$", required=False)
    ] = None,
    q: Words = None,
    since: Annotated[datetime | None, QueryParameter(name="from", required=False)] = None,
    until: Annotated[datetime | None, QueryParameter(name="to", required=False)] = None,
    after: After = None,
    size: Size = 50,
) -> Answer[Listed[AlarmLine]]:
    filters = AlarmFilters(state=which, area=area, kind=kind, q=q, since=since, until=until)
    page = await queries.list_alarms(conn, where_of(filters), after=after, size=size)
    for line in page.items:
        service.in_words(line)
    return ok(page)


@get("/api/v1/console/alarms/{id:int}", **reads("reconciliation.view", AlarmNotFound))
async def get_alarm(conn: Conn, id: RowId) -> Answer[AlarmLine]:
    return ok(await service.see(conn, id))


@get("/api/v1/console/alarms/{id:int}/sides", **between("reconciliation.view", AlarmNotFound))
async def compare_sides(
    actor: ActorDependency, db: Db, provider: ProviderDependency, id: RowId
) -> Answer[Items[BookSides]]:
    """Our payments that the alarm is about, beside the provider's, which is asked now; nothing is changed."""
    del actor
    return ok(Items(await service.compare(db, provider, id)))


@post(
    "/api/v1/console/alarms/{id:int}/settlement/preview",
    status_code=200,
    **reads("reconciliation.settle", AlarmNotFound, AlarmOver),
)
async def preview_settling(conn: Conn, id: RowId) -> Answer[Preview]:
    return ok(await service.preview_settling(conn, id))


@post(
    "/api/v1/console/alarms/{id:int}/settlement",
    status_code=200,
    **changes("reconciliation.settle", AlarmNotFound, AlarmOver, PreviewChanged),
)
async def settle_alarm(act: Acting, id: RowId, data: JSONBody[AlarmSettled]) -> Answer[AlarmLine]:
    """Say that it has been dealt with; a cause that remains raises it again."""
    return ok(await service.settle(act, id, data))


@get("/api/v1/console/book-checks", **reads("reconciliation.view"))
async def list_checks(conn: Conn) -> Answer[Items[BookCheck]]:
    """The nightly checks of the last two months, newest first."""
    return ok(Items(await queries.list_checks(conn)))


ROUTES = [list_alarms, get_alarm, compare_sides, preview_settling, settle_alarm, list_checks]

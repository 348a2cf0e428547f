"""The calls about alarms and the nightly checks."""

from datetime import datetime
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from ieum.shop.desk.access import ActorDependency, between, reads
from ieum.shop.desk.parameters import After, Size, Words
from ieum.shop.desk.types import Items, Listed
from ieum.shop.kernel.http import Answer, Conn, Db, RowId, ok
from ieum.shop.reconciliation.desk import queries, sheet
from ieum.shop.reconciliation.desk.filters import AlarmArea, AlarmFilters, AlarmState, where_of
from ieum.shop.reconciliation.desk.sheet import AlarmNotFound
from ieum.shop.reconciliation.desk.types import AlarmLine, BookCheck, BookSides
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
        sheet.in_words(line)
    return ok(page)


@get("/api/v1/console/alarms/{id:int}", **reads("reconciliation.view", AlarmNotFound))
async def get_alarm(conn: Conn, id: RowId) -> Answer[AlarmLine]:
    return ok(await sheet.see(conn, id))


@get("/api/v1/console/alarms/{id:int}/sides", **between("reconciliation.view", AlarmNotFound))
async def compare_sides(
    actor: ActorDependency, db: Db, provider: ProviderDependency, id: RowId
) -> Answer[Items[BookSides]]:
    """Our payments that the alarm is about, beside the provider's, which is asked now; nothing is changed."""
    del actor
    return ok(Items(await sheet.compare(db, provider, id)))


@get("/api/v1/console/book-checks", **reads("reconciliation.view"))
async def list_checks(conn: Conn) -> Answer[Items[BookCheck]]:
    """The nightly checks of the last two months, newest first."""
    return ok(Items(await queries.list_checks(conn)))


ROUTES = [list_alarms, get_alarm, compare_sides, list_checks]

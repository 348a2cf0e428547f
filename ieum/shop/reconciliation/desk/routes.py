"""The calls about alarms and the nightly checks."""

from litestar import get

from ieum.shop.desk.access import ActorDependency, between, reads
from ieum.shop.desk.list_routes import route_of
from ieum.shop.desk.types import Items
from ieum.shop.kernel.http import Answer, Conn, Db, RowId, ok
from ieum.shop.reconciliation.desk import queries, sheet
from ieum.shop.reconciliation.desk.listed import ALARMS
from ieum.shop.reconciliation.desk.sheet import AlarmNotFound
from ieum.shop.reconciliation.desk.types import AlarmLine, BookCheck, BookSides
from ieum.shop.subscriptions.routes import ProviderDependency


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


ROUTES = [route_of(ALARMS), get_alarm, compare_sides, list_checks]

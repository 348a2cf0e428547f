"""The calls about recurring payments."""

from litestar import get

from ieum.shop.desk.access import reads
from ieum.shop.desk.list_routes import route_of
from ieum.shop.kernel.http import Answer, Conn, RowId, ok
from ieum.shop.subscriptions.desk import sheet
from ieum.shop.subscriptions.desk.listed import SUBSCRIPTIONS
from ieum.shop.subscriptions.desk.refusals import NoSuchSubscription
from ieum.shop.subscriptions.desk.types import SubscriptionFacts


@get("/api/v1/console/subscriptions/{id:int}", **reads("subscriptions.view", NoSuchSubscription))
async def get_subscription(conn: Conn, id: RowId) -> Answer[SubscriptionFacts]:
    return ok(await sheet.see(conn, id))


ROUTES = [route_of(SUBSCRIPTIONS), get_subscription]

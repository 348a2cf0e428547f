"""The calls about notices to many members."""

from litestar import get

from ieum.shop.broadcasts import queries, service
from ieum.shop.broadcasts.listed import BROADCASTS
from ieum.shop.broadcasts.refusals import BroadcastNotFound
from ieum.shop.broadcasts.types import BroadcastId, BroadcastSeen
from ieum.shop.desk.access import reads
from ieum.shop.desk.list_routes import route_of
from ieum.shop.kernel.http import Answer, Conn, RowId, ok


@get("/api/v1/console/broadcasts/{id:int}", **reads("messages.view", BroadcastNotFound))
async def get_broadcast(conn: Conn, id: RowId) -> Answer[BroadcastSeen]:
    found = await service.get(conn, BroadcastId(id))
    return ok(BroadcastSeen(found, await queries.count_messages(conn, found.id, found.channel)))


ROUTES = [route_of(BROADCASTS), get_broadcast]

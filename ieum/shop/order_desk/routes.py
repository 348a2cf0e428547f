"""Calls on orders."""

from litestar import get

from ieum.shop.desk.access import reads
from ieum.shop.desk.list_routes import route_of
from ieum.shop.kernel.http import Answer, Conn, ok
from ieum.shop.order_desk import service
from ieum.shop.order_desk.listed import ORDERS
from ieum.shop.order_desk.types import OrderPage
from ieum.shop.order_history.routes import OrderKey
from ieum.shop.orders.desk.refusals import ConsoleOrderNotFound


@get("/api/v1/console/orders/{order_id:str}", **reads("orders.view", ConsoleOrderNotFound))
async def get_console_order(conn: Conn, order_id: OrderKey) -> Answer[OrderPage]:
    return ok(await service.get_page(conn, order_id))


ROUTES = [route_of(ORDERS), get_console_order]

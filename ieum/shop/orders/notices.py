"""Mails to the buyer of an order. Members who have left get none: their addresses are deleted."""

from collections.abc import Callable

from ieum.shop.kernel.db import Connection
from ieum.shop.members import queries as members
from ieum.shop.members.types import MemberRow
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging.templates import Text
from ieum.shop.orders.types import Order
from ieum.shop.site import queries as site


async def tell_buyer(conn: Connection, order: Order, reference: str, write: Callable[..., Text]) -> None:
    buyer = await members.hold_member(conn, order.member_id)
    if buyer is not None:
        await mail_buyer(conn, order, buyer, reference, write)


async def mail_buyer(
    conn: Connection, order: Order, buyer: MemberRow, reference: str, write: Callable[..., Text]
) -> None:
    """Send what `write` makes of the shop's name, the buyer's name and the order's id; once per reference."""
    text = write(site=(await site.get_config(conn)).site_name, name=buyer.name, order_id=order.id)
    await messaging.mail(conn, to=buyer.email, text=text, reference=reference, member=order.member_id)

"""Mails to the member about a refund. Members who have left get none: their addresses are deleted."""

from collections.abc import Callable

from ieum.shop.kernel.db import Connection
from ieum.shop.members import queries as members
from ieum.shop.messaging import refund_templates as texts
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging.templates import Text
from ieum.shop.orders.types import Order
from ieum.shop.refunds.types import Calculation, Line, Refund
from ieum.shop.site import queries as site


async def tell_begun(
    conn: Connection,
    order: Order,
    calculation: Calculation,
    lines: list[Line],
    *,
    needs_account: bool,
    reason: str,
) -> None:
    plan = order.plan_name
    await _tell(
        conn,
        order,
        f"refund_begun:{order.id}",
        lambda shop, name: texts.refund_begun(
            site=shop,
            name=name,
            order_id=order.id,
            plan=plan,
            reckoned=texts.Figures(
                [(line.label, line.amount) for line in lines],
                calculation.amount,
                calculation.points,
                calculation.points_clawed_back,
            ),
            needs_account=needs_account,
            reason=reason if calculation.mode == "operator" else "",
        ),
    )


async def tell_done(conn: Connection, order: Order, refund: Refund, *, by_hand: bool) -> None:
    await _tell(
        conn,
        order,
        f"refunded:{order.id}",
        lambda shop, name: texts.refund_done(
            site=shop,
            name=name,
            order_id=order.id,
            amount=refund.amount,
            points=refund.points_returned,
            by_hand=by_hand,
        ),
    )


async def tell_stuck(conn: Connection, order: Order, refund: Refund) -> None:
    await _tell(
        conn,
        order,
        f"refund_stuck:{order.id}",
        lambda shop, name: texts.refund_stuck(site=shop, name=name, order_id=order.id, amount=refund.amount),
    )


async def tell_account_needed(conn: Connection, order: Order, amount: int) -> None:
    await _tell(
        conn,
        order,
        f"refund_account:{order.id}",
        lambda shop, name: texts.refund_account_needed(
            site=shop, name=name, order_id=order.id, amount=amount
        ),
    )


async def tell_account_wrong(conn: Connection, order: Order, refund: Refund) -> None:
    """Sent once for every account that the provider refused."""
    await _tell(
        conn,
        order,
        f"refund_account_wrong:{order.id}:{refund.tries}",
        lambda shop, name: texts.refund_account_wrong(
            site=shop, name=name, order_id=order.id, amount=refund.amount
        ),
    )


async def _tell(conn: Connection, order: Order, reference: str, write: Callable[[str, str], Text]) -> None:
    buyer = await members.hold_buyer(conn, order.member_id)
    if buyer is None:
        return
    config = await site.get_config(conn)
    await messaging.mail(
        conn,
        to=buyer.email,
        text=write(config.site_name, buyer.name),
        reference=reference,
        member=order.member_id,
    )

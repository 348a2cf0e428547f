"""The mail that confirms a payment with the contract's content, which the law wants in the buyer's hands."""

from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.members.types import MemberRow
from ieum.shop.messaging import order_templates as texts
from ieum.shop.messaging import service as messaging
from ieum.shop.order_history import queries, rules
from ieum.shop.order_history.types import OrderRow
from ieum.shop.orders import pricing
from ieum.shop.orders.types import Order
from ieum.shop.orders.words import METHODS
from ieum.shop.site import queries as site
from ieum.shop.site.types import SiteConfig


async def send_receipt(conn: Connection, order: Order, buyer: MemberRow) -> None:
    """Mail the receipt; call it when the order is `paid` and delivered, because it reads both from the tables."""
    row = await queries.find_order(conn, order.id, order.member_id)
    if row is None:
        raise LookupError(f"order {order.id} does not exist")
    config = await site.get_config(conn)
    await messaging.mail(
        conn,
        to=buyer.email,
        text=texts.order_paid(
            name=buyer.name,
            receipt=_receipt(row),
            seller=_seller(config),
            rule=refund_rule(row),
        ),
        reference=f"paid:{order.id}",
        member=order.member_id,
    )


def refund_rule(row: OrderRow) -> str:
    return texts.withdrawal_rule(
        unused_only=row.refund_rule == "owner",
        penalty_percent=row.refund_penalty_percent,
        shortest_amount=row.refund_shortest_amount,
        is_ticket=row.plan_kind == "ticket",
    )


def _receipt(row: OrderRow) -> texts.Receipt:
    supply, vat = pricing.split_vat(row.amount)
    first, last = rules.days_of(row)
    return texts.Receipt(
        order_id=row.id,
        plan=row.plan_name,
        is_ticket=row.plan_kind == "ticket",
        is_renewal=row.kind == "renewal",
        is_recurring=row.subscription_id is not None,
        quantity=row.quantity,
        period=f"{first:%Y.%m.%d} ~ {last:%Y.%m.%d}" if first and last else "",
        addresses=[service.address for service in row.services if service.address],
        list_amount=row.list_amount,
        discount_amount=row.discount_amount,
        points_used=row.points_used,
        amount=row.amount,
        supply_amount=supply,
        vat_amount=vat,
        method=row.payment_method or METHODS[row.method],
        paid_at=seoul.minute(row.paid_at) if row.paid_at else "",
    )


def _seller(config: SiteConfig) -> texts.Seller:
    return texts.Seller(
        site=config.site_name,
        business=config.business_name,
        representative=config.representative,
        business_number=config.business_licence,
        mail_order_number=config.mail_order_licence,
        address=config.address,
        phone=config.phone,
        mail=config.site_mail,
    )

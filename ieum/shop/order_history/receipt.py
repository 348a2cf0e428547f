"""The mail that confirms a payment with the contract's content, which the law wants in the buyer's hands."""

from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.members.types import MemberRow
from ieum.shop.messaging import order_templates as texts
from ieum.shop.messaging import service as messaging
from ieum.shop.order_history import queries, rules
from ieum.shop.order_history.types import OrderRow, ServiceOfOrder, Terms
from ieum.shop.orders import pricing
from ieum.shop.orders.types import Order

METHODS = {
    "card": "카드",
    "transfer": "계좌이체",
    "virtual_account": "가상계좌",
    "billing": "정기결제 카드",
    "points": "포인트",
}


async def send_receipt(conn: Connection, order: Order, buyer: MemberRow) -> None:
    """Mail the receipt; call it when the order is `paid` and delivered, because it reads both from the tables."""
    row = await queries.find_order(conn, order.id, order.member_id)
    if row is None:
        raise LookupError(f"order {order.id} does not exist")
    services = await queries.list_services(conn, [order.id])
    terms = await queries.get_terms(conn)
    await messaging.mail(
        conn,
        to=buyer.email,
        text=texts.order_paid(
            name=buyer.name,
            receipt=_receipt(row, services),
            seller=_seller(terms),
            rule=refund_rule(terms, row),
        ),
        reference=f"paid:{order.id}",
        member=order.member_id,
    )


def refund_rule(terms: Terms, row: OrderRow) -> str:
    return texts.withdrawal_rule(
        unused_only=terms.refund_mode == "unused_only",
        penalty_percent=terms.refund_penalty_percent,
        is_ticket=row.plan_kind == "ticket",
    )


def _receipt(row: OrderRow, services: list[ServiceOfOrder]) -> texts.Receipt:
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
        addresses=[service.address for service in services if service.address],
        list_amount=row.list_amount,
        discount_amount=row.discount_amount,
        points_used=row.points_used,
        amount=row.amount,
        supply_amount=supply,
        vat_amount=vat,
        method=row.payment_method or METHODS[row.method],
        paid_at=seoul.minute(row.paid_at) if row.paid_at else "",
    )


def _seller(terms: Terms) -> texts.Seller:
    return texts.Seller(
        site=terms.site_name,
        business=terms.business_name,
        representative=terms.representative,
        business_number=terms.business_licence,
        mail_order_number=terms.mail_order_licence,
        address=terms.address,
        phone=terms.phone,
        mail=terms.site_mail,
    )

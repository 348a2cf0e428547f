"""The mail after a payment: the contract's content, as the law wants it in the buyer's hands."""

from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.members.types import Buyer
from ieum.shop.messaging import order_templates as texts
from ieum.shop.messaging import service as messaging
from ieum.shop.order_history import queries, rules
from ieum.shop.order_history.types import OrderFacts, ServiceOfOrder, Terms
from ieum.shop.orders import pricing
from ieum.shop.orders.types import Order

METHODS = {
    "card": "카드",
    "transfer": "계좌이체",
    "virtual_account": "가상계좌",
    "billing": "정기결제 카드",
    "points": "포인트",
}


async def tell_paid(conn: Connection, order: Order, buyer: Buyer) -> None:
    """Once, when the order is `paid` and all that it bought is in the tables: they are read, not handed in."""
    facts = await queries.find_facts(conn, order.id, order.member_id)
    if facts is None:
        raise LookupError(f"order {order.id} is not there")
    services = await queries.list_services(conn, [order.id])
    terms = await queries.get_terms(conn)
    await messaging.mail(
        conn,
        to=buyer.email,
        text=texts.order_paid(
            name=buyer.name,
            receipt=_receipt(facts, services),
            seller=_seller(terms),
            rule=refund_rule(terms, facts),
        ),
        reference=f"paid:{order.id}",
        member=order.member_id,
    )


def refund_rule(terms: Terms, facts: OrderFacts) -> str:
    return texts.withdrawal_rule(
        unused_only=terms.refund_mode == "unused_only",
        penalty_percent=terms.refund_penalty_percent,
        is_ticket=facts.plan_kind == "ticket",
    )


def _receipt(facts: OrderFacts, services: list[ServiceOfOrder]) -> texts.Receipt:
    supply, vat = pricing.split_vat(facts.amount)
    first, last = rules.days_of(facts)
    return texts.Receipt(
        order_id=facts.id,
        plan=facts.plan_name,
        is_ticket=facts.plan_kind == "ticket",
        is_renewal=facts.kind == "renewal",
        is_recurring=facts.subscription_id is not None,
        quantity=facts.quantity,
        period=f"{first:%Y.%m.%d} ~ {last:%Y.%m.%d}" if first and last else "",
        addresses=[service.address for service in services if service.address],
        list_amount=facts.list_amount,
        discount_amount=facts.discount_amount,
        points_used=facts.points_used,
        amount=facts.amount,
        supply_amount=supply,
        vat_amount=vat,
        method=facts.payment_method or METHODS[facts.method],
        paid_at=seoul.minute(facts.paid_at) if facts.paid_at else "",
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

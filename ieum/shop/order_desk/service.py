"""Page of an order."""

from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.masking import mask_card, mask_email, mask_phone
from ieum.shop.kernel.structs import build
from ieum.shop.order_desk import queries, rules
from ieum.shop.order_desk.types import OrderFacts, OrderPage
from ieum.shop.orders import pricing
from ieum.shop.orders.desk.refusals import ConsoleOrderNotFound
from ieum.shop.payments.banks import bank_name
from ieum.shop.payments.refusals import refusal_text
from ieum.shop.refunds.desk.refunding import REFUND


async def get_page(conn: Connection, order_id: str) -> OrderPage:
    """Show an order's page. Raises ConsoleOrderNotFound."""
    order = await get_facts(conn, order_id)
    payments = await queries.list_payments(conn, order_id)
    for payment in payments:
        payment.card = payment.card and mask_card(payment.card)
        payment.bank = payment.bank and bank_name(payment.bank)
    refund = await queries.find_refund(conn, order_id)
    messages = await queries.list_messages(conn, order_id, order.buyer.id)
    for message in messages:
        mask = mask_email if message.channel == "mail" else mask_phone
        message.recipient = message.recipient and mask(message.recipient)
    supply, vat = pricing.split_vat(order.amount)
    return build(
        OrderPage,
        order,
        failure=refusal_text(order.failure_code) if order.failure_code else None,
        supply_amount=supply,
        vat_amount=vat,
        payments=payments,
        refund=refund,
        services=await queries.list_services(conn, order_id),
        points=await queries.list_points(conn, order_id),
        messages=messages,
        alarms=await queries.list_alarms(conn, order_id),
        timeline=rules.timeline(order, payments, refund, messages),
        approvals=await queries.list_asked(conn, REFUND.name, order_id),
        can=rules.can(order, payments, refund),
    )


async def get_facts(conn: Connection, order_id: str) -> OrderFacts:
    """Return an order's facts. Raises ConsoleOrderNotFound."""
    order = await queries.find_order(conn, order_id)
    if order is None:
        raise ConsoleOrderNotFound
    return order

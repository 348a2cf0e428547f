"""What a member bought, and how it stands."""

from ieum.shop.db import Connection
from ieum.shop.members.types import MemberId
from ieum.shop.orders.history import queries
from ieum.shop.orders.history.types import Failure, OrderView
from ieum.shop.orders.refusals import refusal_text
from ieum.shop.orders.service import OrderNotFound


async def view(conn: Connection, member: MemberId, order_id: str) -> OrderView:
    facts = await queries.find_facts(conn, order_id, member)
    if facts is None:
        raise OrderNotFound
    return OrderView(
        order_id=facts.id,
        state=facts.state,
        plan_name=facts.plan_name,
        carrier=facts.carrier,
        months=facts.months,
        quantity=facts.quantity,
        amount=facts.amount,
        points_used=facts.points_used,
        payment_method=facts.payment_method,
        receipt_url=facts.receipt_url,
        created_at=facts.created_at,
        paid_at=facts.paid_at,
        failure=Failure(facts.failure_code, refusal_text(facts.failure_code)) if facts.failure_code else None,
        services=await queries.list_ordered_services(conn, order_id),
    )

"""Periods of a subscription that are charged to a card on file."""

from datetime import datetime
from typing import Any

import httpx
import msgspec

from ieum.shop.checkout import charge_on_file, look_up
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.members.types import MemberId
from ieum.shop.orders.types import OrderState
from ieum.shop.payments import queries
from ieum.shop.payments.provider import BillingCard, Outcome
from ieum.shop.payments.toss import TossClient
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_member
from tests.shop.builders.payment_window import register_card
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.services import a_service
from tests.shop.builders.subscriptions import a_card, a_subscription
from tests.shop.builders.till import Till


class Due(msgspec.Struct):
    """A period that is to be charged now."""

    member: MemberId
    subscription: int
    method: int
    order_id: str
    billing_key: str


class Standing(msgspec.Struct):
    """How a subscription and its service stand."""

    state: str
    period: int
    paid_until: datetime
    retry_at: datetime | None
    failure_code: str | None
    service_state: str


async def standing(conn: Connection, due: Due) -> Standing:
    return await fetch_one(
        conn,
        Standing,
        """
        SELECT s.state, s.period, s.paid_until, s.retry_at, s.failure_code, v.state AS service_state
          FROM subscriptions s JOIN services v ON v.subscription_id = s.id WHERE s.id = %(id)s
        """,
        id=due.subscription,
    )


async def a_due(
    conn: Connection, sandbox: httpx.AsyncClient, provider: TossClient, *, member: MemberId | None = None
) -> Due:
    """The second period of a subscription, queued to be charged to a card that can pay."""
    member = member or await a_member(conn)
    plan = await a_plan(conn)
    confirmation = await a_service(conn, member, plan=plan)
    subscription = await a_subscription(conn, member, plan, services=[confirmation])
    customer = await fetch_one(
        conn, str, "SELECT customer_key::text FROM members WHERE id = %(member)s", member=member
    )
    brought = await register_card(sandbox, customer)
    issued = await provider.issue_billing_key(auth_key=brought["authKey"], customer_key=customer)
    assert isinstance(issued, BillingCard), issued
    method = await a_card(conn, member, key=issued.billing_key)
    await execute(
        conn,
        "UPDATE billing_methods SET key_hash = sha256(%(key)s) WHERE id = %(method)s",
        key=issued.billing_key.encode(),
        method=method,
    )
    await execute(
        conn,
        "UPDATE subscriptions SET billing_method_id = %(method)s, charge_queued_at = now() WHERE id = %(id)s",
        method=method,
        id=subscription,
    )
    order_id = await fetch_one(
        conn,
        str,
        """
        INSERT INTO orders (id, member_id, plan_id, months, quantity, kind, payment_type, method, list_amount,
                            discount_amount, points_used, amount, points_earned, state, hold_until, subscription_id,
                            period)
        SELECT 'due-' || id || '-2', member_id, plan_id, months, quantity, 'renewal', 'billing', 'billing', amount,
               0, 0, amount, 0, 'due', now(), id, 2
          FROM subscriptions WHERE id = %(id)s
        RETURNING id
        """,
        id=subscription,
    )
    return Due(member, subscription, method, order_id, issued.billing_key)


async def charge(till: Till, due: Due) -> Outcome | None:
    return await charge_on_file.charge_card(till.db, till.provider, SEALER, due.order_id, due.method)


async def settle(till: Till, due: Due) -> None:
    payment = await queries.find_open(till.conn, due.order_id)
    if payment is not None and payment.state == "confirming":
        await look_up.settle(till.db, till.provider, SEALER, payment)


async def state_of(conn: Connection, due: Due) -> OrderState:
    return await fetch_one(
        conn, OrderState, "SELECT state FROM orders WHERE id = %(order_id)s", order_id=due.order_id
    )


async def attempts(conn: Connection, due: Due) -> list[dict[str, Any]]:
    return await fetch_all(
        conn,
        dict[str, Any],
        "SELECT to_jsonb(y) FROM payments y WHERE order_id = %(order_id)s ORDER BY id",
        order_id=due.order_id,
    )

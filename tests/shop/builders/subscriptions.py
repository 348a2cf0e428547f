"""Subscriptions as rows, and what happens to them as time passes."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import msgspec

from ieum.shop.catalog.types import PlanId
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.members.types import MemberId
from ieum.shop.orders import service as orders
from ieum.shop.orders.types import Order
from ieum.shop.payments.provider import Remedy
from ieum.shop.services import service as services
from ieum.shop.services.types import ServiceId
from ieum.shop.subscriptions import dunning, method_queries, outcomes, rules, schedule
from tests.conftest import RollingBack
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_member
from tests.shop.builders.orders import an_order
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.services import a_service
from tests.shop.builders.time_passing import let_pass

_numbers = count(1)


async def a_card(conn: Connection, member: MemberId, *, key: str = "billing_key") -> int:
    """A row only: its billing key is unknown to the sandbox and cannot be charged."""
    card = await fetch_one(
        conn,
        int,
        """
        INSERT INTO billing_methods (member_id, auth_key_hash, issuer_code, card_number, card_type)
        VALUES (%(member)s, sha256(%(auth)s), '11', '43301234****123*', '신용') RETURNING id
        """,
        member=member,
        auth=f"auth {next(_numbers)}".encode(),
    )
    await execute(
        conn,
        "UPDATE billing_methods SET state = 'active', sealed_key = %(sealed)s WHERE id = %(card)s",
        card=card,
        sealed=SEALER.seal(key, of=method_queries.place_of(card, member)),
    )
    return card


async def a_subscription(
    conn: Connection,
    member: MemberId,
    plan: PlanId,
    *,
    services: list[ServiceId] | None = None,
    amount: int = 33_000,
    first_order: bool = True,
) -> int:
    """An active monthly subscription whose first period is paid; `services` are made its own.

    Their order is made the first one, or another one if there are none, unless the test brings its own `first_order`.
    """
    subscription = await fetch_one(
        conn,
        int,
        """
        INSERT INTO subscriptions (member_id, plan_id, months, quantity, amount, billing_method_id, state, period,
                                   paid_until, due_at)
        VALUES (%(member)s, %(plan)s, 1, %(quantity)s, %(amount)s, %(card)s, 'active', 1,
                now() + interval '30 days', now() + interval '29 days') RETURNING id
        """,
        member=member,
        plan=plan,
        quantity=len(services or [1]),
        amount=amount,
        card=await a_card(conn, member),
    )
    await execute(
        conn,
        "UPDATE services SET subscription_id = %(subscription)s WHERE id = ANY(%(services)s)",
        subscription=subscription,
        services=services or [],
    )
    if not first_order:
        return subscription
    await execute(
        conn,
        """
        UPDATE orders SET subscription_id = %(id)s, period = 1, payment_type = 'billing', method = 'billing'
         WHERE id = coalesce((SELECT order_id FROM services WHERE id = %(service)s), %(order)s)
        """,
        id=subscription,
        service=services[0] if services else None,
        order=None if services else await an_order(conn, member, plan, state="paid", amount=amount),
    )
    return subscription


DAY = timedelta(days=1)


MINUTE = timedelta(minutes=1)


class Subscribed(msgspec.Struct):
    id: int
    member: MemberId
    plan: PlanId
    service: ServiceId


class Standing(msgspec.Struct):
    """How a subscription and its service stand."""

    state: str
    period: int
    amount: int
    paid_until: datetime
    due_at: datetime
    retry_at: datetime | None
    tries: int
    failure_code: str | None
    suspended_at: datetime | None
    charge_queued_at: datetime | None
    end_reason: str | None
    service_state: str
    service_ends_at: datetime


async def subscribed(
    conn: Connection, *, member: MemberId | None = None, plan: PlanId | None = None
) -> Subscribed:
    """A monthly subscription whose first period has just been paid."""
    member = member or await a_member(conn)
    plan = plan or await a_plan(conn)
    service = await a_service(conn, member, plan=plan)
    subscription = await a_subscription(conn, member, plan, services=[service])
    paid_until = await fetch_one(
        conn, datetime, "SELECT ends_at FROM services WHERE id = %(service)s", service=service
    )
    await execute(
        conn,
        "UPDATE subscriptions SET paid_until = %(paid_until)s, due_at = %(due_at)s WHERE id = %(id)s",
        paid_until=paid_until,
        due_at=rules.due_at_of(paid_until),
        id=subscription,
    )
    return Subscribed(subscription, member, plan, service)


async def standing(conn: Connection, one: Subscribed) -> Standing:
    return await fetch_one(
        conn,
        Standing,
        """
        SELECT s.state, s.period, s.amount, s.paid_until, s.due_at, s.retry_at, s.tries, s.failure_code,
               s.suspended_at, s.charge_queued_at, s.end_reason, v.state AS service_state,
               v.ends_at AS service_ends_at
          FROM subscriptions s JOIN services v ON v.id = %(service)s WHERE s.id = %(id)s
        """,
        id=one.id,
        service=one.service,
    )


async def until(conn: Connection, one: Subscribed, moment: str, *, plus: timedelta = MINUTE) -> None:
    """Let time pass until this column of the subscription, `plus` a while."""
    now = await standing(conn, one)
    due_at: datetime = getattr(now, moment)
    await let_pass(conn, due_at + plus - datetime.now(UTC))


async def charges(conn: Connection, one: Subscribed) -> list[dict[str, Any]]:
    """The subscription's renewal orders, oldest first."""
    return await fetch_all(
        conn,
        dict[str, Any],
        """
        SELECT to_jsonb(o) FROM orders o
         WHERE subscription_id = %(id)s AND kind = 'renewal' ORDER BY period
        """,
        id=one.id,
    )


async def charge_of(conn: Connection, one: Subscribed) -> Order:
    """The renewal order that waits to be paid, locked."""
    found = await charges(conn, one)
    return await orders.lock(conn, found[-1]["id"])


async def due_now(conn: Connection, db: RollingBack) -> Subscribed:
    one = await subscribed(conn)
    await until(conn, one, "due_at")
    await schedule.queue_due(db)
    return one


async def refuse(
    conn: Connection, one: Subscribed, code: str = "REJECT_CARD_PAYMENT", remedy: Remedy = Remedy.TRY_LATER
) -> None:
    """Record a refused charge, as the checkout does."""
    await outcomes.note_refused(conn, await charge_of(conn, one), code, remedy)


async def renew(conn: Connection, one: Subscribed) -> None:
    """Record a paid renewal, as the checkout does."""
    order = await charge_of(conn, one)
    await execute(
        conn, "UPDATE orders SET state = 'paid', paid_at = now() WHERE id = %(order)s", order=order.id
    )
    period = await services.prolong(conn, [one.service], order.id, order.months, now=datetime.now(UTC))
    assert period is not None
    await outcomes.note_paid(conn, order, period.ends_at)


async def suspended(conn: Connection, db: RollingBack, *, remedy: Remedy = Remedy.NEW_CARD) -> Subscribed:
    one = await due_now(conn, db)
    await refuse(conn, one, remedy=remedy)
    await let_pass(conn, 4 * DAY)
    await dunning.close_due(db)
    assert (await standing(conn, one)).state == "suspended"
    return one


async def new_price(conn: Connection, plan: PlanId, amount: int, *, ahead: timedelta) -> None:
    await execute(
        conn,
        """
        INSERT INTO plan_prices (plan_id, months, amount, effective_from)
        VALUES (%(plan)s, 1, %(amount)s, now() + %(ahead)s)
        """,
        plan=plan,
        amount=amount,
        ahead=ahead,
    )


async def consent(conn: Connection, one: Subscribed, new_amount: int, *, agreed: bool | None) -> None:
    """Record that the member was asked about a new price, and the answer; None: not answered."""
    await execute(
        conn,
        """
        INSERT INTO price_consents
               (subscription_id, period, old_amount, new_amount, charge_at, asked_at, answered_at, agreed)
        SELECT id, period + 1, amount, %(new_amount)s, due_at, asked_at,
               CASE WHEN %(agreed)s::boolean IS NOT NULL THEN asked_at END, %(agreed)s
          -- A period of 31 days is asked about on its second day at the earliest.
          FROM (SELECT *, greatest(now(), due_at - interval '29 days') AS asked_at FROM subscriptions) s
         WHERE id = %(id)s
        """,
        id=one.id,
        new_amount=new_amount,
        agreed=agreed,
    )

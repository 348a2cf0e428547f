"""Paid services and their devices."""

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx

from ieum.shop.catalog.types import PlanId
from ieum.shop.gateways import desired, tunnels
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.kernel.months import end_of_period
from ieum.shop.members.types import MemberId
from ieum.shop.orders.rules import new_order_id
from ieum.shop.services import queries as service_queries
from ieum.shop.services import service as services
from ieum.shop.services.types import ServiceId
from ieum.shop.stock import holds
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.gateways import a_key
from tests.shop.builders.shops import Client


async def a_service(
    conn: Connection, member: MemberId, *, plan: PlanId | None = None, starts: timedelta = timedelta()
) -> ServiceId:
    """A paid service of one month with an address; it begins `starts` from now, negative for the past."""
    plan = plan or await a_plan(conn)
    now = datetime.now(UTC) + starts
    order_id = new_order_id(now)
    pool = await fetch_one(conn, int, "SELECT pool_id FROM plans WHERE id = %(plan)s", plan=plan)
    await execute(
        conn,
        """
        INSERT INTO orders (id, member_id, plan_id, months, quantity, payment_type, list_amount, discount_amount,
                            points_used, amount, points_earned, state, hold_until, paid_at)
        VALUES (%(id)s, %(member)s, %(plan)s, 1, 1, 'normal', 33000, 0, 0, 33000, 0, 'paid', now(), now())
        """,
        id=order_id,
        member=member,
        plan=plan,
    )
    assert await holds.hold_addresses(conn, pool=pool, order_id=order_id, quantity=1)
    service = await services.start(conn, member, order_id, plan, starts_at=now, ends_at=end_of_period(now, 1))
    await holds.activate_lease(conn, (await holds.lock_leases(conn, order_id))[0], service)
    return service


async def a_renewal(conn: Connection, service: ServiceId, *, months: int = 1) -> str:
    """A paid order that would prolong the service; the test itself prolongs it."""
    order_id = new_order_id(datetime.now(UTC))
    await execute(
        conn,
        """
        INSERT INTO orders (id, member_id, plan_id, kind, service_id, months, quantity, payment_type, list_amount,
                            discount_amount, points_used, amount, points_earned, state, hold_until, paid_at)
        SELECT %(id)s, member_id, plan_id, 'renewal', id, %(months)s, 1, 'normal', 33000, 0, 0, 33000, 0, 'paid',
               now(), now()
          FROM services WHERE id = %(service)s
        """,
        id=order_id,
        months=months,
        service=service,
    )
    return order_id


async def add_period(conn: Connection, service: ServiceId, renewal: str) -> None:
    """Add the period from 21 December 2026 to 20 January 2027, in Seoul."""
    await execute(
        conn,
        """
        INSERT INTO service_periods (service_id, order_id, starts_at, ends_at)
        VALUES (%(service)s, %(renewal)s, '2026-12-20 15:00:00Z', '2027-01-20 15:00:00Z')
        """,
        service=service,
        renewal=renewal,
    )


async def a_device(conn: Connection, service: ServiceId) -> str:
    """A device that its gateway knows; returns its public key."""
    key = a_key()
    gateway = await fetch_one(
        conn,
        GatewayId,
        """
        SELECT e.gateway_id FROM leases l JOIN exit_addresses e ON e.id = l.address_id
         WHERE l.service_id = %(service)s ORDER BY l.id DESC LIMIT 1
        """,
        service=service,
    )
    tunnel_address = await tunnels.take(conn, gateway)
    assert tunnel_address is not None
    assert await service_queries.insert_device(
        conn, service, None, name="PC", public_key=key, gateway=gateway, tunnel_address=tunnel_address
    )
    await desired.put_exits_of(conn, [service])
    return key


async def let_connect(conn: Connection, service: int) -> None:
    """All devices of the service have connected just now."""
    await execute(
        conn,
        """
        INSERT INTO device_usage (device_id, first_handshake_at, last_handshake_at)
        SELECT id, clock_timestamp(), clock_timestamp() FROM devices WHERE service_id = %(service)s
        """,
        service=service,
    )


async def add_device(
    client: Client, headers: dict[str, str], service: int, *, name: str = "내 노트북", key: str | None = None
) -> httpx.Response:
    return await client.post(
        f"/api/v1/services/{service}/devices",
        json={"name": name, "publicKey": key or a_key()},
        headers=headers,
    )


async def show_service(client: Client, headers: dict[str, str], service: int) -> dict[str, Any]:
    return (await client.get(f"/api/v1/services/{service}", headers=headers)).json()["data"]


async def served_keys(conn: Connection) -> set[str]:
    """The keys of all devices that gateways should let out."""
    return set(
        await fetch_all(
            conn,
            str,
            """
            SELECT p.identity FROM endpoints p JOIN exits x ON x.id = p.exit_id
             WHERE p.removed_at IS NULL AND x.removed_at IS NULL AND x.shop_until IS NULL
            """,
        )
    )

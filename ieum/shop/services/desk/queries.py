from typing import LiteralString

from ieum.shop.desk.gifts import Gift
from ieum.shop.kernel.db import Connection, fetch_all, fetch_optional
from ieum.shop.members.holders import HOLDER
from ieum.shop.services.desk.types import (
    DeviceOfService,
    LeaseOfService,
    ListedService,
    PeriodOfService,
    SheetRow,
)
from ieum.shop.services.types import CONNECTED_SECONDS, ServiceId

MOST = 50


async def gift_of_days(conn: Connection, service: ServiceId, days: int) -> Gift:
    """Price days of a service for its member: at most what its plan costs today, a month counted as 30 days."""
    found = await fetch_optional(
        conn,
        Gift,
        """
        SELECT 'days' AS what, ceil(dearest_month(plan_id) * %(days)s / 30)::bigint AS won, member_id AS member
          FROM services WHERE id = %(service)s
        """,
        service=service,
        days=days,
    )
    return found or Gift("days", 0)


PLAN: LiteralString = "jsonb_build_object('id', s.plan_id, 'name', sold.name, 'kind', sold.kind)"
PLACE: LiteralString = """
    CASE WHEN e.id IS NOT NULL
         THEN jsonb_build_object('id', e.id, 'address', host(e.address), 'gatewayId', g.id, 'gateway', g.name,
                                 'flags', e.flags) END
"""
STATE: LiteralString = (
    "CASE WHEN s.state = 'suspended' AND s.stopped_at IS NOT NULL THEN 'stopped' ELSE s.state END"
)
SOURCE: LiteralString = """
    services s
    JOIN members m ON m.id = s.member_id
    JOIN order_lines sold ON sold.order_id = s.order_id AND sold.number = 1
    LEFT JOIN LATERAL (SELECT address_id FROM leases
                        WHERE service_id = s.id AND active_at IS NOT NULL AND ended_at IS NULL
                        ORDER BY id DESC LIMIT 1) l ON true
    LEFT JOIN exit_addresses e ON e.id = l.address_id
    LEFT JOIN gateways g ON g.id = e.gateway_id
"""


async def find_service(conn: Connection, service: int) -> ListedService | None:
    return await fetch_optional(
        conn,
        ListedService,
        f"""
        SELECT s.id, {HOLDER} AS holder, {PLAN} AS plan, {PLACE} AS place, {STATE} AS state, s.starts_at, s.ends_at
          FROM {SOURCE} WHERE s.id = %(service)s
        """,
        service=service,
    )


async def find_rest(conn: Connection, service: int) -> SheetRow | None:
    return await fetch_optional(
        conn,
        SheetRow,
        """
        SELECT s.order_id, s.state, s.stopped_at, s.closed_at,
               device_limit_of(s.id, p.device_limit) AS device_limit,
               CASE WHEN b.id IS NOT NULL
                    THEN jsonb_build_object('id', b.id, 'state', b.state, 'paidUntil', b.paid_until,
                                            'dueAt', b.due_at) END AS subscription,
               CASE WHEN v.id IS NOT NULL
                    THEN jsonb_build_object('state', v.state, 'until', v.until, 'reason', w.reason,
                                            'toGateway', n.name, 'isOwn', w.service_id IS NOT NULL) END AS move
          FROM services s
          JOIN plans p ON p.id = s.plan_id
          LEFT JOIN subscriptions b ON b.id = s.subscription_id
          LEFT JOIN service_moves v ON v.service_id = s.id AND v.closed_at IS NULL
          LEFT JOIN evacuations w ON w.id = v.evacuation_id
          LEFT JOIN gateways n ON n.id = v.new_gateway_id
         WHERE s.id = %(service)s
        """,
        service=service,
    )


async def list_periods(conn: Connection, service: int) -> list[PeriodOfService]:
    return await fetch_all(
        conn,
        PeriodOfService,
        """
        SELECT order_id, starts_at, ends_at, refunded_at FROM service_periods
         WHERE service_id = %(service)s ORDER BY starts_at DESC, order_id DESC LIMIT %(most)s
        """,
        service=service,
        most=MOST,
    )


async def list_devices(conn: Connection, service: int) -> list[DeviceOfService]:
    """List devices without keys, removed ones last."""
    return await fetch_all(
        conn,
        DeviceOfService,
        """
        SELECT d.id, d.name, d.made_by IS NOT NULL AS by_sub_id, d.off_at IS NOT NULL AS is_off, d.created_at,
               d.removed_at, u.last_handshake_at AS last_seen_at,
               d.removed_at IS NULL
                   AND coalesce(u.last_handshake_at > now() - make_interval(secs => %(connected)s), false)
                   AS is_connected,
               d.removed_at IS NULL AND u.parked_at IS NOT NULL
                   AND coalesce(u.last_handshake_at > now() - make_interval(secs => %(connected)s), false) AS is_parked,
               coalesce(u.rx_bytes, 0) AS rx_bytes, coalesce(u.tx_bytes, 0) AS tx_bytes
          FROM devices d LEFT JOIN device_usage u ON u.device_id = d.id
         WHERE d.service_id = %(service)s
         ORDER BY d.removed_at DESC NULLS FIRST, d.id DESC LIMIT %(most)s
        """,
        service=service,
        connected=CONNECTED_SECONDS,
        most=MOST,
    )


async def list_leases(conn: Connection, service: int) -> list[LeaseOfService]:
    return await fetch_all(
        conn,
        LeaseOfService,
        """
        SELECT l.id, l.address_id, host(e.address) AS address, g.name AS gateway, l.state, l.cause, l.active_at,
               l.left_at, l.ended_at
          FROM leases l
          JOIN exit_addresses e ON e.id = l.address_id
          JOIN gateways g ON g.id = e.gateway_id
         WHERE l.service_id = %(service)s AND (l.active_at IS NOT NULL OR l.state = 'coming')
         ORDER BY l.id DESC LIMIT %(most)s
        """,
        service=service,
        most=MOST,
    )

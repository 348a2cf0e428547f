from datetime import datetime
from typing import LiteralString

import msgspec

from ieum.shop.desk.gifts import Gift
from ieum.shop.desk.lists import Order, Where, fetch_listed
from ieum.shop.desk.types import Listed
from ieum.shop.kernel.db import Connection, fetch_all, fetch_optional
from ieum.shop.members.holders import HOLDER
from ieum.shop.services.desk.filters import ServiceFilters, is_by_end
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


_SELECT: LiteralString = f"""
    s.id, {HOLDER} AS holder, jsonb_build_object('id', s.plan_id, 'name', sold.name, 'kind', sold.kind) AS plan,
    CASE WHEN e.id IS NOT NULL
         THEN jsonb_build_object('id', e.id, 'address', host(e.address), 'gatewayId', g.id, 'gateway', g.name,
                                 'flags', e.flags) END AS place,
    CASE WHEN s.state = 'suspended' AND s.stopped_at IS NOT NULL THEN 'stopped' ELSE s.state END AS state,
    s.starts_at, s.ends_at
"""
_SOURCE: LiteralString = """
    services s
    JOIN members m ON m.id = s.member_id
    JOIN order_lines sold ON sold.order_id = s.order_id AND sold.number = 1
    LEFT JOIN LATERAL (SELECT address_id FROM leases
                        WHERE service_id = s.id AND active_at IS NOT NULL AND ended_at IS NULL
                        ORDER BY id DESC LIMIT 1) l ON true
    LEFT JOIN exit_addresses e ON e.id = l.address_id
    LEFT JOIN gateways g ON g.id = e.gateway_id
"""
_NEWEST = Order("s.id DESC", "s.id < %(cursor_0)s::bigint")
_BY_END = Order(
    "s.ends_at, s.id",
    "(s.ends_at, s.id) > (%(cursor_0)s::text::timestamptz, %(cursor_1)s::bigint)",
    width=2,
)


# Of all that is on a gateway, no service has to be looked at to say which they are, however many the gateway has.
_ON_GATEWAY: LiteralString = """
    (SELECT DISTINCT service_id AS id, NULL::timestamptz AS ends_at FROM leases
      WHERE gateway_id = %(gateway)s AND state IN ('active', 'leaving')) s
"""


class _Place(msgspec.Struct):
    id: ServiceId
    ends_at: datetime | None


async def list_services(
    conn: Connection, filters: ServiceFilters, where: Where, *, after: str | None, size: int
) -> Listed[ListedService]:
    """The newest first; where the ends are filtered, in the order of these. `where` is that of the filters.

    First which, then what is said of them: no address is looked up of a service that is not on the page.
    """
    by_end = is_by_end(filters)
    source: LiteralString = "services s"
    if filters.gateway is not None and filters == ServiceFilters(gateway=filters.gateway):
        where, source = Where(), _ON_GATEWAY
        where.add("true", gateway=filters.gateway)
    page = await fetch_listed(
        conn,
        _Place,
        select="s.id, s.ends_at",
        source=source,
        key="s.id",
        where=where,
        order=_BY_END if by_end else _NEWEST,
        cursor=lambda row: (str(row.ends_at), row.id) if by_end else (row.id,),
        after=after,
        size=size,
    )
    rows = await fetch_all(
        conn,
        ListedService,
        f"SELECT {_SELECT} FROM {_SOURCE} WHERE s.id = ANY(%(ids)s) ORDER BY s.id",
        ids=[place.id for place in page.items],
    )
    by_id = {row.id: row for row in rows}
    items = [by_id[place.id] for place in page.items if place.id in by_id]
    return Listed(items, page.next, page.count, page.count_is_more)


async def find_service(conn: Connection, service: int) -> ListedService | None:
    return await fetch_optional(
        conn, ListedService, f"SELECT {_SELECT} FROM {_SOURCE} WHERE s.id = %(service)s", service=service
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
    """Those that are there first; no keys."""
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

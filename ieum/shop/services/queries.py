"""Queries on services and devices."""

from typing import LiteralString

from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.types import MemberId, Viewer
from ieum.shop.services.types import (
    CONNECTED_SECONDS,
    Device,
    DeviceId,
    DeviceRow,
    Keys,
    LockedService,
    ServiceId,
    ServiceRow,
    ServiceState,
)

# A member's services, or those of them that a sub-id was granted. One past its end is expired even before the job
# closes it; one of a subscription is suspended instead, until it is paid. Who looks is asked for in a subquery, so that
# no plan can be made for one sub-id or none: the database would plan this anew for each request of a small shop, which
# takes ten times as long as to run it.
_OWN: LiteralString = """
    WITH own AS (
        SELECT s.id, s.order_id, s.plan_id, s.starts_at, s.ends_at, s.subscription_id,
               b.id IS NOT NULL AS is_subscribed, connections_of(s) AS connections,
               CASE WHEN s.state = 'active' AND s.ends_at <= now()
                    THEN CASE WHEN b.id IS NULL THEN 'expired' ELSE 'suspended' END
                    ELSE s.state END AS state
          FROM services s
          LEFT JOIN subscriptions b ON b.id = s.subscription_id AND b.state <> 'ended'
         WHERE s.member_id = %(owner)s
           AND ((SELECT %(sub_id)s::bigint) IS NULL
                OR EXISTS (SELECT FROM service_grants r
                            WHERE r.service_id = s.id AND r.sub_id = (SELECT %(sub_id)s::bigint)))
    )
"""
_LIST: LiteralString = """
    SELECT s.id, s.plan_id, p.kind, sold.name AS plan_name, a.carrier, a.region, host(e.address) AS address,
           s.state = 'active' AND e.flagged_at IS NOT NULL AS address_flagged,
           coalesce(g.pretends_use, false) AS pretended_use, m.move, s.state, s.starts_at, s.ends_at,
           device_limit_of(s.id, p.device_limit) AS device_limit, s.connections,
           CASE WHEN %(sub_id)s::bigint IS NULL THEN s.subscription_id END AS subscription_id,
           %(sub_id)s::bigint IS NULL AND (s.state = 'active' OR w.until IS NOT NULL) AND NOT s.is_subscribed
               AND CASE p.kind WHEN 'static' THEN c.static_enabled ELSE c.dynamic_enabled END
               AND NOT EXISTS (SELECT FROM orders o
                                WHERE o.service_id = s.id AND o.kind = 'renewal'
                                  AND o.state IN ('awaiting_deposit', 'confirming')) AS may_renew,
           w.until AS may_come_back_until, f.refunded_at IS NOT NULL AS refunded, f.refunded_at,
           CASE WHEN r.sub_id IS NOT NULL THEN jsonb_build_object(
               'deviceLimit', r.device_limit, 'changeLimit', r.change_limit, 'changesLeft', changes_left(r, p.kind),
               'seesRecord', r.sees_record) END AS rights
      FROM own s
     CROSS JOIN site_config c
      JOIN plans p ON p.id = s.plan_id
      JOIN order_lines sold ON sold.order_id = s.order_id AND sold.number = 1
      LEFT JOIN LATERAL (SELECT address_id FROM leases
                          WHERE service_id = s.id AND active_at IS NOT NULL ORDER BY id DESC LIMIT 1) l ON true
      LEFT JOIN exit_addresses e ON e.id = l.address_id
      LEFT JOIN gateways g ON g.id = e.gateway_id
      JOIN address_pools a ON a.id = coalesce(e.pool_id, p.pool_id)
      LEFT JOIN LATERAL (
           SELECT jsonb_build_object(
                      'state', v.state, 'until', v.until, 'reason', w.reason, 'address', host(c.address),
                      'region', ca.region, 'previousAddress', host(f.address),
                      'refundOrderId', (SELECT t.order_id FROM service_periods t
                                         WHERE t.service_id = s.id AND t.refunded_at IS NULL
                                         ORDER BY t.ends_at DESC, t.order_id DESC LIMIT 1)) AS move
             FROM service_moves v
             JOIN evacuations w ON w.id = v.evacuation_id
             LEFT JOIN leases cl ON cl.service_id = s.id AND cl.state = 'coming'
             LEFT JOIN exit_addresses c ON c.id = cl.address_id
             LEFT JOIN address_pools ca ON ca.id = c.pool_id
             LEFT JOIN leases fl ON fl.service_id = s.id AND fl.state = 'leaving'
             LEFT JOIN exit_addresses f ON f.id = fl.address_id
            WHERE v.service_id = s.id AND may_decline(v)
            ORDER BY v.id DESC LIMIT 1) m ON s.state = 'active' AND %(sub_id)s::bigint IS NULL
      LEFT JOIN LATERAL (SELECT max(refunded_at) AS refunded_at FROM service_periods
                          WHERE service_id = s.id
                         HAVING count(refunded_at) = count(*)) f ON s.state = 'ended' AND %(sub_id)s::bigint IS NULL
      LEFT JOIN service_grants r ON r.service_id = s.id AND r.sub_id = (SELECT %(sub_id)s::bigint)
      LEFT JOIN LATERAL (SELECT until FROM waiting_services
                          WHERE service_id = s.id AND until > now() AND comes_back_to(e, s.id)) w ON s.state = 'expired'
     WHERE (%(service)s::bigint IS NULL OR s.id = %(service)s) AND (%(state)s::text IS NULL OR s.state = %(state)s)
     ORDER BY s.state = 'active' DESC, s.id DESC
     LIMIT %(limit)s OFFSET %(offset)s
"""
_ON_GATEWAY: LiteralString = """
    SELECT s.id, device_limit_of(s.id, p.device_limit) AS device_limit, r.device_limit AS own_limit,
           g.id AS gateway_id, g.public_key AS gateway_key, g.endpoint, g.mtu
      FROM services s
      JOIN plans p ON p.id = s.plan_id
      JOIN leases l ON l.service_id = s.id AND l.state = 'active'
      JOIN exit_addresses e ON e.id = l.address_id
      JOIN gateways g ON g.id = e.gateway_id
      LEFT JOIN service_grants r ON r.service_id = s.id AND r.sub_id = %(sub_id)s
     WHERE s.id = %(service)s
"""
_COUNT: LiteralString = "SELECT count(*) FROM own WHERE %(state)s::text IS NULL OR state = %(state)s"
_STATE: LiteralString = "SELECT state FROM own WHERE id = %(service)s"


async def list_services(
    conn: Connection,
    viewer: Viewer,
    *,
    state: ServiceState | None,
    service: int | None,
    limit: int,
    offset: int,
) -> list[ServiceRow]:
    """List the services that a viewer sees, running ones first, then newest first. Hidden plans may be renewed, too."""
    return await fetch_all(
        conn,
        ServiceRow,
        _OWN + _LIST,
        owner=viewer.owner,
        sub_id=viewer.sub_id,
        state=state,
        service=service,
        limit=limit,
        offset=offset,
    )


async def count_services(conn: Connection, viewer: Viewer, *, state: ServiceState | None) -> int:
    return await fetch_one(conn, int, _OWN + _COUNT, owner=viewer.owner, sub_id=viewer.sub_id, state=state)


async def holds_address(conn: Connection, viewer: Viewer, address: str) -> bool:
    """Tell whether a running service that the viewer sees goes out through this address, a kept old one included."""
    return await fetch_one(
        conn,
        bool,
        """
        SELECT EXISTS (SELECT
                         FROM exit_addresses e
                         JOIN leases l ON l.address_id = e.id AND l.state IN ('active', 'leaving', 'tail')
                         JOIN services s ON s.id = l.service_id
                        WHERE e.address = %(address)s::inet AND s.member_id = %(owner)s
                          AND (%(sub_id)s::bigint IS NULL
                               OR EXISTS (SELECT FROM service_grants r
                                           WHERE r.service_id = s.id AND r.sub_id = %(sub_id)s))
                          AND s.state = 'active' AND s.ends_at > now())
        """,
        owner=viewer.owner,
        sub_id=viewer.sub_id,
        address=address,
    )


async def waits_behind(conn: Connection, viewer: Viewer, address: str) -> bool:
    """Tell whether a service that the viewer sees is over and its devices reach the shop from this address.

    That is the one by which its gateway is reached, or, where the shop is on the gateway's host, a tunnel address.
    """
    return await fetch_one(
        conn,
        bool,
        """
        SELECT EXISTS (SELECT
                         FROM services s
                         JOIN exits x ON x.service_id = s.id AND x.removed_at IS NULL AND x.shop_until > now()
                         JOIN gateways g ON g.id = x.gateway_id
                        WHERE s.member_id = %(owner)s
                          AND (%(sub_id)s::bigint IS NULL
                               OR EXISTS (SELECT FROM service_grants r
                                           WHERE r.service_id = s.id AND r.sub_id = %(sub_id)s))
                          AND (split_part(g.endpoint, ':', 1) = %(address)s
                               OR %(address)s::inet << g.tunnel_network))
        """,
        owner=viewer.owner,
        sub_id=viewer.sub_id,
        address=address,
    )


async def list_devices(
    conn: Connection, services: list[ServiceId], *, made_by: MemberId | None = None
) -> list[DeviceRow]:
    """List the devices of services, all of them or those that a sub-id made."""
    return await fetch_all(
        conn,
        DeviceRow,
        """
        SELECT d.service_id, d.id, d.name, d.public_key, host(d.tunnel_address) AS tunnel_address,
               EXISTS (SELECT
                         FROM endpoints p
                         JOIN exits x ON x.id = p.exit_id AND x.removed_at IS NULL AND x.shop_until IS NULL
                         JOIN gateways g ON g.id = p.gateway_id
                        WHERE p.identity = d.public_key AND p.gateway_id = d.gateway_id AND p.removed_at IS NULL
                          AND g.last_error IS NULL
                          AND g.acked_revision >= greatest(p.revision, x.revision)) AS ready,
               coalesce(u.last_handshake_at > now() - make_interval(secs => %(connected)s), false) AS connected,
               coalesce(u.parked_at IS NOT NULL
                        AND u.last_handshake_at > now() - make_interval(secs => %(connected)s), false) AS parked,
               u.last_handshake_at, coalesce(u.rx_bytes, 0) AS rx_bytes, coalesce(u.tx_bytes, 0) AS tx_bytes,
               d.created_at, d.off_at IS NOT NULL AS off,
               CASE WHEN m.id IS NOT NULL THEN jsonb_build_object(
                   'id', m.id, 'loginId', coalesce(m.login_id, ''), 'name', coalesce(m.name, '')) END AS made_by
          FROM devices d
          LEFT JOIN device_usage u ON u.device_id = d.id
          LEFT JOIN members m ON m.id = d.made_by
         WHERE d.service_id = ANY(%(services)s) AND d.removed_at IS NULL
           AND (%(made_by)s::bigint IS NULL OR d.made_by = %(made_by)s)
         ORDER BY d.service_id, d.id
        """,
        services=services,
        made_by=made_by,
        connected=CONNECTED_SECONDS,
    )


async def lock_service(conn: Connection, service: int, viewer: Viewer) -> LockedService | None:
    """Lock a running service with a lease, so that two requests cannot both take its last place for a device.

    None for a sub-id that has no right to it, or that was suspended or removed while this waited. The lock and the read
    are two statements: a single one that waited would read what was there before the wait.
    """
    await hold_service(conn, service, viewer.owner)
    return await fetch_optional(
        conn,
        LockedService,
        _ON_GATEWAY
        + """
          AND s.member_id = %(owner)s AND s.state = 'active' AND s.ends_at > now()
          AND (%(sub_id)s::bigint IS NULL OR may_use(r))
        """,
        service=service,
        owner=viewer.owner,
        sub_id=viewer.sub_id,
    )


async def find_gateway(conn: Connection, service: ServiceId) -> LockedService | None:
    """The gateway that a service has its address on."""
    return await fetch_optional(conn, LockedService, _ON_GATEWAY, service=service, sub_id=None)


async def set_gateway(conn: Connection, device: DeviceId, gateway: GatewayId, tunnel_address: str) -> None:
    await execute(
        conn,
        """
        UPDATE devices SET gateway_id = %(gateway)s, tunnel_address = %(tunnel_address)s
         WHERE id = %(device)s AND removed_at IS NULL
        """,
        device=device,
        gateway=gateway,
        tunnel_address=tunnel_address,
    )


async def find_state(conn: Connection, service: int, viewer: Viewer) -> str | None:
    """Return the state of a service that the viewer sees."""
    return await fetch_optional(
        conn, str, _OWN + _STATE, service=service, owner=viewer.owner, sub_id=viewer.sub_id
    )


async def is_stopped(conn: Connection, service: int) -> bool:
    """Tell whether staff have stopped the service."""
    return await fetch_one(
        conn,
        bool,
        "SELECT EXISTS (SELECT FROM services WHERE id = %(service)s AND stopped_at IS NOT NULL)",
        service=service,
    )


async def hold_service(conn: Connection, service: int, member: MemberId | None = None) -> None:
    """Keep a service and its addresses as they are until the transaction ends; read them in later statements.

    With a `member` only theirs, so that nobody waits at, or holds up, what is not their own.
    """
    await execute(
        conn,
        """
        SELECT 1 FROM services
         WHERE id = %(service)s AND (%(member)s::bigint IS NULL OR member_id = %(member)s)
           FOR NO KEY UPDATE
        """,
        service=service,
        member=member,
    )


async def hold_services(conn: Connection, member: MemberId) -> None:
    """Lock all services of a member, also those that are over, in the order of their ids."""
    await execute(
        conn,
        "SELECT 1 FROM services WHERE member_id = %(member)s ORDER BY id FOR NO KEY UPDATE",
        member=member,
    )


async def hold_with_order(conn: Connection, service: int, member: MemberId | None = None) -> None:
    """Lock the order that began a service, and then the service; nothing where it is not this member's.

    Each new lease refers to that order and so locks it: a refund, which has the order, would otherwise wait for the
    service while a change of its address waits for the order.
    """
    await execute(
        conn,
        """
        SELECT 1 FROM orders
         WHERE id = (SELECT order_id FROM services
                      WHERE id = %(service)s AND (%(member)s::bigint IS NULL OR member_id = %(member)s))
           FOR KEY SHARE
        """,
        service=service,
        member=member,
    )
    await hold_service(conn, service, member)


async def count_keys(conn: Connection, service: ServiceId, made_by: MemberId | None, *, a_day: int) -> Keys:
    """Count a service's keys, in a statement after the one that locked the service.

    Each maker has a limit of keys a day, so that no sub-id uses up its owner's; and all sub-ids together have three
    times as many, so that whoever makes and removes sub-ids gains no keys without end.
    """
    return await fetch_one(
        conn,
        Keys,
        """
        SELECT (SELECT count(*) FROM devices WHERE service_id = %(service)s AND removed_at IS NULL) AS in_use,
               (SELECT count(*) FROM devices
                 WHERE service_id = %(service)s AND removed_at IS NULL
                   AND made_by IS NOT DISTINCT FROM %(made_by)s) AS own,
               greatest(
                   (SELECT ceil(extract(epoch FROM created_at + interval '1 day' - now()))::integer
                      FROM devices
                     WHERE service_id = %(service)s AND made_by IS NOT DISTINCT FROM %(made_by)s
                       AND created_at > now() - interval '1 day'
                     ORDER BY created_at DESC OFFSET %(a_day)s - 1 LIMIT 1),
                   (SELECT ceil(extract(epoch FROM created_at + interval '1 day' - now()))::integer
                      FROM devices
                     WHERE service_id = %(service)s AND %(made_by)s::bigint IS NOT NULL AND made_by IS NOT NULL
                       AND created_at > now() - interval '1 day'
                     ORDER BY created_at DESC OFFSET 3 * %(a_day)s - 1 LIMIT 1)) AS wait
        """,
        service=service,
        made_by=made_by,
        a_day=a_day,
    )


async def insert_device(
    conn: Connection,
    service: ServiceId,
    made_by: MemberId | None,
    *,
    name: str,
    public_key: str,
    gateway: GatewayId,
    tunnel_address: str,
) -> Device | None:
    """Insert a device. None where its key is, or was, that of any device of any member.

    A key that comes back would hide what its removed device did: the gateway counts by keys.
    """
    return await fetch_optional(
        conn,
        Device,
        """
        INSERT INTO devices (service_id, made_by, name, public_key, gateway_id, tunnel_address)
        SELECT %(service)s, %(made_by)s, %(name)s, %(public_key)s, %(gateway)s, %(tunnel_address)s
         WHERE NOT EXISTS (SELECT FROM devices WHERE public_key = %(public_key)s)
        ON CONFLICT (public_key) WHERE removed_at IS NULL DO NOTHING
        RETURNING id, name, public_key, host(tunnel_address) AS tunnel_address, false AS ready,
                  false AS connected, false AS parked, NULL AS last_handshake_at, 0 AS rx_bytes, 0 AS tx_bytes,
                  created_at
        """,
        service=service,
        made_by=made_by,
        name=name,
        public_key=public_key,
        gateway=gateway,
        tunnel_address=tunnel_address,
    )


async def remove_devices(conn: Connection, devices: list[DeviceId], *, by: MemberId | None = None) -> None:
    """Remove devices. `by`: the login that asked for it; None where they go with a right, a service or a former key."""
    await execute(
        conn,
        """
        UPDATE devices SET removed_at = now(), removed_by = %(by)s
         WHERE id = ANY(%(devices)s) AND removed_at IS NULL
        """,
        devices=devices,
        by=by,
    )


async def blank_names_made_by(conn: Connection, sub_ids: list[MemberId]) -> None:
    """Blank the names of the devices of sub-ids that are destroyed."""
    await execute(
        conn,
        "UPDATE devices SET name = '-' WHERE made_by = ANY(%(sub_ids)s) AND name <> '-'",
        sub_ids=sub_ids,
    )


async def blank_device_names(conn: Connection, member: MemberId) -> None:
    """Blank the device names of a member who leaves, which are personal data. The records of use stay."""
    await execute(
        conn,
        """
        UPDATE devices d SET name = '-'
          FROM services s WHERE s.id = d.service_id AND s.member_id = %(member)s
        """,
        member=member,
    )

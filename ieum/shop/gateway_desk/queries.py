from ieum.shop.desk.types import StaffId
from ieum.shop.gateway_desk.listed import GATEWAYS
from ieum.shop.gateway_desk.types import (
    EvacuationProgress,
    GatewayHost,
    GatewayLine,
    GatewayPool,
)
from ieum.shop.gateways.types import AWAY_SECONDS, GatewayId
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one, fetch_optional


async def find_gateway(conn: Connection, gateway: int) -> GatewayLine | None:
    return await fetch_optional(
        conn,
        GatewayLine,
        f"SELECT {GATEWAYS.line} FROM {GATEWAYS.source} WHERE g.id = %(gateway)s",
        gateway=gateway,
        away=AWAY_SECONDS,
    )


async def find_host(conn: Connection, gateway: GatewayId) -> GatewayHost | None:
    """Find the gateway's last report on its host."""
    return await fetch_optional(
        conn,
        GatewayHost,
        """
        SELECT host_reported_at AS reported_at, clock_skew_ms, tracked_connections AS connections, most_connections
          FROM gateways WHERE id = %(gateway)s AND host_reported_at IS NOT NULL
        """,
        gateway=gateway,
    )


async def list_pools(conn: Connection, gateway: GatewayId) -> list[GatewayPool]:
    return await fetch_all(
        conn,
        GatewayPool,
        """
        SELECT p.code, p.carrier, p.region, c.free, c.leased, c.held, c.resting, c.flagged, c.withdrawn, c.unproven
          FROM pool_counts c JOIN address_pools p ON p.id = c.pool_id
         WHERE c.gateway_id = %(gateway)s ORDER BY p.code
        """,
        gateway=gateway,
    )


async def count_devices(conn: Connection, gateway: GatewayId) -> int:
    return await fetch_one(
        conn,
        int,
        "SELECT count(*) FROM devices WHERE gateway_id = %(gateway)s AND removed_at IS NULL",
        gateway=gateway,
    )


async def find_evacuation(conn: Connection, gateway: GatewayId) -> EvacuationProgress | None:
    return await fetch_optional(
        conn,
        EvacuationProgress,
        """
        SELECT v.until, v.reason, v.begun_at, m.offered, m.moving, m.moved, m.declined,
               (SELECT count(*)
                  FROM exit_addresses e
                  JOIN leases l ON l.address_id = e.id AND l.state = 'active'
                  JOIN services s ON s.id = l.service_id AND s.state IN ('active', 'suspended')
                 WHERE e.gateway_id = v.gateway_id
                   AND NOT EXISTS (SELECT FROM service_moves o
                                    WHERE o.service_id = s.id AND o.closed_at IS NULL)) AS left
          FROM evacuations v
         CROSS JOIN LATERAL (
               SELECT count(*) FILTER (WHERE state = 'offered') AS offered,
                      count(*) FILTER (WHERE state = 'moving') AS moving,
                      count(*) FILTER (WHERE state = 'moved') AS moved,
                      count(*) FILTER (WHERE state = 'declined') AS declined
                 FROM service_moves WHERE evacuation_id = v.id) m
         WHERE v.gateway_id = %(gateway)s AND v.closed_at IS NULL AND v.service_id IS NULL
        """,
        gateway=gateway,
    )


async def count_room_elsewhere(conn: Connection, gateway: GatewayId) -> int:
    """Count, as of minutes ago, what is free on other gateways of the carriers that this one has services of."""
    return await fetch_one(
        conn,
        int,
        """
        SELECT coalesce(sum(c.free), 0)::bigint
          FROM pool_counts c
          JOIN address_pools p ON p.id = c.pool_id
          JOIN gateways g ON g.id = c.gateway_id AND g.state = 'serving' AND g.public_key IS NOT NULL
         WHERE c.gateway_id <> %(gateway)s
           AND p.carrier IN (SELECT o.carrier FROM pool_counts n JOIN address_pools o ON o.id = n.pool_id
                              WHERE n.gateway_id = %(gateway)s AND n.leased > 0)
        """,
        gateway=gateway,
    )


async def lock_gateway(conn: Connection, gateway: int) -> None:
    await execute(conn, "SELECT FROM gateways WHERE id = %(gateway)s FOR UPDATE", gateway=gateway)


async def is_running(conn: Connection, gateway: GatewayId) -> bool:
    """Tell whether the gateway was heard of within five minutes."""
    return await fetch_one(
        conn,
        bool,
        """
        SELECT coalesce(last_seen_at > now() - interval '5 minutes', false)
          FROM gateways WHERE id = %(gateway)s
        """,
        gateway=gateway,
    )


async def takes_two(conn: Connection, gateway: GatewayId, staff: StaffId) -> bool:
    """Tell whether a second person has to agree before this one makes a code for the gateway."""
    return await is_running(conn, gateway) and not await fetch_one(
        conn,
        bool,
        """
        SELECT EXISTS (SELECT FROM enrolment_permits
                        WHERE gateway_id = %(gateway)s AND staff_id = %(staff)s AND until > now())
        """,
        gateway=gateway,
        staff=staff,
    )


async def permit(conn: Connection, gateway: GatewayId, staff: StaffId) -> None:
    """Let this person make one code for the gateway within an hour."""
    await execute(
        conn,
        """
        INSERT INTO enrolment_permits (gateway_id, staff_id, until)
        VALUES (%(gateway)s, %(staff)s, now() + interval '1 hour')
        ON CONFLICT (gateway_id) DO UPDATE SET staff_id = excluded.staff_id, until = excluded.until
        """,
        gateway=gateway,
        staff=staff,
    )


async def use_permit(conn: Connection, gateway: GatewayId, staff: StaffId) -> bool:
    """Use up the permit; False where this person has none."""
    return await any_row(
        conn,
        """
        DELETE FROM enrolment_permits WHERE gateway_id = %(gateway)s AND staff_id = %(staff)s AND until > now()
        RETURNING gateway_id
        """,
        gateway=gateway,
        staff=staff,
    )

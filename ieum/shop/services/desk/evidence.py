"""The history of a service."""

from ieum.shop.kernel.db import Connection, fetch_all
from ieum.shop.services.desk.types import ServiceEvent

MOST = 100


async def list_events(conn: Connection, service: int) -> list[ServiceEvent]:
    """The newest hundred. What staff did stands in the record as well, with their names."""
    return await fetch_all(
        conn,
        ServiceEvent,
        """
        SELECT id, at, kind, facts FROM (
            SELECT 'p' || p.order_id AS id, coalesce(o.paid_at, p.starts_at) AS at, 'period' AS kind,
                   jsonb_build_object('orderId', p.order_id, 'until', p.ends_at) AS facts
              FROM service_periods p JOIN orders o ON o.id = p.order_id WHERE p.service_id = %(service)s
             UNION ALL
            SELECT 'r' || order_id, refunded_at, 'refunded', jsonb_build_object('orderId', order_id)
              FROM service_periods WHERE service_id = %(service)s AND refunded_at IS NOT NULL
             UNION ALL
            (SELECT 'l' || l.id, l.active_at, 'address',
                    jsonb_build_object('address', host(e.address), 'cause', l.cause, 'gateway', g.name)
               FROM leases l
               JOIN exit_addresses e ON e.id = l.address_id
               JOIN gateways g ON g.id = e.gateway_id
              WHERE l.service_id = %(service)s AND l.active_at IS NOT NULL
              ORDER BY l.id DESC LIMIT %(most)s)
             UNION ALL
            SELECT 'x' || id, at, 'extended', jsonb_build_object('days', days, 'undone', undone_at IS NOT NULL)
              FROM service_extensions WHERE service_id = %(service)s
             UNION ALL
            (SELECT 'd' || id, created_at, 'device', jsonb_build_object('name', name)
               FROM devices WHERE service_id = %(service)s ORDER BY created_at DESC LIMIT %(most)s)
             UNION ALL
            (SELECT 'g' || id, removed_at, 'device_removed', jsonb_build_object('name', name)
               FROM devices WHERE service_id = %(service)s AND removed_at IS NOT NULL
              ORDER BY removed_at DESC LIMIT %(most)s)
             UNION ALL
            SELECT 'm' || v.id, v.offered_at, 'move_offered',
                   jsonb_build_object('gateway', g.name, 'state', v.state, 'until', v.until)
              FROM service_moves v JOIN gateways g ON g.id = v.new_gateway_id
             WHERE v.service_id = %(service)s
             UNION ALL
            SELECT 'c' || id, closed_at, 'closed', jsonb_build_object('state', state)
              FROM services WHERE id = %(service)s AND closed_at IS NOT NULL
             UNION ALL
            SELECT 's' || id, stopped_at, 'stopped', '{}' FROM services
             WHERE id = %(service)s AND stopped_at IS NOT NULL
        ) happened
         ORDER BY at DESC, id DESC LIMIT %(most)s
        """,
        service=service,
        most=MOST,
    )

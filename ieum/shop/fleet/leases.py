"""Leases on exit addresses: held for an order, active for a service, ended. Only this module writes them."""

from ieum.shop.fleet.types import AddressId, LeaseId
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional


async def hold_addresses(
    conn: Connection, *, pool: int, order_id: str, quantity: int, network: str | None = None
) -> bool:
    """Hold this many addresses of the pool for the order, all or none; False where there are too few.

    Addresses that other buyers are taking at the same moment are skipped, not waited for, so that a rush
    does not become a queue. A unique index on live leases guarantees that no two share an address. `network`: whose
    unpaid holds they count among; it is forgotten with the hold.
    """
    taken = await fetch_all(
        conn,
        AddressId,
        """
        WITH picked AS MATERIALIZED (
            SELECT id FROM exit_addresses
             WHERE pool_id = %(pool)s AND available_at <= now()
             ORDER BY available_at, id
             LIMIT %(quantity)s
               FOR UPDATE SKIP LOCKED
        ), enough AS (
            SELECT id FROM picked WHERE (SELECT count(*) FROM picked) = %(quantity)s
        ), taken AS (
            UPDATE exit_addresses e SET available_at = NULL FROM enough WHERE e.id = enough.id RETURNING e.id
        )
        INSERT INTO leases (address_id, order_id, network)
        SELECT id, %(order_id)s, %(network)s::cidr FROM taken
        RETURNING address_id
        """,
        pool=pool,
        quantity=quantity,
        order_id=order_id,
        network=network,
    )
    return len(taken) == quantity


async def lock_leases(conn: Connection, order_id: str) -> list[LeaseId]:
    """Lock the order's leases that have not ended, and return them oldest first."""
    return await fetch_all(
        conn,
        LeaseId,
        "SELECT id FROM leases WHERE order_id = %(order_id)s AND state <> 'ended' ORDER BY id FOR UPDATE",
        order_id=order_id,
    )


async def activate_lease(conn: Connection, lease: LeaseId, service_id: int) -> None:
    await execute(
        conn,
        """
        UPDATE leases SET state = 'active', active_at = now(), service_id = %(service)s
         WHERE id = %(lease)s AND state = 'held'
        """,
        lease=lease,
        service=service_id,
    )


async def release_holds(conn: Connection, orders: list[str]) -> int:
    """End the leases that the orders held and never used. Their addresses may be sold again at once."""
    return await execute(
        conn,
        """
        WITH ended AS (
            UPDATE leases SET state = 'ended', ended_at = now()
             WHERE order_id = ANY(%(orders)s) AND state = 'held'
            RETURNING address_id
        )
        UPDATE exit_addresses e SET available_at = now() FROM ended WHERE e.id = ended.address_id
        """,
        orders=orders,
    )


async def release_services(conn: Connection, services: list[int], *, rested: bool = False) -> int:
    """End the leases of services that are over. Their addresses rest before they are sold again, unless `rested`.

    The address of a service that never connected has nothing to rest from: it is on sale again at once. That is known
    where the service never had a device, or where its gateway has acknowledged that each may no longer use the exit (it
    or the exit was removed, whichever came first) and has reported the last figures of each, without a handshake.
    """
    return await execute(
        conn,
        """
        WITH ended AS (
            UPDATE leases SET state = 'ended', ended_at = now()
             WHERE service_id = ANY(%(services)s) AND state = 'active'
            RETURNING address_id, service_id
        )
        UPDATE exit_addresses e
           SET available_at = now() + CASE WHEN NOT %(rested)s AND EXISTS (
                                                    SELECT FROM devices d
                                                      LEFT JOIN device_usage u ON u.device_id = d.id
                                                      LEFT JOIN endpoints p ON p.identity = d.public_key
                                                      LEFT JOIN exits x ON x.id = p.exit_id
                                                      LEFT JOIN gateways g ON g.id = p.gateway_id
                                                     CROSS JOIN LATERAL (
                                                           SELECT removed_at, revision
                                                             FROM (VALUES (p.removed_at, p.revision),
                                                                          (x.removed_at, x.revision))
                                                                  AS r (removed_at, revision)
                                                            ORDER BY removed_at LIMIT 1) off
                                                     WHERE d.service_id = ended.service_id
                                                       AND (u.first_handshake_at IS NOT NULL
                                                            OR off.removed_at IS NULL
                                                            OR g.acked_revision < off.revision
                                                            OR (u.reported_at >= off.removed_at) IS NOT TRUE))
                                           THEN (SELECT cool_down FROM site_config) ELSE interval '0' END
          FROM ended WHERE e.id = ended.address_id
        """,
        services=services,
        rested=rested,
    )


async def move_lease(conn: Connection, service_id: int) -> str | None:
    """Give a service another address of the same pool and gateway, and let the old one rest. None where none is free.

    An address of another /24 network is preferred, because that is often why a member changes. The caller
    has locked the order that began the service, to which the new lease refers, and then the service.
    """
    return await _move_lease(conn, service_id, other_network=True) or await _move_lease(
        conn, service_id, other_network=False
    )


async def _move_lease(conn: Connection, service_id: int, *, other_network: bool) -> str | None:
    taken = await fetch_optional(
        conn,
        AddressId,
        """
        WITH picked AS MATERIALIZED (
            SELECT e.id
              FROM leases l
              JOIN exit_addresses o ON o.id = l.address_id
              JOIN exit_addresses e ON e.pool_id = o.pool_id AND e.gateway_id = o.gateway_id
             WHERE l.service_id = %(service)s AND l.state = 'active' AND e.available_at <= now()
               AND (NOT %(other)s OR network(set_masklen(e.address, 24)) <> network(set_masklen(o.address, 24)))
             ORDER BY e.available_at, e.id
             LIMIT 1
               FOR UPDATE OF e SKIP LOCKED
        )
        UPDATE exit_addresses e SET available_at = NULL FROM picked WHERE e.id = picked.id RETURNING e.id
        """,
        service=service_id,
        other=other_network,
    )
    if taken is None:
        return None
    # Ended before the new lease begins, because a service has one lease at a time.
    await release_services(conn, [service_id])
    return await fetch_one(
        conn,
        str,
        """
        WITH begun AS (
            INSERT INTO leases (address_id, order_id, service_id, state, active_at)
            SELECT %(address)s, order_id, id, 'active', now() FROM services WHERE id = %(service)s
            RETURNING address_id
        )
        SELECT host(e.address) FROM begun JOIN exit_addresses e ON e.id = begun.address_id
        """,
        address=taken,
        service=service_id,
    )

"""Addresses that a service has just left: kept from sale, and given back to the service."""

from ieum.shop.kernel.db import Connection, any_row, execute, fetch_optional
from ieum.shop.stock.leases import Cause, release_services
from ieum.shop.stock.types import AddressId, LeaseId


async def rest_whole(conn: Connection, lease: LeaseId) -> None:
    """Let the address of an ended lease rest for the whole cool-down, whether or not a device ever used it.

    An hour at least, because a change that no gateway acknowledges needs it again.
    """
    await _rest(conn, lease, is_whole=True)


async def _rest(conn: Connection, lease: LeaseId, *, is_whole: bool) -> None:
    await execute(
        conn,
        """
        UPDATE exit_addresses
           SET available_at = now() + greatest(CASE WHEN %(is_whole)s THEN (SELECT cool_down FROM site_config) END,
                                               interval '1 hour')
         WHERE id = (SELECT address_id FROM leases WHERE id = %(lease)s AND state = 'ended')
           AND available_at IS NOT NULL
        """,
        lease=lease,
        is_whole=is_whole,
    )


async def go_back(
    conn: Connection,
    service_id: int,
    *,
    present: LeaseId,
    former: LeaseId,
    cause: Cause,
    rests_whole: bool = True,
) -> LeaseId | None:
    """Give a service the address of a lease that it has left; None, with nothing changed, where it is no longer free.

    One that was flagged or withdrawn meanwhile is not given back, unless the gateway has never left it (`taken_back`).
    The present address rests, for an hour only where no gateway can have heard of it (`rests_whole`). The caller has
    locked the order that began the service, the service, and its gateway.
    """
    address = await fetch_optional(
        conn,
        AddressId,
        """
        UPDATE exit_addresses SET available_at = NULL
         WHERE id = (SELECT address_id FROM leases WHERE id = %(former)s AND service_id = %(service)s)
           AND available_at IS NOT NULL
           AND (%(cause)s = 'taken_back' OR (flagged_at IS NULL AND withdrawn_at IS NULL))
        RETURNING id
        """,
        cause=cause,
        former=former,
        service=service_id,
    )
    if address is None:
        return None
    await release_services(conn, [service_id])
    await _rest(conn, present, is_whole=rests_whole)
    return await fetch_optional(
        conn,
        LeaseId,
        """
        INSERT INTO leases (address_id, order_id, service_id, state, active_at, cause)
        SELECT %(address)s, order_id, id, 'active', now(), %(cause)s FROM services WHERE id = %(service)s
        RETURNING id
        """,
        address=address,
        service=service_id,
        cause=cause,
    )


async def come_back(conn: Connection, service_id: int) -> bool:
    """Give a service that was over the address that it had last; False where that is not free, or is not sold any more.

    The caller has locked the order that began the service, the service, and its gateway.
    """
    return await any_row(
        conn,
        """
        WITH last AS MATERIALIZED (
            SELECT address_id FROM leases
             WHERE service_id = %(service)s AND active_at IS NOT NULL
             ORDER BY id DESC LIMIT 1
        ), taken AS (
            UPDATE exit_addresses e SET available_at = NULL
              FROM last
             WHERE e.id = last.address_id AND comes_back_to(e, %(service)s)
               AND e.gateway_id IN (SELECT gateway_id FROM exits WHERE service_id = %(service)s AND removed_at IS NULL)
            RETURNING e.id
        )
        INSERT INTO leases (address_id, order_id, service_id, state, active_at, cause)
        SELECT taken.id, s.order_id, s.id, 'active', now(), 'order' FROM taken, services s WHERE s.id = %(service)s
        RETURNING 1
        """,
        service=service_id,
    )

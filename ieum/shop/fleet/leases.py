"""Exit addresses and who has them. The only place that changes either."""

from typing import LiteralString

from ieum.shop.db import Connection, execute, fetch_all
from ieum.shop.fleet.types import AddressId, LeasedAddress

_LEASED: LiteralString = """
    SELECT l.id AS lease_id, l.address_id, host(e.address) AS address, e.gateway_id, l.state
      FROM leases l
      JOIN exit_addresses e ON e.id = l.address_id
"""


async def hold_addresses(conn: Connection, *, pool: int, order_id: str, quantity: int) -> bool:
    """Hold so many addresses of the pool for the order, all or none; False when there are too few.

    Addresses that other buyers are just taking are passed over, not waited for, so that a rush is
    not a queue. The row that is taken and the live lease on it change together; that two leases
    never share an address is the unique index's word, not ours.
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
        INSERT INTO leases (address_id, order_id)
        SELECT id, %(order_id)s FROM taken
        RETURNING address_id
        """,
        pool=pool,
        quantity=quantity,
        order_id=order_id,
    )
    return len(taken) == quantity


async def lock_leases(conn: Connection, order_id: str) -> list[LeasedAddress]:
    """The addresses this order has now, in the order they were held."""
    return await fetch_all(
        conn,
        LeasedAddress,
        _LEASED + "WHERE l.order_id = %(order_id)s AND l.state <> 'ended' ORDER BY l.id FOR UPDATE OF l",
        order_id=order_id,
    )


async def activate_lease(conn: Connection, lease: LeasedAddress, service_id: int) -> None:
    await execute(
        conn,
        """
        UPDATE leases SET state = 'active', active_at = now(), service_id = %(service)s
         WHERE id = %(lease)s AND state = 'held'
        """,
        lease=lease.lease_id,
        service=service_id,
    )


async def release_holds(conn: Connection, orders: list[str]) -> int:
    """Give back what the orders held and never used: it may be sold again at once."""
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
    """End the leases of services that are over; their addresses rest before they are sold again, if they have not."""
    return await execute(
        conn,
        """
        WITH ended AS (
            UPDATE leases SET state = 'ended', ended_at = now()
             WHERE service_id = ANY(%(services)s) AND state = 'active'
            RETURNING address_id
        )
        UPDATE exit_addresses e
           SET available_at = now() + CASE WHEN %(rested)s THEN interval '0'
                                           ELSE (SELECT cool_down FROM site_config) END
          FROM ended WHERE e.id = ended.address_id
        """,
        services=services,
        rested=rested,
    )

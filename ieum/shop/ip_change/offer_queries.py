"""Queries on flagged addresses that services have, and on what their members were offered."""

from ieum.shop.ip_change.offer_types import Untold
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one
from ieum.shop.stock.types import Flag


async def list_untold(conn: Connection, *, limit: int) -> list[Untold]:
    """List running static services with a flagged address whose members were not told, the first flagged first.

    Whoever was told within the week is not told of a further flag on the same address.
    """
    return await fetch_all(
        conn,
        Untold,
        """
        SELECT l.id AS lease_id, s.id AS service_id, s.member_id, p.name AS plan_name, host(e.address) AS address,
               e.flags, e.flagged_at
          FROM exit_addresses e
          JOIN leases l ON l.address_id = e.id AND l.state = 'active'
          JOIN services s ON s.id = l.service_id AND s.state = 'active' AND s.ends_at > now()
          JOIN plans p ON p.id = s.plan_id AND p.kind = 'static'
         WHERE NOT EXISTS (SELECT FROM address_offers o
                            WHERE o.lease_id = l.id
                              AND (o.offered_at >= e.flagged_at OR o.offered_at > now() - interval '7 days'))
           AND e.flagged_at IS NOT NULL
         ORDER BY e.flagged_at, l.id
         LIMIT %(limit)s
        """,
        limit=limit,
    )


async def insert_offer(conn: Connection, lease: int) -> bool:
    """False where the member was told meanwhile."""
    return await any_row(
        conn,
        """
        INSERT INTO address_offers AS o (lease_id) VALUES (%(lease)s)
        ON CONFLICT (lease_id) DO UPDATE SET offered_at = now() WHERE o.offered_at <= now() - interval '7 days'
        RETURNING lease_id
        """,
        lease=lease,
    )


async def flags_of(conn: Connection, service: int) -> list[Flag]:
    """Return what is wrong with the present address of a service."""
    return await fetch_one(
        conn,
        list[Flag],
        """
        SELECT e.flags FROM leases l JOIN exit_addresses e ON e.id = l.address_id
         WHERE l.service_id = %(service)s AND l.state = 'active'
        """,
        service=service,
    )


async def count_left_for_listing(conn: Connection, service: int, *, days: int) -> int:
    """Count the addresses that a service has left for nothing but a block list within so many days."""
    return await fetch_one(
        conn,
        int,
        """
        SELECT count(*) FROM leases l JOIN address_offers o ON o.lease_id = l.id
         WHERE l.service_id = %(service)s AND o.flags = '{listed}'
           AND o.taken_at > now() - make_interval(days => %(days)s)
        """,
        service=service,
        days=days,
    )


async def note_taken(conn: Connection, service: int, flags: list[Flag]) -> None:
    """Note that the member has left the present address of a service; one who was not told yet need not be."""
    await execute(
        conn,
        """
        INSERT INTO address_offers (lease_id, taken_at, flags)
        SELECT id, now(), %(flags)s FROM leases WHERE service_id = %(service)s AND state = 'active'
        ON CONFLICT (lease_id) DO UPDATE SET taken_at = now(), flags = %(flags)s
        """,
        service=service,
        flags=flags,
    )

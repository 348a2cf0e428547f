"""Leases that are held for orders, until these are paid for or give them up."""

from typing import LiteralString

import msgspec

from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.stock import addresses
from ieum.shop.stock.types import AddressId, LeaseId

_FREE: LiteralString = """
    WITH picked AS MATERIALIZED (
        SELECT id FROM exit_addresses
         WHERE pool_id = %(pool)s AND sellable_at <= now()
         ORDER BY sellable_at, id
         LIMIT %(quantity)s
           FOR UPDATE SKIP LOCKED
    )
"""
# Of each gateway that takes new services, the addresses that have rested longest, as far as others than its share are
# free. Looked at are more than are wanted, because services on it that change theirs lock the same ones.
_FREE_BUT_FOR_A_SHARE: LiteralString = """
    WITH counted AS MATERIALIZED (
        SELECT n.gateway_id, kept_for_rotation(sum(n.in_service)::bigint) AS kept, %(quantity)s + 100 AS most
          FROM pool_networks n JOIN gateways g ON g.id = n.gateway_id AND g.state = 'serving'
         WHERE n.pool_id = %(pool)s GROUP BY n.gateway_id
    ), room AS MATERIALIZED (
        SELECT gateway_id, least(most, (SELECT count(*) FROM (SELECT FROM exit_addresses e
                                                               WHERE e.gateway_id = c.gateway_id
                                                                 AND e.pool_id = %(pool)s AND e.usable_at <= now()
                                                               LIMIT c.kept + c.most) free) - kept) AS spare
          FROM counted c
    ), oldest AS MATERIALIZED (
        SELECT one.id
          FROM room r
         CROSS JOIN LATERAL (SELECT e.id FROM exit_addresses e
                              WHERE e.gateway_id = r.gateway_id AND e.pool_id = %(pool)s AND e.usable_at <= now()
                              ORDER BY e.usable_at, e.id LIMIT greatest(0, r.spare)) one
         WHERE r.spare > 0
    ), picked AS MATERIALIZED (
        SELECT e.id
          FROM exit_addresses e JOIN oldest USING (id)
         WHERE e.sellable_at <= now()
         ORDER BY e.sellable_at, e.id
         LIMIT %(quantity)s
           FOR UPDATE OF e SKIP LOCKED
    )
"""
# All of what was picked, or nothing.
_HOLD: LiteralString = """
    , enough AS (
        SELECT id FROM picked WHERE (SELECT count(*) FROM picked) = %(quantity)s
    ), taken AS (
        UPDATE exit_addresses e SET available_at = NULL FROM enough WHERE e.id = enough.id RETURNING e.id
    )
    INSERT INTO leases (address_id, order_id, network)
    SELECT id, %(order_id)s, %(network)s::cidr FROM taken
    RETURNING address_id
"""


class _LostHold(msgspec.Struct):
    lease_id: LeaseId
    pool_id: int
    is_dynamic: bool
    network: str | None
    # Only its gateway takes no new services.
    is_kept: bool


async def hold_addresses(
    conn: Connection, *, pool: int, order_id: str, quantity: int, network: str | None = None
) -> bool:
    """Hold this many addresses of the pool for the order, all or none; False where there are too few.

    Addresses that other buyers are taking at the same moment are skipped, not waited for, so that a rush
    does not become a queue. A unique index on live leases guarantees that no two share an address. `network`: whose
    unpaid holds they count among; it is forgotten with the hold.
    """
    held = await fetch_all(
        conn, AddressId, _FREE + _HOLD, pool=pool, quantity=quantity, order_id=order_id, network=network
    )
    return len(held) == quantity


async def hold_dynamic_addresses(
    conn: Connection, *, pool: int, order_id: str, quantity: int, network: str | None = None
) -> bool:
    """Hold addresses as above, but leave each gateway its share, so that everybody there can change theirs.

    Orders of one pool come one after the other, because together they would use up the share.
    """
    await execute(conn, "SELECT pg_advisory_xact_lock(7214, %(pool)s::integer)", pool=pool)
    held = await fetch_all(
        conn,
        AddressId,
        _FREE_BUT_FOR_A_SHARE + _HOLD,
        pool=pool,
        quantity=quantity,
        order_id=order_id,
        network=network,
    )
    return len(held) == quantity


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
        UPDATE leases SET state = 'active', active_at = now(), service_id = %(service)s, cause = 'order'
         WHERE id = %(lease)s AND state = 'held'
        """,
        lease=lease,
        service=service_id,
    )


async def release_holds(conn: Connection, orders: list[str]) -> None:
    """End the leases that the orders held and never used. Their addresses may be sold again at once."""
    ended = await fetch_all(
        conn,
        AddressId,
        """
        UPDATE leases SET state = 'ended', ended_at = now() WHERE order_id = ANY(%(orders)s) AND state = 'held'
        RETURNING address_id
        """,
        orders=orders,
    )
    await addresses.give_back(conn, ended)


async def list_orders_holding_unsold(conn: Connection) -> list[str]:
    """List orders that hold addresses which are not sold any more, and those whose gateway takes no new services.

    Of the latter only while the pool has another one on sale.
    """
    return await fetch_all(
        conn,
        str,
        """
        SELECT DISTINCT l.order_id
          FROM leases l JOIN exit_addresses e ON e.id = l.address_id
         WHERE l.state = 'held'
           AND (e.flagged_at IS NOT NULL OR e.withdrawn_at IS NOT NULL
                OR (NOT e.takes_new AND EXISTS (SELECT FROM exit_addresses o
                                                 WHERE o.pool_id = e.pool_id AND o.sellable_at <= now())))
         ORDER BY l.order_id
        """,
    )


async def replace_unsold_holds(conn: Connection, order_id: str) -> None:
    """Hold others for an order in the place of addresses that are not sold any more, as far as there are any.

    What is flagged or withdrawn is given up in any case, and looked for again when the order is paid. What is only on a
    gateway that takes no new services is kept until another one is held. The order is locked before its leases; one
    that somebody has locked is left for the next time. The addresses are locked before others are taken, which is done
    without waiting.
    """
    lost = await fetch_all(
        conn,
        _LostHold,
        """
        WITH ours AS MATERIALIZED (
            SELECT id, plan_id FROM orders WHERE id = %(order_id)s FOR NO KEY UPDATE SKIP LOCKED
        )
        SELECT l.id AS lease_id, e.pool_id, p.kind = 'dynamic' AS is_dynamic, l.network::text AS network,
               e.flagged_at IS NULL AND e.withdrawn_at IS NULL AS is_kept
          FROM ours
          JOIN plans p ON p.id = ours.plan_id
          JOIN leases l ON l.order_id = ours.id AND l.state = 'held'
          JOIN exit_addresses e ON e.id = l.address_id
         WHERE e.flagged_at IS NOT NULL OR e.withdrawn_at IS NOT NULL OR NOT e.takes_new
         ORDER BY e.id
           FOR NO KEY UPDATE OF e
        """,
        order_id=order_id,
    )
    for one in lost:
        hold = hold_dynamic_addresses if one.is_dynamic else hold_addresses
        is_held = await hold(conn, pool=one.pool_id, order_id=order_id, quantity=1, network=one.network)
        if is_held or not one.is_kept:
            await _give_up(conn, one)


async def _give_up(conn: Connection, hold: _LostHold) -> None:
    ended = await fetch_all(
        conn,
        AddressId,
        """
        UPDATE leases SET state = 'ended', ended_at = now() WHERE id = %(lease)s AND state = 'held'
        RETURNING address_id
        """,
        lease=hold.lease_id,
    )
    await addresses.give_back(conn, ended)

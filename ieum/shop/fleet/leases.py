"""Leases on exit addresses: held for an order, active for a service, ended. Only this module and `tails` write them."""

from datetime import datetime
from typing import Literal

import msgspec

from ieum.shop.fleet import desired
from ieum.shop.fleet.types import AddressId, LeaseId
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional

# How a service came by a lease.
type Cause = Literal[
    "order", "ticket", "undo", "taken_back", "offer", "button", "timer", "reconnect", "link", "evacuation"
]
# How many of its last addresses a service does not get again, as long as others are free.
LATELY = 10


class _LostHold(msgspec.Struct):
    lease_id: LeaseId
    pool_id: int
    is_dynamic: bool
    network: str | None
    # Only its gateway takes no new services.
    is_kept: bool


class _Taken(msgspec.Struct):
    id: AddressId
    # Whether others that the service could have had are free.
    leaves_some: bool


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
             WHERE pool_id = %(pool)s AND sellable_at <= now()
             ORDER BY sellable_at, id
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


async def hold_dynamic_addresses(
    conn: Connection, *, pool: int, order_id: str, quantity: int, network: str | None = None
) -> bool:
    """Hold addresses as above, but leave each gateway its share, so that everybody there can change theirs.

    Orders of one pool come one after the other, because together they would use up the share.
    """
    await execute(conn, "SELECT pg_advisory_xact_lock(7214, %(pool)s::integer)", pool=pool)
    taken = await fetch_all(
        conn,
        AddressId,
        """
        WITH counted AS (
            SELECT gateway_id, kept_for_rotation(count(*)) AS kept
              FROM exit_addresses WHERE pool_id = %(pool)s AND withdrawn_at IS NULL GROUP BY gateway_id
        ), free AS (
            SELECT id, gateway_id, row_number() OVER (PARTITION BY gateway_id ORDER BY sellable_at DESC, id DESC) AS n
              FROM exit_addresses WHERE pool_id = %(pool)s AND sellable_at <= now()
        ), picked AS MATERIALIZED (
            SELECT e.id
              FROM exit_addresses e JOIN free USING (id) JOIN counted c ON c.gateway_id = e.gateway_id
             WHERE free.n > c.kept AND e.sellable_at <= now()
             ORDER BY e.sellable_at, e.id
             LIMIT %(quantity)s
               FOR UPDATE OF e SKIP LOCKED
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
        UPDATE leases SET state = 'active', active_at = now(), service_id = %(service)s, cause = 'order'
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
    that somebody has locked is left for the next time.
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
         ORDER BY l.id
        """,
        order_id=order_id,
    )
    for one in lost:
        hold = hold_dynamic_addresses if one.is_dynamic else hold_addresses
        is_held = await hold(conn, pool=one.pool_id, order_id=order_id, quantity=1, network=one.network)
        if is_held or not one.is_kept:
            await _give_up(conn, one)


async def _give_up(conn: Connection, hold: _LostHold) -> None:
    await execute(
        conn,
        """
        WITH ended AS (
            UPDATE leases SET state = 'ended', ended_at = now() WHERE id = %(lease)s AND state = 'held'
            RETURNING address_id
        )
        UPDATE exit_addresses e SET available_at = now() FROM ended WHERE e.id = ended.address_id
        """,
        lease=hold.lease_id,
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
            UPDATE leases SET state = 'ended', ended_at = now(), left_at = coalesce(left_at, now())
             WHERE service_id = ANY(%(services)s) AND state IN ('active', 'tail')
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


async def move_lease(
    conn: Connection,
    service_id: int,
    cause: Cause,
    *,
    other_network: bool = True,
    rested: bool = False,
    tail_seconds: int = 0,
) -> str | None:
    """Give a service another address of its gateway and its plan's pools. None where none is free.

    One that the service has not had lately is preferred, and then one of another /24 network (`other_network`), because
    that is often why a member changes. The old address rests, unless `rested`; with `tail_seconds` it stays leased for
    so long at most, for the connections that are open, and an older tail ends. Without a further free address there is
    no tail: those who let theirs run would keep everybody else from changing. The caller has locked the order that
    began the service, to which the new lease refers, and then the service. Changes on one gateway happen one after the
    other, because each raises its revision anyway: so they never look for the same address.
    """
    await desired.lock_gateways_of(conn, [service_id])
    # First, because where nothing else is free, its address is the one to take.
    await end_tails(conn, [service_id])
    taken = (
        await _take(conn, service_id, other_network=other_network, avoided=LATELY)
        or (other_network and await _take(conn, service_id, other_network=False, avoided=LATELY))
        or await _take(conn, service_id, other_network=False, avoided=1)
    )
    if not taken:
        return None
    # Left before the new lease begins, because a service has one active lease at a time.
    if tail_seconds and taken.leaves_some:
        await _begin_tail(conn, service_id, tail_seconds)
    else:
        await release_services(conn, [service_id], rested=rested)
    return await fetch_one(
        conn,
        str,
        """
        WITH begun AS (
            INSERT INTO leases (address_id, order_id, service_id, state, active_at, cause)
            SELECT %(address)s, order_id, id, 'active', now(), %(cause)s FROM services WHERE id = %(service)s
            RETURNING address_id
        )
        SELECT host(e.address) FROM begun JOIN exit_addresses e ON e.id = begun.address_id
        """,
        address=taken.id,
        service=service_id,
        cause=cause,
    )


async def end_tails(conn: Connection, services: list[int], *, only_due: bool = False) -> int:
    """End the tails of these services. Their addresses may be used again at once: nothing new was opened by them.

    `only_due`: not those that have begun since the service was found to have one that is over.
    """
    return await execute(
        conn,
        """
        WITH ended AS (
            UPDATE leases SET state = 'ended', ended_at = now()
             WHERE service_id = ANY(%(services)s) AND state = 'tail' AND (tail_until <= now() OR NOT %(only_due)s)
            RETURNING address_id
        )
        UPDATE exit_addresses e SET available_at = now() FROM ended WHERE e.id = ended.address_id
        """,
        services=services,
        only_due=only_due,
    )


async def list_due_tails(conn: Connection, *, limit: int) -> list[int]:
    """Lock the services whose tail is over, the oldest first, skipping those that others have locked."""
    return await fetch_all(
        conn,
        int,
        """
        SELECT s.id FROM services s JOIN leases l ON l.service_id = s.id
         WHERE l.state = 'tail' AND l.tail_until <= now()
         ORDER BY l.tail_until, s.id LIMIT %(limit)s
           FOR NO KEY UPDATE OF s SKIP LOCKED
        """,
        limit=limit,
    )


async def delete_ended(conn: Connection, *, before: datetime, limit: int) -> int:
    """Delete leases that ended before this. Settled changes of addresses stay without them; offers go with them."""
    return await execute(
        conn,
        """
        DELETE FROM leases
         WHERE id IN (SELECT id FROM leases l
                       WHERE state = 'ended' AND ended_at < %(before)s
                         AND NOT EXISTS (SELECT FROM ip_changes
                                          WHERE state = 'waiting' AND l.id IN (old_lease_id, new_lease_id))
                       ORDER BY ended_at, id LIMIT %(limit)s)
        """,
        before=before,
        limit=limit,
    )


async def _begin_tail(conn: Connection, service_id: int, seconds: int) -> None:
    await execute(
        conn,
        """
        UPDATE leases SET state = 'tail', left_at = now(), tail_until = now() + make_interval(secs => %(seconds)s)
         WHERE service_id = %(service)s AND state = 'active'
        """,
        service=service_id,
        seconds=seconds,
    )


async def _take(conn: Connection, service_id: int, *, other_network: bool, avoided: int) -> _Taken | None:
    """Take the free address that has rested longest, and is none of the last `avoided` of the service.

    Of its own gateway, even where that takes no new services: what runs there goes on changing.
    """
    return await fetch_optional(
        conn,
        _Taken,
        """
        WITH own AS MATERIALIZED (
            SELECT o.gateway_id, o.address, s.plan_id, o.pool_id
              FROM leases l
              JOIN exit_addresses o ON o.id = l.address_id
              JOIN services s ON s.id = l.service_id
             WHERE l.service_id = %(service)s AND l.state = 'active'
        ), pools AS MATERIALIZED (
            SELECT pool_id FROM own UNION
            SELECT p.pool_id FROM own JOIN plans p ON p.id = own.plan_id WHERE p.kind = 'dynamic' UNION
            SELECT p.pool_id FROM own JOIN plan_pools p USING (plan_id)
        ), lately AS MATERIALIZED (
            SELECT address_id FROM leases WHERE service_id = %(service)s ORDER BY id DESC LIMIT %(avoided)s
        ), picked AS MATERIALIZED (
            SELECT best.id
              FROM own, pools
             CROSS JOIN LATERAL (
                   SELECT e.id, e.usable_at FROM exit_addresses e
                    WHERE e.gateway_id = own.gateway_id AND e.pool_id = pools.pool_id AND e.usable_at <= now()
                      AND e.id NOT IN (SELECT address_id FROM lately)
                      AND (NOT %(other)s
                           OR network(set_masklen(e.address, 24)) <> network(set_masklen(own.address, 24)))
                    ORDER BY e.usable_at, e.id
                    LIMIT 1
                      FOR UPDATE SKIP LOCKED) best
             ORDER BY best.usable_at, best.id
             LIMIT 1
        )
        UPDATE exit_addresses e SET available_at = NULL FROM picked WHERE e.id = picked.id
        RETURNING e.id, EXISTS (SELECT FROM own, pools
                                  JOIN exit_addresses f USING (pool_id)
                                 WHERE f.gateway_id = own.gateway_id AND f.usable_at <= now() AND f.id <> e.id
                               ) AS leaves_some
        """,
        service=service_id,
        other=other_network,
        avoided=avoided,
    )

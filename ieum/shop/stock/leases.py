"""Leases of services: which address each has, which it has left, and which it gets next.

Those of orders that are not paid are in `holds`; those of services that move to another gateway, in `moves`.
"""

from datetime import datetime
from typing import Literal

import msgspec

from ieum.shop.gateways import desired
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.stock import addresses
from ieum.shop.stock.types import AddressId

# How a service came by a lease.
type Cause = Literal[
    "order", "ticket", "undo", "taken_back", "offer", "button", "timer", "reconnect", "link", "evacuation"
]
# How many of its last addresses a service does not get again, as long as others are free.
LATELY = 10


class _Taken(msgspec.Struct):
    id: AddressId
    # When it is given: not before it was given back, which may have been while this transaction waited.
    at: datetime
    # Whether others that the service could have had are free.
    leaves_some: bool


async def release_services(
    conn: Connection, services: list[int], *, rested: bool = False, at: datetime | None = None
) -> None:
    """End the leases of services that are over. Their addresses rest before they are sold again, unless `rested`.

    They end `at` a moment that is a little later than the transaction's, or now.

    The address of a service that is known never to have connected (`may_have_been_used`) is on sale again at once.
    """
    await execute(
        conn,
        """
        WITH ended AS (
            UPDATE leases
               SET state = 'ended', ended_at = coalesce(%(at)s, now()), left_at = coalesce(left_at, %(at)s, now())
             WHERE service_id = ANY(%(services)s) AND state IN ('active', 'tail')
            RETURNING address_id, service_id
        ), back AS MATERIALIZED (
            -- In the order in which `addresses.give_back` takes them.
            SELECT e.id, ended.service_id FROM ended JOIN exit_addresses e ON e.id = ended.address_id
             ORDER BY e.id FOR NO KEY UPDATE OF e
        )
        UPDATE exit_addresses e
           SET available_at = coalesce(%(at)s, now())
                            + CASE WHEN NOT %(rested)s AND may_have_been_used(back.service_id)
                                   THEN (SELECT cool_down FROM site_config) ELSE interval '0' END
          FROM back WHERE e.id = back.id
        """,
        services=services,
        rested=rested,
        at=at,
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
        await _begin_tail(conn, service_id, tail_seconds, at=taken.at)
    else:
        await release_services(conn, [service_id], rested=rested, at=taken.at)
    return await fetch_one(
        conn,
        str,
        """
        WITH begun AS (
            INSERT INTO leases (address_id, order_id, service_id, state, held_at, active_at, cause)
            SELECT %(address)s, order_id, id, 'active', %(at)s, %(at)s, %(cause)s FROM services WHERE id = %(service)s
            RETURNING address_id
        )
        SELECT host(e.address) FROM begun JOIN exit_addresses e ON e.id = begun.address_id
        """,
        address=taken.id,
        at=taken.at,
        service=service_id,
        cause=cause,
    )


async def end_tails(conn: Connection, services: list[int], *, only_due: bool = False) -> None:
    """End the tails of these services. Their addresses may be used again at once: nothing new was opened by them.

    `only_due`: not those that have begun since the service was found to have one that is over.
    """
    ended = await fetch_all(
        conn,
        AddressId,
        """
        UPDATE leases SET state = 'ended', ended_at = now()
         WHERE service_id = ANY(%(services)s) AND state = 'tail' AND (tail_until <= now() OR NOT %(only_due)s)
        RETURNING address_id
        """,
        services=services,
        only_due=only_due,
    )
    await addresses.give_back(conn, ended)


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


async def _begin_tail(conn: Connection, service_id: int, seconds: int, *, at: datetime) -> None:
    await execute(
        conn,
        """
        UPDATE leases SET state = 'tail', left_at = %(at)s, tail_until = %(at)s + make_interval(secs => %(seconds)s)
         WHERE service_id = %(service)s AND state = 'active'
        """,
        service=service_id,
        seconds=seconds,
        at=at,
    )


async def _take(conn: Connection, service_id: int, *, other_network: bool, avoided: int) -> _Taken | None:
    """Take one of the free addresses that have rested, at random, but none of the last `avoided` of the service.

    The /24 network is drawn first, and then an address in it: so changes spread over networks of any size, and the last
    address does not tell the next. Looked at are the networks and the addresses of one, not the pool.

    Of its own gateway, even where that takes no new services: what runs there goes on changing. A fixed address is
    changed for one of the same carrier and region; a plan's further pools may be of others. The moment is this
    statement's: one that was given back while the transaction waited for the gateway is free, too.
    """
    return await fetch_optional(
        conn,
        _Taken,
        """
        WITH own AS MATERIALIZED (
            SELECT o.gateway_id, o.address, o.pool_id, a.carrier, a.region, p.id AS plan_id, p.pool_id AS plan_pool,
                   p.kind
              FROM leases l
              JOIN exit_addresses o ON o.id = l.address_id
              JOIN address_pools a ON a.id = o.pool_id
              JOIN services s ON s.id = l.service_id
              JOIN plans p ON p.id = s.plan_id
             WHERE l.service_id = %(service)s AND l.state = 'active'
        ), pools AS MATERIALIZED (
            SELECT pool_id FROM own UNION
            SELECT plan_pool FROM own WHERE kind = 'dynamic' UNION
            SELECT q.pool_id FROM own JOIN plan_pools q USING (plan_id) JOIN address_pools a ON a.id = q.pool_id
             WHERE own.kind = 'dynamic' OR (a.carrier, a.region) = (own.carrier, own.region)
        ), lately AS MATERIALIZED (
            SELECT address_id FROM leases WHERE service_id = %(service)s ORDER BY id DESC LIMIT %(avoided)s
        ), networks AS MATERIALIZED (
            SELECT n.pool_id, n.gateway_id, set_masklen(n.network::inet, 32) AS first,
                   set_masklen(broadcast(n.network), 32) AS last
              FROM own JOIN pool_networks n USING (gateway_id)
             WHERE n.pool_id IN (SELECT pool_id FROM pools)
               AND (NOT %(other)s OR n.network <> network(set_masklen(own.address, 24)))
             ORDER BY random()
        ), picked AS MATERIALIZED (
            SELECT drawn.id, drawn.usable_at
              FROM networks n
             CROSS JOIN LATERAL (
                   SELECT e.id, e.usable_at FROM exit_addresses e
                    WHERE e.gateway_id = n.gateway_id AND e.address BETWEEN n.first AND n.last
                      AND e.pool_id = n.pool_id AND e.usable_at <= statement_timestamp()
                      AND e.id NOT IN (SELECT address_id FROM lately)
                    ORDER BY random()
                    LIMIT 1
                      FOR UPDATE SKIP LOCKED) drawn
             LIMIT 1
        )
        UPDATE exit_addresses e SET available_at = NULL FROM picked WHERE e.id = picked.id
        RETURNING e.id, greatest(now(), picked.usable_at) AS at,
                  EXISTS (SELECT FROM own, pools
                            JOIN exit_addresses f USING (pool_id)
                           WHERE f.gateway_id = own.gateway_id AND f.usable_at <= statement_timestamp() AND f.id <> e.id
                         ) AS leaves_some
        """,
        service=service_id,
        other=other_network,
        avoided=avoided,
    )

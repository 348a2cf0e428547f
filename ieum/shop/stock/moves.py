"""Moves a service from one gateway to another: an address is kept for it there, given to it, and the old one left.

Whoever calls has locked the order that began the service, to which leases refer, and then the service.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec
from psycopg import Rollback

from ieum.shop.gateways import desired
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.stock import addresses, leases
from ieum.shop.stock.types import AddressId, LeaseId


class Coming(msgspec.Struct):
    gateway_id: GatewayId


class Switched(msgspec.Struct):
    old_lease_id: LeaseId
    new_lease_id: LeaseId


class Leaving(msgspec.Struct):
    service_id: int
    gateway_id: GatewayId


async def keep_address(conn: Connection, service_id: int, *, to: GatewayId | None = None) -> Coming | None:
    """Keep an address for a service on another gateway that takes new services; None where none is free.

    Of the same carrier and of a pool that its plan sells, in the same region if there is one. Of dynamic pools every
    gateway keeps its share, as in orders, with which this takes turns. `to` names the only gateway that will do.
    """
    await execute(
        conn,
        """
        SELECT pg_advisory_xact_lock(7214, pool_id::integer)
          FROM (SELECT p.pool_id FROM services s JOIN plans p ON p.id = s.plan_id
                 WHERE s.id = %(service)s AND p.kind = 'dynamic') turn
        """,
        service=service_id,
    )
    return await fetch_optional(
        conn,
        Coming,
        """
        WITH own AS MATERIALIZED (
            SELECT s.id, s.order_id, s.plan_id, p.kind, p.pool_id AS plan_pool, o.gateway_id, o.pool_id, a.carrier,
                   a.region
              FROM services s
              JOIN plans p ON p.id = s.plan_id
              JOIN leases l ON l.service_id = s.id AND l.state = 'active'
              JOIN exit_addresses o ON o.id = l.address_id
              JOIN address_pools a ON a.id = o.pool_id
             WHERE s.id = %(service)s
        ), hosts AS (
            SELECT n.gateway_id, n.pool_id, a.region <> own.region AS is_elsewhere,
                   CASE own.kind WHEN 'dynamic' THEN kept_for_rotation(sum(n.in_service)::bigint) ELSE 0 END AS kept
              FROM own
              JOIN address_pools a ON a.carrier = own.carrier
                                  AND (a.id = own.plan_pool
                                       OR a.id IN (SELECT pool_id FROM plan_pools q WHERE q.plan_id = own.plan_id))
              JOIN pool_networks n ON n.pool_id = a.id AND n.gateway_id <> own.gateway_id
                                  AND (%(to)s::bigint IS NULL OR n.gateway_id = %(to)s)
              JOIN gateways g ON g.id = n.gateway_id AND g.state = 'serving' AND g.public_key IS NOT NULL
             GROUP BY n.gateway_id, n.pool_id, a.region, own.region, own.kind
        ), oldest AS MATERIALIZED (
            -- Some of each, because others may have locked the first ones.
            SELECT one.id, h.is_elsewhere
              FROM hosts h
             CROSS JOIN LATERAL (SELECT e.id FROM exit_addresses e
                                  WHERE e.gateway_id = h.gateway_id AND e.pool_id = h.pool_id AND e.usable_at <= now()
                                  ORDER BY e.usable_at, e.id LIMIT 100) one
             WHERE h.kept < (SELECT count(*)
                               FROM (SELECT FROM exit_addresses e
                                      WHERE e.gateway_id = h.gateway_id AND e.pool_id = h.pool_id
                                        AND e.usable_at <= now()
                                      LIMIT h.kept + 1) free)
        ), picked AS MATERIALIZED (
            SELECT e.id, e.gateway_id
              FROM oldest o JOIN exit_addresses e USING (id)
             WHERE e.sellable_at <= now()
             ORDER BY o.is_elsewhere, e.sellable_at, e.id
             LIMIT 1
               FOR UPDATE OF e SKIP LOCKED
        ), taken AS (
            UPDATE exit_addresses e SET available_at = NULL FROM picked WHERE e.id = picked.id RETURNING e.id
        ), kept AS (
            INSERT INTO leases (address_id, order_id, service_id, state)
            SELECT taken.id, own.order_id, own.id, 'coming' FROM taken, own
            RETURNING address_id
        )
        SELECT picked.gateway_id FROM picked JOIN kept ON kept.address_id = picked.id
        """,
        service=service_id,
        to=to,
    )


async def list_unfit(conn: Connection, services: Sequence[int]) -> list[int]:
    """List services whose kept address would not be given to them now, had it not been before, in order."""
    return await fetch_all(
        conn,
        int,
        """
        SELECT s.id FROM unnest(%(services)s::bigint[]) AS s (id)
         WHERE NOT EXISTS (SELECT FROM leases l JOIN exit_addresses e ON e.id = l.address_id
                            WHERE l.service_id = s.id AND l.state = 'coming'
                              AND e.takes_new AND e.flagged_at IS NULL AND e.withdrawn_at IS NULL)
         ORDER BY s.id
        """,
        services=list(services),
    )


async def keep_another(conn: Connection, service_id: int) -> Coming | None:
    """Keep another address for a service in the place of the one that is kept, if there is any; None where not."""
    async with conn.transaction():
        await give_up_coming(conn, [service_id])
        coming = await keep_address(conn, service_id)
        if coming is None:
            raise Rollback
        return coming
    return None


async def give_up_coming(conn: Connection, services: Sequence[int]) -> None:
    """End the leases that wait for these services: their addresses were never used."""
    await addresses.give_back(conn, await _end_leases(conn, services, "coming"))


async def lock_gateways(conn: Connection, gateways: Sequence[GatewayId]) -> None:
    """Both of a move, in the order of all."""
    await execute(
        conn,
        "SELECT 1 FROM gateways WHERE id = ANY(%(gateways)s) ORDER BY id FOR NO KEY UPDATE",
        gateways=list(gateways),
    )


async def switch(conn: Connection, service_id: int, *, seconds: float) -> Switched:
    """Make the coming address the service's own; the old one is left, and served on for so long at most.

    The address gets a lease of its own now, so that the newest lease of a service is its present one. The caller has
    locked both gateways, and tells them.
    """
    await leases.end_tails(conn, [service_id])
    address = await fetch_one(
        conn,
        int,
        """
        UPDATE leases SET state = 'ended', ended_at = now() WHERE service_id = %(service)s AND state = 'coming'
        RETURNING address_id
        """,
        service=service_id,
    )
    old = await fetch_one(
        conn,
        LeaseId,
        """
        UPDATE leases
           SET state = 'leaving', left_at = now(), tail_until = now() + make_interval(secs => %(seconds)s)
         WHERE service_id = %(service)s AND state = 'active'
        RETURNING id
        """,
        service=service_id,
        seconds=seconds,
    )
    new = await fetch_one(
        conn,
        LeaseId,
        """
        INSERT INTO leases (address_id, order_id, service_id, state, active_at, cause)
        SELECT %(address)s, order_id, id, 'active', now(), 'evacuation' FROM services WHERE id = %(service)s
        RETURNING id
        """,
        address=address,
        service=service_id,
    )
    return Switched(old, new)


async def end(conn: Connection, services: Sequence[int]) -> None:
    """End the moves of services that are over; most have none."""
    is_any_moving = await any_row(
        conn,
        "SELECT 1 FROM leases WHERE service_id = ANY(%(services)s) AND state IN ('coming', 'leaving')",
        services=list(services),
    )
    if is_any_moving:
        # For all of them, because this locks their gateways, and whoever ends the services locks all of those next.
        await leave(conn, services)
        await give_up_coming(conn, services)


async def leave(conn: Connection, services: Sequence[int]) -> None:
    """End what old gateways still serve of these services; their old addresses rest."""
    leaving = await fetch_all(
        conn,
        Leaving,
        """
        SELECT l.service_id, e.gateway_id FROM leases l JOIN exit_addresses e ON e.id = l.address_id
         WHERE l.service_id = ANY(%(services)s) AND l.state = 'leaving'
         ORDER BY e.gateway_id, l.service_id
        """,
        services=list(services),
    )
    await desired.lock_gateways_of(conn, services)
    for one in leaving:
        await desired.remove_exit_at(conn, one.gateway_id, one.service_id)
    await addresses.give_back(conn, await _end_leases(conn, services, "leaving"), rest=True)


async def _end_leases(
    conn: Connection, services: Sequence[int], state: Literal["coming", "leaving"]
) -> list[AddressId]:
    return await fetch_all(
        conn,
        AddressId,
        """
        UPDATE leases SET state = 'ended', ended_at = now()
         WHERE service_id = ANY(%(services)s) AND state = %(state)s
        RETURNING address_id
        """,
        services=list(services),
        state=state,
    )

"""Queries on the states of gateways, and on what runs on them."""

from datetime import datetime
from typing import Literal

import msgspec

from ieum.shop.fleet.types import AWAY_SECONDS, GatewayId
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional

# What an operator wants of a gateway, and what it is.
type Wanted = Literal["serving", "draining", "maintenance"]
type GatewayState = Literal["serving", "draining", "maintenance", "lost"]


class Found(msgspec.Struct):
    id: GatewayId
    wanted: Wanted


class Silent(msgspec.Struct):
    """Whether a gateway is silent for too long, unexpectedly, and whether that is known already.

    `is_heard_of`: it has called lately, and is expected to.
    """

    id: GatewayId
    name: str
    last_seen_at: datetime | None
    is_silent: bool
    is_lost: bool
    is_heard_of: bool


class Awaited(msgspec.Struct):
    """A revision that a gateway has not applied, and for how long it is known that it has not."""

    revision: int
    seconds: int


class Behind(msgspec.Struct):
    members: int
    services: int


class Running(msgspec.Struct):
    """A service that has its address on a gateway, or had it and is served on there for a while (`is_leaving`)."""

    service_id: int
    member_id: int
    plan: str
    state: str
    address: str
    is_leaving: bool
    ends_at: datetime
    devices: int


class Health(msgspec.Struct):
    """What is known of a gateway's health without a word of its own."""

    id: GatewayId
    name: str
    endpoint: str
    state: GatewayState
    wanted: Wanted
    wanted_at: datetime
    lost_at: datetime | None
    last_seen_at: datetime | None
    revision: int
    acked_revision: int
    agent: str
    last_error: str | None
    public_key: str | None
    tunnel_network: str
    addresses: int
    # With something wrong at the last proof or look-up.
    failing: int
    sellable: int
    services: int
    members: int


async def lock_gateway(conn: Connection, name: str) -> Found | None:
    return await fetch_optional(
        conn, Found, "SELECT id, wanted FROM gateways WHERE name = %(name)s FOR NO KEY UPDATE", name=name
    )


async def hold_gateway(conn: Connection, gateway: GatewayId) -> None:
    await execute(conn, "SELECT 1 FROM gateways WHERE id = %(gateway)s FOR NO KEY UPDATE", gateway=gateway)


async def set_wanted(conn: Connection, gateway: GatewayId, wanted: Wanted) -> None:
    """A trigger tells the gateway's addresses whether they take new services."""
    await execute(
        conn,
        """
        UPDATE gateways
           SET wanted = %(wanted)s, wanted_at = now(),
               lost_at = CASE WHEN %(wanted)s <> 'maintenance' THEN lost_at END
         WHERE id = %(gateway)s
        """,
        gateway=gateway,
        wanted=wanted,
    )


async def set_lost(conn: Connection, gateway: GatewayId, *, lost: bool) -> None:
    await execute(
        conn,
        "UPDATE gateways SET lost_at = CASE WHEN %(lost)s THEN now() END WHERE id = %(gateway)s",
        gateway=gateway,
        lost=lost,
    )


async def look(conn: Connection, *, uninterrupted: int) -> datetime:
    """Note that the shop looks now; return since when it has done so without a longer pause."""
    return await fetch_one(
        conn,
        datetime,
        """
        INSERT INTO gateway_watch AS w (since, looked_at) VALUES (now(), now())
        ON CONFLICT (is_only) DO UPDATE
           SET looked_at = greatest(w.looked_at, now()),
               since = CASE WHEN w.looked_at < now() - make_interval(secs => %(seconds)s) THEN now() ELSE w.since END
        RETURNING since
        """,
        seconds=uninterrupted,
    )


async def list_to_look_at(conn: Connection, *, since: datetime, seconds: int) -> list[GatewayId]:
    """List gateways of which something may have to be said: silent, lost, or behind with a revision."""
    return await fetch_all(
        conn,
        GatewayId,
        """
        SELECT id FROM gateways
         WHERE lost_at IS NOT NULL OR awaited_revision IS NOT NULL OR acked_revision < revision
            OR (wanted <> 'maintenance'
                AND greatest(last_seen_at, wanted_at, %(since)s) <= now() - make_interval(secs => %(seconds)s))
         ORDER BY id
        """,
        since=since,
        seconds=seconds,
    )


async def find_silent(conn: Connection, gateway: GatewayId, *, since: datetime, seconds: int) -> Silent:
    """A gateway that never called is not silent: nothing was ever proven or sold on it.

    One that is lost stays so until it calls, however often the shop itself pauses.
    """
    return await fetch_one(
        conn,
        Silent,
        """
        SELECT id, name, last_seen_at, lost_at IS NOT NULL AS is_lost,
               wanted <> 'maintenance' AND last_seen_at IS NOT NULL
                   AND CASE WHEN lost_at IS NULL
                            THEN greatest(last_seen_at, wanted_at, %(since)s)
                                 <= now() - make_interval(secs => %(seconds)s)
                            ELSE last_seen_at < lost_at END AS is_silent,
               wanted <> 'maintenance'
                   AND coalesce(last_seen_at > now() - make_interval(secs => %(away)s), false) AS is_heard_of
          FROM gateways WHERE id = %(gateway)s
        """,
        gateway=gateway,
        since=since,
        seconds=seconds,
        away=AWAY_SECONDS,
    )


async def await_revision(conn: Connection, gateway: GatewayId) -> Awaited | None:
    """Note which revision the gateway should apply next, unless one is noted that it has not; None where it has all."""
    return await fetch_optional(
        conn,
        Awaited,
        """
        WITH noted AS (
            UPDATE gateways
               SET awaited_revision = CASE WHEN acked_revision < revision THEN revision END,
                   awaited_since = CASE WHEN acked_revision < revision THEN now() END
             WHERE id = %(gateway)s
               AND (acked_revision >= coalesce(awaited_revision, 0) OR awaited_revision > revision)
               AND (awaited_revision IS NOT NULL OR acked_revision < revision)
            RETURNING id, awaited_revision AS revision, awaited_since AS since
        )
        SELECT revision, extract(epoch FROM now() - since)::integer AS seconds
          FROM (SELECT revision, since FROM noted
                 UNION ALL
                SELECT awaited_revision, awaited_since FROM gateways
                 WHERE id = %(gateway)s AND NOT EXISTS (SELECT FROM noted)) one
         WHERE revision IS NOT NULL
        """,
        gateway=gateway,
    )


async def count_behind(conn: Connection, gateway: GatewayId) -> Behind:
    """Count who is served by a gateway, by the old settings of a service that has moved too."""
    return await fetch_one(
        conn,
        Behind,
        """
        SELECT count(DISTINCT s.member_id) AS members, count(DISTINCT s.id) AS services
          FROM exit_addresses e
          JOIN leases l ON l.address_id = e.id AND l.state IN ('active', 'leaving')
          JOIN services s ON s.id = l.service_id
         WHERE e.gateway_id = %(gateway)s
        """,
        gateway=gateway,
    )


async def list_running(conn: Connection, gateway: GatewayId) -> list[Running]:
    """List the services that a gateway serves, the one that it serves longest last."""
    return await fetch_all(
        conn,
        Running,
        """
        SELECT s.id AS service_id, s.member_id, p.name AS plan, s.state, host(e.address) AS address,
               l.state = 'leaving' AS is_leaving, least(s.ends_at, l.tail_until) AS ends_at,
               (SELECT count(*) FROM devices d WHERE d.service_id = s.id AND d.removed_at IS NULL) AS devices
          FROM exit_addresses e
          JOIN leases l ON l.address_id = e.id AND l.state IN ('active', 'leaving')
          JOIN services s ON s.id = l.service_id
          JOIN plans p ON p.id = s.plan_id
         WHERE e.gateway_id = %(gateway)s
         ORDER BY ends_at, s.id
        """,
        gateway=gateway,
    )


async def list_health(conn: Connection, *, name: str | None = None) -> list[Health]:
    """List every gateway, or the one of that name, with what is known of its health."""
    return await fetch_all(
        conn,
        Health,
        """
        SELECT g.id, g.name, g.endpoint, g.state, g.wanted, g.wanted_at, g.lost_at, g.last_seen_at, g.revision,
               g.acked_revision, g.agent, g.last_error, g.public_key, g.tunnel_network::text AS tunnel_network,
               coalesce(a.addresses, 0) AS addresses, coalesce(a.failing, 0) AS failing,
               coalesce(a.sellable, 0) AS sellable, coalesce(r.services, 0) AS services,
               coalesce(r.members, 0) AS members
          FROM gateways g
          LEFT JOIN (SELECT e.gateway_id, count(*) AS addresses,
                            count(*) FILTER (WHERE c.failures > 0 OR e.flagged_at IS NOT NULL) AS failing,
                            count(*) FILTER (WHERE e.sellable_at <= now()) AS sellable
                       FROM exit_addresses e JOIN address_checks c ON c.address_id = e.id
                      WHERE e.withdrawn_at IS NULL GROUP BY e.gateway_id) a ON a.gateway_id = g.id
          LEFT JOIN (SELECT e.gateway_id, count(DISTINCT s.id) AS services, count(DISTINCT s.member_id) AS members
                       FROM exit_addresses e
                       JOIN leases l ON l.address_id = e.id AND l.state IN ('active', 'leaving')
                       JOIN services s ON s.id = l.service_id
                      GROUP BY e.gateway_id) r ON r.gateway_id = g.id
         WHERE %(name)s::text IS NULL OR g.name = %(name)s
         ORDER BY g.name
        """,
        name=name,
    )

"""Queries on the states of gateways, and on what runs on them."""

from datetime import datetime
from typing import Literal

import msgspec

from ieum.shop.gateways.types import AWAY_SECONDS, GatewayId
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional

# What an operator wants of a gateway, and what it is.
type Wanted = Literal["serving", "draining", "maintenance"]
type GatewayState = Literal["serving", "draining", "maintenance", "lost"]


class Found(msgspec.Struct):
    id: GatewayId
    wanted: Wanted


class Silent(msgspec.Struct):
    """Silence of a gateway: whether it is too long and unexpected, and whether that is known already.

    `is_heard_of`: it has called lately, and is expected to. `is_blocked`: it says that its host stops customers.
    """

    id: GatewayId
    name: str
    last_seen_at: datetime | None
    is_silent: bool
    is_lost: bool
    is_heard_of: bool
    is_blocked: bool


class Awaited(msgspec.Struct):
    """A revision that a gateway has not applied, and for how long it is known that it has not."""

    revision: int
    seconds: int


class Behind(msgspec.Struct):
    members: int
    services: int


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
         WHERE lost_at IS NOT NULL OR stops_customers OR awaited_revision IS NOT NULL OR acked_revision < revision
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
                   AND coalesce(last_seen_at > now() - make_interval(secs => %(away)s), false) AS is_heard_of,
               wanted <> 'maintenance' AND stops_customers AS is_blocked
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

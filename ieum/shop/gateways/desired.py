"""The desired state of gateways: exits, by which the traffic of services leaves, and endpoints, which may use an exit.

Rows are written in the order of gateways and services or identities, as everywhere, so that two transactions do not
deadlock. A trigger raises each gateway's revision once a statement, and wakes the gateway.
"""

from collections.abc import Sequence
from datetime import timedelta

from ieum.shop.gateways.messages import Endpoint, Exit
from ieum.shop.gateways.types import AWAY_SECONDS, GatewayId, Progress
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one


async def put_exits_of(conn: Connection, services: Sequence[int]) -> None:
    """Give each running service with devices its exit, until its end, and let every device that is on use its exits.

    So do the devices of one that is over or unpaid, where its exits lead to the shop. One that has moved has an exit on
    the gateway that it leaves, too, for the devices with their former settings. Rows that say so already are left as
    they are. The gateways are locked first, because the two statements would lock them one after the other; and by a
    statement of its own, so that the next one sees the speed of a plan that was changed while it waited.
    """
    await lock_gateways_of(conn, services)
    await execute(
        conn,
        """
        INSERT INTO exits (gateway_id, service_id, address, until, tail_address, tail_until, upload_mbit, download_mbit,
                           connections)
        SELECT e.gateway_id, s.id, e.address, s.ends_at, t.address, t.tail_until, p.upload_mbit, p.download_mbit,
               n.connections
          FROM services s
          JOIN plans p ON p.id = s.plan_id
          JOIN leases l ON l.service_id = s.id AND l.state IN ('active', 'leaving')
          JOIN exit_addresses e ON e.id = l.address_id
          LEFT JOIN LATERAL (SELECT te.address, tl.tail_until
                               FROM leases tl JOIN exit_addresses te ON te.id = tl.address_id
                              WHERE tl.service_id = s.id AND tl.state = 'tail' AND l.state = 'active') t ON true
         CROSS JOIN LATERAL (SELECT CASE WHEN c.connections_enforced THEN connections_of(s) END AS connections
                               FROM site_config c) n
          LEFT JOIN exits x ON x.gateway_id = e.gateway_id AND x.service_id = s.id AND x.removed_at IS NULL
         WHERE s.id = ANY(%(services)s) AND s.state = 'active'
           AND (x.until, x.address, x.tail_address, x.tail_until, x.upload_mbit, x.download_mbit, x.connections,
                x.shop_until)
               IS DISTINCT FROM
               (s.ends_at, e.address, t.address, t.tail_until, p.upload_mbit, p.download_mbit, n.connections, NULL)
           AND (x.id IS NOT NULL
                OR EXISTS (SELECT FROM devices d WHERE d.service_id = s.id AND d.removed_at IS NULL))
         ORDER BY e.gateway_id, s.id
        ON CONFLICT (gateway_id, service_id) DO UPDATE
           SET address = excluded.address, until = excluded.until, tail_address = excluded.tail_address,
               tail_until = excluded.tail_until, upload_mbit = excluded.upload_mbit,
               download_mbit = excluded.download_mbit, connections = excluded.connections, shop_until = NULL,
               removed_at = NULL
        """,
        services=list(services),
    )
    await execute(
        conn,
        """
        INSERT INTO endpoints (gateway_id, exit_id, kind, identity, tunnel_address)
        SELECT x.gateway_id, x.id, 'wireguard', d.public_key, d.tunnel_address
          FROM exits x
          JOIN devices d ON d.service_id = x.service_id AND d.gateway_id = x.gateway_id AND d.removed_at IS NULL
                        AND d.off_at IS NULL
         WHERE x.service_id = ANY(%(services)s) AND x.removed_at IS NULL
           AND NOT EXISTS (SELECT FROM endpoints p
                            WHERE p.gateway_id = x.gateway_id AND p.kind = 'wireguard' AND p.identity = d.public_key
                              AND p.removed_at IS NULL AND p.exit_id = x.id AND p.tunnel_address = d.tunnel_address)
         ORDER BY x.gateway_id, d.public_key
        ON CONFLICT (gateway_id, kind, identity) DO UPDATE
           SET exit_id = excluded.exit_id, tunnel_address = excluded.tunnel_address, removed_at = NULL
        """,
        services=list(services),
    )


async def lock_gateways_of(conn: Connection, services: Sequence[int]) -> None:
    """Lock the gateways of these services before their addresses, as every change of an address does.

    Those, too, that lead the devices of one that is over to the shop.
    """
    await execute(
        conn,
        """
        SELECT 1 FROM gateways
         WHERE id IN (SELECT e.gateway_id FROM leases l JOIN exit_addresses e ON e.id = l.address_id
                       WHERE l.service_id = ANY(%(services)s) AND l.state IN ('active', 'leaving')
                       UNION ALL
                      SELECT gateway_id FROM exits WHERE service_id = ANY(%(services)s) AND removed_at IS NULL)
         ORDER BY id
           FOR NO KEY UPDATE
        """,
        services=list(services),
    )


async def list_other_connections(conn: Connection, *, after: int, limit: int) -> list[int]:
    """List running services after this one of which a gateway is told another number of connections than it should be.

    Their exit is from before there was one, or the period is over for which more was sold. In the order of their ids.
    """
    return await fetch_all(
        conn,
        int,
        """
        SELECT s.id
          FROM services s
         CROSS JOIN LATERAL (SELECT CASE WHEN c.connections_enforced THEN connections_of(s) END AS connections
                               FROM site_config c) n
         WHERE s.state = 'active' AND s.id > %(after)s
           AND EXISTS (SELECT FROM exits x
                        WHERE x.service_id = s.id AND x.removed_at IS NULL
                          AND x.connections IS DISTINCT FROM n.connections)
         ORDER BY s.id LIMIT %(limit)s
        """,
        after=after,
        limit=limit,
    )


async def remove_exits_of(conn: Connection, services: Sequence[int]) -> None:
    """Let nobody out by the exits of these services, until `put_exits_of`; their endpoints stay.

    The gateways are locked first, because the trigger would lock them in the order in which the update reaches rows.
    Those of endpoints, too: a caller who ends the services removes them next.
    """
    await execute(
        conn,
        """
        WITH theirs AS MATERIALIZED (
            SELECT id FROM gateways
             WHERE id IN (SELECT x.gateway_id FROM exits x
                           WHERE x.service_id = ANY(%(services)s)
                             AND (x.removed_at IS NULL
                                  OR EXISTS (SELECT FROM endpoints p
                                              WHERE p.exit_id = x.id AND p.removed_at IS NULL)))
             ORDER BY id
               FOR NO KEY UPDATE
        ), going AS MATERIALIZED (
            SELECT id FROM exits
             WHERE (SELECT count(*) FROM theirs) > 0
               AND service_id = ANY(%(services)s) AND removed_at IS NULL
             ORDER BY gateway_id, service_id
               FOR UPDATE
        )
        UPDATE exits x SET removed_at = now() FROM going WHERE x.id = going.id
        """,
        services=list(services),
    )


async def lead_to_the_shop(conn: Connection, services: Sequence[int], *, for_longest: timedelta) -> None:
    """Let the devices of services that are over reach the shop alone, so long at most after they ended.

    So do those that were disconnected for a moment, whose endpoints are left. `put_exits_of` gives them their exits
    back, and their removal takes what is left.
    """
    await lock_gateways_of(conn, services)
    await execute(
        conn,
        """
        WITH going AS MATERIALIZED (
            SELECT id FROM exits x
             WHERE service_id = ANY(%(services)s)
               AND (removed_at IS NULL
                    OR EXISTS (SELECT FROM endpoints p WHERE p.exit_id = x.id AND p.removed_at IS NULL))
             ORDER BY gateway_id, service_id
               FOR UPDATE
        )
        UPDATE exits x
           SET removed_at = NULL, shop_until = least(x.until, now()) + %(for_longest)s, tail_address = NULL,
               tail_until = NULL
          FROM going WHERE x.id = going.id
        """,
        services=list(services),
        for_longest=for_longest,
    )


async def lead_back_to_the_shop(conn: Connection, service: int, *, for_longest: timedelta) -> None:
    """Undo `remove_exits_of` for a service that is not paid: its devices reach the shop again, and nothing else."""
    await lock_gateways_of(conn, [service])
    await execute(
        conn,
        """
        UPDATE exits x
           SET removed_at = NULL, shop_until = least(x.until, now()) + %(for_longest)s, tail_address = NULL,
               tail_until = NULL
          FROM leases l JOIN exit_addresses e ON e.id = l.address_id
         WHERE x.service_id = %(service)s AND x.removed_at IS NOT NULL AND x.gateway_id = e.gateway_id
           AND l.service_id = x.service_id AND l.state = 'active'
        """,
        service=service,
        for_longest=for_longest,
    )


async def remove_exit_at(conn: Connection, gateway: GatewayId, service_id: int) -> None:
    """Remove a service's exit on one gateway with its endpoints there; their tunnel addresses rest for a day.

    The caller has locked the gateway.
    """
    await execute(
        conn,
        """
        UPDATE exits SET removed_at = now()
         WHERE gateway_id = %(gateway)s AND service_id = %(service)s AND removed_at IS NULL
        """,
        gateway=gateway,
        service=service_id,
    )
    await execute(
        conn,
        """
        WITH gone AS (
            UPDATE endpoints p SET removed_at = now()
              FROM exits x
             WHERE x.gateway_id = %(gateway)s AND x.service_id = %(service)s AND p.exit_id = x.id
               AND p.removed_at IS NULL
            RETURNING p.tunnel_address
        )
        INSERT INTO free_tunnels (gateway_id, address, free_at)
        SELECT %(gateway)s, tunnel_address, now() + interval '1 day' FROM gone ORDER BY tunnel_address
        ON CONFLICT (gateway_id, address) DO UPDATE SET free_at = excluded.free_at
        """,
        gateway=gateway,
        service=service_id,
    )


async def remove_endpoints(conn: Connection, identities: Sequence[str]) -> None:
    """Remove endpoints for good, by their WireGuard public keys; their tunnel addresses rest for a day.

    While a service moves, a key has one on both gateways, of which the device names the new one alone. Gateways are
    locked first, as above.
    """
    await _end_endpoints(conn, identities, kept_by_devices=False)


async def rest_endpoints(conn: Connection, identities: Sequence[str]) -> None:
    """Stop serving endpoints until `put_exits_of`, by their WireGuard public keys.

    Their devices keep the tunnel addresses that they name. What the gateway that a moving service leaves knows of them
    goes for good.
    """
    await _end_endpoints(conn, identities, kept_by_devices=True)


async def _end_endpoints(conn: Connection, identities: Sequence[str], *, kept_by_devices: bool) -> None:
    """End endpoints and let their tunnel addresses rest, but for those that living devices keep and name."""
    if not identities:
        return
    await execute(
        conn,
        """
        WITH theirs AS MATERIALIZED (
            SELECT id FROM gateways
             WHERE id IN (SELECT gateway_id FROM endpoints
                           WHERE identity = ANY(%(identities)s) AND removed_at IS NULL)
             ORDER BY id
               FOR NO KEY UPDATE
        ), going AS MATERIALIZED (
            SELECT id FROM endpoints
             WHERE (SELECT count(*) FROM theirs) > 0
               AND identity = ANY(%(identities)s) AND removed_at IS NULL
             ORDER BY gateway_id, identity
               FOR UPDATE
        ), gone AS (
            UPDATE endpoints p SET removed_at = now() FROM going WHERE p.id = going.id
            RETURNING p.gateway_id, p.identity, p.tunnel_address
        )
        INSERT INTO free_tunnels (gateway_id, address, free_at)
        SELECT g.gateway_id, g.tunnel_address, now() + interval '1 day'
          FROM gone g
         WHERE NOT %(kept)s
            OR NOT EXISTS (SELECT FROM devices d
                            WHERE d.public_key = g.identity AND d.removed_at IS NULL AND d.gateway_id = g.gateway_id)
         ORDER BY g.gateway_id, g.tunnel_address
        ON CONFLICT (gateway_id, address) DO UPDATE SET free_at = excluded.free_at
        """,
        identities=list(identities),
        kept=kept_by_devices,
    )


async def list_exits(conn: Connection, gateway: GatewayId, *, since: int) -> list[Exit]:
    """List the living exits that changed after a revision."""
    return await fetch_all(
        conn,
        Exit,
        """
        SELECT id::text AS id, CASE WHEN shop_until IS NULL THEN host(address) ELSE '' END AS address, until,
               host(tail_address) AS tail_address, tail_until, upload_mbit, download_mbit, connections, shop_until
          FROM exits
         WHERE gateway_id = %(gateway)s AND revision > %(since)s AND removed_at IS NULL
         ORDER BY revision, id
        """,
        gateway=gateway,
        since=since,
    )


async def list_removed_exits(conn: Connection, gateway: GatewayId, *, since: int) -> list[str]:
    return await fetch_all(
        conn,
        str,
        """
        SELECT id::text FROM exits
         WHERE gateway_id = %(gateway)s AND revision > %(since)s AND removed_at IS NOT NULL
         ORDER BY revision, id
        """,
        gateway=gateway,
        since=since,
    )


async def list_endpoints(conn: Connection, gateway: GatewayId, *, since: int) -> list[Endpoint]:
    """List the living endpoints that changed after a revision, those of removed exits too: an exit may come back."""
    return await fetch_all(
        conn,
        Endpoint,
        """
        SELECT id::text AS id, exit_id::text AS exit, kind, identity, host(tunnel_address) AS tunnel_address
          FROM endpoints
         WHERE gateway_id = %(gateway)s AND revision > %(since)s AND removed_at IS NULL
         ORDER BY revision, id
        """,
        gateway=gateway,
        since=since,
    )


async def list_removed_endpoints(conn: Connection, gateway: GatewayId, *, since: int) -> list[str]:
    return await fetch_all(
        conn,
        str,
        """
        SELECT id::text FROM endpoints
         WHERE gateway_id = %(gateway)s AND revision > %(since)s AND removed_at IS NOT NULL
         ORDER BY revision, id
        """,
        gateway=gateway,
        since=since,
    )


async def list_traces(conn: Connection, gateway: GatewayId, *, since: int) -> list[str]:
    """List what has asked for the changes after a revision: twenty at most, because they only serve a log's reader."""
    return await fetch_all(
        conn,
        str,
        """
        SELECT replace(trace::text, '-', '')
          FROM (SELECT trace, revision FROM exits WHERE gateway_id = %(gateway)s AND revision > %(since)s
                UNION ALL
                SELECT trace, revision FROM endpoints WHERE gateway_id = %(gateway)s AND revision > %(since)s) changed
         WHERE trace IS NOT NULL
         GROUP BY trace
         ORDER BY max(revision) DESC, trace
         LIMIT 20
        """,
        gateway=gateway,
        since=since,
    )


async def list_progress(conn: Connection, services: Sequence[int]) -> list[Progress]:
    """Return how far each gateway is with all that it was ever told of these services; empty where it was nothing.

    An exit that no endpoint ever used is nothing to wait for.
    """
    return await _list_progress(conn, services=list(services), identity=None)


async def find_progress(conn: Connection, identity: str) -> Progress | None:
    """Return how far the gateway of a live endpoint is with it."""
    progress = await _list_progress(conn, services=None, identity=identity)
    return progress[0] if progress else None


async def _list_progress(
    conn: Connection, *, services: list[int] | None, identity: str | None
) -> list[Progress]:
    return await fetch_all(
        conn,
        Progress,
        """
        WITH changed AS (
            SELECT p.gateway_id, p.revision, x.revision AS exits_revision
              FROM exits x
              JOIN endpoints p ON p.exit_id = x.id
             WHERE x.service_id = ANY(%(services)s::bigint[])
             UNION ALL
            SELECT p.gateway_id, p.revision, x.revision
              FROM endpoints p
              JOIN exits x ON x.id = p.exit_id
             WHERE p.identity = %(identity)s AND p.removed_at IS NULL AND x.removed_at IS NULL
        ), told AS (
            SELECT gateway_id, max(greatest(revision, exits_revision)) AS revision FROM changed GROUP BY gateway_id
        )
        SELECT g.id AS gateway_id, t.revision, g.acked_revision >= t.revision AS is_acknowledged,
               g.acked_revision >= t.revision AND g.last_error IS NULL AS is_served,
               coalesce(g.last_seen_at > now() - make_interval(secs => %(away)s), false) AS is_heard_of
          FROM told t
          JOIN gateways g ON g.id = t.gateway_id
         ORDER BY g.id
        """,
        services=services,
        identity=identity,
        away=AWAY_SECONDS,
    )


async def is_served(conn: Connection, services: Sequence[int]) -> bool:
    """Tell whether a gateway should let any device of these services out now."""
    return await fetch_one(
        conn,
        bool,
        """
        SELECT EXISTS (SELECT FROM exits x JOIN endpoints p ON p.exit_id = x.id AND p.removed_at IS NULL
                        WHERE x.service_id = ANY(%(services)s) AND x.removed_at IS NULL AND x.shop_until IS NULL)
        """,
        services=list(services),
    )

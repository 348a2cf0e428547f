"""Queries on gateways and on their desired state: the peers that each should have."""

from collections.abc import Sequence
from typing import LiteralString

import msgspec

from ieum.shop.fleet.types import Acknowledgement, Gateway, GatewayId, NewAddress, PeerProgress, PeerRow
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one, fetch_optional

# A gateway calls every ten seconds at least; one that has been silent for longer than this is away.
_AWAY_SECONDS = 25
_GATEWAY: LiteralString = "SELECT id, name, endpoint, token_hash, public_key, revision FROM gateways "


async def find_gateway(conn: Connection, token_hash: bytes) -> Gateway | None:
    return await fetch_optional(
        conn, Gateway, _GATEWAY + "WHERE token_hash = %(token_hash)s", token_hash=token_hash
    )


async def get_gateway(conn: Connection, gateway: GatewayId) -> Gateway:
    return await fetch_one(conn, Gateway, _GATEWAY + "WHERE id = %(gateway)s", gateway=gateway)


async def list_peers_since(
    conn: Connection, gateway: GatewayId, revision: int, *, living_only: bool = False
) -> list[PeerRow]:
    """List the peers that changed after a revision, oldest change first; removed ones too, unless `living_only`."""
    return await fetch_all(
        conn,
        PeerRow,
        """
        SELECT public_key, host(tunnel_address) AS tunnel_address, host(exit_address) AS exit_address, until,
               removed_at IS NOT NULL AS removed
          FROM gateway_peers
         WHERE gateway_id = %(gateway)s AND revision > %(revision)s AND (removed_at IS NULL OR NOT %(living_only)s)
         ORDER BY revision, public_key
        """,
        gateway=gateway,
        revision=revision,
        living_only=living_only,
    )


async def put_peers_of(conn: Connection, services: Sequence[int]) -> None:
    """Make every device of these services a peer of its gateway until its service ends.

    Peers that are so already are left out. A trigger raises the gateway's revision and wakes the gateway. Rows are
    written in the order of gateways and keys, as everywhere, so that two transactions do not deadlock.
    """
    await execute(
        conn,
        """
        INSERT INTO gateway_peers (gateway_id, public_key, tunnel_address, exit_address, until)
        SELECT e.gateway_id, d.public_key, d.tunnel_address, e.address, s.ends_at
          FROM services s
          JOIN devices d ON d.service_id = s.id AND d.removed_at IS NULL
          JOIN leases l ON l.service_id = s.id AND l.state = 'active'
          JOIN exit_addresses e ON e.id = l.address_id
         WHERE s.id = ANY(%(services)s) AND s.state = 'active'
           AND NOT EXISTS (SELECT FROM gateway_peers p
                            WHERE p.gateway_id = e.gateway_id AND p.public_key = d.public_key
                              AND p.removed_at IS NULL AND p.until = s.ends_at
                              AND p.exit_address = e.address AND p.tunnel_address = d.tunnel_address)
         ORDER BY e.gateway_id, d.public_key
        ON CONFLICT (gateway_id, public_key) DO UPDATE
           SET tunnel_address = excluded.tunnel_address, exit_address = excluded.exit_address,
               until = excluded.until, removed_at = NULL
        """,
        services=list(services),
    )


async def remove_peers(conn: Connection, public_keys: list[str]) -> None:
    """Remove peers, in the order of gateways and keys, so that two transactions do not deadlock.

    The gateways are locked first, because the trigger would lock them in the order in which the update reaches peers.
    """
    await execute(
        conn,
        """
        WITH theirs AS MATERIALIZED (
            SELECT id FROM gateways
             WHERE id IN (SELECT gateway_id FROM gateway_peers
                           WHERE public_key = ANY(%(public_keys)s) AND removed_at IS NULL)
             ORDER BY id
               FOR NO KEY UPDATE
        ), going AS (
            SELECT p.gateway_id, p.public_key
              FROM gateway_peers p
             WHERE (SELECT count(*) FROM theirs) > 0
               AND p.public_key = ANY(%(public_keys)s) AND p.removed_at IS NULL
             ORDER BY p.gateway_id, p.public_key
               FOR UPDATE
        )
        UPDATE gateway_peers p SET removed_at = now() FROM going
         WHERE p.gateway_id = going.gateway_id AND p.public_key = going.public_key
        """,
        public_keys=public_keys,
    )


async def acknowledge(conn: Connection, gateway: GatewayId, ack: Acknowledgement) -> bool:
    """Store what the gateway has applied. False where its public key differs from the one it sent first."""
    return await any_row(
        conn,
        """
        UPDATE gateways
           SET acked_revision = least(%(revision)s, revision), acked_at = now(), last_seen_at = now(),
               last_error = %(error)s, agent = %(agent)s, public_key = %(public_key)s
         WHERE id = %(gateway)s AND (public_key IS NULL OR public_key = %(public_key)s)
        """,
        gateway=gateway,
        **msgspec.structs.asdict(ack),
    )


async def find_progress(conn: Connection, public_key: str) -> PeerProgress | None:
    """Return how far a live peer's gateway is with it."""
    return await fetch_optional(
        conn,
        PeerProgress,
        """
        SELECT g.id AS gateway_id, p.revision, g.acked_revision >= p.revision AS is_acknowledged,
               g.acked_revision >= p.revision AND g.last_error IS NULL AS is_served,
               coalesce(g.last_seen_at > now() - make_interval(secs => %(away)s), false) AS is_heard_of
          FROM gateway_peers p
          JOIN gateways g ON g.id = p.gateway_id
         WHERE p.public_key = %(public_key)s AND p.removed_at IS NULL
         ORDER BY p.revision DESC LIMIT 1
        """,
        public_key=public_key,
        away=_AWAY_SECONDS,
    )


async def list_progress(conn: Connection, services: Sequence[int]) -> list[PeerProgress]:
    """Return how far each gateway is with all that was ever a peer of these services; empty where nothing was."""
    return await fetch_all(
        conn,
        PeerProgress,
        """
        SELECT g.id AS gateway_id, max(p.revision) AS revision,
               g.acked_revision >= max(p.revision) AS is_acknowledged,
               g.acked_revision >= max(p.revision) AND g.last_error IS NULL AS is_served,
               coalesce(g.last_seen_at > now() - make_interval(secs => %(away)s), false) AS is_heard_of
          FROM devices d
          JOIN gateway_peers p ON p.public_key = d.public_key
          JOIN gateways g ON g.id = p.gateway_id
         WHERE d.service_id = ANY(%(services)s)
         GROUP BY g.id ORDER BY g.id
        """,
        services=list(services),
        away=_AWAY_SECONDS,
    )


async def has_peers(conn: Connection, services: Sequence[int]) -> bool:
    """Whether a gateway should serve any device of these services now."""
    return await fetch_one(
        conn,
        bool,
        """
        SELECT EXISTS (SELECT FROM devices d JOIN gateway_peers p ON p.public_key = d.public_key
                        WHERE d.service_id = ANY(%(services)s) AND p.removed_at IS NULL)
        """,
        services=list(services),
    )


async def note_seen(conn: Connection, gateway: GatewayId) -> None:
    await execute(conn, "UPDATE gateways SET last_seen_at = now() WHERE id = %(gateway)s", gateway=gateway)


async def insert_gateway(
    conn: Connection, name: str, *, endpoint: str, token_hash: bytes
) -> GatewayId | None:
    """Insert a gateway. None where one of that name exists."""
    return await fetch_optional(
        conn,
        GatewayId,
        """
        INSERT INTO gateways (name, endpoint, token_hash) VALUES (%(name)s, %(endpoint)s, %(token_hash)s)
        ON CONFLICT (name) DO NOTHING RETURNING id
        """,
        name=name,
        endpoint=endpoint,
        token_hash=token_hash,
    )


async def replace_token(conn: Connection, name: str, *, token_hash: bytes, forget_key: bool) -> bool:
    return await any_row(
        conn,
        """
        UPDATE gateways
           SET token_hash = %(token_hash)s,
               public_key = CASE WHEN %(forget_key)s THEN NULL ELSE public_key END
         WHERE name = %(name)s
        """,
        name=name,
        token_hash=token_hash,
        forget_key=forget_key,
    )


async def list_gateways(conn: Connection) -> list[Gateway]:
    return await fetch_all(conn, Gateway, _GATEWAY + "ORDER BY name")


async def insert_addresses(conn: Connection, rows: list[NewAddress]) -> None:
    """Insert addresses, and the pools that do not exist yet."""
    addresses = msgspec.json.encode(rows).decode()
    await execute(
        conn,
        """
        INSERT INTO address_pools (code, carrier, region)
        SELECT DISTINCT pool, carrier, region
          FROM json_to_recordset(%(addresses)s::json) AS r (pool text, carrier text, region text)
        ON CONFLICT (code) DO NOTHING
        """,
        addresses=addresses,
    )
    await execute(
        conn,
        """
        INSERT INTO exit_addresses (pool_id, gateway_id, address)
        SELECT p.id, g.id, r.address
          FROM json_to_recordset(%(addresses)s::json) AS r (pool text, gateway text, address inet)
          JOIN address_pools p ON p.code = r.pool
          JOIN gateways g ON g.name = r.gateway
        """,
        addresses=addresses,
    )

"""Queries on gateways."""

from typing import LiteralString

import msgspec

from ieum.shop.gateways.types import TUNNEL_NETWORK, Acknowledgement, Gateway, GatewayId
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one, fetch_optional

_GATEWAY: LiteralString = """
    SELECT id, name, endpoint, token_hash, public_key, revision, tunnel_network::text AS tunnel_network, mtu,
           whole_since
      FROM gateways
"""


async def find_gateway(conn: Connection, token_hash: bytes) -> Gateway | None:
    return await fetch_optional(
        conn, Gateway, _GATEWAY + "WHERE token_hash = %(token_hash)s", token_hash=token_hash
    )


async def get_gateway(conn: Connection, gateway: GatewayId) -> Gateway:
    return await fetch_one(conn, Gateway, _GATEWAY + "WHERE id = %(gateway)s", gateway=gateway)


async def acknowledge(conn: Connection, gateway: GatewayId, ack: Acknowledgement) -> bool:
    """Store what the gateway has applied. False where its public key differs from the one it sent first.

    One that arrives late takes nothing back. One of a revision that the shop does not know says nothing, also when it
    comes again and the count is beyond it: from `whole_since` on the gateway is told everything.
    """
    return await any_row(
        conn,
        """
        UPDATE gateways
           SET acked_revision = CASE WHEN %(revision)s > revision OR %(revision)s < whole_since THEN acked_revision
                                     ELSE greatest(acked_revision, %(revision)s) END,
               last_error = CASE WHEN %(revision)s < acked_revision THEN last_error ELSE %(error)s END,
               faulty_endpoints = CASE WHEN %(revision)s < acked_revision THEN faulty_endpoints
                                       ELSE %(faulty)s::bigint[] END,
               acked_at = now(), last_seen_at = now(), agent = %(agent)s, public_key = %(public_key)s
         WHERE id = %(gateway)s AND (public_key IS NULL OR public_key = %(public_key)s)
        """,
        gateway=gateway,
        **msgspec.structs.asdict(ack),
    )


async def note_told(conn: Connection, gateway: GatewayId, *, revision: int) -> None:
    """Note that a gateway was told this revision, so that the shop's count is that gateway's.

    That the shop could write into a stream does not mean that anybody reads it: it is no sign of life.
    """
    await execute(
        conn,
        "UPDATE gateways SET counted_at = now() WHERE id = %(gateway)s AND revision >= %(told)s",
        gateway=gateway,
        told=revision,
    )


async def count_on(conn: Connection) -> int:
    """Count all gateways' revisions on from where nobody has counted, and have each told everything anew.

    For a shop that was restored, or taken over by a standby that had not the primary's last transactions.
    Returns how many gateways.
    """
    return await fetch_one(
        conn,
        int,
        """
        WITH moved AS (
            UPDATE gateways
               SET revision = revision + greatest(revisions_since(counted_at), 30000000),
                   whole_since = revision + greatest(revisions_since(counted_at), 30000000), counted_at = now()
            RETURNING id
        )
        SELECT count(pg_notify('gateway_changed', id::text)) FROM moved
        """,
    )


async def count_beyond(conn: Connection, gateway: GatewayId, revision: int) -> None:
    """Count on from a revision that the shop has forgotten, and have the gateway told everything anew.

    By as much as after the shortest restore, at least: an acknowledgement may be of an older revision than the gateway
    has by now.
    """
    await execute(
        conn,
        """
        WITH beyond AS (
            UPDATE gateways
               SET revision = %(revision)s + greatest(revisions_since(counted_at), 30000000),
                   whole_since = %(revision)s + greatest(revisions_since(counted_at), 30000000), counted_at = now()
             WHERE id = %(gateway)s AND revision < %(revision)s
            RETURNING id
        )
        SELECT pg_notify('gateway_changed', id::text) FROM beyond
        """,
        gateway=gateway,
        revision=revision,
    )


async def note_usage_told(conn: Connection, gateway: GatewayId) -> None:
    """Note that the gateway has told of whatever had changed in its use."""
    await execute(
        conn,
        "UPDATE gateways SET usage_told_at = now(), last_seen_at = now() WHERE id = %(gateway)s",
        gateway=gateway,
    )


async def note_pretended_use(conn: Connection, gateway: GatewayId) -> None:
    await execute(
        conn,
        "UPDATE gateways SET pretends_use = true WHERE id = %(gateway)s AND NOT pretends_use",
        gateway=gateway,
    )


async def insert_gateway(
    conn: Connection, name: str, *, endpoint: str, token_hash: bytes, tunnel_network: str = TUNNEL_NETWORK
) -> GatewayId | None:
    """Insert a gateway. None where one of that name exists."""
    return await fetch_optional(
        conn,
        GatewayId,
        """
        INSERT INTO gateways (name, endpoint, token_hash, tunnel_network)
        VALUES (%(name)s, %(endpoint)s, %(token_hash)s, %(tunnel_network)s::cidr)
        ON CONFLICT (name) DO NOTHING RETURNING id
        """,
        name=name,
        endpoint=endpoint,
        token_hash=token_hash,
        tunnel_network=tunnel_network,
    )


async def lock_gateway(conn: Connection, name: str) -> Gateway | None:
    return await fetch_optional(conn, Gateway, _GATEWAY + "WHERE name = %(name)s FOR UPDATE", name=name)


async def has_devices(conn: Connection, gateway: GatewayId) -> bool:
    """Tell whether any device has settings that name this gateway."""
    return await fetch_one(
        conn,
        bool,
        "SELECT EXISTS (SELECT FROM devices WHERE gateway_id = %(gateway)s AND removed_at IS NULL)",
        gateway=gateway,
    )


async def replace_network(conn: Connection, gateway: GatewayId, tunnel_network: str) -> None:
    """Give a gateway without devices another tunnel network, and have it told everything anew."""
    await execute(conn, "DELETE FROM free_tunnels WHERE gateway_id = %(gateway)s", gateway=gateway)
    await execute(
        conn,
        """
        UPDATE gateways
           SET tunnel_network = %(tunnel_network)s::cidr, tunnels_begun = 2, counted_at = now(),
               revision = revision + revisions_since(counted_at), whole_since = revision + revisions_since(counted_at)
         WHERE id = %(gateway)s
        """,
        gateway=gateway,
        tunnel_network=tunnel_network,
    )
    await execute(conn, "SELECT pg_notify('gateway_changed', %(gateway)s::text)", gateway=gateway)


async def set_mtu(conn: Connection, gateway: GatewayId, mtu: int) -> None:
    """Give a gateway's tunnels another largest packet, and have it told everything anew."""
    await execute(
        conn,
        """
        UPDATE gateways
           SET mtu = %(mtu)s, counted_at = now(),
               revision = revision + revisions_since(counted_at), whole_since = revision + revisions_since(counted_at)
         WHERE id = %(gateway)s
        """,
        gateway=gateway,
        mtu=mtu,
    )
    await execute(conn, "SELECT pg_notify('gateway_changed', %(gateway)s::text)", gateway=gateway)


async def replace_token(conn: Connection, name: str, *, token_hash: bytes) -> bool:
    """Accept this token alone from now on, and with it another key. False where there is none of that name."""
    return await any_row(
        conn,
        "UPDATE gateways SET token_hash = %(token_hash)s, public_key = NULL WHERE name = %(name)s",
        name=name,
        token_hash=token_hash,
    )


async def forget_key(conn: Connection, gateway: GatewayId) -> None:
    """Let it enrol with another key; until then it sells nothing."""
    await execute(conn, "UPDATE gateways SET public_key = NULL WHERE id = %(gateway)s", gateway=gateway)


async def list_gateways(conn: Connection) -> list[Gateway]:
    return await fetch_all(conn, Gateway, _GATEWAY + "ORDER BY name")

"""Tunnel addresses: a gateway's own, one a device, used again a day after their device was removed."""

from collections.abc import Sequence

from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, execute, fetch_optional


async def take(conn: Connection, gateway: GatewayId) -> str | None:
    """Take a tunnel address of the gateway's network: the one that has rested longest, or a new one.

    None where the network is used up. An address that another transaction is taking is skipped, not waited for.
    """
    return await fetch_optional(
        conn,
        str,
        """
        WITH picked AS MATERIALIZED (
            SELECT address FROM free_tunnels
             WHERE gateway_id = %(gateway)s AND free_at <= now()
             ORDER BY free_at, address
             LIMIT 1
               FOR UPDATE SKIP LOCKED
        ), rested AS (
            DELETE FROM free_tunnels f USING picked
             WHERE f.gateway_id = %(gateway)s AND f.address = picked.address
            RETURNING f.address
        ), begun AS (
            UPDATE gateways SET tunnels_begun = tunnels_begun + 1
             WHERE id = %(gateway)s AND NOT EXISTS (SELECT FROM rested)
               AND network(tunnel_network)::inet + tunnels_begun < broadcast(tunnel_network)
            RETURNING network(tunnel_network)::inet + tunnels_begun - 1 AS address
        )
        SELECT host(address) FROM rested UNION ALL SELECT host(address) FROM begun
        """,
        gateway=gateway,
    )


async def give_back(conn: Connection, devices: Sequence[int]) -> None:
    """Let the tunnel addresses of removed devices rest for a day, so that a record of use names one device each day."""
    if not devices:
        return
    await execute(
        conn,
        """
        INSERT INTO free_tunnels (gateway_id, address, free_at)
        SELECT gateway_id, tunnel_address, now() + interval '1 day' FROM devices WHERE id = ANY(%(devices)s)
         ORDER BY gateway_id, tunnel_address
        ON CONFLICT (gateway_id, address) DO UPDATE SET free_at = excluded.free_at
        """,
        devices=list(devices),
    )

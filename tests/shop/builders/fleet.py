"""Gateways, their peers, and WireGuard public keys."""

import base64
from datetime import UTC, datetime
from itertools import count

from ieum.shop.fleet import queries
from ieum.shop.fleet import service as fleet
from ieum.shop.fleet.types import GatewayId
from ieum.shop.kernel.db import Connection, execute, fetch_one

_numbers = count(1)


async def a_gateway(
    conn: Connection, *, token: str = "gw_test", public_key: str | None = "G" * 42 + "A="
) -> int:
    return await fetch_one(
        conn,
        int,
        """
        INSERT INTO gateways (name, endpoint, token_hash, public_key)
        VALUES (%(name)s, 'vpn.example.com:51820', %(token)s, %(public_key)s) RETURNING id
        """,
        name=f"gateway-{next(_numbers)}",
        token=fleet.hash_token(token),
        public_key=public_key,
    )


BEARER = {"Authorization": "Bearer gw_test"}


LATER = datetime(2030, 1, 1, tzinfo=UTC)


async def put_peer(conn: Connection, gateway: int, key: str, number: int) -> None:
    await execute(
        conn,
        """
        INSERT INTO gateway_peers (gateway_id, public_key, tunnel_address, exit_address, until)
        VALUES (%(gateway)s, %(key)s, %(tunnel_address)s, %(exit_address)s, %(until)s)
        ON CONFLICT (gateway_id, public_key) DO UPDATE
           SET tunnel_address = excluded.tunnel_address, exit_address = excluded.exit_address,
               until = excluded.until, removed_at = NULL
        """,
        gateway=gateway,
        key=key,
        tunnel_address=f"10.64.1.{number}",
        exit_address=f"203.0.113.{number}",
        until=LATER,
    )


def peer_on_the_wire(key: str, number: int) -> dict[str, str]:
    return {
        "publicKey": key,
        "tunnelAddress": f"10.64.1.{number}",
        "exitAddress": f"203.0.113.{number}",
        "until": "2030-01-01T00:00:00Z",
    }


async def revision_of(conn: Connection, gateway: int) -> int:
    return (await queries.get_gateway(conn, GatewayId(gateway))).revision


def a_key() -> str:
    """A new WireGuard public key: 32 bytes in base64."""
    return base64.b64encode(next(_numbers).to_bytes(32)).decode()

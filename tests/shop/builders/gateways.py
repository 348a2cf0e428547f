"""Gateways and WireGuard public keys."""

import base64
from itertools import count

from ieum.shop.gateways import queries
from ieum.shop.gateways import service as gateways
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, fetch_one

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
        name=f"gateway-{next(_numbers):06}",
        token=gateways.hash_token(token),
        public_key=public_key,
    )


BEARER = {"Authorization": "Bearer gw_test"}


async def revision_of(conn: Connection, gateway: int) -> int:
    return (await queries.get_gateway(conn, GatewayId(gateway))).revision


def a_key() -> str:
    """A new WireGuard public key: 32 bytes in base64, of which the highest bit is 0."""
    return base64.b64encode(next(_numbers).to_bytes(31) + b"\0").decode()

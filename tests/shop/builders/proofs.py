"""Addresses that are still to be proven, and the gateway that does it."""

from datetime import timedelta
from itertools import count
from typing import Any

import httpx
from litestar import Litestar

from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.proofs import service as proofs
from tests.shop.builders.clients import a_client

_numbers = count(1)


async def new_addresses(conn: Connection, gateway: int, number: int = 1) -> list[str]:
    """Addresses as an import leaves them, in a pool of their own."""
    pool = next(_numbers)
    return await fetch_all(
        conn,
        str,
        """
        WITH pool AS (
            INSERT INTO address_pools (code, carrier, region) VALUES (%(code)s, 'KT', '서울') RETURNING id
        )
        INSERT INTO exit_addresses (pool_id, gateway_id, address)
        SELECT pool.id, %(gateway)s, inet '198.18.0.0' + (%(offset)s + n)
          FROM pool, generate_series(1, %(number)s) n
        RETURNING host(address)
        """,
        code=f"new-{pool:06}",
        gateway=gateway,
        offset=pool * 100,
        number=number,
    )


async def sold_addresses(conn: Connection, gateway: int, number: int = 1) -> list[str]:
    """Addresses that were proven and cleared, and are due to be asked for and looked up again."""
    addresses = await new_addresses(conn, gateway, number)
    await execute(
        conn,
        """
        UPDATE exit_addresses SET proven_at = now(), proven_by = 'call', cleared_at = now()
         WHERE host(address) = ANY(%(addresses)s)
        """,
        addresses=addresses,
    )
    return addresses


async def questions(conn: Connection, gateway: int) -> dict[str, str]:
    """The nonce for each address that the gateway is asked to prove now."""
    return {asked.address: asked.nonce for asked in await proofs.ask_due(conn, GatewayId(gateway))}


async def ask_again(conn: Connection, gateway: int, *, after: timedelta = timedelta()) -> dict[str, str]:
    """The nonces that the gateway is asked for after so much time has passed."""
    await execute(
        conn,
        """
        UPDATE address_checks SET ask_at = ask_at - %(after)s, nonce_until = nonce_until - %(after)s,
                                  tried_at = tried_at - %(after)s
        """,
        after=after,
    )
    return await questions(conn, gateway)


async def call(
    app: Litestar,
    nonce: str,
    *,
    source: str,
    token: str | None = "gw_test",
    sandbox: bool = False,
    **headers: str,
) -> httpx.Response:
    """Call the shop for a proof, as it comes in from this address."""
    if token is not None:
        headers["authorization"] = f"Bearer {token}"
    body: dict[str, Any] = {"nonce": nonce} | ({"sandbox": True} if sandbox else {})
    async with a_client(app, address=source) as client:
        return await client.post(
            "/gateway/v1/reflect",
            json=body,
            headers={name.replace("_", "-"): value for name, value in headers.items()},
        )


async def say_unreachable(app: Litestar, nonce: str, *, token: str = "gw_test") -> httpx.Response:
    async with a_client(app) as client:
        return await client.post(
            "/gateway/v1/unreachable",
            json={"nonce": nonce, "reason": "timed out"},
            headers={"authorization": f"Bearer {token}"},
        )


async def clear(conn: Connection) -> None:
    """The reputation of every address is good."""
    await execute(conn, "UPDATE exit_addresses SET cleared_at = now() WHERE cleared_at IS NULL")


async def flag(conn: Connection, address: str, why: str = "listed") -> None:
    await execute(
        conn,
        """
        UPDATE exit_addresses SET flags = ARRAY[%(why)s], flagged_at = now() WHERE host(address) = %(address)s
        """,
        address=address,
        why=why,
    )


async def state_of(conn: Connection, address: str) -> str:
    return await fetch_one(
        conn, str, "SELECT state FROM address_states WHERE host(address) = %(address)s", address=address
    )


async def states(conn: Connection) -> dict[str, str]:
    return await fetch_one(
        conn,
        dict[str, str],
        "SELECT coalesce(jsonb_object_agg(host(address), state), '{}') FROM address_states",
    )

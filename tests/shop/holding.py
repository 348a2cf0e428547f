"""A member with services and devices, over HTTP."""

from typing import Any

import httpx

from ieum.shop.kernel.db import Connection, fetch_all
from tests.shop.conftest import Client
from tests.shop.keys import a_key


async def add(
    client: Client, headers: dict[str, str], service: int, *, name: str = "내 노트북", key: str | None = None
) -> httpx.Response:
    return await client.post(
        f"/api/v1/services/{service}/devices",
        json={"name": name, "publicKey": key or a_key()},
        headers=headers,
    )


async def show(client: Client, headers: dict[str, str], service: int) -> dict[str, Any]:
    return (await client.get(f"/api/v1/services/{service}", headers=headers)).json()["data"]


async def live_peers(conn: Connection) -> set[str]:
    return set(await fetch_all(conn, str, "SELECT public_key FROM gateway_peers WHERE removed_at IS NULL"))

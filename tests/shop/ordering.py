"""Placing orders and looking at what became of them."""

from typing import Any

import httpx

from tests.shop.builders import ORDER_AGREEMENTS
from tests.shop.conftest import Client


async def place(client: Client, headers: dict[str, str], plan: int, **changed: Any) -> httpx.Response:
    wanted = {"planId": plan, "months": 1, "agreements": ORDER_AGREEMENTS} | changed
    return await client.post("/api/v1/orders", json=wanted, headers=headers)


async def stock_of(client: Client) -> int:
    plans = (await client.get("/api/v1/catalog/plans?kind=static")).json()["data"]
    return sum(plan["stock"] for plan in plans)


async def state_of(client: Client, headers: dict[str, str], order_id: str) -> str:
    return (await client.get(f"/api/v1/orders/{order_id}", headers=headers)).json()["data"]["state"]

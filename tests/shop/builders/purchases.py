"""A member's purchase, from the order to the payment, over HTTP."""

from typing import Any

import httpx
import msgspec

from ieum.shop.kernel.db import Connection, fetch_all, fetch_one
from ieum.shop.payments import queries
from ieum.shop.payments.types import Payment
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import PASSWORD_HASH, a_login, a_member
from tests.shop.builders.orders import ORDER_AGREEMENTS

CONFIRM = "/api/v1/payments/confirm"


class Buying(msgspec.Struct):
    """A member at the checkout."""

    headers: dict[str, str]
    order: dict[str, Any]

    @property
    def order_id(self) -> str:
        return self.order["orderId"]


async def a_purchase(
    client: httpx.AsyncClient, conn: Connection, *, addresses: int = 3, **wanted: Any
) -> Buying:
    headers = await a_login(
        conn, await a_member(conn, password_hash=PASSWORD_HASH, points=wanted.get("points", 0))
    )
    plan = wanted.pop("plan", None) or await a_plan(conn, addresses=addresses)
    body = {"planId": plan, "months": 1, "agreements": ORDER_AGREEMENTS} | wanted
    answer = await client.post("/api/v1/orders", json=body, headers=headers)
    assert answer.status_code == 201, answer.text
    return Buying(headers, answer.json()["data"])


async def confirm(client: httpx.AsyncClient, buying: Buying, brought: dict[str, Any]) -> httpx.Response:
    return await client.post(CONFIRM, json=brought, headers=buying.headers)


async def view(client: httpx.AsyncClient, buying: Buying) -> dict[str, Any]:
    answer = await client.get(f"/api/v1/orders/{buying.order_id}", headers=buying.headers)
    return answer.json()["data"]


async def received(sandbox: httpx.AsyncClient) -> int:
    """The money that the provider holds for the shop, refunds deducted."""
    return (await sandbox.get("/control/payments")).json()["totals"]["kept"]


async def fault(sandbox: httpx.AsyncClient, operation: str, kind: str, **more: Any) -> None:
    answer = await sandbox.post("/control/faults", json={"operation": operation, "kind": kind, **more})
    assert answer.status_code == 201, answer.text


async def open_payment(conn: Connection, order_id: str) -> Payment:
    payment = await queries.find_open(conn, order_id)
    assert payment is not None
    return payment


async def deposit(sandbox: httpx.AsyncClient, order_id: str, *, act: str = "deposit") -> None:
    answer = await sandbox.post("/control/deposits", json={"orderId": order_id, "act": act})
    assert answer.status_code == 200, answer.text


async def cancel_in_dashboard(sandbox: httpx.AsyncClient, order_id: str, amount: int | None = None) -> None:
    """Cancel a payment, or a part of it, at the provider and past the shop."""
    answer = await sandbox.post("/control/cancels", json={"orderId": order_id, "amount": amount})
    assert answer.status_code == 200, answer.text


async def alarms(conn: Connection) -> list[str]:
    """The kinds of the open alarms."""
    return await fetch_all(conn, str, "SELECT kind FROM alarms WHERE cleared_at IS NULL ORDER BY id")


async def payment_of(conn: Connection, buying: Buying) -> dict[str, Any]:
    return await fetch_one(
        conn,
        dict[str, Any],
        """
        SELECT to_jsonb(y) FROM payments y WHERE order_id = %(order_id)s ORDER BY id DESC LIMIT 1
        """,
        order_id=buying.order_id,
    )

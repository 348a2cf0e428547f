"""Orders: written as rows in any state, or placed over HTTP."""

from datetime import UTC, datetime, timedelta
from typing import Any, LiteralString

import httpx
from psycopg import sql

from ieum.shop.catalog.types import PlanId
from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.members.types import MemberId
from ieum.shop.orders.rules import new_order_id
from tests.shop.builders.shops import Client

ORDER_AGREEMENTS = [
    {"key": "order-confirm", "version": "2026-11-22"},
    {"key": "withdrawal-limit", "version": "2026-11-29"},
]


def required_of(documents: list[dict[str, Any]]) -> list[dict[str, str]]:
    """Agreement to each required one of the documents that `GET /api/v1/agreements` shows."""
    return [{"key": one["key"], "version": one["version"]} for one in documents if one["required"]]


async def agreements(client: Client) -> list[dict[str, str]]:
    """Agreement to what the checkout shows now: when time has passed, another version may be in force."""
    shown = await client.get("/api/v1/agreements", params={"for": "order", "whole": "false"})
    return required_of(shown.json()["data"])


async def an_order(conn: Connection, member: MemberId, plan: PlanId, **columns: Any) -> str:
    """A row of `orders`, unpaid and by card by default; `paid_at` is set with a paid state."""
    order_id = new_order_id(datetime.now(UTC))
    amount = columns.get("amount", 33_000)
    points = columns.get("points_used", 0)
    row: dict[str, Any] = {
        "id": order_id,
        "member_id": member,
        "plan_id": plan,
        "months": 1,
        "quantity": 1,
        "payment_type": "normal",
        "list_amount": amount + points,
        "discount_amount": 0,
        "points_used": points,
        "amount": amount,
        "points_earned": 0,
        "hold_until": datetime.now(UTC) + timedelta(minutes=15),
        "paid_at": datetime.now(UTC) if columns.get("state") in {"paid", "refunding", "refunded"} else None,
    } | columns
    await conn.execute(
        sql.SQL("INSERT INTO orders ({}) VALUES ({})").format(
            sql.SQL(", ").join(map(sql.Identifier, row)), sql.SQL(", ").join(map(sql.Literal, row.values()))
        )
    )
    return order_id


async def a_payment(conn: Connection, order_id: str, **columns: Any) -> None:
    """The approved payment of an order."""
    row: dict[str, Any] = {
        "order_id": order_id,
        "provider_order_id": order_id,
        "attempt": 1,
        "payment_key": f"key-{order_id}",
        "amount": 33_000,
        "state": "approved",
        "approved_at": datetime.now(UTC),
    } | columns
    await conn.execute(
        sql.SQL("INSERT INTO payments ({}) VALUES ({})").format(
            sql.SQL(", ").join(map(sql.Identifier, row)), sql.SQL(", ").join(map(sql.Literal, row.values()))
        )
    )


async def grant_tickets(
    conn: Connection, member: MemberId, order_id: str, amount: int, *, expires_at: datetime
) -> int:
    """So many tickets, granted by an order."""
    return await fetch_one(
        conn,
        int,
        """
        INSERT INTO ticket_entries (member_id, amount, kind, order_id, expires_at)
        VALUES (%(member)s, %(amount)s, 'granted', %(order_id)s, %(expires_at)s) RETURNING id
        """,
        member=member,
        amount=amount,
        order_id=order_id,
        expires_at=expires_at,
    )


async def turn_into_tickets(conn: Connection) -> None:
    """As if every order that there is had been one of tickets."""
    await execute(conn, "UPDATE plans SET kind = 'ticket'")
    await execute(conn, "SET LOCAL session_replication_role = replica")
    await execute(conn, "UPDATE order_lines SET kind = 'ticket'")
    await execute(conn, "SET LOCAL session_replication_role = origin")


async def set_config(conn: Connection, change: LiteralString) -> None:
    await execute(conn, "UPDATE site_config SET " + change)


async def place(client: Client, headers: dict[str, str], plan: int, **changed: Any) -> httpx.Response:
    wanted = {"planId": plan, "months": 1, "agreements": ORDER_AGREEMENTS} | changed
    return await client.post("/api/v1/orders", json=wanted, headers=headers)


async def stock_of(client: Client) -> int:
    plans = (await client.get("/api/v1/catalog/plans?kind=static")).json()["data"]
    return sum(plan["stock"] for plan in plans)


async def state_of(client: Client, headers: dict[str, str], order_id: str) -> str:
    return (await client.get(f"/api/v1/orders/{order_id}", headers=headers)).json()["data"]["state"]

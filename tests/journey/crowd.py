"""Buyers by the hundred, over HTTP, and the books that have to match afterwards."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import httpx
import msgspec
from psycopg import AsyncConnection

from ieum.shop.kernel.db import Connection, fetch_all, fetch_one
from tests.journey.running import RunningShop
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.orders import required_of
from tests.shop.builders.payment_window import pay_at_window
from tests.waiting import wait_until_async

MONTH = 33_000


class Buyer:
    """One member in front of the shop; every call is one request, answered or not."""

    def __init__(self, shop: httpx.AsyncClient, window: httpx.AsyncClient, login: dict[str, str]) -> None:
        self.order_id = ""
        self._placed: dict[str, Any] = {}
        self.brought: dict[str, Any] = {}
        self._shop = shop
        self._window = window
        self._login = login

    async def order(self, plan: int) -> httpx.Response:
        shown = await self._shop.get("/api/v1/agreements?for=order")
        answer = await self._shop.post(
            "/api/v1/orders",
            json={"planId": plan, "months": 1, "agreements": required_of(shown.json()["data"])},
            headers=self._login,
        )
        if answer.status_code == 201:
            self._placed = answer.json()["data"]
            self.order_id = self._placed["orderId"]
        return answer

    async def pay(self) -> None:
        """At the provider's window; the money moves only when the shop confirms."""
        self.brought = await pay_at_window(self._window, self._placed)

    async def confirm(self) -> httpx.Response:
        return await self._shop.post("/api/v1/payments/confirm", json=self.brought, headers=self._login)


@asynccontextmanager
async def a_crowd(shop: RunningShop, size: int) -> AsyncGenerator[list[Buyer]]:
    """Members who are logged in, each with as many connections as it likes."""
    everybody_at_once = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    async with (
        httpx.AsyncClient(base_url=shop.url, limits=everybody_at_once, timeout=90) as front,
        httpx.AsyncClient(base_url=shop.sandbox_url, limits=httpx.Limits(max_connections=20)) as window,
        connected(shop) as conn,
    ):
        yield [Buyer(front, window, await a_login(conn, await a_member(conn))) for _ in range(size)]


@asynccontextmanager
async def connected(shop: RunningShop) -> AsyncGenerator[Connection]:
    async with await AsyncConnection.connect(
        shop.database.url, autocommit=True, options="-c timezone=UTC"
    ) as conn:
        yield conn


class Money(msgspec.Struct, rename="camel"):
    """A payment as the provider's books have it."""

    order_id: str
    approved_amount: int
    cancelled_amount: int


class Sold(msgspec.Struct):
    """An order as the shop's books have it."""

    order_id: str
    state: str
    amount: int
    payment: str | None
    address: str | None


class Books:
    """Both sides, read at one moment."""

    def __init__(self, money: Sequence[Money], orders: Sequence[Sold]) -> None:
        self.taken = {m.order_id: m.approved_amount - m.cancelled_amount for m in money if m.approved_amount}
        self.cancelled = {m.order_id for m in money if m.cancelled_amount}
        self.orders = orders

    @property
    def paid(self) -> list[Sold]:
        return [order for order in self.orders if order.state == "paid"]

    def check(self) -> None:
        """What must hold in every shop at rest, whatever has happened to it."""
        kept = {order_id for order_id, amount in self.taken.items() if amount}
        assert kept == {order.order_id for order in self.paid}, "money and services differ"
        assert all(self.taken[order.order_id] == order.amount for order in self.paid)
        addresses = [order.address for order in self.orders if order.address is not None]
        assert len(set(addresses)) == len(addresses), "an address was sold twice"
        for order in self.orders:
            assert (order.state == "paid") == (order.address is not None), order
            assert (order.payment == "approved") == (order.state == "paid"), order
            assert (order.payment == "cancelled") == (order.order_id in self.cancelled), order

    @property
    def is_settled(self) -> bool:
        return not any(
            order.state in {"confirming", "refunding"} or order.payment in {"confirming", "cancelling"}
            for order in self.orders
        )


async def read_books(shop: RunningShop) -> Books:
    async with httpx.AsyncClient(base_url=shop.sandbox_url) as sandbox, connected(shop) as conn:
        money = (await sandbox.get("/control/payments")).json()["payments"]
        orders = await fetch_all(
            conn,
            Sold,
            """
            SELECT o.id AS order_id, o.state, o.amount, y.state AS payment, host(e.address) AS address
              FROM orders o
              LEFT JOIN payments y ON y.order_id = o.id AND y.state <> 'refused'
              LEFT JOIN services s ON s.order_id = o.id
              LEFT JOIN leases l ON l.service_id = s.id AND l.state = 'active'
              LEFT JOIN exit_addresses e ON e.id = l.address_id
             ORDER BY o.id
            """,
        )
    return Books(msgspec.convert(money, list[Money], strict=False), orders)


async def settled_books(shop: RunningShop, *, seconds: float) -> Books:
    """The books once nothing in them is open any more; the worker is given that long."""

    async def settled() -> bool:
        return (await read_books(shop)).is_settled

    await wait_until_async(settled, "something in the books is still open", seconds=seconds)
    return await read_books(shop)


async def demo_plan(conn: Connection) -> int:
    return await fetch_one(conn, int, "SELECT id FROM plans WHERE code = 'static-kt-seoul'")

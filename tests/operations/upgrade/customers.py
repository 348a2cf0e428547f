"""Members who buy, renew and log in while servers come and go, and write down themselves what they were told."""

import asyncio
import random
import threading
from collections import Counter
from typing import Any

import httpx
import psycopg

from ieum.shop.members.passwords import HASHER
from tests.plain_http import CERTIFICATES
from tests.shop.builders.payment_window import pay_at_window

PASSWORD = "correct-horse-42"
MEMBERS = 1_000
# So often a request is sent again that no server has taken, with a pause between.
TRIES, PAUSE_SECONDS = 25, 0.2


def fill(database_url: str) -> None:
    """Members with one password, and addresses for all that they may buy, in a demo shop."""
    with psycopg.connect(database_url) as conn:
        conn.execute("UPDATE site_config SET network_hold_percent = 100, sign_ups_an_hour = 100000")
        conn.execute(
            """
            INSERT INTO members (login_id, password_hash, name, email, phone)
            SELECT 'member_' || n, %s, '홍길동', 'member' || n || '@example.com', '010' || to_char(n, 'FM00000000')
              FROM generate_series(1, %s) n
            """,
            (HASHER.hash(PASSWORD), MEMBERS),
        )
        conn.execute(
            """
            INSERT INTO exit_addresses (pool_id, gateway_id, address, proven_at, proven_by, cleared_at)
            SELECT p.id, g.id, inet '10.0.0.0' + n, now(), 'sandbox', now()
              FROM gateways g, address_pools p, generate_series(1, 2000) n WHERE p.code = 'kt-seoul'
            """
        )


class Customers:
    """Threads that go on until they are told to stop. `live` are the servers that a proxy would send them to."""

    def __init__(self, sandbox: str, live: list[str]) -> None:
        self.live = live
        self.failures = list[str]()
        self.bought = list[str]()
        self.renewed = list[str]()
        self.resent = 0
        self.answered = Counter[tuple[str, str]]()
        """How often each server has answered each kind of request."""
        self._sandbox = sandbox
        self._numbers = iter(range(1, MEMBERS + 1))
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._go_on) for _ in range(2)]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(60)

    def _go_on(self) -> None:
        try:
            while not self._stop.is_set():
                with self._lock:
                    number = next(self._numbers)
                self._shop(number)
        except Exception as error:  # noqa: BLE001 - whatever a member meets is a finding
            self.failures.append(repr(error))

    def _shop(self, number: int) -> None:
        with httpx.Client(timeout=30, verify=CERTIFICATES) as client:
            answer = self._send(
                client, "login", "POST", "/api/login", {"mberId": f"member_{number}", "mberPw": PASSWORD}
            )
            client.cookies.clear()
            client.headers["authorization"] = answer.headers["authorization"]
            plans = self._send(client, "plans", "GET", "/api/v1/catalog/plans?kind=static").json()["data"]
            wanted = {"planId": plans[0]["id"], "months": 1}
            order = self._pay(client, "purchase", wanted)
            self.bought.append(order["orderId"])
            services = self._send(client, "services", "GET", "/api/v1/services").json()["data"]["items"]
            order = self._pay(client, "renewal", {**wanted, "serviceId": services[0]["id"]})
            self.renewed.append(order["orderId"])

    def _pay(self, client: httpx.Client, kind: str, wanted: dict[str, Any]) -> dict[str, Any]:
        documents = self._send(client, "documents", "GET", "/api/v1/agreements?for=order&whole=false")
        agreed = [{"key": one["key"], "version": one["version"]} for one in documents.json()["data"]]
        order = self._send(client, kind, "POST", "/api/v1/orders", {**wanted, "agreements": agreed})
        body = self._at_window(order.json()["data"])
        paid = self._send(client, f"{kind} paid", "POST", "/api/v1/payments/confirm", body).json()["data"]
        assert paid["state"] == "paid", paid
        return paid

    def _at_window(self, order: dict[str, Any]) -> dict[str, Any]:
        async def pay() -> dict[str, Any]:
            async with httpx.AsyncClient(base_url=self._sandbox, timeout=30, verify=CERTIFICATES) as window:
                return await pay_at_window(window, order)

        return asyncio.run(pay())

    def _send(
        self, client: httpx.Client, kind: str, method: str, path: str, body: Any = None
    ) -> httpx.Response:
        """As a proxy does: to a server that is live, and to another where none has taken the request."""
        for _ in range(TRIES):
            server = random.choice(self.live)  # noqa: S311 - which server answers is no secret
            try:
                answer = client.request(method, server + path, json=body)
            except httpx.TransportError:
                self.resent += 1
                self._stop.wait(PAUSE_SECONDS)
                continue
            if answer.is_error:
                raise AssertionError(f"{kind} at {server}: {answer.status_code} {answer.text}")
            with self._lock:
                self.answered[server, kind] += 1
            return answer
        raise AssertionError(f"{kind}: no server has taken it")

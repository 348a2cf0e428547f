"""The whole product as `ieum up` runs it, with its own ports and data folder."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qsl, urlsplit

import httpx
import psycopg

from bench import cores
from bench.stage import ROOT, free_port
from ieum.operations.postgres.cluster import running_url
from ieum.shop.server.demo import DEMO_PASSWORD
from ieum.shop.server.startup import DEMO_LOGIN


class WholeShop:
    def __init__(self, *, gateway: str = "acknowledge") -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="ieum-bench-")
        ports = {name: free_port() for name in ("IEUM_PORT", "IEUM_SANDBOX_PORT", "IEUM_SANDBOX_SMTP_PORT")}
        self.port = ports["IEUM_PORT"]
        self.url = f"http://localhost:{self.port}"
        self.sandbox = f"http://localhost:{ports['IEUM_SANDBOX_PORT']}"
        environ = {**os.environ, **{name: str(port) for name, port in ports.items()}}
        self._data = Path(self._folder.name, "var")
        environ["IEUM_DATA"] = str(self._data)
        environ.pop("IEUM_DATABASE_URL", None)
        self._log = Path(self._folder.name, "up.log")
        with self._log.open("wb") as sink:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "ieum.cli", "up", "--gateway", gateway],
                env=environ,
                cwd=ROOT,
                stdout=sink,
                stderr=sink,
                start_new_session=True,
            )

    def __enter__(self) -> Self:
        deadline = time.monotonic() + 90
        while "ieum is ready" not in self._log.read_text():
            if self._process.poll() is not None or time.monotonic() > deadline:
                output = self._log.read_text()[-2000:]
                self.__exit__(None, None, None)
                raise RuntimeError(f"ieum up did not come up: {output}")
            time.sleep(0.1)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.wait(90)
        self._folder.cleanup()

    def wait_for_gateway(self) -> None:
        """Wait until the shop knows the gateway's public key; before that no device can be added."""
        with psycopg.connect(self.database_url, autocommit=True) as conn:
            deadline = time.monotonic() + 30
            while conn.execute("SELECT 1 FROM gateways WHERE public_key IS NOT NULL").fetchone() is None:
                if time.monotonic() > deadline:
                    raise RuntimeError("the gateway has not connected")
                time.sleep(0.1)

    @property
    def database_url(self) -> str:
        return running_url(self._data) or ""

    @property
    def pids(self) -> list[int]:
        return cores.family(self._process.pid)

    @contextmanager
    def member(self) -> Generator[httpx.Client]:
        """An HTTP client that is logged in as the demo member."""
        with httpx.Client(base_url=self.url, timeout=30) as client:
            answer = client.post("/api/login", json={"mberId": DEMO_LOGIN, "mberPw": DEMO_PASSWORD})
            data_of(answer)
            client.cookies.clear()
            client.headers["authorization"] = answer.headers["authorization"]
            yield client

    def login_cookie(self) -> str:
        """Log the demo member in; returns the cookie header that a browser would send from then on."""
        with httpx.Client(base_url=self.url, timeout=30) as client:
            data_of(client.post("/api/login", json={"mberId": DEMO_LOGIN, "mberPw": DEMO_PASSWORD}))
            return "; ".join(f"{cookie.name}={cookie.value}" for cookie in client.cookies.jar)

    def buy(self, member: httpx.Client) -> str:
        """Buy one address for a month; returns the id of the paid order."""
        plan = data_of(member.get("/api/v1/catalog/plans?kind=static"))[0]["id"]
        agreed = [
            {"key": one["key"], "version": one["version"]}
            for one in data_of(member.get("/api/v1/agreements?for=order&whole=false"))
        ]
        order = data_of(
            member.post("/api/v1/orders", json={"planId": plan, "months": 1, "agreements": agreed})
        )
        paid = data_of(member.post("/api/v1/payments/confirm", json=self.pay_at_window(order)))
        return paid["orderId"]

    def pay_at_window(self, order: Mapping[str, Any]) -> dict[str, Any]:
        """Pay in the provider's window; returns what the browser brings back for the shop to confirm."""
        with httpx.Client(base_url=self.sandbox, timeout=30) as window:
            opened = window.get("/toss/window", params=window_query(order, self.url))
            paid = window.post(opened.headers["location"], data={"outcome": "pay"})
        return confirm_body(paid.headers["location"])


def window_query(order: Mapping[str, Any], shop: str) -> dict[str, str]:
    """The query with which the shop's page opens the provider's window for an order."""
    return {
        "clientKey": "test_ck_ieum_sandbox",
        "customerKey": order["customerKey"],
        "method": "CARD",
        "currency": "KRW",
        "value": str(order["amount"]),
        "orderId": order["orderId"],
        "orderName": order["orderName"],
        "successUrl": f"{shop}/success",
        "failUrl": f"{shop}/fail",
    }


def confirm_body(location: str) -> dict[str, Any]:
    """The body of the shop's confirm call, from the address to which the window redirects."""
    query = dict(parse_qsl(urlsplit(location).query))
    return {
        "paymentKey": query["paymentKey"],
        "orderId": query["orderId"],
        "amount": int(query["amount"]),
    }


def data_of(answer: httpx.Response) -> Any:
    """The `data` of an answer; raises if it is an error."""
    if answer.is_error:
        raise RuntimeError(f"{answer.request.url}: {answer.status_code} {answer.text}")
    return json.loads(answer.text)["data"]


# The documents that a buyer agrees to.
ORDER_AGREEMENTS = "/api/v1/agreements?for=order"


def consents_to(documents: list[dict[str, Any]]) -> list[dict[str, str]]:
    """Return the consents of an order: these documents, in the editions that are in force."""
    return [{"key": one["key"], "version": one["version"]} for one in documents]


def memory(pids: list[int]) -> float:
    """Megabytes that these processes use, with shared memory counted once (PSS)."""
    total = 0
    for pid in pids:
        with suppress(FileNotFoundError, ProcessLookupError):
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            total += next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
    return total * 1024 / 1e6

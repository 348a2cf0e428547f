"""What people do with the new shop: the owner by the console's calls, a customer by those of the pages."""

import re
import secrets
import ssl
import time
from base64 import b32decode
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, override

import httpx

from ieum.dev.lab.addresses import ENDPOINT, KT
from ieum.dev.lab.namespaces import Namespace
from tests.fresh.commands import SHOP
from tests.fresh.outside import SANDBOX
from tests.fresh.roots import PATIENCE
from tests.journey.member import Member
from tests.shop.builders.staff import code
from tests.waiting import wait_until

PASSWORD = "correct-horse-desk-9"
CONSOLE = "/api/v1/console"
FOR_SALE = 10


class Place(NamedTuple):
    url: str = f"https://{SHOP}"
    sandbox_url: str = SANDBOX


class FromOutside(httpx.BaseTransport):
    """As a browser out there: the name's addresses in turn, TLS with what the machines believe, for the shop's name."""

    def __init__(self, namespace: Namespace, names: dict[str, list[str]], authority: Path) -> None:
        self._namespace, self._names = namespace, names
        trust = ssl.create_default_context(cafile=str(authority))
        self._inner = httpx.HTTPTransport(verify=trust)

    @override
    def handle_request(self, request: httpx.Request) -> httpx.Response:
        failed: httpx.TransportError | None = None
        for address in self._names.get(request.url.host, [request.url.host]):
            there = httpx.Request(
                request.method,
                request.url.copy_with(host=address),
                headers=request.headers,
                stream=request.stream,
                extensions={**request.extensions, "sni_hostname": request.url.host},
            )
            try:
                with self._namespace.inside():
                    return self._inner.handle_request(there)
            except (httpx.ConnectError, httpx.ConnectTimeout) as error:
                failed = error
        raise failed or httpx.ConnectError("the name has no address", request=request)

    @override
    def close(self) -> None:
        self._inner.close()


class Shop:
    """How others meet it."""

    def __init__(self, namespace: Namespace, names: dict[str, list[str]], authority: Path) -> None:
        self._make: Callable[[], FromOutside] = lambda: FromOutside(namespace, names, authority)
        self._owner = self.client()

    def client(self, timeout: float = 30) -> httpx.Client:
        return httpx.Client(
            base_url=Place().url, transport=self._make(), timeout=httpx.Timeout(timeout, connect=1)
        )

    def answers(self) -> bool:
        try:
            with self.client(timeout=3) as http:
                return http.get("/readyz").status_code == 200
        except httpx.TransportError:
            return False

    def wait_until_it_answers(self) -> float:
        begin = time.monotonic()
        wait_until(
            self.answers,
            "the shop does not answer by TLS",
            seconds=PATIENCE,
            # sleep: as often as somebody presses
            pause=lambda _: time.sleep(0.1),
        )
        return time.monotonic() - begin

    def come_in(self, said: str) -> None:
        """The owner, by the link of `ieum staff add`: authenticator, password, and the console."""
        found = re.search(r"https://\S+#(\S+)", said)
        assert found, f"no link: {said}"
        shown = self._call("POST", "/invitations/look-up", token=found[1])
        secret = b32decode(shown["secret"].replace(" ", ""))
        self._call(
            "POST", "/invitations/acceptance", token=found[1], password=PASSWORD, code=code(secret=secret)
        )

    def register_gateway(self) -> str:
        """The code for its host."""
        return self._change("gateways.add", None, name="seoul-1", endpoint=ENDPOINT)["code"]

    def open_for_sale(self) -> None:
        """Addresses, a plan and its price; the gateway proves the addresses meanwhile."""
        lines = [KT.exit_address(number) for number in range(FOR_SALE)]
        origin = {"gateway": "seoul-1", "pool": "kt-seoul", "carrier": "KT", "region": "서울"}
        wish = {"text": "\n".join(lines), **origin}
        digest = self._call("POST", "/addresses/import/preview", **wish)["preview"]["digest"]
        press = {"key": secrets.token_hex(8), "digest": digest, "reason": "가게 열기"}
        self._call("POST", "/addresses/import", wish=wish, **press)
        pool = self._call("GET", "/addresses")["items"][0]["pool"]["id"]
        new = {
            "code": "kt-seoul",
            "kind": "static",
            "name": "KT 고정 IP",
            "deviceLimit": 2,
            "pool": pool,
        }
        plan = self._change("catalog.make", None, **new)["id"]
        self._change("catalog.prices", plan, prices=[{"months": 1, "amount": 33_000}])
        self._change("catalog.switch", plan, state="visible")

    def seconds_until_on_sale(self) -> float:
        """Until the gateway has called from each address."""
        begin = time.monotonic()
        wait_until(
            lambda: self._states() == {"free": FOR_SALE},
            lambda: f"not on sale: {self._states()}",
            seconds=PATIENCE,
            # sleep: as often as somebody looks
            pause=lambda _: time.sleep(0.3),
        )
        return time.monotonic() - begin

    def buy(self, login_id: str, public_key: str) -> dict[str, Any]:
        """A customer signs up, buys a service and registers a device; the service and its tunnel."""
        with self.client() as http:
            member = Member(Place(), http, login_id)
            service = member.buy()["id"]
            device = member.call(
                "POST", f"/api/v1/services/{service}/devices", name="노트북", publicKey=public_key
            )
            return {**member.call("GET", f"/api/v1/services/{service}"), "tunnel": device["tunnel"]}

    def _states(self) -> Counter[str]:
        return Counter(one["state"] for one in self._call("GET", "/addresses")["items"])

    def _change(self, change: str, target: int | None, **wish: Any) -> Any:
        """Look at what a change would do, and make it; what it has made."""
        path, what = f"/changes/{change}", {"target": target, "wish": wish}
        shown = self._call("POST", f"{path}/preview", **what)
        pressed = {"key": f"{change.replace('.', '-')}-of-the-trial", "reason": "가게 열기"}
        return self._call("POST", path, **what, **pressed, digest=shown["digest"])["made"]

    def _call(self, method: str, path: str, **body: Any) -> Any:
        answer = self._owner.request(
            method, CONSOLE + path, json=body or None, headers={"Origin": Place().url}
        )
        assert answer.is_success, f"{path}: {answer.text}"
        return answer.json()["data"]

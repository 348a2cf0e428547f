"""A member without a browser: the shop's API as other programs meet it."""

from typing import Any

import httpx

from ieum.dev.lab.customer import Customer
from tests.journey.payment_window import Place, pay_at_window
from tests.journey.visitor import CHECKOUT, PASSWORD, Visitor


class Login:
    """Somebody who has logged in."""

    def __init__(self, shop: Place, http: httpx.Client, login_id: str) -> None:
        self.login_id = login_id
        self._shop = shop
        self._http = http

    def call(self, method: str, path: str, **body: Any) -> Any:
        answer = self.ask(method, path, **body)
        assert answer.is_success, answer.text
        return answer.json()["data"]

    def ask(self, method: str, path: str, **body: Any) -> httpx.Response:
        """For those who may be refused."""
        headers = {"Origin": self._shop.url}
        return self._http.request(method, f"{self._shop.url}{path}", json=body or None, headers=headers)

    def add_device(self, service: int, name: str) -> str:
        """The text of its `.conf`."""
        customer = Customer.new("")
        added = self.call(
            "POST", f"/api/v1/services/{service}/devices", name=name, publicKey=customer.public_key
        )
        tunnel = added["tunnel"]
        address = tunnel["address"].removesuffix("/32")
        own = Customer(customer.private_key, customer.public_key, address)
        return own.conf(server_key=tunnel["serverPublicKey"], endpoint=tunnel["endpoint"])

    def _agreed(self, purpose: str) -> list[dict[str, str]]:
        """Everything that is asked for, in the editions that are in force."""
        shown = self.call("GET", f"/api/v1/agreements?for={purpose}")
        return [{"key": one["key"], "version": one["version"]} for one in shown]


class SubId(Login):
    """A sub-id that has chosen its password by this link, and is logged in."""

    def __init__(self, shop: Place, http: httpx.Client, login_id: str, link: str) -> None:
        super().__init__(shop, http, login_id)
        self.call(
            "POST",
            "/api/v1/sub-id-links/use",
            token=link.partition("#")[2],
            mberPw=PASSWORD,
            agreements=self._agreed("sub-id"),
        )


class Member(Login):
    """Signed up and logged in."""

    def __init__(self, shop: Place, http: httpx.Client, login_id: str) -> None:
        super().__init__(shop, http, login_id)
        self.call(
            "POST",
            "/api/v1/user/sign-up",
            mberId=login_id,
            mberPw=PASSWORD,
            mberNm="홍길동",
            email=f"{login_id}@mail.example",
            phone="01022223333",
            agreements=self._agreed("sign-up"),
        )
        self.log_in()

    def log_in(self) -> None:
        self.call("POST", "/api/login", mberId=self.login_id, mberPw=PASSWORD)

    def buy(self, kind: str = "static") -> Any:
        """The service that a paid order made."""
        return self.order(kind)["services"][0]

    def order(self, kind: str = "static", *, method: str = "card") -> Any:
        """An order, paid at once: by card, or by a transfer from an account."""
        [plan] = self.call("GET", f"/api/v1/catalog/plans?kind={kind}")
        order = self.call(
            "POST",
            "/api/v1/orders",
            planId=plan["id"],
            months=1,
            payMethod=method,
            agreements=self._agreed("order"),
        )
        keys = self.call("GET", "/api/v1/pg/toss")
        brought = pay_at_window(self._shop, self._http, keys, order, method=method.upper())
        return self.call(
            "POST",
            "/api/v1/payments/confirm",
            paymentKey=brought["paymentKey"],
            orderId=brought["orderId"],
            amount=int(brought["amount"]),
        )


def at_checkout(visitor: Visitor) -> None:
    """As if they had joined some time ago and now want to buy: where `Visitor.join` leads, without its pages."""
    with httpx.Client(timeout=30) as http:
        Member(visitor.shop, http, visitor.login_id)
    visitor.bring_session()
    visitor.open(CHECKOUT)

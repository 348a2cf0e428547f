"""Shops and their buyers, as callers of the sandbox."""

import itertools
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

import httpx

from ieum.dev.sandbox.settings import BILLING, CHECKOUT, KeyPair

order_numbers = itertools.count(1)


class Shop:
    """A shop with one key pair, and a buyer who uses its payment window."""

    def __init__(self, client: httpx.Client, pair: KeyPair = CHECKOUT) -> None:
        self.client = client
        self.pair = pair

    def request(self, **changes: str | int | None) -> dict[str, str]:
        wanted: dict[str, str | int | None] = {
            "clientKey": self.pair.client_key,
            "customerKey": "6f2c1e0a-buyer",
            "method": "CARD",
            "currency": "KRW",
            "value": 33_000,
            "orderId": f"order-{next(order_numbers):06}",
            "orderName": "고정 IP VPN 1개월",
            "successUrl": "https://shop.test/success?from=window",
            "failUrl": "https://shop.test/fail",
            **changes,
        }
        return {name: str(value) for name, value in wanted.items() if value is not None}

    def open(self, **changes: str | int | None) -> httpx.Response:
        return self.client.get("/toss/window", params=self.request(**changes), follow_redirects=False)

    def choose(self, opened: httpx.Response, outcome: str, fault: str = "") -> httpx.Response:
        return self.client.post(
            opened.headers["location"],
            data={"outcome": outcome, "fault": fault},
            follow_redirects=False,
        )

    def pay(self, fault: str = "", **changes: str | int | None) -> dict[str, str]:
        """Pay in the window; returns the parameters with which the buyer's browser comes back to the shop."""
        return returned_query(self.choose(self.open(**changes), "pay", fault))

    def confirm(
        self, returned: Mapping[str, str], *, headers: Mapping[str, str] | None = None, **changes: Any
    ) -> httpx.Response:
        body = {**returned, "amount": int(returned["amount"]), **changes}
        return self.post("/toss/v1/payments/confirm", body, headers=headers)

    def buy(self, **changes: str | int | None) -> dict[str, Any]:
        return self.confirm(returned_query(self.choose(self.open(**changes), "pay"))).json()

    def cancel(
        self, payment: Mapping[str, Any], *, headers: Mapping[str, str] | None = None, **body: Any
    ) -> httpx.Response:
        path = f"/toss/v1/payments/{payment['paymentKey']}/cancel"
        return self.post(path, {"cancelReason": "고객 변심", **body}, headers=headers)

    def order(self, order_id: str) -> httpx.Response:
        return self.get(f"/toss/v1/payments/orders/{order_id}")

    def get(self, path: str) -> httpx.Response:
        return self.client.get(path, auth=(self.pair.secret_key, ""))

    def post(
        self, path: str, body: Mapping[str, Any], *, headers: Mapping[str, str] | None = None
    ) -> httpx.Response:
        return self.client.post(path, json=dict(body), auth=(self.pair.secret_key, ""), headers=headers)

    def fault(self, operation: str, kind: str, **details: Any) -> None:
        added = self.client.post("/control/faults", json={"operation": operation, "kind": kind, **details})
        added.raise_for_status()

    def account(self, **changes: str | int | None) -> dict[str, Any]:
        """A payment whose virtual account waits for its deposit."""
        return self.buy(method="VIRTUAL_ACCOUNT", **changes)

    def deposit(self, payment: Mapping[str, Any], **more: Any) -> httpx.Response:
        return self.client.post("/control/deposits", json={"orderId": payment["orderId"], **more})

    def cancel_in_dashboard(self, payment: Mapping[str, Any], **more: Any) -> httpx.Response:
        return self.client.post("/control/cancels", json={"orderId": payment["orderId"], **more})

    def let_pass(self, *, minutes: float) -> None:
        self.client.post("/control/clock", json={"advanceSeconds": minutes * 60}).raise_for_status()


def returned_query(answer: httpx.Response) -> dict[str, str]:
    assert answer.status_code == 303, answer.text
    query = dict(parse_qsl(urlsplit(answer.headers["location"]).query))
    query.pop("from", None)
    return query


def code_of(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


class CardShop(Shop):
    """A shop with the contract for recurring charges, and a buyer who registers a card."""

    def __init__(self, client: httpx.Client) -> None:
        super().__init__(client, BILLING)

    def register(self, card: str = "001", **changes: str) -> dict[str, str]:
        """Register a card in the window; returns the parameters with which the browser comes back to the shop."""
        return returned_query(self.choose_card(self.open_cards(**changes), card=card))

    def open_cards(self, **changes: str) -> httpx.Response:
        wanted = {
            "clientKey": self.pair.client_key,
            "customerKey": "6f2c1e0a-buyer",
            "method": "CARD",
            "successUrl": "https://shop.test/success?from=window",
            "failUrl": "https://shop.test/fail",
            **changes,
        }
        return self.client.get("/toss/billing", params=wanted, follow_redirects=False)

    def choose_card(
        self, opened: httpx.Response, outcome: str = "register", card: str = "001"
    ) -> httpx.Response:
        return self.client.post(
            opened.headers["location"], data={"outcome": outcome, "card": card}, follow_redirects=False
        )

    def issue(
        self, returned: Mapping[str, str], *, headers: Mapping[str, str] | None = None, **changes: str
    ) -> httpx.Response:
        return self.post("/toss/v1/billing/authorizations/issue", {**returned, **changes}, headers=headers)

    def card(self, card: str = "001") -> str:
        """The billing key of a newly registered card."""
        return self.issue(self.register(card)).json()["billingKey"]

    def charge(
        self, billing_key: str, *, headers: Mapping[str, str] | None = None, **changes: Any
    ) -> httpx.Response:
        body = {
            "customerKey": "6f2c1e0a-buyer",
            "amount": 33_000,
            "orderId": f"charge-{next(order_numbers):06}",
            "orderName": "고정 IP VPN 1개월",
            **changes,
        }
        return self.post(f"/toss/v1/billing/{quote(billing_key, safe='')}", body, headers=headers)

    def remove(self, billing_key: str) -> httpx.Response:
        path = f"/toss/v1/billing/{quote(billing_key, safe='')}"
        return self.client.delete(path, auth=(self.pair.secret_key, ""))

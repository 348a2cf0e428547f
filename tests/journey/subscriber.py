"""A member with a recurring payment, begun through the shop's API as the checkout does it."""

import re
from datetime import datetime
from typing import Any

import httpx

from tests.journey.running import RunningShop
from tests.journey.visitor import Visitor
from tests.shop.builders.orders import required_of

# Endings of the sandbox's cards.
GOOD_CARD, OTHER_GOOD_CARD = "001", "002"


class Subscriber:
    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.shop: RunningShop = visitor.shop

    def call(self, method: str, path: str, **body: Any) -> Any:
        """With the browser's own session."""
        cookies = {one["name"]: one["value"] for one in self.visitor.context.cookies()}  # pyright: ignore[reportTypedDictNotRequiredAccess]
        answer = httpx.request(
            method,
            f"{self.shop.url}/api/v1{path}",
            json=body or None,
            cookies=cookies,
            headers={"Origin": self.shop.url},
            timeout=60,
        )
        assert answer.is_success, answer.text
        return answer.json()["data"]

    def register_card(self, ending: str = GOOD_CARD) -> int:
        """At the provider's window, without a browser; the card's id."""
        customer = self.call("GET", "/billing-methods/customer-key")
        [client_key] = [
            key["clientKey"] for key in self.call("GET", "/pg/toss") if "billing" in key["pgType"]
        ]
        opened = httpx.get(
            f"{self.shop.sandbox_url}/toss/billing",
            params={
                "clientKey": client_key,
                "customerKey": customer["customerKey"],
                "method": "CARD",
                "successUrl": f"{self.shop.url}/success",
                "failUrl": f"{self.shop.url}/fail",
            },
        )
        window = f"{self.shop.sandbox_url}{opened.headers['location']}"
        answer = httpx.post(window, data={"outcome": "register", "card": ending})
        brought = httpx.URL(answer.headers["location"]).params
        card = self.call(
            "POST",
            "/billing-methods",
            authKey=brought["authKey"],
            customerKey=brought["customerKey"],
        )
        return card["id"]

    def subscribe(self) -> None:
        card = self.register_card()
        plan = next(
            plan
            for plan in self.call("GET", "/catalog/plans?kind=static")
            if plan["prices"][0]["months"] == 1
        )
        order = self.call(
            "POST",
            "/orders",
            planId=plan["id"],
            months=1,
            paymentType="billing",
            agreements=required_of(self.call("GET", "/agreements?for=order")),
        )
        paid = self.call("POST", "/subscriptions", orderId=order["orderId"], billingMethodId=card)
        assert paid["state"] == "paid", paid

    @property
    def subscription(self) -> dict[str, Any]:
        [subscription] = self.call("GET", "/subscriptions")
        return subscription

    def moment(self, name: str) -> datetime:
        return datetime.fromisoformat(re.sub("Z$", "+00:00", self.subscription[name]))

    def refuse_cards(self, ending: str, code: str | None) -> None:
        """Every card that ends so is refused from now on; `None`: none is."""
        answer = httpx.post(f"{self.shop.sandbox_url}/control/cards", json={"ending": ending, "code": code})
        assert answer.is_success, answer.text

"""The provider's window for payments, without a browser."""

from typing import Any, Protocol

import httpx


class Place(Protocol):
    """Where a shop is, and where its providers are."""

    @property
    def url(self) -> str: ...
    @property
    def sandbox_url(self) -> str: ...


def pay_at_window(
    shop: Place,
    http: httpx.Client,
    keys: list[dict[str, Any]],
    order: dict[str, Any],
    *,
    method: str = "CARD",
) -> httpx.QueryParams:
    """What the browser would bring back; `keys` are those of the shop's answer for this provider."""
    [client_key] = [key["clientKey"] for key in keys if key["pgType"] == "normal"]
    opened = http.get(
        f"{shop.sandbox_url}/toss/window",
        params={
            "clientKey": client_key,
            "customerKey": order["customerKey"],
            "method": method,
            "currency": "KRW",
            "value": order["amount"],
            "orderId": order["orderId"],
            "orderName": order["orderName"],
            "successUrl": f"{shop.url}/success",
            "failUrl": f"{shop.url}/fail",
        },
    )
    answer = http.post(f"{shop.sandbox_url}{opened.headers['location']}", data={"outcome": "pay"})
    return httpx.URL(answer.headers["location"]).params

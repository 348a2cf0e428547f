"""What a buyer does at the provider's window."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx


async def register_card(
    sandbox: httpx.AsyncClient, customer_key: str, *, card: str = "001", outcome: str = "register"
) -> dict[str, str]:
    """Register a card; the query that the browser brings back to the shop."""
    opened = await sandbox.get(
        "/toss/billing",
        params={
            "clientKey": "test_ck_ieum_sandbox_billing",
            "customerKey": customer_key,
            "method": "CARD",
            "successUrl": "http://testserver.local/success",
            "failUrl": "http://testserver.local/fail",
        },
    )
    answer = await sandbox.post(opened.headers["location"], data={"outcome": outcome, "card": card})
    assert answer.status_code == 303, answer.text
    return dict(parse_qsl(urlsplit(answer.headers["location"]).query))


async def pay_at_window(
    sandbox: httpx.AsyncClient,
    order: Mapping[str, Any],
    *,
    outcome: str = "pay",
    fault: str = "",
    method: str = "CARD",
    cash_receipt: str = "",
) -> dict[str, Any]:
    """Choose an outcome for a placed order; the query that the browser brings back, its amount as a number."""
    opened = await sandbox.get(
        "/toss/window",
        params={
            "clientKey": "test_ck_ieum_sandbox",
            "customerKey": order["customerKey"],
            "method": method,
            "currency": "KRW",
            "value": str(order["amount"]),
            "orderId": order["orderId"],
            "orderName": order["orderName"],
            "successUrl": "http://testserver.local/success",
            "failUrl": "http://testserver.local/fail",
        }
        | ({"cashReceiptType": cash_receipt} if cash_receipt else {}),
    )
    answer = await sandbox.post(opened.headers["location"], data={"outcome": outcome, "fault": fault})
    assert answer.status_code == 303, answer.text
    query: dict[str, Any] = dict(parse_qsl(urlsplit(answer.headers["location"]).query))
    if outcome == "pay":
        return {name: query[name] for name in ("paymentKey", "orderId")} | {"amount": int(query["amount"])}
    return query

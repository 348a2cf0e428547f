from datetime import datetime, timedelta
from typing import Any

import pytest

from ieum.dev.sandbox.clock import KOREA
from ieum.dev.sandbox.settings import BILLING
from tests.dev.sandbox.builders import Shop, code_of


def transactions(shop: Shop, **query: str) -> list[dict[str, Any]]:
    now = datetime.now(KOREA).replace(tzinfo=None)
    window = {
        "startDate": (now - timedelta(minutes=1)).isoformat(timespec="seconds"),
        "endDate": (now + timedelta(minutes=1)).isoformat(timespec="seconds"),
    }
    answer = shop.client.get("/toss/v1/transactions", params=window | query, auth=(shop.pair.secret_key, ""))
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_transactions_are_listed_in_order(shop: Shop) -> None:
    paid = shop.buy(value=33_000)
    cancelled = shop.cancel(paid, cancelAmount=3_000).json()

    approval, cancel = transactions(shop)

    assert (approval["amount"], approval["status"]) == (33_000, "DONE")
    assert (cancel["amount"], cancel["status"]) == (-3_000, "PARTIAL_CANCELED")
    assert cancel["transactionKey"] == cancelled["lastTransactionKey"]
    assert approval == {
        "mId": "ieumsandbox",
        "transactionKey": paid["lastTransactionKey"],
        "paymentKey": paid["paymentKey"],
        "orderId": paid["orderId"],
        "method": "카드",
        "customerKey": "6f2c1e0a-buyer",
        "receiptUrl": paid["receipt"]["url"],
        "status": "DONE",
        "transactionAt": paid["approvedAt"],
        "amount": 33_000,
        "useEscrow": False,
        "currency": "KRW",
    }


def test_a_list_can_be_read_in_pages(shop: Shop) -> None:
    keys = [shop.buy()["lastTransactionKey"] for _ in range(3)]

    first = transactions(shop, limit="2")
    second = transactions(shop, limit="2", startingAfter=first[-1]["transactionKey"])

    assert [entry["transactionKey"] for entry in [*first, *second]] == keys


def test_only_the_own_shops_transactions_in_the_given_time_are_listed(shop: Shop) -> None:
    shop.buy()
    Shop(shop.client, BILLING).buy()
    shop.let_pass(minutes=5)
    shop.buy()

    assert len(transactions(shop)) == 1


@pytest.mark.parametrize(
    "query",
    ["", "startDate=2026-11-20&endDate=2026-11-21T00:00:00", "limit=0", "limit=5001", "limit=x"],
)
def test_an_invalid_query_is_refused(shop: Shop, query: str) -> None:
    times = "startDate=2026-11-20T00:00:00&endDate=2026-11-21T00:00:00"
    question = f"{times}&{query}" if query.startswith("limit") else query

    assert code_of(shop.get(f"/toss/v1/transactions?{question}")) == (400, "INVALID_REQUEST")

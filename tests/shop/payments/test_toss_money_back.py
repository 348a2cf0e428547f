"""The provider's client for refunds, cards on file and lists: its requests, and how it reads answers."""

import base64
import hashlib
import json
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from ieum.shop.payments import toss
from ieum.shop.payments.provider import (
    Approved,
    BillingCard,
    Channel,
    Deposit,
    PaymentStatus,
    ProviderUnavailableError,
    RefundAccount,
    Refused,
    Remedy,
    Unknown,
)
from tests.shop.builders.toss import PAYMENT, SECRETS, TossAnswering, confirm_payment

CHARGE: dict[str, Any] = {
    "billing_key": "b/k+1=",
    "customer_key": "c-1",
    "order_id": "20261120-ABCDEFGHJK-1",
    "amount": 33_000,
    "order_name": "가" * 120,
    "customer_name": "홍길동",
    "customer_email": "hong@example.com",
}
BILLING = "Basic " + base64.b64encode(b"test_sk_b:").decode()


async def test_a_virtual_account_is_read_with_its_number_and_its_webhook_secret() -> None:
    issued = PAYMENT | {
        "status": "WAITING_FOR_DEPOSIT",
        "method": "가상계좌",
        "approvedAt": None,
        "secret": "ps_1",
        "virtualAccount": {"bankCode": "20", "accountNumber": "X6505686010", "expired": False},
        "cashReceipt": {"receiptUrl": "https://example.com/cash"},
        "isPartialCancelable": False,
    }

    outcome = await confirm_payment(TossAnswering(200, issued).client)

    assert isinstance(outcome, Approved)
    found = outcome.payment
    assert (found.status, found.deposit) == (PaymentStatus.DEPOSIT, Deposit("20", "X6505686010"))
    assert (found.secret, found.cash_receipt_url) == ("ps_1", "https://example.com/cash")


async def test_a_partial_refund_names_the_bank_account_and_the_balance_we_expect() -> None:
    provider = TossAnswering(200, PAYMENT | {"status": "PARTIAL_CANCELED", "balanceAmount": 22_000})

    outcome = await provider.client.cancel(
        payment_key="key",
        key="refund-7",
        reason="가" * 300,
        channel=Channel.BILLING,
        amount=11_000,
        refundable=33_000,
        account=RefundAccount("20", "1002123456789", "홍길동"),
    )

    asked = provider.asked[0]
    assert isinstance(outcome, Approved)
    assert outcome.payment.balance == 22_000
    assert (asked.headers["authorization"], asked.headers["idempotency-key"]) == (BILLING, "refund-7")
    assert json.loads(asked.content) == {
        "cancelReason": "가" * 200,
        "cancelAmount": 11_000,
        "refundableAmount": 33_000,
        "refundReceiveAccount": {"bank": "20", "accountNumber": "1002123456789", "holderName": "홍길동"},
    }


@pytest.mark.parametrize(
    ("status", "code", "outcome"),
    [
        (400, "NOT_MATCHES_REFUNDABLE_AMOUNT", Unknown("NOT_MATCHES_REFUNDABLE_AMOUNT")),
        (403, "NOT_CANCELABLE_AMOUNT", Unknown("NOT_CANCELABLE_AMOUNT")),
        (
            400,
            "INVALID_REFUND_ACCOUNT_NUMBER",
            Refused("INVALID_REFUND_ACCOUNT_NUMBER", Remedy.NEW_ACCOUNT),
        ),
        (403, "EXCEED_MAX_REFUND_DUE", Refused("EXCEED_MAX_REFUND_DUE", Remedy.OUR_FAULT)),
    ],
)
async def test_a_different_balance_leaves_the_outcome_open_and_a_wrong_account_is_a_refusal(
    status: int, code: str, outcome: object
) -> None:
    client = TossAnswering(status, {"code": code}).client

    assert await client.cancel(payment_key="key", key="refund-7", reason="x") == outcome


async def test_a_card_is_issued_once_however_often_it_is_asked_for() -> None:
    provider = TossAnswering(
        200,
        {
            "billingKey": "b/k+1=",
            "customerKey": "c-1",
            "card": {"issuerCode": "41", "number": "43301234****123*", "cardType": "신용"},
        },
    )

    issued = [await provider.client.issue_billing_key(auth_key="a" * 300, customer_key="c-1") for _ in "12"]

    assert issued == [BillingCard("b/k+1=", "41", "43301234****123*", "신용")] * 2
    asked = provider.asked[0]
    assert (asked.url.path, asked.headers["authorization"]) == (
        "/v1/billing/authorizations/issue",
        BILLING,
    )
    assert json.loads(asked.content) == {"authKey": "a" * 300, "customerKey": "c-1"}
    key = "issue-" + hashlib.sha256(b"a" * 300).hexdigest()
    assert {one.headers["idempotency-key"] for one in provider.asked} == {key}


async def test_a_refused_card_or_one_without_a_number_is_not_registered() -> None:
    async def issue(status: int, body: Any) -> object:
        return await TossAnswering(status, body).client.issue_billing_key(auth_key="a", customer_key="c")

    assert await issue(400, {"code": "INVALID_CARD_PASSWORD"}) == Refused(
        "INVALID_CARD_PASSWORD", Remedy.NEW_CARD
    )
    assert isinstance(await issue(200, {"customerKey": "c"}), Unknown)
    assert isinstance(await issue(500, {"code": "COMMON_ERROR"}), Unknown)


async def test_a_charge_is_known_by_its_order_and_keeps_its_key_within_the_path() -> None:
    provider = TossAnswering(200, PAYMENT)

    outcome = await provider.client.charge(**CHARGE)

    asked = provider.asked[0]
    assert isinstance(outcome, Approved)
    assert asked.url.raw_path == b"/v1/billing/b%2Fk%2B1%3D"
    assert asked.headers["authorization"] == BILLING
    assert asked.headers["idempotency-key"] == "charge-20261120-ABCDEFGHJK-1"
    assert json.loads(asked.content) == {
        "customerKey": "c-1",
        "amount": 33_000,
        "orderId": "20261120-ABCDEFGHJK-1",
        "orderName": "가" * 100,
        "customerName": "홍길동",
        "customerEmail": "hong@example.com",
    }


@pytest.mark.parametrize(
    ("status", "body", "gone"),
    [
        (200, b"", True),
        (400, {"code": "ALREADY_REMOVED_BILLING_KEY"}, True),
        (404, {"code": "NOT_FOUND_BILLING"}, True),
        (401, {"code": "UNAUTHORIZED_KEY"}, False),
        (500, {"code": "COMMON_ERROR"}, False),
    ],
)
async def test_a_billing_key_that_was_deleted_before_counts_as_deleted(
    status: int, body: Any, *, gone: bool
) -> None:
    provider = TossAnswering(status, body)

    assert await provider.client.delete_billing_key("b/k+1=") is gone
    assert provider.asked[0].method == "DELETE"
    assert provider.asked[0].url.raw_path == b"/v1/billing/b%2Fk%2B1%3D"


async def test_a_look_up_uses_the_key_pair_of_the_payment() -> None:
    provider = TossAnswering(200, PAYMENT)

    await provider.client.find("order-1")
    await provider.client.find("order-1", channel=Channel.BILLING)

    normal, billing = [one.headers["authorization"] for one in provider.asked]
    assert normal != billing == BILLING


def listed(key: str, amount: int, status: str) -> dict[str, Any]:
    return {
        "transactionKey": key,
        "paymentKey": "key",
        "orderId": "order-1",
        "status": status,
        "transactionAt": "2026-11-20T14:05:00+09:00",
        "amount": amount,
    }


async def test_transactions_are_read_to_the_last_page_and_cancels_are_negative(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(toss, "TRANSACTIONS_A_PAGE", 2)
    all_of_them = [
        listed("t1", 33_000, "DONE"),
        listed("t2", 5_000, "WAITING_FOR_DEPOSIT"),
        listed("t3", 3_000, "PARTIAL_CANCELED"),
        listed("t4", -30_000, "CANCELED"),
        listed("t5", 1_000, "DONE"),
    ]
    asked: list[dict[str, str]] = []

    def answer(request: httpx.Request) -> httpx.Response:
        query = dict(request.url.params)
        asked.append(query)
        keys = [one["transactionKey"] for one in all_of_them]
        start = keys.index(query["startingAfter"]) + 1 if "startingAfter" in query else 0
        return httpx.Response(200, json=all_of_them[start : start + int(query["limit"])])

    client = toss.TossClient("https://toss.example", SECRETS, transport=httpx.MockTransport(answer))

    since, until = datetime(2026, 11, 19, 15, tzinfo=UTC), datetime(2026, 11, 20, 15, tzinfo=UTC)

    pages = [page async for page in client.transactions(since, until, channel=Channel.NORMAL)]

    assert [(one.transaction_key, one.amount) for page in pages for one in page] == [
        ("t1", 33_000),
        ("t3", -3_000),
        ("t4", -30_000),
        ("t5", 1_000),
    ]
    assert (asked[0]["startDate"], asked[0]["endDate"]) == ("2026-11-20T00:00:00", "2026-11-21T00:00:00")
    assert [query.get("startingAfter") for query in asked] == [None, "t2", "t4"]


@pytest.mark.parametrize("status", [404, 500])
async def test_a_list_that_cannot_be_read_is_not_taken_for_an_empty_one(status: int) -> None:
    with pytest.raises(ProviderUnavailableError):
        await TossAnswering(status, {"code": "COMMON_ERROR"}).client.page_of_transactions(
            datetime.now(UTC), datetime.now(UTC), channel=Channel.NORMAL, after=None
        )

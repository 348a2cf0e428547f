"""The provider's client for payments: its requests, and how it reads answers."""

import base64
import json
from typing import Any

import httpx
import pytest

from ieum.shop.payments.provider import (
    Approved,
    PaymentStatus,
    ProviderUnavailableError,
    Refused,
    Remedy,
    Unknown,
)
from ieum.shop.payments.toss import TossClient
from tests.shop.builders.toss import PAYMENT, SECRETS, TossAnswering, confirm_payment


async def test_a_confirm_sends_payment_key_order_and_amount_with_our_secret_and_its_own_idempotency_key() -> (
    None
):
    provider = TossAnswering(200, PAYMENT)

    await confirm_payment(provider.client, attempt=1)
    await confirm_payment(provider.client, attempt=1)
    await confirm_payment(provider.client, attempt=2)

    first = provider.asked[0]
    assert (first.method, str(first.url)) == ("POST", "https://toss.example/v1/payments/confirm")
    assert json.loads(first.content) == {
        "paymentKey": "key",
        "orderId": "20261120-ABCDEFGHJK",
        "amount": 33_000,
    }
    assert first.headers["authorization"] == "Basic " + base64.b64encode(b"test_sk_x:").decode()
    keys = [request.headers["idempotency-key"] for request in provider.asked]
    assert keys[0] == keys[1] != keys[2]


async def test_a_cancellation_has_its_own_idempotency_key_and_an_escaped_path() -> None:
    provider = TossAnswering(200, PAYMENT)

    for key in ("cancel-order-1-1", "cancel-order-1-1-2026112014"):
        await provider.client.cancel(payment_key="../../x?y", key=key, reason="품절")

    asked = provider.asked[0]
    assert asked.url.raw_path == b"/v1/payments/..%2F..%2Fx%3Fy/cancel"
    assert [one.headers["idempotency-key"] for one in provider.asked] == [
        "cancel-order-1-1",
        "cancel-order-1-1-2026112014",
    ]


async def test_every_field_of_an_approval_is_read() -> None:
    outcome = await confirm_payment(TossAnswering(200, PAYMENT).client)

    assert isinstance(outcome, Approved)
    payment = outcome.payment
    assert (payment.status, payment.amount, payment.balance) == (PaymentStatus.APPROVED, 33_000, 33_000)
    assert (payment.method, payment.receipt_url) == ("카드", "https://example.com/receipt")
    assert payment.approved_at is not None
    assert payment.approved_at.isoformat() == "2026-11-20T14:05:00+09:00"


async def test_a_receipt_that_is_no_page_is_left_out_and_the_payment_counts() -> None:
    program = "javascript:alert(1)//https://example.com"
    answer = PAYMENT | {"receipt": {"url": program}, "cashReceipt": {"receiptUrl": program}}

    outcome = await confirm_payment(TossAnswering(200, answer).client)

    assert isinstance(outcome, Approved)
    assert (outcome.payment.receipt_url, outcome.payment.cash_receipt_url) == (None, None)


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"status": "CANCELED", "balanceAmount": 0}, PaymentStatus.CANCELLED),
        ({"status": "PARTIAL_CANCELED", "balanceAmount": 1_000}, PaymentStatus.APPROVED),
        ({"status": "PARTIAL_CANCELED", "balanceAmount": 0}, PaymentStatus.CANCELLED),
        ({"status": "ABORTED"}, PaymentStatus.CLOSED),
        ({"status": "EXPIRED"}, PaymentStatus.CLOSED),
        ({"status": "IN_PROGRESS"}, PaymentStatus.WAITING),
        ({"status": "READY"}, PaymentStatus.WAITING),
        ({"status": "WAITING_FOR_DEPOSIT"}, PaymentStatus.DEPOSIT),
    ],
)
async def test_a_look_up_tells_where_a_payment_stands(changed: dict[str, Any], status: PaymentStatus) -> None:
    found = await TossAnswering(200, PAYMENT | changed).client.find("20261120-ABCDEFGHJK")

    assert found is not None
    assert found.status is status


async def test_an_unknown_payment_is_none() -> None:
    assert await TossAnswering(404, {"code": "NOT_FOUND_PAYMENT"}).client.find("order-1") is None


@pytest.mark.parametrize(
    ("status", "body"),
    [
        pytest.param(500, {"code": "FAILED_INTERNAL_SYSTEM_PROCESSING"}, id="their fault"),
        pytest.param(403, {"code": "FORBIDDEN_CONSECUTIVE_REQUEST"}, id="too often"),
        pytest.param(401, {"code": "UNAUTHORIZED_KEY"}, id="our key"),
        pytest.param(200, b"<html>", id="no JSON"),
        pytest.param(200, PAYMENT | {"status": "OF_TOMORROW"}, id="a status nobody told us of"),
        pytest.param(200, {"orderId": "x"}, id="half a payment"),
    ],
)
async def test_a_look_up_without_a_usable_answer_raises_unavailable(status: int, body: Any) -> None:
    with pytest.raises(ProviderUnavailableError):
        await TossAnswering(status, body).client.find("order-1")


@pytest.mark.parametrize(
    ("status", "body"),
    [
        pytest.param(200, b"<html>", id="no JSON"),
        pytest.param(200, PAYMENT | {"status": "OF_TOMORROW"}, id="a status nobody told us of"),
        pytest.param(200, PAYMENT | {"status": "IN_PROGRESS"}, id="still under way"),
        pytest.param(500, {"code": "UNKNOWN_PAYMENT_ERROR"}, id="their fault"),
        pytest.param(502, b"Bad Gateway", id="a proxy's fault"),
        pytest.param(409, {"code": "IDEMPOTENT_REQUEST_PROCESSING"}, id="the same call is under way"),
        pytest.param(400, {"code": "ALREADY_PROCESSED_PAYMENT"}, id="done before"),
        pytest.param(400, {"code": "PROVIDER_ERROR"}, id="the card company's line"),
    ],
)
async def test_an_unclear_answer_is_never_taken_for_a_refusal(status: int, body: Any) -> None:
    assert isinstance(await confirm_payment(TossAnswering(status, body).client), Unknown)


@pytest.mark.parametrize(
    ("status", "body", "outcome"),
    [
        pytest.param(
            403,
            {"code": "REJECT_CARD_PAYMENT", "message": "x"},
            Refused("REJECT_CARD_PAYMENT", Remedy.TRY_LATER, "x"),
            id="the card",
        ),
        pytest.param(404, b"", Refused("HTTP_404", Remedy.TRY_LATER), id="no code"),
        pytest.param(
            400, {"code": "X" * 500}, Refused("X" * 100, Remedy.TRY_LATER), id="a code beyond measure"
        ),
    ],
)
async def test_a_refusal_keeps_its_code(status: int, body: Any, outcome: Refused) -> None:
    assert await confirm_payment(TossAnswering(status, body).client) == outcome


@pytest.mark.parametrize("error", [httpx.ConnectError, httpx.ReadTimeout, httpx.RemoteProtocolError])
async def test_a_broken_connection_leaves_the_outcome_open(error: type[httpx.TransportError]) -> None:
    def broken(_: httpx.Request) -> httpx.Response:
        raise error("x")

    client = TossClient("https://toss.example", SECRETS, transport=httpx.MockTransport(broken))

    assert isinstance(await confirm_payment(client), Unknown)
    with pytest.raises(ProviderUnavailableError):
        await client.find("order-1")


async def test_the_client_waits_sixty_seconds_for_the_provider() -> None:
    assert TossClient("https://toss.example", SECRETS)._http.timeout.read == 60

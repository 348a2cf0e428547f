from datetime import datetime, timedelta
from typing import Any

import pytest

from ieum.dev.sandbox.settings import BILLING
from tests.dev.sandbox.builders import Shop, code_of


def test_a_confirmed_payment_has_every_documented_field(shop: Shop) -> None:
    returned = shop.pay(orderId="order-complete", value=15_000, metadata='{"plan":"static"}')

    answer = shop.confirm(returned)

    payment = answer.json()
    assert answer.status_code == 200
    assert answer.headers["x-tosspayments-trace-id"]
    assert payment["lastTransactionKey"]
    assert payment["secret"].startswith("ps_")
    assert payment["card"] == {
        "amount": 15_000,
        "issuerCode": "41",
        "acquirerCode": "41",
        "number": "43301234****123*",
        "installmentPlanMonths": 0,
        "approveNo": "00000000",
        "useCardPoint": False,
        "cardType": "신용",
        "ownerType": "개인",
        "acquireStatus": "READY",
        "isInterestFree": False,
        "interestPayer": None,
    }
    approved_at = datetime.fromisoformat(payment["approvedAt"])
    assert approved_at.utcoffset() == timedelta(hours=9)
    assert approved_at >= datetime.fromisoformat(payment["requestedAt"])
    key = returned["paymentKey"]
    expected = {
        "version": "2022-11-16",
        "paymentKey": key,
        "type": "NORMAL",
        "orderId": "order-complete",
        "orderName": "고정 IP VPN 1개월",
        "mId": "ieumsandbox",
        "currency": "KRW",
        "method": "카드",
        "totalAmount": 15_000,
        "balanceAmount": 15_000,
        "status": "DONE",
        "useEscrow": False,
        "suppliedAmount": 13_636,
        "vat": 1_364,
        "cultureExpense": False,
        "taxFreeAmount": 0,
        "taxExemptionAmount": 0,
        "isPartialCancelable": True,
        "metadata": {"plan": "static"},
        "country": "KR",
        "receipt": {"url": f"http://testserver.local/toss/receipt/{key}"},
        "checkout": {"url": f"http://testserver.local/toss/window/{key}"},
    }
    nothing = [
        "cancels",
        "virtualAccount",
        "transfer",
        "mobilePhone",
        "giftCertificate",
        "easyPay",
        "failure",
        "cashReceipt",
        "cashReceipts",
        "discount",
    ]
    varying = {"card", "secret", "approvedAt", "requestedAt", "lastTransactionKey"}
    assert {name: payment[name] for name in payment if name not in varying} == {
        **expected,
        **dict.fromkeys(nothing),
    }


def test_both_lookups_give_the_same_payment(shop: Shop) -> None:
    paid = shop.buy()

    assert shop.order(paid["orderId"]).json() == paid
    assert shop.get(f"/toss/v1/payments/{paid['paymentKey']}").json() == paid


def test_before_the_confirm_no_money_has_moved(shop: Shop) -> None:
    returned = shop.pay()

    assert shop.order(returned["orderId"]).json()["status"] == "IN_PROGRESS"
    assert shop.client.get("/control/payments").json()["totals"]["approved"] == 0


def test_a_payment_is_approved_only_once(shop: Shop) -> None:
    returned = shop.pay()
    shop.confirm(returned)

    assert code_of(shop.confirm(returned)) == (400, "ALREADY_PROCESSED_PAYMENT")


def test_an_order_paid_in_two_windows_is_approved_only_once(shop: Shop) -> None:
    first, second = shop.pay(orderId="order-twice"), shop.pay(orderId="order-twice")
    shop.confirm(first)

    assert code_of(shop.confirm(second)) == (400, "ALREADY_PROCESSED_PAYMENT")
    assert shop.order("order-twice").json()["paymentKey"] == first["paymentKey"]
    assert shop.client.get("/control/payments").json()["totals"]["approved"] == 33_000


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"orderId": "order-other"}, (403, "FORBIDDEN_REQUEST")),
        ({"paymentKey": "tgen_other"}, (404, "NOT_FOUND_PAYMENT_SESSION")),
        ({"amount": 32_999}, (400, "INVALID_REQUEST")),
        ({"amount": "33000"}, (400, "INVALID_REQUEST")),
        ({"amount": None}, (400, "INVALID_REQUEST")),
        ({"orderId": None}, (400, "INVALID_REQUEST")),
    ],
)
def test_a_confirm_that_differs_from_the_window_is_refused_and_takes_no_money(
    shop: Shop, changes: dict[str, Any], refusal: tuple[int, str]
) -> None:
    returned = shop.pay()

    assert code_of(shop.confirm(returned, **changes)) == refusal

    assert shop.confirm(returned).json()["status"] == "DONE"


def test_a_body_that_is_not_json_is_refused(shop: Shop) -> None:
    answer = shop.client.post("/toss/v1/payments/confirm", content=b"\xff{", auth=(shop.pair.secret_key, ""))

    assert code_of(answer) == (400, "INVALID_REQUEST")


def test_another_key_pair_finds_neither_session_nor_payment(shop: Shop) -> None:
    other = Shop(shop.client, BILLING)
    returned = shop.pay()

    assert code_of(other.confirm(returned)) == (404, "NOT_FOUND_PAYMENT_SESSION")

    paid = shop.confirm(returned).json()
    assert code_of(other.order(paid["orderId"])) == (404, "NOT_FOUND_PAYMENT")
    assert code_of(other.get(f"/toss/v1/payments/{paid['paymentKey']}")) == (404, "NOT_FOUND_PAYMENT")
    assert code_of(other.cancel(paid)) == (404, "NOT_FOUND_PAYMENT")


def test_an_unpaid_window_cannot_be_confirmed(shop: Shop) -> None:
    key = shop.open(orderId="order-unpaid").headers["location"].rpartition("/")[2]

    answer = shop.confirm({"paymentKey": key, "orderId": "order-unpaid", "amount": "33000"})

    assert code_of(answer) == (404, "NOT_FOUND_PAYMENT_SESSION")


def test_less_than_the_minimum_amount_is_refused(shop: Shop) -> None:
    assert code_of(shop.confirm(shop.pay(value=99))) == (400, "BELOW_MINIMUM_AMOUNT")
    assert shop.confirm(shop.pay(value=100)).status_code == 200


def test_a_confirm_more_than_ten_minutes_after_paying_is_too_late(shop: Shop) -> None:
    in_time, too_late = shop.pay(), shop.pay()
    shop.let_pass(minutes=9.5)
    assert shop.confirm(in_time).status_code == 200
    shop.let_pass(minutes=0.6)

    assert code_of(shop.confirm(too_late)) == (404, "NOT_FOUND_PAYMENT_SESSION")

    payment = shop.order(too_late["orderId"]).json()
    assert (payment["status"], payment["failure"]["code"]) == ("EXPIRED", "EXPIRED_PAYMENT")


def test_the_ten_minutes_start_with_paying_not_with_opening_the_window(shop: Shop) -> None:
    opened = shop.open(orderId="order-thinking")
    shop.let_pass(minutes=29)
    shop.choose(opened, "pay")
    shop.let_pass(minutes=9)

    key = opened.headers["location"].rpartition("/")[2]
    answer = shop.confirm({"paymentKey": key, "orderId": "order-thinking", "amount": "33000"})

    assert answer.json()["status"] == "DONE"


def test_a_refused_confirm_leaves_the_balance_and_ends_the_payment(shop: Shop) -> None:
    returned = shop.pay(fault="refuse")

    assert code_of(shop.confirm(returned)) == (403, "REJECT_CARD_PAYMENT")

    payment = shop.order(returned["orderId"]).json()
    assert (payment["status"], payment["balanceAmount"]) == ("ABORTED", 33_000)
    assert code_of(shop.confirm(returned)) == (404, "NOT_FOUND_PAYMENT_SESSION")


def test_unknown_payments_are_not_found(shop: Shop) -> None:
    assert code_of(shop.order("order-none")) == (404, "NOT_FOUND_PAYMENT")
    assert code_of(shop.get("/toss/v1/payments/tgen_none")) == (404, "NOT_FOUND_PAYMENT")


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("REJECT_CARD_COMPANY", 403),
        ("INVALID_STOPPED_CARD", 400),
        ("NOT_FOUND_PAYMENT_SESSION", 404),
        ("UNAUTHORIZED_KEY", 401),
        ("FAILED_INTERNAL_SYSTEM_PROCESSING", 500),
        ("IDEMPOTENT_REQUEST_PROCESSING", 409),
    ],
)
def test_a_test_code_forces_its_error(shop: Shop, code: str, status: int) -> None:
    returned = shop.pay()

    answer = shop.confirm(returned, headers={"TossPayments-Test-Code": code})

    assert code_of(answer) == (status, code)
    assert answer.json()["message"]
    assert shop.confirm(returned).json()["status"] == "DONE"


def test_an_unknown_test_code_is_refused(shop: Shop) -> None:
    answer = shop.confirm(shop.pay(), headers={"TossPayments-Test-Code": "NO_SUCH_CODE"})

    assert code_of(answer) == (400, "INVALID_TEST_CODE")


def test_a_test_code_works_only_on_confirm(shop: Shop) -> None:
    paid = shop.buy()

    answer = shop.cancel(paid, headers={"TossPayments-Test-Code": "REJECT_CARD_COMPANY"})

    assert answer.json()["status"] == "CANCELED"

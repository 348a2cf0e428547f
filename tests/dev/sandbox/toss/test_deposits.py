from typing import Any

import httpx
import pytest

from tests.dev.sandbox.builders import Shop, code_of

ACCOUNT = {"bank": "88", "accountNumber": "110123456789", "holderName": "홍길동"}


def test_an_account_waits_for_its_deposit(shop: Shop) -> None:
    waiting = shop.account(customerName="홍길동", validHours=24)

    account = waiting["virtualAccount"]
    assert (waiting["status"], waiting["method"], waiting["approvedAt"]) == (
        "WAITING_FOR_DEPOSIT",
        "가상계좌",
        None,
    )
    assert waiting["secret"].startswith("ps_")
    assert (account["accountNumber"][0], account["bankCode"], account["customerName"]) == (
        "X",
        "88",
        "홍길동",
    )
    assert account["dueDate"].endswith("+09:00")
    assert account["expired"] is False
    assert shop.client.get("/control/payments").json()["totals"]["approved"] == 0


def test_the_deposit_pays_the_order(shop: Shop) -> None:
    waiting = shop.account(value=15_000)

    paid = shop.deposit(waiting).json()

    assert (paid["status"], paid["approvedAt"] is None) == ("DONE", False)
    assert paid["lastTransactionKey"] != waiting["lastTransactionKey"]
    assert shop.client.get("/control/payments").json()["totals"]["approved"] == 15_000


@pytest.mark.parametrize("amount", [32_999, 33_001, 0])
def test_a_deposit_of_another_amount_is_refused(shop: Shop, amount: int) -> None:
    waiting = shop.account()

    assert code_of(shop.deposit(waiting, amount=amount)) == (400, "INVALID_REQUEST")
    assert shop.order(waiting["orderId"]).json()["status"] == "WAITING_FOR_DEPOSIT"


def test_a_second_deposit_is_refused(shop: Shop) -> None:
    waiting = shop.account()
    shop.deposit(waiting)

    assert code_of(shop.deposit(waiting)) == (400, "INVALID_REQUEST")
    assert shop.client.get("/control/payments").json()["totals"]["approved"] == 33_000


def test_no_webhook_tells_of_a_passed_deadline(shop: Shop) -> None:
    shop.client.post("/control/webhook", json={"url": "http://127.0.0.1:9/"})
    waiting = shop.account(validHours=1)
    webhooks = len(shop.client.get("/control/webhook").json()["deliveries"])
    shop.let_pass(minutes=61)

    seen = shop.order(waiting["orderId"]).json()

    assert (seen["status"], seen["virtualAccount"]["expired"]) == ("WAITING_FOR_DEPOSIT", True)
    assert len(shop.client.get("/control/webhook").json()["deliveries"]) == webhooks
    assert code_of(shop.deposit(waiting)) == (400, "INVALID_REQUEST")


def test_an_account_waits_for_a_week_or_until_the_given_deadline(shop: Shop) -> None:
    usual, named = shop.account(), shop.account(dueDate="2099-12-31T23:59:59")
    shop.let_pass(minutes=7 * 24 * 60 + 1)

    assert shop.order(usual["orderId"]).json()["virtualAccount"]["expired"] is True
    assert shop.order(named["orderId"]).json()["virtualAccount"]["dueDate"] == "2099-12-31T23:59:59+09:00"
    assert shop.deposit(named).status_code == 200


def test_a_deposit_reported_by_mistake_is_taken_back(shop: Shop) -> None:
    waiting = shop.account(cashReceiptType="소득공제")
    shop.deposit(waiting)

    reversed_ = shop.deposit(waiting, act="reverse").json()

    assert (reversed_["status"], reversed_["approvedAt"], reversed_["cashReceipt"]) == (
        "WAITING_FOR_DEPOSIT",
        None,
        None,
    )
    assert shop.client.get("/control/payments").json()["totals"]["kept"] == 0
    assert shop.deposit(waiting).json()["status"] == "DONE"
    assert shop.client.get("/control/payments").json()["totals"]["kept"] == 33_000


def test_before_the_deposit_only_the_full_amount_can_be_cancelled(shop: Shop) -> None:
    waiting = shop.account()

    assert code_of(shop.cancel(waiting, cancelAmount=1_000)) == (
        403,
        "NOT_ALLOWED_PARTIAL_REFUND_WAITING_DEPOSIT",
    )
    cancelled = shop.cancel(waiting).json()

    assert (cancelled["status"], cancelled["balanceAmount"]) == ("CANCELED", 0)
    assert shop.client.get("/control/payments").json()["totals"] == {"approved": 0, "cancelled": 0, "kept": 0}
    assert code_of(shop.deposit(waiting)) == (404, "NOT_FOUND_PAYMENT")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        (None, "INVALID_REFUND_ACCOUNT_INFO"),
        ({"holderName": " "}, "INVALID_REFUND_ACCOUNT_INFO"),
        ({"bank": "00"}, "INVALID_BANK"),
        ({"accountNumber": "X110123456789"}, "INVALID_REFUND_ACCOUNT_NUMBER"),
        ({"accountNumber": "110-123-456789"}, "INVALID_REFUND_ACCOUNT_NUMBER"),
        ({"accountNumber": "1" * 21}, "INVALID_REFUND_ACCOUNT_NUMBER"),
    ],
)
def test_a_deposit_can_be_refunded_only_to_a_valid_bank_account(
    shop: Shop, changes: dict[str, str] | None, code: str
) -> None:
    waiting = shop.account()
    shop.deposit(waiting)
    account: dict[str, Any] = {} if changes is None else {"refundReceiveAccount": ACCOUNT | changes}

    assert code_of(shop.cancel(waiting, **account)) == (400, code)

    assert shop.order(waiting["orderId"]).json()["balanceAmount"] == 33_000


def test_a_deposit_can_be_refunded_in_parts(shop: Shop) -> None:
    waiting = shop.account()
    shop.deposit(waiting)

    part = shop.cancel(waiting, cancelAmount=13_000, refundReceiveAccount=ACCOUNT).json()
    rest = shop.cancel(waiting, refundReceiveAccount=ACCOUNT | {"bank": "신한"}).json()

    assert (part["status"], part["balanceAmount"]) == ("PARTIAL_CANCELED", 20_000)
    assert (rest["balanceAmount"], rest["virtualAccount"]["refundStatus"]) == (0, "COMPLETED")


@pytest.mark.parametrize(("method", "word"), [("TRANSFER", "계좌이체"), ("VIRTUAL_ACCOUNT", "가상계좌")])
def test_a_cash_receipt_is_issued_and_reduced_with_its_payment(shop: Shop, method: str, word: str) -> None:
    paid = shop.buy(method=method, cashReceiptType="지출증빙")
    if method == "VIRTUAL_ACCOUNT":
        assert paid["cashReceipt"] is None
        paid = shop.deposit(paid).json()

    assert (paid["method"], paid["cashReceipt"]["type"], paid["cashReceipt"]["amount"]) == (
        word,
        "지출증빙",
        33_000,
    )
    assert shop.client.get(paid["cashReceipt"]["receiptUrl"]).status_code == 200
    part = shop.cancel(paid, cancelAmount=3_000, refundReceiveAccount=ACCOUNT).json()
    assert part["cashReceipt"]["amount"] == 30_000
    assert [(entry["transactionType"], entry["amount"]) for entry in part["cashReceipts"]] == [
        ("CONFIRM", 33_000),
        ("CANCEL", 3_000),
    ]


@pytest.mark.parametrize(
    "changes",
    [{"method": "CARD", "cashReceiptType": "소득공제"}, {"method": "TRANSFER", "cashReceiptType": "미발행"}],
)
def test_without_a_request_or_for_a_card_there_is_no_cash_receipt(
    shop: Shop, changes: dict[str, str]
) -> None:
    paid = shop.buy(**changes)

    assert (paid["cashReceipt"], paid["cashReceipts"]) == (None, None)
    assert shop.client.get(f"/toss/cash-receipt/{paid['paymentKey']}").status_code == 404


def test_a_transfer_names_the_chosen_bank_and_has_limits(shop: Shop) -> None:
    paid = shop.buy(method="TRANSFER", value=10_000_000)

    assert (paid["status"], paid["transfer"]["bankCode"], paid["card"]) == ("DONE", "88", None)
    assert shop.buy(method="TRANSFER", value=10_000_001)["code"] == "EXCEED_MAX_PAYMENT_AMOUNT"
    assert shop.buy(method="TRANSFER", value=199)["code"] == "BELOW_MINIMUM_AMOUNT"
    assert shop.account(value=199)["code"] == "BELOW_MINIMUM_AMOUNT"


def test_a_refusal_by_a_bank_has_its_own_code(shop: Shop) -> None:
    answer = shop.choose(shop.open(method="TRANSFER"), "refuse")

    assert "REJECT_ACCOUNT_PAYMENT" in answer.headers["location"]


@pytest.mark.parametrize("times", [1, 2])
def test_a_deposit_obeys_queued_faults(shop: Shop, times: int) -> None:
    waiting = shop.account()
    shop.fault("deposit", "error", orderId=waiting["orderId"], times=times)

    answers = [shop.deposit(waiting).status_code for _ in range(times + 1)]

    assert answers == [500] * times + [200]


def test_a_deposit_may_be_booked_although_the_bank_answers_with_an_error(shop: Shop) -> None:
    waiting = shop.account()
    shop.fault("deposit", "error_after_approval")

    assert shop.deposit(waiting).status_code == 500
    assert shop.order(waiting["orderId"]).json()["status"] == "DONE"


def test_the_bank_page_shows_waiting_and_paid_accounts(shop: Shop, client: httpx.Client) -> None:
    assert "입금을 기다리는 가상계좌가 없습니다" in client.get("/toss/deposits").text
    waiting, paid, lapsed = shop.account(), shop.account(), shop.account(validHours=1)
    shop.deposit(paid)
    shop.let_pass(minutes=90)

    shown = client.get("/toss/deposits").text

    assert all(order["orderId"] in shown for order in (waiting, paid, lapsed))
    assert [shown.count(word) for word in (">입금하기<", ">입금 오류로 되돌리기<", "기한이 지난 계좌")] == [
        1,
        1,
        1,
    ]
    pressed = client.post(
        f"/toss/deposits/{paid['orderId']}", data={"act": "reverse"}, follow_redirects=False
    )
    assert pressed.headers["location"] == "/toss/deposits"
    assert client.post("/toss/deposits/order-none", data={"act": "deposit"}).status_code == 404
    assert client.post(f"/toss/deposits/{waiting['orderId']}", data={"act": "reverse"}).status_code == 400

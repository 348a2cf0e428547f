from typing import Any

import pytest

from tests.dev.sandbox.builders import Shop, code_of


def test_a_full_cancel_gives_everything_back(shop: Shop) -> None:
    paid = shop.buy(value=15_000)

    cancelled = shop.cancel(paid).json()

    assert (cancelled["status"], cancelled["balanceAmount"], cancelled["totalAmount"]) == (
        "CANCELED",
        0,
        15_000,
    )
    assert (cancelled["vat"], cancelled["suppliedAmount"]) == (0, 0)
    assert cancelled["card"]["acquireStatus"] == "CANCELED"
    assert cancelled["lastTransactionKey"] != paid["lastTransactionKey"]
    [entry] = cancelled["cancels"]
    assert entry.pop("canceledAt").endswith("+09:00")
    assert entry == {
        "cancelAmount": 15_000,
        "cancelReason": "고객 변심",
        "taxFreeAmount": 0,
        "taxExemptionAmount": 0,
        "refundableAmount": 0,
        "cardDiscountAmount": 0,
        "transferDiscountAmount": 0,
        "easyPayDiscountAmount": 0,
        "transactionKey": cancelled["lastTransactionKey"],
        "receiptKey": None,
        "cancelStatus": "DONE",
        "cancelRequestId": None,
    }


def test_cancelling_twice_is_refused(shop: Shop) -> None:
    paid = shop.buy()
    shop.cancel(paid)

    assert code_of(shop.cancel(paid)) == (400, "ALREADY_CANCELED_PAYMENT")


def test_a_partial_cancel_leaves_the_rest_and_its_tax(shop: Shop) -> None:
    paid = shop.buy(value=33_000)

    part = shop.cancel(paid, cancelAmount=11_000).json()

    assert (part["status"], part["balanceAmount"], part["suppliedAmount"], part["vat"]) == (
        "PARTIAL_CANCELED",
        22_000,
        20_000,
        2_000,
    )
    assert part["cancels"][0]["refundableAmount"] == 22_000


@pytest.mark.parametrize("last", [{"cancelAmount": 22_000}, {}], ids=["named amount", "all that remains"])
def test_a_payment_cancelled_in_parts_stays_partially_cancelled_with_balance_zero(
    shop: Shop, last: dict[str, Any]
) -> None:
    paid = shop.buy(value=33_000)
    shop.cancel(paid, cancelAmount=11_000)

    rest = shop.cancel(paid, **last).json()

    assert (rest["status"], rest["balanceAmount"], len(rest["cancels"])) == ("PARTIAL_CANCELED", 0, 2)
    assert code_of(shop.cancel(paid)) == (403, "NOT_CANCELABLE_AMOUNT")
    assert code_of(shop.cancel(paid, cancelAmount=1)) == (403, "NOT_CANCELABLE_AMOUNT")


def test_a_cancel_of_more_than_the_balance_is_refused(shop: Shop) -> None:
    paid = shop.buy(value=33_000)

    assert code_of(shop.cancel(paid, cancelAmount=33_001)) == (403, "NOT_CANCELABLE_AMOUNT")
    assert shop.order(paid["orderId"]).json() == paid


def test_a_cancel_is_refused_if_the_refundable_amount_has_changed(shop: Shop) -> None:
    paid = shop.buy(value=33_000)
    shop.cancel(paid, cancelAmount=3_000, refundableAmount=33_000)

    late = shop.cancel(paid, cancelAmount=3_000, refundableAmount=33_000)

    assert code_of(late) == (400, "NOT_MATCHES_REFUNDABLE_AMOUNT")
    assert shop.order(paid["orderId"]).json()["balanceAmount"] == 30_000


@pytest.mark.parametrize(
    "body",
    [
        {"cancelReason": ""},
        {"cancelReason": "가" * 201},
        {"cancelReason": None},
        {"cancelAmount": 0},
        {"cancelAmount": -1},
        {"cancelAmount": "1000"},
        {"taxFreeAmount": 1},
    ],
)
def test_an_invalid_cancel_gives_nothing_back(shop: Shop, body: dict[str, Any]) -> None:
    paid = shop.buy()

    assert code_of(shop.cancel(paid, **body)) == (400, "INVALID_REQUEST")
    assert shop.order(paid["orderId"]).json()["balanceAmount"] == 33_000


def test_a_tax_free_amount_is_cancelled_as_tax_free(shop: Shop) -> None:
    paid = shop.buy(value=15_000, taxFreeAmount=4_000)
    assert (paid["suppliedAmount"], paid["vat"], paid["taxFreeAmount"]) == (10_000, 1_000, 4_000)

    part = shop.cancel(paid, cancelAmount=4_000, taxFreeAmount=4_000).json()

    assert (part["suppliedAmount"], part["vat"], part["taxFreeAmount"]) == (10_000, 1_000, 0)


def test_a_payment_that_was_never_approved_cannot_be_cancelled(shop: Shop) -> None:
    assert code_of(shop.cancel(shop.pay())) == (403, "NOT_CANCELABLE_PAYMENT")
    assert code_of(shop.cancel({"paymentKey": "tgen_none"})) == (404, "NOT_FOUND_PAYMENT")


def test_the_control_api_totals_what_came_in_and_went_back(shop: Shop) -> None:
    uncancelled, partly, fully = shop.buy(value=10_000), shop.buy(value=20_000), shop.buy(value=30_000)
    shop.pay(value=40_000)
    shop.cancel(partly, cancelAmount=5_000)
    shop.cancel(fully)

    ledger = shop.client.get("/control/payments").json()

    assert ledger["totals"] == {"approved": 60_000, "cancelled": 35_000, "kept": 25_000}
    by_order = {payment["orderId"]: payment for payment in ledger["payments"]}
    assert len(by_order) == 4
    assert by_order[uncancelled["orderId"]]["cancelledAmount"] == 0
    assert by_order[partly["orderId"]] == {
        "paymentKey": partly["paymentKey"],
        "orderId": partly["orderId"],
        "clientKey": "test_ck_ieum_sandbox",
        "type": "NORMAL",
        "method": "카드",
        "status": "PARTIAL_CANCELED",
        "totalAmount": 20_000,
        "balanceAmount": 15_000,
        "approvedAmount": 20_000,
        "cancelledAmount": 5_000,
    }


@pytest.mark.parametrize("method", ["CARD", "VIRTUAL_ACCOUNT"])
def test_somebody_cancels_a_part_in_the_dashboard_and_a_webhook_tells_of_it(shop: Shop, method: str) -> None:
    shop.client.post("/control/webhook", json={"url": "http://127.0.0.1:9/"})
    paid = shop.buy(method=method, value=33_000)
    if method == "VIRTUAL_ACCOUNT":
        paid = shop.deposit(paid).json()
    told = len(shop.client.get("/control/webhook").json()["deliveries"])

    cancelled = shop.cancel_in_dashboard(paid, amount=10_000).json()

    assert (cancelled["status"], cancelled["balanceAmount"]) == ("PARTIAL_CANCELED", 23_000)
    assert shop.order(paid["orderId"]).json()["balanceAmount"] == 23_000
    assert len(shop.client.get("/control/webhook").json()["deliveries"]) > told
    assert code_of(shop.cancel(paid, cancelAmount=33_000, refundableAmount=33_000))[1] == (
        "NOT_MATCHES_REFUNDABLE_AMOUNT"
    )


def test_the_dashboard_cancels_all_that_is_left_and_no_more(shop: Shop) -> None:
    paid = shop.buy(value=33_000)
    shop.cancel_in_dashboard(paid, amount=10_000)

    too_much = shop.cancel_in_dashboard(paid, amount=23_001)
    rest = shop.cancel_in_dashboard(paid)

    assert code_of(too_much) == (403, "NOT_CANCELABLE_AMOUNT")
    assert rest.json()["balanceAmount"] == 0
    assert code_of(shop.cancel_in_dashboard({"orderId": "nobody-paid-this"})) == (404, "NOT_FOUND_PAYMENT")

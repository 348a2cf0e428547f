"""The payment window, as the buyer's browser sees it over HTTP."""

from urllib.parse import urlsplit

import httpx
import pytest

from ieum.dev.sandbox.settings import BILLING
from tests.dev.sandbox.builders import Shop, returned_query


def test_paying_returns_key_order_and_amount_and_keeps_the_shops_own_query(shop: Shop) -> None:
    opened = shop.open(orderId="order-paid", value=12_345)

    answer = shop.choose(opened, "pay")

    assert answer.headers["location"].startswith("https://shop.test/success?from=window&")
    key = urlsplit(opened.headers["location"]).path.rpartition("/")[2]
    assert returned_query(answer) == {"paymentKey": key, "orderId": "order-paid", "amount": "12345"}


def test_the_window_shows_the_order_and_four_choices(shop: Shop, client: httpx.Client) -> None:
    opened = shop.open(orderName="<b>고정 IP</b>", value=33_000)

    shown = client.get(opened.headers["location"])

    assert "33,000원 결제하기" in shown.text
    assert "&lt;b&gt;고정 IP&lt;/b&gt;" in shown.text
    assert all(f'id="{name}"' in shown.text for name in ("pay", "cancel", "refuse", "never"))
    assert "script-src 'self'" in shown.headers["content-security-policy"]


def test_a_cancel_by_the_buyer_does_not_name_the_order(shop: Shop) -> None:
    answer = shop.choose(shop.open(), "cancel")

    assert answer.headers["location"].startswith("https://shop.test/fail?")
    assert returned_query(answer) == {
        "code": "PAY_PROCESS_CANCELED",
        "message": "구매자가 결제를 취소했습니다.",
    }


def test_a_refusal_by_the_card_company_ends_the_payment(shop: Shop) -> None:
    back = returned_query(shop.choose(shop.open(orderId="order-refused"), "refuse"))

    assert (back["code"], back["orderId"]) == ("REJECT_CARD_COMPANY", "order-refused")
    payment = shop.order("order-refused").json()
    assert (payment["status"], payment["failure"]["code"]) == ("ABORTED", "REJECT_CARD_COMPANY")


def test_a_buyer_who_never_returns_changes_nothing(shop: Shop, client: httpx.Client) -> None:
    opened = shop.open(orderId="order-left")

    left = shop.choose(opened, "never")

    assert left.status_code == 200
    assert shop.order("order-left").status_code == 404
    assert client.get("/control/payments").json()["payments"][0]["status"] == "READY"
    assert returned_query(shop.choose(opened, "pay"))["orderId"] == "order-left"


@pytest.mark.parametrize("first", ["pay", "cancel", "refuse"])
def test_a_window_accepts_one_choice(shop: Shop, client: httpx.Client, first: str) -> None:
    opened = shop.open()
    shop.choose(opened, first)

    assert shop.choose(opened, "pay").status_code == 410
    assert client.get(opened.headers["location"]).status_code == 410


def test_reloading_the_window_starts_no_second_payment(shop: Shop, client: httpx.Client) -> None:
    opened = shop.open()

    client.get(opened.headers["location"])
    client.get(opened.headers["location"])

    assert len(client.get("/control/payments").json()["payments"]) == 1


def test_after_thirty_minutes_the_window_sends_the_buyer_back_unpaid(shop: Shop) -> None:
    opened = shop.open(orderId="order-slow")
    shop.let_pass(minutes=30.1)

    back = returned_query(shop.choose(opened, "pay"))

    assert (back["code"], back["orderId"]) == ("PAY_PROCESS_ABORTED", "order-slow")
    payment = shop.order("order-slow").json()
    assert (payment["status"], payment["method"], payment["failure"]["code"]) == (
        "EXPIRED",
        None,
        "EXPIRED_PAYMENT",
    )


def test_just_under_thirty_minutes_the_buyer_can_still_pay(shop: Shop) -> None:
    opened = shop.open()
    shop.let_pass(minutes=29.5)

    assert "paymentKey" in returned_query(shop.choose(opened, "pay"))


def test_an_approved_order_gets_no_second_window(shop: Shop) -> None:
    paid = shop.buy()

    back = returned_query(shop.open(orderId=paid["orderId"]))

    assert (back["code"], back["orderId"]) == ("DUPLICATED_ORDER_ID", paid["orderId"])


def test_two_shops_may_use_the_same_order_number(shop: Shop, client: httpx.Client) -> None:
    paid = shop.buy()

    other = Shop(client, BILLING).buy(orderId=paid["orderId"])

    assert (other["status"], other["mId"]) == ("DONE", "ieumsandboxbil")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"clientKey": "test_ck_somebody_else"}, "INVALID_CLIENT_KEY"),
        ({"customerKey": "a b"}, "INVALID_CUSTOMER_KEY"),
        ({"method": "MOBILE_PHONE"}, "NOT_SUPPORTED_METHOD"),
        ({"method": "TRANSFER", "cashReceiptType": "현금"}, "INVALID_PARAMETERS"),
        ({"method": "VIRTUAL_ACCOUNT", "validHours": 2_161}, "EXCEED_MAX_DUE_DATE"),
        ({"method": "VIRTUAL_ACCOUNT", "validHours": 1, "dueDate": "2030-01-01"}, "INVALID_PARAMETERS"),
        ({"method": "VIRTUAL_ACCOUNT", "dueDate": "soon"}, "INVALID_PARAMETERS"),
        ({"currency": "USD"}, "INVALID_AMOUNT_CURRENCY"),
        ({"value": 0}, "BELOW_ZERO_AMOUNT"),
        ({"value": "많이"}, "INVALID_PARAMETERS"),
        ({"value": None}, "INVALID_PARAMETERS"),
        ({"taxFreeAmount": 40_000}, "BELOW_ZERO_AMOUNT"),
        ({"orderId": "short"}, "INVALID_PARAMETERS"),
        ({"orderId": "order id with spaces"}, "INVALID_PARAMETERS"),
        ({"orderName": "가" * 101}, "INVALID_PARAMETERS"),
        ({"customerMobilePhone": "010-1234-5678"}, "INVALID_PARAMETERS"),
        ({"metadata": '{"a[0]":"b"}'}, "INVALID_METADATA"),
        ({"metadata": "{"}, "INVALID_PARAMETERS"),
        ({"successUrl": "/success"}, "INCORRECT_SUCCESS_URL_FORMAT"),
        ({"failUrl": "javascript:alert(1)"}, "INCORRECT_FAIL_URL_FORMAT"),
        ({"failUrl": None}, "INCORRECT_FAIL_URL_FORMAT"),
        ({"successUrl": None, "failUrl": None}, "INCORRECT_SUCCESS_URL_FORMAT"),
        ({"successUrl": "http://[", "failUrl": "http://["}, "INCORRECT_SUCCESS_URL_FORMAT"),
    ],
)
def test_a_wrong_request_opens_no_window(
    shop: Shop, client: httpx.Client, changes: dict[str, str | int | None], code: str
) -> None:
    answer = shop.open(**changes)

    assert answer.status_code == 400
    assert f"오류 코드 {code}" in answer.text
    assert client.get("/control/payments").json()["payments"] == []


def test_an_unknown_window_shows_an_error(client: httpx.Client) -> None:
    assert client.get("/toss/window/tgen_unknown").status_code == 404
    assert client.post("/toss/window/tgen_unknown", data={"outcome": "pay"}).status_code == 404


def test_a_guest_may_pay_anonymously(shop: Shop) -> None:
    assert shop.buy(customerKey="@@ANONYMOUS")["status"] == "DONE"


def test_promise_mode_answers_the_opener_instead_of_redirecting(shop: Shop) -> None:
    promise: dict[str, str | int | None] = {
        "successUrl": None,
        "failUrl": None,
        "origin": "https://shop.test",
    }

    paid = shop.choose(shop.open(**promise), "pay")
    cancelled = shop.choose(shop.open(**promise), "cancel")

    assert 'data-origin="https://shop.test"' in paid.text
    assert "paymentKey=tgen_" in paid.text
    assert "code=USER_CANCEL" in cancelled.text


def test_the_receipt_shows_tax_and_cancels(shop: Shop, client: httpx.Client) -> None:
    paid = shop.buy(value=15_000)
    shop.cancel(paid, cancelAmount=5_000)

    receipt = client.get(urlsplit(str(paid["receipt"]["url"])).path)

    assert all(figure in receipt.text for figure in ("15,000", "9,091원", "909원", "5,000원"))
    assert client.get("/toss/receipt/tgen_unknown").status_code == 404

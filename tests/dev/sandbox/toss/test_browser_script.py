"""Toss's browser script on a page with the shop's content security policy, in a real Chromium."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, Page

from tests.dev.sandbox.strict_page import strict_pages

pytestmark = pytest.mark.browser

BILLING = "TossPayments('test_ck_ieum_sandbox_billing')"


@pytest.fixture(scope="module")
def shop_origin(running: str) -> Iterator[str]:
    with strict_pages(running, title="주문", script="/toss/v2/standard") as origin:
        yield origin


@pytest.fixture
def payment_request(shop_origin: str) -> dict[str, Any]:
    """A valid payment request."""
    return {
        "method": "CARD",
        "amount": {"currency": "KRW", "value": 33_000},
        "orderId": "order-browser",
        "orderName": "고정 IP VPN 1개월",
        "successUrl": f"{shop_origin}/success",
        "failUrl": f"{shop_origin}/fail",
    }


@pytest.fixture
def page(browser: Browser, shop_origin: str, remote: httpx.Client) -> Iterator[Page]:
    assert remote.get("/control/payments").json()["payments"] == []
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{shop_origin}/checkout")
    yield page
    context.close()


def ask(page: Page, request: dict[str, Any]) -> None:
    """Call `requestPayment` without waiting for its promise, which never settles in redirect mode."""
    page.evaluate(
        "request => { TossPayments('test_ck_ieum_sandbox').payment({customerKey: 'buyer-1'})"
        ".requestPayment(request) }",
        request,
    )
    page.wait_for_url("**/toss/window/*")


def code_thrown(page: Page, expression: str, argument: object = None) -> str:
    return page.evaluate(
        f"async argument => {{ try {{ await {expression}; return 'nothing thrown' }}"
        " catch (error) { return error instanceof Error ? error.code : 'no Error' } }",
        argument,
    )


def test_a_buyer_pays_with_the_keyboard_and_returns_to_the_shop(
    page: Page, remote: httpx.Client, payment_request: dict[str, Any], shop_origin: str
) -> None:
    ask(page, payment_request)
    assert page.get_by_role("heading", name="고정 IP VPN 1개월").is_visible()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "pay"

    page.keyboard.press("Enter")

    page.wait_for_url(f"{shop_origin}/success?paymentKey=*")
    [payment] = remote.get("/control/payments").json()["payments"]
    assert (
        page.url
        == f"{shop_origin}/success?paymentKey={payment['paymentKey']}&orderId=order-browser&amount=33000"
    )
    assert payment["status"] == "IN_PROGRESS"


@pytest.mark.parametrize(
    ("button", "query"), [("#cancel", "code=PAY_PROCESS_CANCELED"), ("#refuse", "code=REJECT_CARD_COMPANY")]
)
def test_an_unpaid_buyer_returns_to_the_fail_address(
    page: Page, button: str, query: str, payment_request: dict[str, Any], shop_origin: str
) -> None:
    ask(page, payment_request)

    page.click(button)

    page.wait_for_url(f"{shop_origin}/fail?{query}*")
    assert ("orderId" in page.url) == (button == "#refuse")


def test_a_buyer_who_closes_the_window_does_not_return_to_the_shop(
    page: Page, payment_request: dict[str, Any]
) -> None:
    ask(page, payment_request)

    page.click("#never")

    assert page.get_by_role("heading", name="결제창을 닫았습니다").is_visible()


def test_a_fault_can_be_chosen_in_the_window(
    page: Page, remote: httpx.Client, payment_request: dict[str, Any], shop_origin: str
) -> None:
    ask(page, payment_request)

    page.get_by_label("결제하기 뒤에 일어날 일").select_option("cut_after_approval")
    page.get_by_role("button", name="33,000원 결제하기").click()
    page.wait_for_url(f"{shop_origin}/success?*")

    [fault] = remote.get("/control/faults").json()
    assert (fault["kind"], fault["orderId"]) == ("cut_after_approval", "order-browser")


@pytest.mark.parametrize("width", [390, 1280])
def test_the_window_fits_the_screen_and_its_buttons_are_large_enough(
    page: Page, width: int, payment_request: dict[str, Any]
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    ask(page, payment_request | {"orderName": "아주 긴 이름의 고정 IP VPN 상품 " * 3})

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for button in page.get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44


def test_promise_mode_resolves_with_the_payment(page: Page, payment_request: dict[str, Any]) -> None:
    with page.expect_popup() as popup:
        page.evaluate(
            "request => { window.answer = TossPayments('test_ck_ieum_sandbox')"
            ".payment({customerKey: TossPayments.ANONYMOUS}).requestPayment(request)"
            ".catch(error => ({code: error.code})); return null }",
            payment_request | {"successUrl": None, "failUrl": None},
        )
    popup.value.click("#pay")

    answer = page.evaluate("window.answer")

    assert answer.pop("paymentKey").startswith("tgen_")
    assert answer == {"orderId": "order-browser", "amount": {"currency": "KRW", "value": 33_000}}


@pytest.mark.parametrize("close", [False, True], ids=["cancel button", "closed popup"])
def test_promise_mode_rejects_if_the_buyer_cancels(
    page: Page, close: bool, payment_request: dict[str, Any]
) -> None:
    with page.expect_popup() as popup:
        page.evaluate(
            "request => { window.answer = TossPayments('test_ck_ieum_sandbox')"
            ".payment({customerKey: 'buyer-1'}).requestPayment(request)"
            ".catch(error => error.code); return null }",
            payment_request | {"successUrl": None, "failUrl": None},
        )
    if close:
        popup.value.close()
    else:
        popup.value.click("#cancel")

    assert page.evaluate("window.answer") == "USER_CANCEL"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"method": "MOBILE_PHONE"}, "NOT_SUPPORTED_METHOD"),
        ({"method": "TRANSFER", "transfer": {"cashReceipt": {"type": "현금"}}}, "INVALID_PARAMETERS"),
        ({"method": "VIRTUAL_ACCOUNT", "virtualAccount": {"validHours": 2161}}, "EXCEED_MAX_DUE_DATE"),
        ({"method": "VIRTUAL_ACCOUNT", "virtualAccount": {"validHours": 0}}, "INVALID_PARAMETERS"),
        ({"method": "VIRTUAL_ACCOUNT", "virtualAccount": {"dueDate": "내일"}}, "INVALID_PARAMETERS"),
        (
            {"method": "VIRTUAL_ACCOUNT", "virtualAccount": {"validHours": 1, "dueDate": "2030-01-01"}},
            "INVALID_PARAMETERS",
        ),
        ({"method": "CASH"}, "INVALID_PARAMETERS"),
        ({"amount": 33_000}, "INVALID_AMOUNT_CURRENCY"),
        ({"amount": {"currency": "EUR", "value": 1}}, "INVALID_AMOUNT_CURRENCY"),
        ({"amount": {"currency": "USD", "value": 1}}, "INVALID_AMOUNT_CURRENCY"),
        ({"amount": {"currency": "KRW", "value": "33000"}}, "INVALID_AMOUNT_VALUE"),
        ({"amount": {"currency": "KRW", "value": 10.5}}, "INVALID_AMOUNT_VALUE"),
        ({"amount": {"currency": "KRW", "value": -1}}, "BELOW_ZERO_AMOUNT"),
        ({"amount": {"currency": "KRW", "value": 0}}, "BELOW_ZERO_AMOUNT"),
        ({"orderId": "short"}, "INVALID_PARAMETERS"),
        ({"orderId": "order/with/slashes"}, "INVALID_PARAMETERS"),
        ({"orderName": ""}, "INVALID_PARAMETERS"),
        ({"orderName": "가" * 101}, "INVALID_PARAMETERS"),
        ({"customerMobilePhone": "010-1234-5678"}, "INVALID_PARAMETERS"),
        ({"windowTarget": "popup"}, "INVALID_PARAMETERS"),
        ({"metadata": {"a[0]": "b"}}, "INVALID_METADATA"),
        ({"metadata": {str(number): "b" for number in range(6)}}, "INVALID_METADATA"),
        ({"successUrl": "/success"}, "INCORRECT_SUCCESS_URL_FORMAT"),
        ({"successUrl": None}, "INCORRECT_SUCCESS_URL_FORMAT"),
        ({"failUrl": "shop.test/fail"}, "INCORRECT_FAIL_URL_FORMAT"),
        ({"failUrl": None}, "INCORRECT_FAIL_URL_FORMAT"),
    ],
)
def test_an_invalid_request_is_rejected_and_the_buyer_stays_on_the_page(
    page: Page, changes: dict[str, Any], code: str, payment_request: dict[str, Any], shop_origin: str
) -> None:
    thrown = code_thrown(
        page,
        "TossPayments('test_ck_ieum_sandbox').payment({customerKey: 'buyer-1'}).requestPayment(argument)",
        payment_request | changes,
    )

    assert (thrown, page.url) == (code, f"{shop_origin}/checkout")


@pytest.mark.parametrize(
    ("expression", "code"),
    [
        ("TossPayments()", "INVALID_CLIENT_KEY"),
        ("TossPayments('nonsense')", "INVALID_CLIENT_KEY"),
        ("TossPayments('test_sk_ieum_sandbox')", "INSECURE_KEY_USAGE"),
        ("TossPayments('test_gsk_ieum_sandbox')", "INSECURE_KEY_USAGE"),
        ("TossPayments('test_gck_widget').payment({customerKey: 'buyer-1'})", "NOT_SUPPORTED_WIDGET_KEY"),
        ("TossPayments('test_ck_ieum_sandbox').widgets({})", "NOT_SUPPORTED_API_INDIVIDUAL_KEY"),
        ("TossPayments('test_gck_widget').widgets({})", "NOT_SUPPORTED_METHOD"),
        ("TossPayments('test_ck_ieum_sandbox').brandpay({})", "NOT_SUPPORTED_METHOD"),
        ("TossPayments('test_ck_ieum_sandbox').payment()", "INVALID_CUSTOMER_KEY"),
        ("TossPayments('test_ck_ieum_sandbox').payment({customerKey: 'a'})", "INVALID_CUSTOMER_KEY"),
        (
            "TossPayments('test_ck_else').payment({customerKey: 'buyer-1'}).requestPayment(argument)",
            "INVALID_CLIENT_KEY",
        ),
        (
            "TossPayments('test_ck_ieum_sandbox').payment({customerKey: 'buyer-1'}).requestPayment()",
            "INVALID_PARAMETERS",
        ),
        (
            "TossPayments('test_ck_ieum_sandbox').payment({customerKey: 'buyer-1'}).requestBillingAuth(argument)",
            "NOT_SUPPORTED_METHOD",
        ),
        (
            f"{BILLING}.payment({{customerKey: 'buyer-1'}}).requestBillingAuth({{method: 'CARD'}})",
            "INCORRECT_SUCCESS_URL_FORMAT",
        ),
        (
            f"{BILLING}.payment({{customerKey: 'buyer-1'}}).requestBillingAuth()",
            "INVALID_PARAMETERS",
        ),
        (
            f"{BILLING}.payment({{customerKey: TossPayments.ANONYMOUS}}).requestBillingAuth(argument)",
            "INVALID_CUSTOMER_KEY",
        ),
    ],
)
def test_a_wrong_key_is_rejected(
    page: Page, expression: str, code: str, payment_request: dict[str, Any]
) -> None:
    assert code_thrown(page, expression, payment_request) == code


def test_a_card_is_registered_in_its_own_window(
    page: Page, payment_request: dict[str, Any], shop_origin: str, remote: httpx.Client
) -> None:
    page.evaluate(
        f"request => {{ {BILLING}.payment({{customerKey: 'buyer-1'}}).requestBillingAuth(request) }}",
        payment_request,
    )
    page.wait_for_url("**/toss/billing/*")
    page.get_by_label("국민 체크카드").check()
    page.click("#register")
    page.wait_for_url(f"{shop_origin}/success?**")

    returned = dict(parse_qsl(urlsplit(page.url).query))
    assert returned["customerKey"] == "buyer-1"
    issued = remote.post(
        "/toss/v1/billing/authorizations/issue", json=returned, auth=("test_sk_ieum_sandbox_billing", "")
    )
    assert issued.json()["card"]["number"].endswith("002*")


def test_a_deposit_is_paid_in_on_the_bank_page(
    page: Page, payment_request: dict[str, Any], shop_origin: str, remote: httpx.Client
) -> None:
    account = {"cashReceipt": {"type": "소득공제"}, "validHours": 24}
    ask(page, payment_request | {"method": "VIRTUAL_ACCOUNT", "virtualAccount": account})
    assert page.get_by_text("소득공제").is_visible()
    page.get_by_label("은행").select_option("국민")
    page.click("#pay")
    page.wait_for_url(f"{shop_origin}/success?**")
    returned = dict(parse_qsl(urlsplit(page.url).query))
    confirmed = remote.post(
        "/toss/v1/payments/confirm",
        json=returned | {"amount": int(returned["amount"])},
        auth=("test_sk_ieum_sandbox", ""),
    ).json()
    assert (confirmed["status"], confirmed["virtualAccount"]["bankCode"]) == ("WAITING_FOR_DEPOSIT", "06")

    page.goto(f"{remote.base_url}/toss/deposits")
    page.get_by_label("입금할 금액").fill("32999")
    page.get_by_role("button", name="입금하기").click()
    page.get_by_role("alert").get_by_text("입금할 금액과 달라").wait_for()
    page.get_by_role("button", name="입금하기").click()
    page.get_by_text("입금됨").wait_for()

    [paid] = remote.get("/control/payments").json()["payments"]
    assert (paid["status"], paid["approvedAmount"]) == ("DONE", 33_000)


def test_on_a_phone_promise_mode_is_refused(
    browser: Browser, running: str, payment_request: dict[str, Any]
) -> None:
    context = browser.new_context(user_agent="Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile")
    page = context.new_page()
    page.goto(f"{running}/inbox")
    page.add_script_tag(url="/toss/v2/standard")

    thrown = code_thrown(
        page,
        "TossPayments('test_ck_ieum_sandbox').payment({customerKey: 'buyer-1'}).requestPayment(argument)",
        payment_request | {"successUrl": None, "failUrl": None},
    )

    assert thrown == "NOT_SUPPORTED_PROMISE"
    context.close()

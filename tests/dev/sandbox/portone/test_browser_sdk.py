"""PortOne's browser script on a page with the shop's content security policy, in a real Chromium."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page

from tests.dev.sandbox.strict_page import strict_pages

pytestmark = pytest.mark.browser

ASKED = {
    "storeId": "ieum-sandbox-store",
    "channelKey": "ieum-sandbox-channel",
    "identityVerificationId": "identity-browser",
}
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile"


@pytest.fixture(scope="module")
def shop_origin(running: str) -> Iterator[str]:
    with strict_pages(running, title="회원가입", script="/portone/v2/browser-sdk.js") as origin:
        yield origin


@pytest.fixture
def page(browser: Browser, shop_origin: str, remote: httpx.Client) -> Iterator[Page]:
    del remote  # reset before the first call
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{shop_origin}/sign-up")
    yield page
    context.close()


def begin(page: Page, request: dict[str, Any]) -> None:
    page.evaluate(
        "request => { window.answer = PortOne.requestIdentityVerification(request)"
        ".catch(error => ({thrown: error.code})); return null }",
        request,
    )


def test_a_person_verified_in_the_popup_is_known_to_the_page_and_to_the_server(
    page: Page, remote: httpx.Client
) -> None:
    with page.expect_popup() as popup:
        begin(page, ASKED)
    popup.value.get_by_label("이름").fill("김이음")
    popup.value.get_by_role("button", name="인증 완료").click()

    answer = page.evaluate("window.answer")

    assert answer.pop("identityVerificationTxId")
    assert answer == {
        "transactionType": "IDENTITY_VERIFICATION",
        "identityVerificationId": "identity-browser",
    }
    answer = remote.get(
        "/portone/identity-verifications/identity-browser",
        headers={"authorization": "PortOne ieum-sandbox-secret"},
    )
    assert answer.json()["verifiedCustomer"]["name"] == "김이음"


@pytest.mark.parametrize("close", [False, True], ids=["cancel button", "closed popup"])
def test_a_cancelled_verification_resolves_with_an_error_code(page: Page, close: bool) -> None:
    with page.expect_popup() as popup:
        begin(page, ASKED)
    if close:
        popup.value.close()
    else:
        popup.value.get_by_role("button", name="취소").click()

    answer = page.evaluate("window.answer")

    assert (answer["code"], answer["message"]) == ("PG_PROVIDER_ERROR", "사용자가 본인인증을 취소하였습니다.")


@pytest.mark.parametrize(
    ("button", "query"),
    [("#verify", "transactionType=IDENTITY_VERIFICATION"), ("#cancel", "code=PG_PROVIDER_ERROR")],
)
def test_on_a_phone_the_page_itself_is_redirected_and_returns(
    browser: Browser, shop_origin: str, remote: httpx.Client, button: str, query: str
) -> None:
    del remote
    context = browser.new_context(user_agent=PHONE)
    page = context.new_page()
    page.goto(f"{shop_origin}/sign-up")
    begin(page, ASKED | {"redirectUrl": f"{shop_origin}/back"})
    page.wait_for_url("**/portone/window/*")

    page.click(button)

    page.wait_for_url(f"{shop_origin}/back?**")
    assert query in page.url
    assert "identityVerificationId=identity-browser" in page.url
    context.close()


@pytest.mark.parametrize(
    "changed",
    [
        {"storeId": "store-of-somebody"},
        {"channelKey": None},
        {"identityVerificationId": ""},
        {"forceRedirect": True},
        {"forceRedirect": True, "redirectUrl": "/back"},
    ],
)
def test_an_invalid_request_is_rejected_and_the_visitor_stays_on_the_page(
    page: Page, changed: dict[str, Any], shop_origin: str
) -> None:
    begin(page, ASKED | changed)

    assert page.evaluate("window.answer") == {"thrown": "BadRequest"}
    assert page.url == f"{shop_origin}/sign-up"


@pytest.mark.parametrize("width", [390, 1280])
def test_the_window_fits_the_screen_and_its_buttons_are_large_enough(
    page: Page, running: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    begin(page, ASKED | {"forceRedirect": True, "redirectUrl": f"{running}/"})
    page.wait_for_url("**/portone/window/*")

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for button in page.get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44

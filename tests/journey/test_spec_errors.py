"""Spec section 8: what a visitor sees of what goes wrong."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, expect

from tests.journey.running import RunningShop
from tests.journey.shell import Calls, Documents, open_group, open_menu, open_panel, ready, wait_in
from tests.journey.visitor import CHECKOUT, STATUS, Visitor

pytestmark = pytest.mark.browser

PLANS = "**/api/v1/catalog/plans*"
CLIENT_ERROR = "**/api/v1/home/client-error"
SERVICES = "/api/v1/services"
CONNECTION = "/api/v1/services/connection"
UNAUTHENTICATED = {
    "status": 401,
    "code": "unauthenticated",
    "title": "-",
    "detail": "로그인 후 이용해 주세요.",
}
RELOADS = "() => localStorage.getItem('ieum:reloads')"


def refuse(route: Route) -> None:
    route.fulfill(status=401, json=UNAUTHENTICATED)


def go_to_the_product(visitor: Visitor, width: int) -> None:
    """From another page, within the document: its code and its data are fetched by the browser."""
    visitor.open("/login")
    ready(visitor.page)
    group = open_group(open_menu(visitor.page, width), "고정 IP VPN", width)
    group.get_by_role("link", name="상품 안내").click()


def test_a_401_is_retried_once_and_goes_on_where_the_second_answer_is_good(
    member: Visitor, width: int
) -> None:
    page = member.page
    member.open("/static-ip")
    calls = Calls(page)
    page.route(f"**{SERVICES}?*", refuse, times=1)

    open_panel(page, width).get_by_role("link", name="마이페이지").click()

    expect(page.get_by_role("heading", name="이용현황")).to_be_visible()
    assert calls.to("/api/logout") == 0


def test_a_second_401_deletes_the_tokens_and_leads_to_the_login_with_the_way_back(
    shop: RunningShop, member: Visitor, width: int
) -> None:
    page = member.page
    member.open("/static-ip?plan=1&months=3")
    ready(page)
    calls = Calls(page)
    page.route(f"**{CONNECTION}", refuse)

    with page.expect_response("**/api/logout") as logout:
        open_panel(page, width)

    page.wait_for_url(f"{shop.url}/login?callbackUrl={quote('/static-ip?plan=1&months=3', safe='')}")
    assert logout.value.ok
    assert calls.to(CONNECTION) == 2
    assert calls.to("/api/logout") == 1
    wait_in(page, lambda: not member.tokens(), "the tokens are still there")
    expect(page.get_by_role("heading", name="로그인")).to_be_visible()


def test_a_visitor_at_a_members_page_is_led_to_the_login_and_back(visitor: Visitor) -> None:
    visitor.open(f"{CHECKOUT}?planId=1&months=3")

    assert visitor.page.url.endswith(f"/login?callbackUrl={quote(f'{CHECKOUT}?planId=1&months=3', safe='')}")


def test_only_a_way_back_within_the_shop_is_followed(shop: RunningShop, member: Visitor) -> None:
    for evil in ("//evil.example", "/\\evil.example", "https://evil.example/", "javascript:alert(1)"):
        member.open(f"/login?callbackUrl={quote(evil, safe='')}")
        member.page.wait_for_url(f"{shop.url}{STATUS}?page=1")
    member.open(f"/login?callbackUrl={quote('/static-ip?a=1', safe='')}")
    member.page.wait_for_url(f"{shop.url}/static-ip?a=1")


@pytest.mark.both_widths
def test_where_the_address_cannot_be_looked_up_a_dash_is_shown(member: Visitor, width: int) -> None:
    member.page.route("**/api/get-ip", lambda route: route.abort())
    member.open("/")

    plate = member.page.locator("div").filter(has=member.page.get_by_text("지금 접속 중인 IP")).last
    expect(plate).to_have_text(re.compile(r"-$"))
    expect(
        open_panel(member.page, width).get_by_role("definition").filter(has_text=re.compile("^-$"))
    ).to_be_visible()


def test_a_visit_that_cannot_be_logged_is_only_written_to_the_console(
    shop: RunningShop, visitor: Visitor
) -> None:
    page = visitor.page
    page.route("**/api/v1/home/visit", lambda route: route.abort())

    with page.expect_console_message(lambda message: "visit was not logged" in message.text):
        page.goto(f"{shop.url}/privacy/policy", referer="https://search.naver.com/")

    assert page.evaluate("sessionStorage.getItem('ieum:visit')") is None
    expect(page.get_by_role("status")).to_have_text(["", ""])
    expect(page.get_by_role("heading", name="개인정보처리방침")).to_be_visible()


def test_a_render_error_leaves_a_blank_area_is_reported_and_the_shell_goes_on(
    visitor: Visitor, width: int
) -> None:
    page = visitor.page
    documents = Documents(page)

    def without_prices(route: Route) -> None:
        answer = route.fetch().json()
        # No word of the four kinds of error that a reload might cure.
        route.fulfill(json={**answer, "data": [{**plan, "prices": 5} for plan in answer["data"]]})

    page.route(PLANS, without_prices)

    with page.expect_response(CLIENT_ERROR) as told:
        go_to_the_product(visitor, width)

    expect(page.get_by_role("main")).to_have_text("")
    expect(page.get_by_role("contentinfo")).to_be_visible()
    assert told.value.ok
    assert documents.loaded == ["/login"]
    report: Any = told.value.request.post_data_json
    assert set(report) == {"message", "stack", "path", "release"}
    assert (report["path"], "?" in report["stack"]) == ("/static-ip", False)
    assert report["release"].startswith("index-")
    page.get_by_role("contentinfo").get_by_role("link", name="이용약관").click()
    expect(page.get_by_role("heading", name="이용약관", level=1)).to_be_visible()


def test_a_page_that_cannot_be_loaded_says_so_with_a_way_back(visitor: Visitor, width: int) -> None:
    refusal = {"status": 404, "code": "not_found", "title": "-", "detail": "잠시 후 다시 시도해 주세요."}
    visitor.page.route(PLANS, lambda route: route.fulfill(status=404, json=refusal))

    go_to_the_product(visitor, width)

    expect(visitor.page.get_by_text("잠시 후 다시 시도해 주세요.")).to_be_visible()
    expect(visitor.page.get_by_role("link", name="홈으로 가기")).to_be_visible()


def a_missing_chunk(page: Page) -> None:
    page.route("**/assets/product.page-*.js", lambda route: route.fulfill(status=404, body="{}"))


def a_page_instead_of_a_chunk(page: Page) -> None:
    html = "<!doctype html><title>a page of the new deploy</title>"
    page.route(
        "**/assets/product.page-*.js",
        lambda route: route.fulfill(content_type="text/javascript", body=html),
    )


def another_body_than_the_app_draws(page: Page) -> None:
    _rewritten(page, "선택한 상품", "다른 배포의 문서입니다")


def data_of_another_shape(page: Page) -> None:
    _rewritten(page, '"prices":', '"formerly":')


def _rewritten(page: Page, this: str, that: str) -> None:
    def answer(route: Route) -> None:
        fetched = route.fetch()
        text = fetched.text()
        assert this in text
        route.fulfill(response=fetched, body=text.replace(this, that))

    page.route(lambda address: address.endswith("/static-ip"), answer)


DEPLOYMENT_ERRORS: dict[str, Any] = {
    "chunk load failed": a_missing_chunk,
    "hydration failed": another_body_than_the_app_draws,
    "unexpected token": a_page_instead_of_a_chunk,
    "cannot read properties of undefined": data_of_another_shape,
}


@pytest.mark.parametrize("kind", list(DEPLOYMENT_ERRORS))
def test_a_deployment_error_reloads_the_page_twice_at_most_and_a_clean_start_resets_the_count(
    visitor: Visitor, kind: str
) -> None:
    page = visitor.page
    documents = Documents(page)
    DEPLOYMENT_ERRORS[kind](page)

    visitor.open("/static-ip")
    wait_in(page, lambda: len(documents.loaded) == 3, "the page was not reloaded twice")
    ready(page)

    assert documents.loaded == ["/static-ip"] * 3
    assert page.evaluate(RELOADS) == "2"
    expect(page.get_by_role("contentinfo")).to_be_visible()
    page.unroute_all()
    page.reload()
    expect(page.get_by_role("heading", name="고정 IP VPN", level=1)).to_be_visible()
    page.wait_for_function("() => localStorage.getItem('ieum:reloads') === null")


def test_a_chunk_that_is_gone_on_the_way_to_a_page_reloads_right_there(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("/privacy/policy")
    ready(page)
    documents = Documents(page)

    def until_the_new_document(route: Route) -> None:
        # The pointer that comes near asks first, and then nothing is loaded anew; the press asks again.
        if documents.loaded:
            route.continue_()
        else:
            route.fulfill(status=404, body="{}")

    page.route("**/assets/notices.page-*.js", until_the_new_document)

    page.get_by_role("contentinfo").get_by_role("link", name="공지사항").click()

    expect(page.get_by_role("heading", name="공지사항", level=1)).to_be_visible()
    assert documents.loaded == ["/support/notice"]

"""Spec section 4: who is logged in, what is noted of a visit, what is asked anew; and section 9, its constants."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from ieum.shop.members import tokens
from tests.journey.conftest import Holder
from tests.journey.member import Member, at_checkout
from tests.journey.running import RunningShop
from tests.journey.shell import Calls, open_panel, ready
from tests.journey.visitor import CHECKOUT, DESKTOP, PASSWORD, STATUS, Visitor
from tests.shop.builders.secrets import KEY
from tests.waiting import wait_until

pytestmark = pytest.mark.browser

YEAR = 31_536_000
SEARCH = "https://search.naver.com/search.naver?query=%EA%B3%A0%EC%A0%95+IP"
VISIT = "/api/v1/home/visit"
FLAG = "() => sessionStorage.getItem('ieum:visit')"
# Six calls at once, as a page makes them; what each was answered.
AT_ONCE = """() => Promise.all(
  ['member', 'services', 'member/profile', 'services?page=2', 'member', 'services?state=active']
    .map((name) => `/api/v1/${name}`)
    .map((path) => fetch(path).then(({ status }) => status)))"""


# What the browser tells a page that comes back into sight: twice, in the ways it is told in.
FOCUS = """() => {
  dispatchEvent(new Event('focus'))
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
}"""


def token(visitor: Visitor, name: str) -> dict[str, Any] | None:
    return next((dict(cookie) for cookie in visitor.context.cookies() if cookie.get("name") == name), None)


def is_member(page: Page, width: int) -> None:
    if width >= DESKTOP:
        expect(page.get_by_role("button", name="내 IP")).to_be_visible()
    else:
        expect(page.locator("#side-menu").get_by_text("마이페이지").first).to_be_attached()


def is_visitor(page: Page, width: int) -> None:
    if width >= DESKTOP:
        expect(page.get_by_role("banner").get_by_role("link", name="로그인")).to_be_visible()
    expect(
        page.locator("#side-menu").get_by_role("link", name="로그인", include_hidden=True)
    ).to_be_attached()
    expect(page.locator("#side-menu").get_by_text("마이페이지")).to_have_count(0)


def test_logged_out_until_both_tokens_are_present(member: Visitor, width: int) -> None:
    for lost in ("ieum_at", "ieum_rt"):
        member.bring_session()
        member.open("/static-ip")
        is_member(member.page, width)

        member.context.clear_cookies(name=lost)
        member.page.reload()

        is_visitor(member.page, width)
        assert member.tokens() == []


def test_logged_in_only_when_the_member_call_succeeds(shop: RunningShop, member: Visitor, width: int) -> None:
    with shop.database_connection() as conn:
        conn.execute(
            """
            UPDATE login_sessions SET ended_at = now(), end_reason = 'logout'
             WHERE id = (SELECT max(id) FROM login_sessions)
            """
        )

    member.open("/static-ip")

    is_visitor(member.page, width)
    assert member.tokens() == []


def test_when_the_member_call_fails_the_state_resets_and_cached_queries_are_invalidated(
    member: Visitor, width: int
) -> None:
    page = member.page
    member.open(STATUS)
    ready(page)
    page.route("**/api/v1/member", lambda route: route.fulfill(status=500, json={"status": 500, "code": "x"}))
    # What a tab hears when another one logged in or out: it asks who is logged in now.
    page.evaluate("dispatchEvent(new StorageEvent('storage', { key: 'ieum:session' }))")
    page.wait_for_url("**/login?callbackUrl=*")
    is_visitor(page, width)

    page.unroute("**/api/v1/member")
    calls = Calls(page)
    page.evaluate("dispatchEvent(new StorageEvent('storage', { key: 'ieum:session' }))")

    # Logged in again, the page that one came from asks anew for what it had.
    page.wait_for_url(f"**{STATUS}")
    expect(page.get_by_role("heading", name="이용현황")).to_be_visible()
    assert calls.to("/api/v1/services") == 1


def test_logout_clears_the_member_and_both_cookies_and_ends_the_session_on_the_server(
    shop: RunningShop, member: Visitor, width: int
) -> None:
    member.open("/static-ip")
    old = {
        cookie["name"]: cookie["value"]
        for cookie in member.context.cookies()
        if "name" in cookie and "value" in cookie
    }

    open_panel(member.page, width).get_by_role("button", name="로그아웃").click()

    if width >= DESKTOP:
        expect(member.page.get_by_text("로그아웃되었습니다.")).to_be_visible()
        assert httpx.URL(member.page.url).path == "/static-ip"
    else:
        member.page.wait_for_url(f"{shop.url}/")
    is_visitor(member.page, width)
    assert member.tokens() == []
    assert httpx.get(f"{shop.url}/api/v1/member", cookies=old).status_code == 401


def test_token_cookies_last_a_year_on_every_path_and_no_script_sees_them(member: Visitor, width: int) -> None:
    member.lose_cookies()
    member.open("/login")
    member.log_in()
    is_member(member.page, width)

    now = datetime.now(UTC).timestamp()
    for name in ("ieum_at", "ieum_rt"):
        cookie = token(member, name)
        assert cookie is not None
        assert cookie["path"] == "/"
        assert cookie["httpOnly"]
        assert YEAR - 600 < cookie["expires"] - now <= YEAR + 60
    assert member.page.evaluate("document.cookie") == ""


def test_a_logout_in_one_tab_is_seen_by_the_other(member: Visitor, width: int) -> None:
    first, second = member.page, member.context.new_page()
    member.open("/static-ip")
    second.goto(f"{member.shop.url}{STATUS}")
    ready(first)
    ready(second)

    open_panel(first, width).get_by_role("button", name="로그아웃").click()

    second.wait_for_url("**/login?callbackUrl=*")
    is_visitor(second, width)


def test_a_login_in_one_tab_is_seen_by_the_other(member: Visitor, width: int) -> None:
    member.lose_cookies()
    second = member.context.new_page()
    second.goto(f"{member.shop.url}/static-ip")
    ready(second)
    is_visitor(second, width)
    member.open("/login")
    ready(member.page)

    member.log_in()

    is_member(second, width)


def test_of_one_member_nothing_is_left_when_the_browser_is_anothers(
    shop: RunningShop, member: Visitor, holder: Holder, width: int
) -> None:
    """A tab that slept while another one logged out and in hears of the second alone."""
    page = member.page
    member.open(STATUS)
    ready(page)
    expect(page.get_by_text(holder.address).first).to_be_visible()
    with httpx.Client(timeout=30) as http:
        member.login_id = Member(shop, http, f"second{width}").login_id
    member.bring_session()

    page.evaluate("dispatchEvent(new StorageEvent('storage', { key: 'ieum:session' }))")

    expect(page.get_by_text(holder.address)).to_have_count(0)
    is_member(page, width)


def test_an_access_token_that_expires_amid_parallel_calls_is_renewed_unseen(
    shop: RunningShop, member: Visitor, width: int
) -> None:
    member.open("/static-ip")
    access = token(member, "ieum_at")
    assert access is not None
    identity = tokens.read_access(access["value"], key=KEY)
    assert identity is not None
    old = tokens.issue_access(identity, key=KEY, now=datetime.now(UTC) - timedelta(hours=1))
    member.context.add_cookies([{"name": "ieum_at", "value": old, "url": shop.url}])

    assert set(member.page.evaluate(AT_ONCE)) == {200}

    renewed = token(member, "ieum_at")
    assert renewed is not None
    assert renewed["value"] != old
    member.open(STATUS)
    is_member(member.page, width)


def test_cookies_that_are_deleted_by_hand_lead_to_the_login_and_back(member: Visitor, width: int) -> None:
    page = member.page
    member.open(STATUS)
    ready(page)
    member.context.clear_cookies()

    page.get_by_role("button", name="내 노트북 삭제").click()
    page.get_by_role("dialog").get_by_role("button", name="삭제").click()

    page.wait_for_url("**/login?callbackUrl=*")
    is_visitor(page, width)
    expect(page.get_by_role("dialog")).to_have_count(0)
    member.log_in()
    page.wait_for_url(f"**{STATUS}")
    expect(page.get_by_role("button", name="내 노트북 삭제")).to_be_visible()


def test_a_session_that_ends_at_the_pay_press_needs_a_login_and_one_more_press(visitor: Visitor) -> None:
    page = visitor.page
    at_checkout(visitor)
    ready(page)
    visitor.change_choice()
    page.get_by_role("radio", name="3개월").check()
    visitor.agree()
    visitor.context.clear_cookies()

    page.get_by_role("button", name="결제하기").click()

    dialog = page.get_by_role("dialog", name="로그인이 만료되었습니다")
    expect(dialog.get_by_label("아이디", exact=True)).to_have_value(visitor.login_id)
    dialog.get_by_label("비밀번호", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("radio", name="3개월")).to_be_checked()
    page.get_by_role("button", name="결제하기").click()
    page.wait_for_url("**/toss/window/*")


def test_whoever_does_not_log_in_again_is_led_to_the_form_and_back_to_what_was_chosen(
    member: Visitor, width: int
) -> None:
    page = member.page
    member.open(CHECKOUT)
    ready(page)
    member.change_choice()
    page.get_by_role("radio", name="3개월").check()
    member.agree()
    member.context.clear_cookies()
    page.get_by_role("button", name="결제하기").click()
    page.get_by_role("dialog").get_by_role("link", name="로그인 페이지로 이동").click()

    expect(page).to_have_url(re.compile(r"/login\?callbackUrl=.*months%3D3"))
    is_visitor(page, width)
    member.log_in()
    expect(page.get_by_role("region", name="선택한 상품")).to_contain_text("3개월")


def test_a_visit_from_another_site_is_logged_once_on_the_first_load(
    shop: RunningShop, visitor: Visitor
) -> None:
    page = visitor.page
    calls = Calls(page)
    with page.expect_response(f"**{VISIT}") as answered:
        page.goto(f"{shop.url}/static-ip?n_keyword=vpn-of-{id(visitor)}", referer=SEARCH)

    sent: Any = answered.value.request.post_data_json
    assert sent["referrerUrl"].startswith("https://search.naver.com/")
    assert sent["landingUrl"].startswith(f"{shop.url}/static-ip?n_keyword=")
    assert sent["keyword"] == f"vpn-of-{id(visitor)}"
    assert answered.value.json()["status"] == 200
    page.wait_for_function(FLAG)
    page.goto(f"{shop.url}/", referer=SEARCH)
    ready(page)
    assert calls.to(VISIT) == 1


def test_a_visit_without_referrer_from_ourselves_or_from_identity_verification_is_not_logged(
    shop: RunningShop, visitor: Visitor
) -> None:
    calls = Calls(visitor.page)

    for referrer in (None, shop.url, "https://nice.checkplus.co.kr/CheckPlus", "https://cert.portone.io/"):
        visitor.page.goto(f"{shop.url}/static-ip?n_query=x", referer=referrer)
        ready(visitor.page)
        assert visitor.page.url == f"{shop.url}/static-ip?n_query=x"

    assert calls.to(VISIT) == 0


def test_the_flag_is_set_only_when_the_status_field_is_200(shop: RunningShop, visitor: Visitor) -> None:
    page = visitor.page
    page.route(f"**{VISIT}", lambda route: route.fulfill(json={"status": 500, "data": None}))
    with page.expect_console_message(lambda message: "visit was not logged" in message.text):
        page.goto(f"{shop.url}/", referer=SEARCH)
    assert page.evaluate(FLAG) is None

    page.unroute(f"**{VISIT}")
    with page.expect_response(f"**{VISIT}"):
        page.goto(f"{shop.url}/login", referer=SEARCH)

    page.wait_for_function(FLAG)


def test_with_n_query_the_visit_goes_on_to_the_home_page_and_napm_stays_as_it_was(
    shop: RunningShop, visitor: Visitor
) -> None:
    page = visitor.page
    mark = "NaPm=ct%3Dm1x2|ci=0zK%2B|tr=sa|hk=a1b2"
    with page.expect_request(f"**{VISIT}") as asked:
        page.goto(
            f"{shop.url}/static-ip?n_media=27758&n_query=%EA%B3%A0%EC%A0%95IP&{mark}&n_rank=1", referer=SEARCH
        )

    page.wait_for_url(f"{shop.url}/?NaPm=*")
    assert page.url == f"{shop.url}/?{mark}"
    sent: Any = asked.value.post_data_json
    assert sent["keyword"] == "고정IP"
    expect(page.get_by_role("heading", level=1)).to_contain_text("내 기기를 통신사")
    page.goto(f"{shop.url}/static-ip?n_query=again", referer=SEARCH)
    ready(page)
    assert httpx.URL(page.url).path == "/static-ip", "what is no visit any more goes nowhere"


def test_nothing_is_asked_again_when_the_window_regains_the_focus(member: Visitor) -> None:
    page = member.page
    # Older than any answer may grow without being asked for again.
    page.clock.install()
    member.open("/static-ip")
    ready(page)
    page.clock.fast_forward("10:00")
    calls = Calls(page)

    other = member.context.new_page()
    other.goto("about:blank")
    page.bring_to_front()
    page.evaluate(FOCUS)
    page.clock.run_for(1_000)
    ready(page)

    assert calls.made == []


def test_a_clean_start_forgets_how_often_the_page_was_reloaded(visitor: Visitor) -> None:
    visitor.open("/login")
    visitor.page.evaluate("localStorage.setItem('ieum:reloads', '2')")

    visitor.page.reload()

    visitor.page.wait_for_function("() => localStorage.getItem('ieum:reloads') === null")


def test_a_visit_is_kept_with_the_address_that_the_shop_sees(shop: RunningShop, visitor: Visitor) -> None:
    word = f"kept-{id(visitor)}"
    visitor.page.goto(f"{shop.url}/?n_keyword={word}", referer=SEARCH)

    with shop.database_connection() as conn:
        asked = "SELECT host(ip_address), referrer_url FROM visits WHERE keyword = %s"
        wait_until(lambda: conn.execute(asked, [word]).fetchone() is not None, "the visit is not there")
        assert conn.execute(asked, [word]).fetchone() == ("127.0.0.1", SEARCH)

"""Spec section 2, "Shell" and "Main menu", and section 6: what stands around every page, and for whom."""

import re

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.journey.configuration import configured
from tests.journey.conftest import Holder
from tests.journey.running import RunningShop
from tests.journey.shell import ORDER, Calls, groups_of, open_group, open_menu, open_panel, ready
from tests.journey.visitor import CHECKOUT, DESKTOP, PHONE, STATUS, TABLET, Visitor

pytestmark = pytest.mark.browser

REMOTE_SUPPORT = "https://help.example/remote"
BACK_TO_TOP = "맨 위로"
# How long the button stays after one scroll, in milliseconds, as the page itself sees it.
SHOWN_FOR = """() => new Promise((tell) => {
  const button = () => document.querySelector('button[aria-label="맨 위로"]')
  let appeared
  new MutationObserver(() => {
    if (button() && !appeared) appeared = performance.now()
    if (!button() && appeared) tell(performance.now() - appeared)
  }).observe(document.body, { childList: true, subtree: true })
  scrollTo({ top: 600, behavior: 'instant' })
})"""
# On and on around there, until something is pressed: the button stays for as long as a slow machine needs to look.
KEEP_SCROLLING = """(down) => {
  clearInterval(window.scrolling)
  let times = 0
  const scroll = () => scrollTo({ top: down + (times++ % 2), behavior: 'instant' })
  scroll()
  window.scrolling = setInterval(scroll, 500)
  addEventListener('click', () => clearInterval(window.scrolling), { capture: true, once: true })
}"""


@pytest.mark.both_widths
def test_the_main_menu_has_its_entries_in_order(shop: RunningShop, visitor: Visitor, width: int) -> None:
    with configured(shop, remote_support_url=REMOTE_SUPPORT):
        visitor.open("/")
        menu = open_menu(visitor.page, width)

        shown = groups_of(menu, width)
        assert shown == [label for label in ORDER if label in shown]
        assert {"고정 IP VPN", "고객센터"} <= set(shown)
        entries = open_group(menu, "고정 IP VPN", width).get_by_role("listitem")
        expect(entries.get_by_role("link", name="상품 안내")).to_have_attribute("href", "/static-ip")
        expect(entries.get_by_role("link", name="기간 결제")).to_have_attribute("href", CHECKOUT)
        support = open_group(menu, "고객센터", width).get_by_role("listitem").get_by_role("link")
        expect(support.last).to_have_text(re.compile("원격지원"))


@pytest.mark.both_widths
def test_mypage_is_not_in_the_wide_menu_and_is_last_in_the_side_menu(member: Visitor, width: int) -> None:
    member.open("/")

    shown = groups_of(open_menu(member.page, width), width)

    if width >= DESKTOP:
        assert "마이페이지" not in shown
    else:
        assert shown[-1] == "마이페이지"


@pytest.mark.both_widths
def test_a_visitor_sees_no_mypage_in_any_menu(visitor: Visitor, width: int) -> None:
    visitor.open("/")

    assert "마이페이지" not in groups_of(open_menu(visitor.page, width), width)
    assert "/mypage" not in visitor.page.content()


@pytest.mark.parametrize("wide", [1280, 1279, TABLET, PHONE])
def test_from_1280_on_the_header_has_logo_menu_and_login_and_below_a_hamburger(
    shop: RunningShop, browser: Browser, wide: int
) -> None:
    context = browser.new_context(viewport={"width": wide, "height": 844})
    visitor = Visitor(shop, context)
    visitor.open("/")
    header = visitor.page.get_by_role("banner")

    is_wide = wide >= DESKTOP
    expect(header.get_by_role("link", name="이음 홈")).to_be_visible()
    expect(header.get_by_role("navigation", name="주 메뉴")).to_be_visible(visible=is_wide)
    expect(header.get_by_role("link", name="로그인")).to_be_visible(visible=is_wide)
    expect(header.get_by_role("button", name="메뉴 열기")).to_be_visible(visible=not is_wide)
    context.close()


def test_the_logo_is_the_operators_own_where_there_is_one(shop: RunningShop, visitor: Visitor) -> None:
    with configured(shop, logo="/assets/own-logo.svg"):
        visitor.open("/")

        image = visitor.page.get_by_role("banner").get_by_role("link", name="이음 홈").locator("img")
        expect(image).to_have_attribute("src", "/assets/own-logo.svg")


@pytest.mark.both_widths
def test_the_active_entry_is_known_by_its_path_prefix(member: Visitor, width: int) -> None:
    member.open(CHECKOUT)
    menu = open_menu(member.page, width)

    if width >= DESKTOP:
        entry = menu.get_by_role("link", name="고정 IP VPN", exact=True)
        expect(entry).to_have_css("border-bottom-color", "rgb(0, 107, 99)")
        member.open("/privacy/policy")
        expect(entry).to_have_css("border-bottom-color", "rgba(0, 0, 0, 0)")
    else:
        expect(menu.get_by_role("group").filter(has_text="고정 IP VPN")).to_have_attribute("open", "")
        expect(menu.get_by_role("group").filter(has_text="마이페이지")).not_to_have_attribute("open", "")


# The wide header has no accordion.
@pytest.mark.parametrize("width", [PHONE], indirect=True, ids=["390px"])
def test_the_side_menu_unfolds_one_submenu_at_a_time(member: Visitor, width: int) -> None:
    member.open("/")
    menu = open_menu(member.page, width)

    open_group(menu, "고정 IP VPN", width)
    expect(menu.get_by_role("link", name="상품 안내")).to_be_visible()
    open_group(menu, "마이페이지", width)

    expect(menu.get_by_role("link", name="이용현황")).to_be_visible()
    expect(menu.get_by_role("link", name="상품 안내")).to_be_hidden()


@pytest.mark.both_widths
def test_a_member_opens_a_panel_with_count_address_mypage_and_logout(member: Visitor, width: int) -> None:
    member.open("/static-ip")

    panel = open_panel(member.page, width)

    expect(panel.get_by_text("이용 중인 서비스")).to_be_visible()
    expect(panel.get_by_text("1개", exact=True)).to_be_visible()
    expect(panel.get_by_text("127.0.0.1")).to_be_visible()
    expect(panel.get_by_text("고정 IP 연결됨")).to_have_count(0)
    expect(panel.get_by_role("button", name="로그아웃")).to_be_visible()
    panel.get_by_role("link", name="마이페이지").click()
    member.page.wait_for_url(f"**{STATUS}*")
    expect(panel).to_be_hidden()


@pytest.mark.both_widths
def test_a_panel_opened_before_the_script_came_stays_open(member: Visitor, width: int) -> None:
    """On a slow network the page can be pressed for seconds before its script is there."""
    held: list[Route] = []
    is_slow = True

    def hold(route: Route) -> None:
        if is_slow:
            held.append(route)
        else:
            route.continue_()

    member.page.route("**/assets/*.js", hold)
    member.page.goto(f"{member.shop.url}/static-ip", wait_until="commit")
    panel = open_panel(member.page, width)
    is_slow = False
    for route in held:
        route.continue_()

    # Drawn by the script, once it has come.
    expect(panel.get_by_role("button", name="로그아웃")).to_be_visible()


def test_the_panel_says_when_the_address_is_one_that_the_member_holds(
    member: Visitor, holder: Holder, width: int
) -> None:
    member.page.route(
        "**/api/get-ip", lambda route: route.fulfill(json={"status": 200, "data": holder.address})
    )
    # The word is the server's alone (`tests/shop/services/test_connection.py`).
    member.page.route(
        "**/api/v1/services/connection",
        lambda route: route.fulfill(json={"status": 200, "data": {"connected": True}}),
    )
    member.open("/static-ip")

    panel = open_panel(member.page, width)

    expect(panel.get_by_text(holder.address)).to_be_visible()
    expect(panel.get_by_text("고정 IP 연결됨")).to_be_visible()


# The wide header has its login button outside.
@pytest.mark.parametrize("width", [PHONE], indirect=True, ids=["390px"])
def test_a_visitors_side_panel_shows_address_and_login_and_counts_nothing(
    visitor: Visitor, width: int
) -> None:
    visitor.open("/static-ip")

    panel = open_panel(visitor.page, width)

    expect(panel.get_by_text("127.0.0.1")).to_be_visible()
    expect(panel.get_by_text("0개", exact=True)).to_have_count(0)
    panel.get_by_role("link", name="로그인").click()
    expect(visitor.page.get_by_role("heading", name="로그인")).to_be_visible()


@pytest.mark.both_widths
def test_remote_support_sends_a_visitor_of_the_side_menu_to_the_login(
    shop: RunningShop, visitor: Visitor, width: int
) -> None:
    with configured(shop, remote_support_url=REMOTE_SUPPORT):
        visitor.open("/static-ip")
        group = open_group(open_menu(visitor.page, width), "고객센터", width)
        link = group.get_by_role("listitem").get_by_role("link", name="원격지원")

        expect(link).to_have_class(re.compile(r"\bconnect\b"))
        if width >= DESKTOP:
            expect(link).to_have_attribute("href", REMOTE_SUPPORT)
        else:
            link.click()
            visitor.page.wait_for_url("**/login")


@pytest.mark.both_widths
def test_remote_support_opens_its_target_for_a_member(shop: RunningShop, member: Visitor, width: int) -> None:
    with configured(shop, remote_support_url=REMOTE_SUPPORT):
        member.open("/static-ip")
        group = open_group(open_menu(member.page, width), "고객센터", width)

        link = group.get_by_role("listitem").get_by_role("link", name="원격지원")

        expect(link).to_have_attribute("href", REMOTE_SUPPORT)
        expect(link).to_have_attribute("target", "_blank")


@pytest.mark.both_widths
def test_the_footer_has_the_legal_links_the_business_facts_and_the_support_hours(visitor: Visitor) -> None:
    visitor.open("/login")
    footer = visitor.page.get_by_role("contentinfo")

    for fact in (
        "이음네트웍스(데모)",
        "홍길동",
        "서울특별시 강남구 테헤란로 123, 4층",
        "123-45-67891",
        "제2026-서울강남-01234호 (강남구청)",
        "김보호 (02-1234-5679, privacy@ieum.example)",
        "평일 09:00~18:00 (점심 12:00~13:00, 주말·공휴일 휴무)",
    ):
        expect(footer.get_by_text(fact).first).to_be_visible()
    expect(footer.get_by_text("호스팅 서비스 제공자")).to_be_visible()
    expect(footer.get_by_role("link", name="02-1234-5678")).to_have_attribute("href", "tel:0212345678")
    expect(footer.get_by_role("link", name="help@ieum.example")).to_have_attribute(
        "href", "mailto:help@ieum.example"
    )
    expect(footer.get_by_role("link", name="사업자정보확인")).to_have_attribute(
        "href", "https://www.ftc.go.kr/bizCommPop.do?wrkr_no=1234567891"
    )
    expect(footer.get_by_role("link", name="개인정보처리방침")).to_have_css("font-weight", "700")
    expect(footer.get_by_role("link", name="환불 규정")).to_have_attribute(
        "href", "/privacy/terms-use#refund"
    )
    for name, heading in (("이용약관", "제1조 (목적)"), ("개인정보처리방침", "1. 처리하는 개인정보와 목적")):
        footer.get_by_role("link", name=name).click()
        expect(visitor.page.get_by_role("heading", name=name, level=1)).to_be_visible()
        expect(visitor.page.get_by_role("heading", name=heading)).to_be_visible()


@pytest.mark.parametrize("small", [PHONE, TABLET])
def test_back_to_top_appears_past_100_px_on_small_screens_and_hides_after_3_seconds(
    shop: RunningShop, browser: Browser, small: int
) -> None:
    page = _a_long_page(shop, browser, small)
    button = page.get_by_role("button", name=BACK_TO_TOP)

    page.evaluate("scrollTo({ top: 100, behavior: 'instant' })")
    page.wait_for_function("() => scrollY === 100")
    expect(button).to_have_count(0)
    shown_for = page.evaluate(SHOWN_FOR)
    assert 2900 <= shown_for < 5000
    page.evaluate(KEEP_SCROLLING, 700)
    button.click()

    page.wait_for_function("() => scrollY === 0")
    expect(button).to_have_count(0)
    page.context.close()


@pytest.mark.parametrize("width", [PHONE], indirect=True, ids=["390px"])
@pytest.mark.parametrize("path", ["/", "/static-ip"])
def test_back_to_top_covers_nothing(visitor: Visitor, width: int, path: str) -> None:
    page = visitor.page
    visitor.open(path)
    page.wait_for_load_state("networkidle")
    for down in (200, 700, 1400):
        page.evaluate(KEEP_SCROLLING, down)
        button = page.get_by_role("button", name=BACK_TO_TOP)
        expect(button).to_be_visible()
        box = button.bounding_box()
        header = page.get_by_role("banner").bounding_box()
        assert box is not None
        assert header is not None
        assert box["y"] >= header["y"]
        assert box["y"] + box["height"] <= header["y"] + header["height"]
        for name, role in (("메뉴 열기", "button"), ("이음 홈", "link")):
            other = page.get_by_role(role, name=name).bounding_box()  # pyright: ignore[reportArgumentType]
            assert other is not None
            assert other["x"] + other["width"] <= width
            assert box["x"] >= other["x"] + other["width"] or box["x"] + box["width"] <= other["x"], name


@pytest.mark.parametrize("large", [769, DESKTOP])
def test_back_to_top_is_not_for_larger_screens(shop: RunningShop, browser: Browser, large: int) -> None:
    page = _a_long_page(shop, browser, large)

    page.evaluate(KEEP_SCROLLING, 600)

    # It is in the document while one scrolls, for small screens; this one does not show it.
    expect(page.locator(f'button[aria-label="{BACK_TO_TOP}"]')).to_have_count(1)
    expect(page.get_by_role("button", name=BACK_TO_TOP)).to_have_count(0)
    page.context.close()


def _a_long_page(shop: RunningShop, browser: Browser, width: int) -> Page:
    visitor = Visitor(
        shop, browser.new_context(viewport={"width": width, "height": 844}, reduced_motion="reduce")
    )
    visitor.open("/")
    ready(visitor.page)
    return visitor.page


def test_the_modal_cancels_by_button_and_escape_holds_the_focus_and_gives_it_back(member: Visitor) -> None:
    page = member.page
    member.open(STATUS)
    calls = Calls(page)
    asking = page.get_by_role("button", name="내 노트북 삭제")
    dialog = page.get_by_role("dialog", name="기기를 삭제하시겠습니까?")

    asking.click()
    expect(dialog).to_be_visible()
    for _ in range(6):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        )
    dialog.get_by_role("button", name="취소").click()
    expect(dialog).to_be_hidden()
    expect(asking).to_be_focused()
    asking.press("Enter")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")

    expect(dialog).to_be_hidden()
    expect(asking).to_be_focused()
    assert [call for call in calls.made if call.startswith("DELETE")] == []


def test_with_a_handler_the_handler_decides_when_the_modal_closes(member: Visitor) -> None:
    page = member.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/v1/services/*/devices/*", hold)
    member.open(STATUS)

    page.get_by_role("button", name="내 노트북 삭제").click()
    dialog = page.get_by_role("dialog")
    with page.expect_request("**/api/v1/services/*/devices/*"):
        dialog.get_by_role("button", name="삭제").click()
    expect(dialog.get_by_role("button", name="취소")).to_be_disabled()
    expect(dialog).to_be_visible()
    [route] = held
    route.fulfill(
        status=503,
        json={"status": 503, "code": "unavailable", "title": "-", "detail": "잠시 후 다시 시도해 주세요."},
    )

    expect(dialog).to_be_hidden()
    expect(page.get_by_text("잠시 후 다시 시도해 주세요.")).to_be_visible()


def test_the_title_is_site_title_plus_page_title_from_the_server_and_after_a_click(
    shop: RunningShop, visitor: Visitor
) -> None:
    with configured(shop, site_name="다른 이음"):
        assert "<title>다른 이음 | 통신사 고정 IP VPN</title>" in httpx.get(shop.url).text
        visitor.open("/")
        expect(visitor.page).to_have_title("다른 이음 | 통신사 고정 IP VPN")
        visitor.page.get_by_role("main").get_by_role("link", name="고정 IP VPN 보기").click()
        expect(visitor.page).to_have_title("다른 이음 | 고정 IP VPN")


def test_a_page_that_is_not_for_robots_says_noindex(member: Visitor) -> None:
    robots = member.page.locator('meta[name="robots"]')

    for path, times in ((STATUS, 1), ("/no-such-page", 1), ("/", 0), ("/privacy/policy", 0)):
        member.open(path)
        expect(robots).to_have_count(times)


def test_what_the_operator_switched_off_is_nowhere_and_answers_404(
    shop: RunningShop, member: Visitor, width: int
) -> None:
    addresses = ("/static-ip", CHECKOUT)
    assert [httpx.get(shop.url + path).status_code for path in addresses] == [200, 302]
    with configured(shop, static_enabled=False):
        assert [httpx.get(shop.url + path).status_code for path in addresses] == [404, 404]
        for path in ("/", "/login", STATUS, "/privacy/policy"):
            member.open(path)
            ready(member.page)
            assert member.page.locator('a[href^="/static-ip"]').count() == 0, path
            assert "고정 IP VPN" not in groups_of(open_menu(member.page, width), width)
        for path in addresses:
            answer = member.page.goto(shop.url + path)
            assert answer is not None
            assert answer.status == 404
            expect(member.page.get_by_role("heading", name="페이지를 찾을 수 없습니다")).to_be_visible()
    assert [httpx.get(shop.url + path).status_code for path in addresses] == [200, 302]

"""What opens on the pages of members: for axe, for a keyboard alone, and where a login is shut for a while."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.journey.accessibility import a_context, violations
from tests.journey.account import ACCOUNT, a_phone, app_code, mail_of
from tests.journey.configuration import verifying
from tests.journey.inbox import read_code
from tests.journey.keyboard import tab_to
from tests.journey.running import RunningShop
from tests.journey.visitor import DESKTOP, PASSWORD, PHONE, Visitor

pytestmark = pytest.mark.browser
A_PHONE = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36"


@pytest.fixture
def visitor(browser: Browser, shop: RunningShop) -> Iterator[Visitor]:
    context = browser.new_context(viewport={"width": DESKTOP, "height": 844})
    yield Visitor(shop, context)
    context.close()


@pytest.mark.both_widths
def test_axe_and_the_account_page(browser: Browser, visitor: Visitor, width: int) -> None:
    visitor.join()
    context = a_context(browser, width, visitor)
    opened = Visitor(visitor.shop, context)
    page = opened.page
    findings: dict[str, list[str]] = {}
    opened.open(ACCOUNT)
    for name in ("이름", "이메일", "비밀번호"):
        page.get_by_role("button", name=f"{name} 변경").click()
        if name == "이름":
            opened.fill("현재 비밀번호", PASSWORD)
        page.get_by_role("button", name="저장").click()
        if name != "이름":
            expect(page.locator("[aria-invalid=true]").first).to_be_focused()
            findings[name] = violations(page)
            page.get_by_role("button", name="취소").click()
        else:
            expect(page.get_by_text("저장되었습니다.")).to_be_visible()
    page.get_by_role("switch", name="이메일 수신").click()
    expect(page.get_by_text("광고성 정보 수신에 동의하셨습니다.")).to_be_visible()
    page.get_by_role("button", name="패스키 추가").click()
    page.get_by_role("dialog").get_by_role("button", name="추가하기").click()
    expect(page.get_by_role("textbox", name="패스키 이름")).to_be_focused()
    findings["passkey"] = violations(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="패스키 추가")).to_be_focused()
    page.get_by_role("button", name="2단계 인증 켜기").click()
    opened.fill("현재 비밀번호", PASSWORD)
    page.get_by_role("button", name="계속").click()
    setup = page.get_by_role("region", name="2단계 인증 켜기")
    expect(setup.get_by_role("img")).to_be_visible()
    findings["second factor"] = violations(page)
    secret = setup.locator(".address").inner_text().replace(" ", "")
    setup.get_by_role("textbox", name="인증번호").fill(app_code(secret))
    setup.get_by_role("button", name="확인").click()
    expect(page.get_by_role("region", name="복구 코드")).to_be_visible()
    findings["recovery codes"] = violations(page)
    sideways = page.evaluate("document.documentElement.scrollWidth")
    context.close()

    assert {what: found for what, found in findings.items() if found} == {}
    assert sideways <= width


@pytest.mark.both_widths
def test_axe_and_a_code_on_its_way(browser: Browser, shop: RunningShop, width: int) -> None:
    context = a_context(browser, width)
    visitor = Visitor(shop, context)
    page = visitor.page
    with verifying(shop, phone=True, mail=True):
        visitor.open("/sign-up")
        visitor.fill("휴대폰 번호", a_phone())
        page.get_by_role("button", name="인증번호 받기").click()
        code = page.get_by_role("textbox", name="인증번호", exact=True)
        expect(code).to_be_focused()
        code.press("Enter")
        expect(page.get_by_text("인증번호 6자리를 입력해 주세요.")).to_be_visible()
        found = violations(page)
        sideways = page.evaluate("document.documentElement.scrollWidth")
    context.close()

    assert found == []
    assert sideways <= width


def test_a_number_is_changed_without_a_mouse(visitor: Visitor, shop: RunningShop) -> None:
    page, keyboard, phone = visitor.page, visitor.page.keyboard, a_phone()
    visitor.join()
    with verifying(shop, phone=True):
        visitor.open(ACCOUNT)
        expect(page.get_by_role("button", name="휴대폰 번호 변경")).to_be_visible()
        tab_to(page, "휴대폰 번호 변경")
        keyboard.press("Enter")
        expect(page.get_by_role("textbox", name="새 휴대폰 번호")).to_be_focused()
        keyboard.type(phone)
        tab_to(page, "인증번호 받기")
        keyboard.press("Enter")
        expect(page.get_by_role("textbox", name="인증번호", exact=True)).to_be_focused()
        keyboard.type(read_code(shop, phone))
        keyboard.press("Enter")
        expect(page.get_by_role("textbox", name="새 휴대폰 번호")).to_be_focused()
        tab_to(page, "현재 비밀번호")
        keyboard.type(PASSWORD)
        keyboard.press("Enter")
        expect(page.get_by_role("button", name="휴대폰 번호 변경")).to_be_focused()

    expect(page.get_by_role("region", name="기본 정보")).to_contain_text(
        f"{phone[:3]}-{phone[3:7]}-{phone[7:]}"
    )
    assert visitor.complaints == []


def test_a_login_that_was_tried_too_often_counts_down(visitor: Visitor) -> None:
    page = visitor.page
    visitor.join()
    visitor.lose_cookies()
    visitor.open("/login")
    button = page.get_by_role("button", name="로그인", exact=True).and_(page.locator("[type=submit]"))
    for _ in range(5):
        with page.expect_response("**/api/login"):
            visitor.log_in(password="not-the-password-1")
        expect(button).not_to_have_attribute("aria-busy", "true")
    if button.is_enabled():
        visitor.log_in()

    expect(page.get_by_role("alert")).to_contain_text("로그인 시도 횟수를 초과했습니다.")
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"다시 시도할 수 있을 때까지 0:\d\d"))
    expect(button).to_be_disabled()
    before = page.get_by_role("timer").inner_text()
    expect(page.get_by_role("timer")).not_to_have_text(before)
    visitor.forget_complaints()


def test_on_a_phone_the_carriers_page_takes_the_whole_screen_and_nothing_typed_is_lost(
    browser: Browser, shop: RunningShop
) -> None:
    context = browser.new_context(viewport={"width": PHONE, "height": 844}, user_agent=A_PHONE)
    visitor = Visitor(shop, context)
    page, phone = visitor.page, a_phone()
    with verifying(shop, phone=True):
        visitor.open("/sign-up?callbackUrl=%2Fstatic-ip")
        visitor.agree()
        visitor.fill("이메일", mail_of(visitor))
        visitor.fill("아이디", visitor.login_id)
        page.get_by_role("radio", name=re.compile("^휴대폰 본인인증")).check()
        page.get_by_role("button", name="휴대폰 본인인증 하기").click()
        page.get_by_label("휴대폰 번호").fill(phone)
        page.get_by_role("button", name="인증 완료").click()

        expect(page).to_have_url(f"{shop.url}/sign-up?callbackUrl=%2Fstatic-ip")
        expect(page.get_by_text("본인인증을 마쳤습니다.")).to_be_visible()
        expect(page.get_by_role("textbox", name="이메일", exact=True)).to_have_value(mail_of(visitor))
        visitor.fill("비밀번호", PASSWORD)
        page.get_by_role("button", name="가입하기").click()

        expect(page).to_have_url(f"{shop.url}/static-ip")
        expect(page.get_by_text("회원가입이 완료되었습니다.")).to_be_visible()
    assert visitor.complaints == []
    context.close()

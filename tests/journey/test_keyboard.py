"""A purchase without a mouse."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.journey.keyboard import tab_to
from tests.journey.running import RunningShop
from tests.journey.visitor import DESKTOP, PASSWORD, Visitor

pytestmark = pytest.mark.browser


def test_login_checkout_and_device_without_a_mouse(
    browser: Browser, shop: RunningShop, tmp_path: Path
) -> None:
    context = browser.new_context(viewport={"width": DESKTOP, "height": 800})
    visitor = Visitor(shop, context)
    page, keyboard = visitor.page, visitor.page.keyboard
    visitor.join()
    visitor.lose_cookies()

    visitor.open("/static-ip")
    page.wait_for_load_state("networkidle")
    keyboard.press("Tab")
    expect(page.get_by_role("link", name="본문 바로가기")).to_be_focused()
    keyboard.press("Enter")
    tab_to(page, "1개월")
    keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="3개월")).to_be_checked()
    keyboard.press("ArrowUp")
    tab_to(page, "구매하기")
    keyboard.press("Enter")

    expect(page.get_by_role("heading", name="로그인 또는 회원가입")).to_be_visible()
    tab_to(page, "로그인")
    keyboard.press("Enter")
    expect(page.get_by_role("heading", name="로그인", exact=True)).to_be_visible()
    tab_to(page, "아이디")
    keyboard.type(visitor.login_id)
    tab_to(page, "비밀번호")
    keyboard.type(PASSWORD)
    keyboard.press("Enter")

    expect(page.get_by_role("heading", name="고정 IP VPN 결제")).to_be_visible()
    for _ in range(2):
        tab_to(page, "(필수)")
        keyboard.press("Space")
    expect(page.get_by_role("checkbox", name="(필수)").last).to_be_checked()
    tab_to(page, "33,000원 결제하기")
    keyboard.press("Enter")
    page.wait_for_url("**/toss/window/*")
    tab_to(page, "33,000원 결제하기")
    keyboard.press("Enter")

    expect(page.get_by_role("heading", name="결제가 완료되었습니다")).to_be_visible()
    tab_to(page, "기기 추가")
    keyboard.press("Enter")
    expect(page.get_by_role("radio", name="이 컴퓨터")).to_be_focused()
    tab_to(page, "기기 이름")
    keyboard.type("자판만 쓰는 노트북")
    keyboard.press("Enter")
    expect(page.get_by_role("button", name=".conf 내려받기")).to_be_visible()
    tab_to(page, ".conf 내려받기")
    with page.expect_download() as download:
        keyboard.press("Enter")
    download.value.save_as(tmp_path / "device.conf")

    assert "PrivateKey" in (tmp_path / "device.conf").read_text()
    assert visitor.complaints == []
    context.close()

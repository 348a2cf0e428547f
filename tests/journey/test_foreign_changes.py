"""Pages that a translator or an extension changes: before the app has taken them over, and beyond what it can bear."""

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.journey.at_the_desk import Staff
from tests.journey.running import RunningShop
from tests.journey.shell import Documents, ready, wait_in
from tests.journey.translator import COMPARE, TRANSLATE
from tests.journey.visitor import DESKTOP, Visitor, quiet

pytestmark = pytest.mark.browser

# What the query library does first, above every boundary, fails until the page is told that it is mended.
BREAK_THE_ROOT = """
const add = window.addEventListener
window.addEventListener = function (type, ...rest) {
  if (type === 'online' && !sessionStorage.getItem('mended')) throw new Error('an extension is in the way')
  return add.call(this, type, ...rest)
}
"""
RELOADS = "() => localStorage.getItem('ieum:reloads')"


def test_a_page_that_is_translated_before_its_scripts_come_is_not_loaded_again(visitor: Visitor) -> None:
    page = visitor.page
    documents = Documents(page)
    held: list[Route] = []
    page.route("**/assets/index-*.js", lambda route: held.append(route))  # noqa: PLW0108 - it wants a function of Python
    page.goto(f"{visitor.shop.url}/sign-up", wait_until="commit")
    wait_in(page, lambda: held, "no script was asked for")
    expect(page.get_by_role("heading", name="회원가입")).to_be_visible()
    page.evaluate(TRANSLATE)

    held[0].continue_()
    ready(page)
    quiet(page)
    page.get_by_label("아이디").fill("1")
    page.get_by_label("아이디").blur()

    expect(page.get_by_text("아이디는 영문 소문자로 시작하는")).to_be_visible()
    assert page.evaluate(COMPARE) == []
    assert documents.loaded == ["/sign-up"]
    assert page.evaluate(RELOADS) is None
    assert visitor.complaints == []


def test_an_app_that_is_gone_from_the_page_leaves_an_error_page(visitor: Visitor) -> None:
    visitor.context.add_init_script(BREAK_THE_ROOT)
    visitor.open("/sign-up")

    _is_told_and_loaded_again(visitor.page, "페이지를 표시하지 못했습니다")
    expect(visitor.page.get_by_role("heading", name="회원가입")).to_be_visible()


def test_a_console_that_is_gone_from_the_page_leaves_an_error_page(
    shop: RunningShop, browser: Browser
) -> None:
    context = browser.new_context(viewport={"width": DESKTOP, "height": 844})
    page = Staff(shop, "김주인", role="소유자").sit_down(context).page
    context.add_init_script(BREAK_THE_ROOT)
    page.goto(f"{shop.url}/console/members")

    _is_told_and_loaded_again(page, "화면을 표시하지 못했습니다")
    expect(page.get_by_role("heading", name="회원", level=1)).to_be_visible()


def _is_told_and_loaded_again(page: Page, title: str) -> None:
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page.locator("#root")).to_be_empty()
    page.evaluate("sessionStorage.setItem('mended', 'yes')")
    page.get_by_role("button", name="다시 불러오기").click()

"""A button that is pressed before the page's script has come shows it at once, and does its work once when it can."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.journey.before_script import before_script, settle, wait_for_app
from tests.journey.conftest import Holder, a_holder
from tests.journey.every_page import MEMBERS, PUBLIC
from tests.journey.member import at_checkout
from tests.journey.running import RunningShop
from tests.journey.shell import Calls, Documents, wait_in
from tests.journey.slow_line import full_speed, slow_script
from tests.journey.visitor import CHECKOUT, PASSWORD, PHONE, Visitor

pytestmark = pytest.mark.browser

# Those that the browser serves by itself need no script. What reaches the app reaches the document, too.
FIND = """
() => {
  window.buttons = [...document.querySelectorAll('button')].filter((one) =>
    one.checkVisibility({visibilityProperty: true}) && !one.hasAttribute('popovertarget') &&
    !(one.type === 'submit' && one.form?.hasAttribute('action')))
  document.addEventListener('click', ({target}) => noteDelivered(window.buttons.indexOf(target.closest('button'))))
  return window.buttons.filter((one) => !one.disabled).length
}
"""
# In the frame after the press: what comes later than that looks like nothing.
PRESS = """
(index) => new Promise((done) => {
  const enabled = window.buttons.filter((one) => !one.disabled)
  const pressed = enabled.at(index)
  pressed.click()
  requestAnimationFrame(() => done({
    index: window.buttons.indexOf(pressed),
    html: pressed.outerHTML.slice(0, 200),
    isShown: enabled.every((one) => (one.ariaBusy === 'true') === (one === pressed)),
  }))
})
"""


@pytest.fixture(scope="module")
def holder(shop: RunningShop) -> Holder:
    """One of this file's own, because every button of their pages is pressed."""
    return a_holder(shop, "buttons0001")


def wrong_at(context: BrowserContext, url: str, delivered: list[int]) -> list[str]:
    """Faults seen when every button is pressed early, the first one last, and then in the opposite order.

    Deliveries are noted here and not in the page, because a press may lead away from it, as to the provider's window.
    """
    wrong: list[str] = []
    for backwards in (True, False):
        # A page of its own for each press: one that leads away late would end the next page's loading.
        with closing(context.new_page()) as page:
            session = context.new_cdp_session(page)
            with before_script(page, url):
                count: int = page.evaluate(FIND)
                if count == 0 or (count == 1 and not backwards):
                    continue
                order = range(count - 1, -1, -1) if backwards else range(count)
                pressed = [page.evaluate(PRESS, index) for index in order]
                delivered.clear()
                slow_script(session)
            wait_in(
                page, lambda: delivered, f"{url}: {pressed[-1]['html']} was pressed and nothing delivered"
            )
            full_speed(session)
            settle(page)  # a second delivery would follow now
        wrong += [
            f"{one['html']} does not show alone that it was pressed" for one in pressed if not one["isShown"]
        ]
        if delivered != [pressed[-1]["index"]]:
            wrong.append(f"{pressed[-1]} was pressed, delivered: {delivered}")
    return [f"{url}: {one}" for one in wrong]


def walked(context: BrowserContext, shop: RunningShop, addresses: list[str]) -> list[str]:
    delivered: list[int] = []

    def note(index: int) -> None:
        delivered.append(index)

    context.expose_function("noteDelivered", note)
    # While one page of the shop stays, the next ones need not start a process.
    context.new_page().goto(f"{shop.url}/login")
    wrong = [one for address in addresses for one in wrong_at(context, shop.url + address, delivered)]
    context.close()
    return wrong


def a_phone(browser: Browser) -> BrowserContext:
    return browser.new_context(viewport={"width": PHONE, "height": 844})


def test_every_early_press_on_a_page_for_everybody_is_shown_and_the_last_delivered_once(
    shop: RunningShop, browser: Browser
) -> None:
    assert walked(a_phone(browser), shop, PUBLIC) == []


def test_every_early_press_on_a_members_page_is_shown_and_the_last_delivered_once(
    shop: RunningShop, browser: Browser, holder: Holder
) -> None:
    context = a_phone(browser)
    visitor = Visitor(shop, context)
    visitor.login_id = holder.login_id
    visitor.bring_session()

    assert walked(context, shop, MEMBERS) == []


@pytest.fixture
def visitor(shop: RunningShop, browser: Browser) -> Iterator[Visitor]:
    context = a_phone(browser)
    yield Visitor(shop, context)
    context.close()


def test_an_early_login_logs_in_once_and_puts_nothing_into_the_address(
    visitor: Visitor, holder: Holder
) -> None:
    page = visitor.page
    visitor.login_id = holder.login_id
    calls, documents = Calls(page), Documents(page)

    with before_script(page, f"{visitor.shop.url}/login"):
        visitor.log_in()
        expect(page.get_by_role("button", name="로그인", exact=True)).to_have_attribute("aria-busy", "true")
        assert page.url == f"{visitor.shop.url}/login"

    expect(page.get_by_role("heading", name="이용현황")).to_be_visible()
    assert calls.to("/api/login") == 1
    assert documents.loaded == ["/login"]


def test_enter_in_an_early_form_sends_it_once(visitor: Visitor, holder: Holder) -> None:
    page = visitor.page
    calls = Calls(page)

    with before_script(page, f"{visitor.shop.url}/login"):
        visitor.fill("아이디", holder.login_id)
        visitor.fill("비밀번호", PASSWORD)
        page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="이용현황")).to_be_visible()
    assert calls.to("/api/login") == 1


def test_a_form_that_is_filled_in_further_is_not_sent(visitor: Visitor, holder: Holder) -> None:
    page = visitor.page
    calls = Calls(page)

    with before_script(page, f"{visitor.shop.url}/login"):
        visitor.fill("아이디", holder.login_id)
        visitor.fill("비밀번호", "some-other-word-1")
        button = page.get_by_role("button", name="로그인", exact=True)
        button.click()
        visitor.fill("비밀번호", PASSWORD)
        expect(button).not_to_have_attribute("aria-busy", "true")

    wait_for_app(page)
    assert calls.to("/api/login") == 0
    expect(page.get_by_role("textbox", name="비밀번호")).to_have_value(PASSWORD)


def test_two_early_presses_on_plus_are_one(visitor: Visitor) -> None:
    page = visitor.page

    with before_script(page, f"{visitor.shop.url}/static-ip"):
        for _ in range(2):
            page.get_by_role("button", name="수량 늘리기").click()

    wait_for_app(page)
    expect(page.locator("output")).to_have_text("2")


def test_an_early_press_is_forgotten_by_whoever_leaves(visitor: Visitor) -> None:
    page = visitor.page

    with before_script(page, f"{visitor.shop.url}/login"):
        page.get_by_role("button", name="로그인", exact=True).click()
        page.get_by_role("main").get_by_role("link", name="회원가입").click()
        expect(page.get_by_role("heading", name="회원가입", exact=True)).to_be_visible()
    page.go_back(wait_until="networkidle")

    expect(page.get_by_role("heading", name="로그인", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="로그인", exact=True)).not_to_have_attribute("aria-busy", "true")
    expect(page.locator("[aria-invalid=true]")).to_have_count(0)


def test_an_early_payment_places_one_order(visitor: Visitor) -> None:
    page = visitor.page
    at_checkout(visitor)
    calls = Calls(page)

    with before_script(page, visitor.shop.url + CHECKOUT):
        visitor.agree()
        page.get_by_role("button", name="33,000원 결제하기").click()

    page.wait_for_url("**/toss/window/*")
    assert calls.to("/api/v1/orders") == 1


def test_nobody_pays_another_sum_than_the_one_on_the_button_that_was_pressed(visitor: Visitor) -> None:
    page = visitor.page
    at_checkout(visitor)
    calls = Calls(page)

    with before_script(page, visitor.shop.url + CHECKOUT):
        visitor.agree()
        visitor.change_choice()
        page.get_by_role("radio", name="3개월").check()
        page.get_by_role("button", name="33,000원 결제하기").click()

    pay = page.get_by_role("button", name="원 결제하기")
    expect(pay).not_to_have_accessible_name("33,000원 결제하기")
    wait_for_app(page)
    expect(pay).not_to_have_attribute("aria-busy", "true")
    assert calls.to("/api/v1/orders") == 0

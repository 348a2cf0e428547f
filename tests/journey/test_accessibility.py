"""What axe says of every page and of what can be opened on one: nothing. And the Tab key on each of them."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.journey.accessibility import a_context, violations
from tests.journey.every_page import MEMBERS, PUBLIC
from tests.journey.running import RunningShop
from tests.journey.visitor import DESKTOP, PHONE, STATUS, Visitor, quiet

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("everything_on")]

type Contexts = dict[tuple[int, bool], BrowserContext]


@pytest.fixture(scope="module")
def contexts(browser: Browser, customer: Visitor) -> Iterator[Contexts]:
    """For each width one of nobody's and one of the customer's: what one page has loaded, the next one has."""
    whose = {False: None, True: customer}
    opened = {
        (width, logged_in): a_context(browser, width, whose[logged_in])
        for width in (PHONE, DESKTOP)
        for logged_in in whose
    }
    yield opened
    for context in opened.values():
        context.close()


@pytest.mark.parametrize("width", [PHONE, DESKTOP])
@pytest.mark.parametrize("path", [*PUBLIC, *MEMBERS])
def test_a_page_is_clean_and_the_tab_key_reaches_everything_and_shows_where_it_is(
    contexts: Contexts, customer: Visitor, width: int, path: str
) -> None:
    page = contexts[width, path in MEMBERS].new_page()
    page.goto(f"{customer.shop.url}{path}")
    quiet(page)
    found = violations(page)
    wanted: int = page.evaluate(NOTE_CONTROLS)
    # Broad tables are stops of their own, and scroll.
    for _ in range(2 * wanted + 40):
        page.keyboard.press("Tab")
        if page.evaluate(NOTE_FOCUS) == 0:
            break
    missed: list[str] = page.evaluate(MISSED)
    unseen: list[str] = page.evaluate("[...window.unseen]")
    page.close()

    assert found == []
    assert wanted > 5
    assert missed == []
    assert unseen == []


@pytest.mark.parametrize("width", [PHONE, DESKTOP])
def test_what_can_be_opened(browser: Browser, customer: Visitor, width: int) -> None:
    context = a_context(browser, width, customer)
    visitor = Visitor(customer.shop, context)
    page = visitor.page
    findings: dict[str, list[str]] = {}
    visitor.open(STATUS)
    page.get_by_role("button", name="메뉴 열기" if width == PHONE else "내 IP").click()
    expect(page.get_by_role("button", name="로그아웃")).to_be_visible()
    findings["menu"] = violations(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="내 노트북 삭제").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    findings["dialog"] = violations(page)
    page.get_by_role("button", name="취소").click()
    page.get_by_role("button", name="기기 추가").click()
    findings["form"] = violations(page)
    visitor.fill("기기 이름", "시험용")
    page.get_by_role("button", name="추가하기").click()
    expect(page.get_by_role("button", name=".conf 내려받기")).to_be_visible()
    findings["setup"] = violations(page)
    visitor.open(STATUS)  # the other width adds one, too
    page.get_by_role("button", name="시험용 삭제").click()
    page.get_by_role("dialog").get_by_role("button", name="삭제").click()
    expect(page.get_by_role("button", name="시험용 삭제")).to_have_count(0)
    context.close()

    assert {what: found for what, found in findings.items() if found} == {}


@pytest.mark.parametrize("width", [PHONE, DESKTOP])
@pytest.mark.parametrize("path", ["/login", "/sign-up"])
def test_a_form_full_of_mistakes(browser: Browser, shop: RunningShop, width: int, path: str) -> None:
    context = a_context(browser, width)
    page = context.new_page()
    page.goto(f"{shop.url}{path}")
    quiet(page)
    page.get_by_role("main").locator("form button[type=submit]").click()
    expect(page.locator("[aria-invalid=true]").first).to_be_visible()
    found = violations(page)
    context.close()

    assert found == []


# Of a group of radio buttons the keyboard stops at one.
NOTE_CONTROLS = """() => {
  const isStop = (one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }) &&
    !(one.type === 'radio' && one !== (document.querySelector(`input[name="${one.name}"]:checked`) ??
      document.querySelector(`input[name="${one.name}"]`)))
  const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
  window.wanted = new Set(controls.filter(isStop))
  window.unseen = new Set()
  return window.wanted.size
}"""
NOTE_FOCUS = """() => {
  const at = document.activeElement
  window.wanted.delete(at)
  if (!at || at === document.body) return window.wanted.size
  // A control may show it on what stands for it: its label, or the box it is drawn in.
  const shows = [at, at.parentElement, at.nextElementSibling].filter(Boolean).some((one) => {
    const style = getComputedStyle(one)
    return (style.outlineStyle !== 'none' && style.outlineWidth !== '0px') || style.boxShadow !== 'none'
  })
  if (!shows) window.unseen.add(at.outerHTML.slice(0, 150))
  return window.wanted.size
}"""
MISSED = "[...window.wanted].filter((one) => one.isConnected).map((one) => one.outerHTML.slice(0, 150))"

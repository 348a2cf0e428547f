"""Every page, on three widths: what the browser complains about, words, accessibility, the Tab key, forms, translation.

One visit serves all of it and all widths, because loading a page takes longer than looking at it.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.journey.accessibility import a_context, violations
from tests.journey.every_page import VISITS
from tests.journey.translator import faults_in_translation
from tests.journey.visitor import DESKTOP, PHONE, TABLET, Visitor, quiet
from tests.journey.words import foreign

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def visitors(browser: Browser, customer: Visitor) -> Iterator[dict[bool, Visitor]]:
    """Somebody who is not logged in, and the customer; what one page has loaded, the next one has."""
    visitors = {
        logged_in: Visitor(customer.shop, a_context(browser, PHONE, customer if logged_in else None))
        for logged_in in (False, True)
    }
    # While one page of the shop stays, the next ones need not start a process.
    for visitor in visitors.values():
        visitor.open("/login")
    yield visitors
    for visitor in visitors.values():
        visitor.context.close()


@pytest.mark.parametrize(("path", "logged_in"), VISITS)
def test_a_page(visitors: dict[bool, Visitor], path: str, logged_in: bool) -> None:
    """It is loaded on a phone, and then looked at on broader screens."""
    visitor = visitors[logged_in]
    visitor.forget_complaints()
    # A tab of its own, so that no draft in the session's storage comes from another page.
    page = visitor.context.new_page()
    page.goto(f"{visitor.shop.url}{path}")
    quiet(page)
    hydrated = page.locator("#root").get_attribute("data-hydrate")
    wrong: list[str] = []
    for width in (PHONE, TABLET, DESKTOP):
        page.set_viewport_size({"width": width, "height": 844})
        found = foreign(page)
        if width != TABLET:
            found += _broken_rules_and_lost_controls(page)
        scroll_width: int = page.evaluate("document.documentElement.scrollWidth")
        if scroll_width > width:
            found.append(f"{scroll_width} px wide")
        wrong += [f"{width} px: {one}" for one in found]
    wrong += _words_of_refused_forms(page)
    wrong += faults_in_translation(visitor, page, "footer a[href^='/privacy/']")
    complaints = [complaint for complaint in visitor.complaints if "404 (Not Found)" not in complaint]

    assert hydrated == ""
    assert complaints == []
    assert wrong == []


def _broken_rules_and_lost_controls(page: Page) -> list[str]:
    """What axe says; the controls that the Tab key does not reach; those that do not show that they have the focus."""
    broken_rules = violations(page)
    controls: int = page.evaluate(NOTE_CONTROLS)
    assert controls > 5
    # Broad tables are stops of their own, and scroll.
    for _ in range(0, 2 * controls + 40, AT_ONCE):
        for _ in range(AT_ONCE):
            page.keyboard.down("Tab")
        page.keyboard.up("Tab")
        if page.evaluate("window.wanted.size") == 0:
            break
    missed: list[str] = page.evaluate(MISSED)
    unseen: list[str] = page.evaluate("[...window.unseen]")
    return [
        *broken_rules,
        *(f"the Tab key does not reach {one}" for one in missed),
        *(f"no focus is shown on {one}" for one in unseen),
    ]


def _words_of_refused_forms(page: Page) -> list[str]:
    for button in page.get_by_role("main").locator("form button[type=submit]:enabled").all():
        if button.is_visible():
            button.click()
    quiet(page)
    return foreign(page)


# The Tab key is held for so many controls, and the page is asked whether every control has been reached. Two presses
# would cost the processor as much as three controls of a held key.
AT_ONCE = 8
# Of a group of radio buttons the keyboard stops at one. What has the focus is noted when it comes.
NOTE_CONTROLS = """() => {
  const isStop = (one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }) &&
    !(one.type === 'radio' && one !== (document.querySelector(`input[name="${one.name}"]:checked`) ??
      document.querySelector(`input[name="${one.name}"]`)))
  const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
  window.wanted = new Set(controls.filter(isStop))
  window.unseen = new Set()
  window.isWatched ||= (document.addEventListener('focusin', noteFocus), true)
  return window.wanted.size

  function noteFocus({ target }) {
    window.wanted.delete(target)
    // A control may show it on what stands for it: its label, or the box it is drawn in.
    const shows = [target, target.parentElement, target.nextElementSibling].filter(Boolean).some((one) => {
      const style = getComputedStyle(one)
      return (style.outlineStyle !== 'none' && style.outlineWidth !== '0px') || style.boxShadow !== 'none'
    })
    if (!shows) window.unseen.add(target.outerHTML.slice(0, 150))
  }
}"""
MISSED = "[...window.wanted].filter((one) => one.isConnected).map((one) => one.outerHTML.slice(0, 150))"

"""What somebody types, ticks, chooses or opens before the page's script has come is still there afterwards.

Half of the controls are used before the script arrives, the others while React takes the page over, on a slow phone.
"""

from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

from tests.journey.before_script import before_script, settle, wait_for_take_over
from tests.journey.conftest import Holder
from tests.journey.every_page import MEMBERS, PUBLIC
from tests.journey.running import RunningShop
from tests.journey.slow_line import full_speed, slow_script
from tests.journey.visitor import PHONE, Visitor

pytestmark = pytest.mark.browser

FIND = """
() => {
  const fields = document.querySelectorAll('input, textarea, select, details')
  window.found = [...fields].filter((one) =>
    one.checkVisibility({visibilityProperty: true}) && !one.disabled && !one.readOnly && one.type !== 'file')
  window.used = []
}
"""
# Of a group that allows one, one is used: never its first radio, which the form library happens to keep.
USE = """
(odd) => window.found.forEach((one, index) => {
  if (index % 2 !== odd || !one.isConnected) return
  let wanted
  if (one.matches('details')) {
    if (one.open || (one.name && window.used.some(([other]) => other.name === one.name))) return
    one.open = wanted = true
  } else if (one.matches('select')) {
    one.selectedIndex = one.options.length - 1
    one.dispatchEvent(new Event('change', {bubbles: true}))
    wanted = one.value
  } else if (['checkbox', 'radio'].includes(one.type)) {
    if (one.checked || window.used.some(([other]) => other.type === 'radio' && other.name === one.name)) return
    if (one.type === 'radio' && window.found.find((other) => other.name === one.name) === one) return
    one.click()
    wanted = true
  } else {
    const value = one.type === 'number' ? '7' : one.inputMode === 'numeric' ? '12' : 'typed'
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(one), 'value').set.call(one, value)
    one.dispatchEvent(new Event('input', {bubbles: true}))
    wanted = one.value
  }
  window.used.push([one, wanted])
})
"""
LOST = """
() => window.used.filter(([one, wanted]) => !one.isConnected || wanted !==
    (one.matches('details') ? one.open : ['checkbox', 'radio'].includes(one.type) ? one.checked : one.value))
  .map(([one]) => one.outerHTML.slice(0, 200))
"""


def lost_at(page: Page, session: CDPSession, url: str) -> list[str]:
    """What the page at this address loses of what was done early."""
    with before_script(page, url):
        page.evaluate(FIND)
        page.evaluate(USE, 0)
        slow_script(session)
    page.evaluate(USE, 1)
    wait_for_take_over(page)
    full_speed(session)
    settle(page)
    lost: Any = page.evaluate(LOST)
    return [f"{url}: {one}" for one in lost]


def walked(context: BrowserContext, shop: RunningShop, addresses: list[str]) -> list[str]:
    page = context.new_page()
    session = context.new_cdp_session(page)
    lost = [one for address in addresses for one in lost_at(page, session, shop.url + address)]
    context.close()
    return lost


def test_no_page_for_everybody_loses_what_was_done_before_its_script_came(
    shop: RunningShop, browser: Browser
) -> None:
    context = browser.new_context(viewport={"width": PHONE, "height": 844})

    assert walked(context, shop, PUBLIC) == []


def test_no_members_page_loses_what_was_done_before_its_script_came(
    shop: RunningShop, browser: Browser, holder: Holder
) -> None:
    context = browser.new_context(viewport={"width": PHONE, "height": 844})
    visitor = Visitor(shop, context)
    visitor.login_id = holder.login_id
    visitor.bring_session()

    assert walked(context, shop, MEMBERS) == []

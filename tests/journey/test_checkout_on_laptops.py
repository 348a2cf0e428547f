"""On a low screen nothing that a buyer agrees to, and nothing that they must know before they pay, is ever covered."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journey.conftest import Holder
from tests.journey.running import RunningShop
from tests.journey.visitor import Visitor

pytestmark = pytest.mark.browser

CHECKOUTS = {
    "normal": "/static-ip/payment/normal",
    "billing": "/static-ip/payment/billing",
    "ticket": "/ip-ticket/payment",
}
# Scrolls through the page. What lies whole between the header and the lower edge of the screen must be what a press
# there meets; `covered` is what was not, `missed` is what no position of the page showed whole and free.
COVERED = """
() => {
  const main = document.querySelector('main')
  const texts = [...main.querySelectorAll('aside dd, aside p, aside label, section p')].filter((one) =>
    one.checkVisibility() && one.textContent.trim())
  const wanted = new Map([...main.querySelectorAll('aside input, aside button'), ...texts]
    .filter((one) => one.getBoundingClientRect().height > 0)
    .map((one) => [one, false]))
  const header = document.querySelector('header').getBoundingClientRect()
  const covered = new Set()
  for (let y = 0; ; y += 40) {
    scrollTo({top: y, behavior: 'instant'})
    for (const one of wanted.keys()) {
      const {left, right, top, bottom} = one.getBoundingClientRect()
      const middle = (left + right) / 2
      if (top < Math.max(header.bottom, 0) || bottom > innerHeight) continue
      const hits = [top + 2, bottom - 2].map((at) => document.elementFromPoint(middle, at))
      // The parent too: a link that is pulled up to a sentence leaves it readable.
      const free = hits.every((hit) => hit && (one.parentElement.contains(hit) || hit.contains(one)))
      if (free) wanted.set(one, true)
      else covered.add(one.textContent.trim() || one.name)
    }
    if (y >= document.documentElement.scrollHeight - innerHeight) break
  }
  scrollTo({top: 0, behavior: 'instant'})
  const missed = [...wanted].filter(([, seen]) => !seen).map(([one]) => one.textContent.trim() || one.name)
  return {count: wanted.size, covered: [...covered], missed}
}
"""


# As long as a title may be, and more words than the note shows.
TROUBLE = "카드 결제가 늦어지고 있습니다. " * 4
WORDS = "카드사의 응답이 늦습니다. 다시 결제하지 마시고 결제내역에서 확인해 주세요. " * 10


@pytest.fixture(scope="module")
def trouble(shop: RunningShop) -> Iterator[str]:
    """Staff tell of an incident, whose words stand above what the buyer chooses."""
    told = "status", "say", "--by", "김운영"
    new = "--title", TROUBLE.strip(), "--part", "payment"
    incident = shop.ieum(*told, *new, WORDS.strip()).strip()
    yield TROUBLE.strip()
    shop.ieum(*told, "--incident", incident, "--state", "over", "해결되었습니다.")


def wrong_at(page: Page) -> list[str]:
    found: dict[str, Any] = page.evaluate(COVERED)
    assert found["count"] > 10, "the checkout has boxes, sums and sentences"
    return [
        *(f"covered: {one}" for one in found["covered"]),
        *(f"never seen: {one}" for one in found["missed"]),
    ]


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1366, 768)], ids=["1280x720", "1366x768"])
@pytest.mark.parametrize("kind", CHECKOUTS)
def test_nothing_that_a_buyer_agrees_to_is_covered_on_a_laptop(
    shop: RunningShop, browser: Browser, holder: Holder, trouble: str, kind: str, width: int, height: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": height})
    visitor = Visitor(shop, context)
    visitor.login_id = holder.login_id
    visitor.bring_session()
    visitor.open(CHECKOUTS[kind])
    page = visitor.page
    pay = page.get_by_role("complementary", name="주문 확인").get_by_role("button")
    boxes = page.get_by_role("checkbox", name="(필수)")
    expect(pay).to_be_enabled()
    expect(page.get_by_role("region", name="서비스 상태 안내").get_by_text(trouble)).to_be_visible()

    assert wrong_at(page) == []
    # Both boxes, the sum and the button are on the first screen: nobody scrolls to find out what is wanted.
    expect(boxes).to_have_count(2)
    for one in (*boxes.all(), page.get_by_role("complementary").get_by_text("(부가세 포함)"), pay):
        expect(one).to_be_in_viewport(ratio=1)

    pay.click()  # Nothing is ticked: each box says what is missing, and the card grows.

    expect(page.get_by_text("필수 항목에 동의해 주세요.").first).to_be_visible()
    assert wrong_at(page) == []
    context.close()

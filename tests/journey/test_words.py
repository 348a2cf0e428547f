"""No English leaks to the screen where the calls of a page fail; `test_every_page.py` reads the pages that work."""

import re
from collections.abc import Iterator
from itertools import cycle

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.journey.every_page import MEMBERS, PUBLIC
from tests.journey.member import at_checkout
from tests.journey.running import RunningShop
from tests.journey.visitor import DESKTOP, Visitor, quiet
from tests.journey.words import foreign

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def customer(shop: RunningShop, browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": DESKTOP, "height": 900})
    visitor = Visitor(shop, context)
    at_checkout(visitor)
    visitor.buy()
    yield context
    context.close()


@pytest.fixture(scope="module")
def nobody(shop: RunningShop, browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": DESKTOP, "height": 900})
    # While one page of the shop stays, the next ones need not start a process.
    context.new_page().goto(f"{shop.url}/login")
    yield context
    context.close()


@pytest.fixture
def page(request: pytest.FixtureRequest, path: str) -> Iterator[Page]:
    context: BrowserContext = request.getfixturevalue("customer" if path in MEMBERS else "nobody")
    page = context.new_page()
    yield page
    page.close()


# What a failed call is told as is written once for all pages: each page meets one of the two failures.
@pytest.mark.parametrize(
    ("path", "failure"), [*zip([*PUBLIC, *MEMBERS], cycle(["nonsense", "nobody there"]), strict=False)]
)
def test_a_page_whose_calls_fail(page: Page, shop: RunningShop, path: str, failure: str) -> None:
    """As after a click, when the document has brought nothing along."""

    def empty(route: Route) -> None:
        whole = route.fetch()
        body = re.sub(r'(id="ieum-data">).*?(</script>)', r"\1[]\2", whole.text(), flags=re.DOTALL)
        body = re.sub(
            r'(<div id="root") data-hydrate[^>]*>.*(?=<script type="application/json")',
            r"\1></div>",
            body,
            flags=re.DOTALL,
        )
        route.fulfill(response=whole, body=body)

    def fail(route: Route) -> None:
        if failure == "nonsense":
            route.fulfill(status=502, content_type="text/html", body="<h1>Bad Gateway</h1>")
        else:
            route.abort()

    def alive(route: Route) -> None:
        route.continue_()

    page.route(f"{shop.url}{path}", empty)
    page.route("**/api/**", fail)
    # Without these two no page knows its own frame.
    page.route("**/api/v1/config/info", alive)
    page.route("**/api/v1/member", alive)
    page.goto(f"{shop.url}{path}")
    expect(page.get_by_role("main")).not_to_be_empty()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)

    assert foreign(page) == []


def test_a_shop_that_is_not_there_at_all(nobody: BrowserContext, shop: RunningShop) -> None:
    page = nobody.new_page()
    page.goto(f"{shop.url}/login")
    quiet(page)
    page.route("**/api/**", lambda route: route.abort())
    visitor_types(page)
    page.get_by_role("main").get_by_role("button", name="로그인", exact=True).click()
    expect(page.get_by_text("서버에 연결하지 못했습니다")).to_be_visible()

    assert foreign(page) == []
    page.close()


def visitor_types(page: Page) -> None:
    page.get_by_role("textbox", name="아이디", exact=True).fill("somebody")
    page.get_by_role("textbox", name="비밀번호", exact=True).fill("correct-horse-42")

"""Every screen of the console: with what it shows, while that is on its way, refused or empty, and for nobody else.

One visit serves all widths and both schemes, and a second one what can go wrong: loading takes longer than looking.
A screen that asks for one list, and leaves to the frame what goes wrong, has the second one by night.
"""

import os
import re
from collections.abc import Callable, Iterator
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Response, Route, expect

from tests.journey.accessibility import violations
from tests.journey.at_the_desk import Staff
from tests.journey.console_screens import SCREENS, DeclaredScreen, Examples, a_stranger
from tests.journey.running import RunningShop
from tests.journey.translator import faults_in_translation
from tests.journey.visitor import DESKTOP, PHONE, TABLET, Visitor, quiet
from tests.waiting import wait_until

pytestmark = pytest.mark.browser

WIDE = 1680
# What the page asks by itself is asked again within this time.
ONE_POLL = 31_000
# Chrome calls a page good up to 0.1; what moves under somebody's hands at work is worse.
MOST_SHIFT = 0.05
API = re.compile(r"/api/v1/console/(?!session$)")
REQUEST_ID = "0123456789abcdef"
EACH = pytest.mark.parametrize("screen", SCREENS, ids=[screen.path for screen in SCREENS])

type Mood = Literal["silent", "well", "broken", "empty"]
# Whoever looks at these lists is on them, or their role is.
NEVER_EMPTY = {"staff", "roles"}

WATCH_SHIFTS = """
window.shifts = []
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries())
    if (!hadRecentInput)
      window.shifts.push({ value, of: sources.map(({ node }) => (node?.outerHTML ?? '').slice(0, 120)) })
}).observe({ type: 'layout-shift', buffered: true })
"""


@pytest.fixture(scope="module")
def owner(shop: RunningShop) -> Staff:
    return Staff(shop, "김주인", role="소유자")


@pytest.fixture(scope="module")
def examples(shop: RunningShop, owner: Staff) -> Iterator[Examples]:
    made = Examples(shop, owner)
    yield made
    made.end_announcement()


@pytest.fixture(scope="module")
def desk(browser: Browser, owner: Staff) -> Iterator[Visitor]:
    """The owner's browser, in which what one screen has loaded the next one has. Axe may be added to its pages."""
    context = browser.new_context(
        viewport={"width": DESKTOP, "height": 844}, bypass_csp=True, reduced_motion="reduce"
    )
    context.add_init_script(WATCH_SHIFTS)
    yield owner.sit_down(context)
    context.close()


@EACH
def test_a_screen(desk: Visitor, examples: Examples, screen: DeclaredScreen) -> None:
    desk.forget_complaints()
    page = desk.context.new_page()
    refused: list[str] = []

    def note_refusal(response: Response) -> None:
        if response.status >= 400:
            refused.append(f"{response.status} {response.url}")

    page.on("response", note_refusal)
    page.clock.install()
    server = Server(page, screen)
    page.goto(f"{desk.shop.url}{examples.address(screen)}")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_count(1)
    wrong = _while_it_waits(page, server)
    server.become("well")
    quiet(page)
    page.clock.fast_forward(ONE_POLL)
    quiet(page)
    shifts: list[dict[str, Any]] = page.evaluate("window.shifts")
    if sum(shift["value"] for shift in shifts) > MOST_SHIFT:
        wrong.append(f"what is there moves: {shifts}")
    if page.title() != f"{heading.inner_text()} – 콘솔":
        wrong.append(f"title {page.title()}, heading {heading.inner_text()}")
    page.keyboard.press("Tab")
    if page.evaluate("document.activeElement.textContent.trim()") != "본문으로 건너뛰기":
        wrong.append("the focus does not begin at the way past the navigation")
    wrong += _on_each_width(page)
    complaints = [*desk.complaints, *refused]
    is_its_own = len(server.asked) > 1 or not screen.is_a_list_like_others
    if server.asked and (is_its_own or "IEUM_NIGHTLY" in os.environ):
        server.become("broken")
        page.reload()
        wrong += _refused_and_then_empty(page, server, screen)
    page.close()

    assert complaints == []
    assert wrong == []


def _while_it_waits(page: Page, server: "Server") -> list[str]:
    # Its shape, after the moment in which nothing is shown yet.
    page.clock.run_for(300)
    if server.asked and not page.evaluate(PLACES):
        return ["nothing keeps the place of what is loaded"]
    return []


def _on_each_width(page: Page) -> list[str]:
    wrong = [f"light: {one}" for one in violations(page)]
    for width in (WIDE, TABLET, PHONE):
        page.set_viewport_size({"width": width, "height": 844})
        try:
            _wait_until_it_fits(page)
        except AssertionError as error:
            wrong.append(f"{width} px: {error}")
    page.emulate_media(color_scheme="dark")
    return [*wrong, *(f"dark, {PHONE} px: {one}" for one in violations(page))]


def _wait_until_it_fits(page: Page) -> None:
    """A table that is broader now notices a frame later, and scrolls by itself from then on."""
    wait_until(
        lambda: page.evaluate("document.documentElement.scrollWidth <= innerWidth"),
        lambda: f"broader than the window: {page.evaluate(WHAT_IS_BROAD)}",
        seconds=10,
        pause=lambda _: page.clock.run_for(20),
    )


def _refused_and_then_empty(page: Page, server: "Server", screen: DeclaredScreen) -> list[str]:
    main = page.locator("#content")
    said = main.get_by_text(REQUEST_ID)
    retry = main.get_by_role("button", name="다시 불러오기")
    wrong: list[str] = []

    def settle(is_so: Callable[[], object], complaint: str) -> None:
        """A call is tried again twice; time passes in steps, so that each is answered."""
        try:
            wait_until(is_so, complaint, seconds=10, pause=lambda _: page.clock.run_for(450))
        except AssertionError:
            wrong.append(f"{complaint}: {main.inner_text()[:300]}")

    settle(lambda: said.count() and retry.count(), "no request id, or no way to try again")
    settle(lambda: not page.evaluate(PLACES), "it still looks as if something came")
    server.become("empty")

    def is_mended() -> bool:
        if retry.count():
            retry.first.click()
        return not (said.count() or page.evaluate(PLACES))

    settle(is_mended, "trying again does not help")
    if screen.path not in NEVER_EMPTY:
        wrong += page.evaluate(MUTE_TABLES)
    return wrong


class Server:
    """What stands between a page and the shop's answers, and lets through none before it is told to."""

    def __init__(self, page: Page, screen: DeclaredScreen) -> None:
        self.mood: Mood = "silent"
        self.asked: set[str] = set()
        """The paths that the screen has called."""
        # The navigation asks, too, and that is no part of the screen.
        self._others = "" if screen.path == "today" else "/today"
        self._waiting: list[Route] = []
        page.route(API, self._answer)

    def become(self, mood: "Mood") -> None:
        """From now on, also for what waits."""
        self.mood = mood
        waiting, self._waiting = self._waiting, []
        for route in waiting:
            self._answer(route)

    def _answer(self, route: Route) -> None:
        is_other = bool(self._others) and route.request.url.endswith(self._others)
        if not is_other:
            self.asked.add(urlsplit(route.request.url).path)
        match "well" if is_other else self.mood:
            case "silent":
                self._waiting.append(route)
            case "well":
                route.continue_()
            case "broken":
                problem = {
                    "status": 500,
                    "title": "오류",
                    "detail": "일시적인 오류입니다.",
                    "code": "internal_error",
                }
                route.fulfill(status=500, json=problem, headers={"x-request-id": REQUEST_ID})
            case "empty":
                answer = route.fetch()
                body = answer.json()
                route.fulfill(response=answer, json={**body, "data": _emptied(body.get("data"))})


def _emptied(data: Any) -> Any:
    if isinstance(data, list):
        return []
    if "items" in (data or ()):
        return data | {"items": [], "count": 0, "countIsMore": False, "next": None}
    return data


def test_screens_are_used_in_translation(desk: Visitor, examples: Examples) -> None:
    """By night each of them: what bears a translator is one place for all."""
    desk.forget_complaints()
    faults: dict[str, list[str]] = {}
    for screen in SCREENS if "IEUM_NIGHTLY" in os.environ else SCREENS[::6]:
        page = desk.context.new_page()
        page.goto(f"{desk.shop.url}{examples.address(screen)}")
        quiet(page)
        found = faults_in_translation(desk, page, "nav a[href^='/console/']")
        if found:
            faults[screen.path] = found

    assert faults == {}
    assert desk.complaints == []


def test_a_screen_that_is_not_for_this_person(
    browser: Browser, shop: RunningShop, examples: Examples
) -> None:
    stranger = a_stranger(shop)
    context = browser.new_context(viewport={"width": DESKTOP, "height": 844})
    context.add_cookies([{"name": "ieum_staff", "value": stranger.token, "url": shop.url}])
    visitor = Visitor(shop, context)
    seen: dict[str, str] = {}
    for screen in SCREENS:
        if screen.permission in {"", "exports.make"}:
            continue
        visitor.open(examples.address(screen))
        text = visitor.page.get_by_role("main")
        expect(text.get_by_role("heading", level=1)).to_have_count(1)
        seen[screen.path] = text.inner_text()
    context.close()

    assert {path: text for path, text in seen.items() if "볼 수 있는 권한이 없습니다" not in text} == {}
    assert visitor.complaints == []


# What is broader than the page.
WHAT_IS_BROAD = """() => [...document.querySelectorAll('main *, header *')]
  .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .slice(0, 3).map((one) => one.outerHTML.slice(0, 160)).join(' | ')"""
# Grey shapes in the place of what is still to come.
PLACES = """() => [...document.querySelectorAll('#content [aria-hidden=true].rounded-control')]
  .filter((one) => one.checkVisibility() && one.clientHeight > 8 && !one.textContent).length"""
# A table without rows, and no sentence in place of them.
MUTE_TABLES = """() => [...document.querySelectorAll('#content table')]
  .filter((one) => one.checkVisibility() && !one.tBodies[0]?.rows.length &&
    (one.parentElement.innerText.replace(one.innerText, '').trim().length < 15))
  .map((one) => `no word about why there is nothing: ${one.getAttribute('aria-label')}`)"""

"""What stands around every page, as the tests of the specification find it."""

from collections.abc import Callable

import httpx
from playwright.sync_api import Error, Locator, Page, Request, Response, expect

from tests.journey.visitor import DESKTOP
from tests.waiting import wait_until

# Spec section 2, "Main menu, in order".
ORDER = ["고정 IP VPN", "유동 IP VPN", "IP 교체권", "다운로드", "이용안내", "고객센터", "마이페이지"]
# What Playwright says of a question to a document that went meanwhile.
LEAVING = "Execution context was destroyed"
# React keeps its own note on every element that it has taken over: the frame first, and then the page in it.
TAKEN_OVER = """
() => {
  const frame = document.querySelector('#content'), title = frame?.querySelector('h1') ?? frame
  return [frame, title].every((element) =>
    Object.keys(element ?? {}).some((key) => key.startsWith('__reactFiber')))
}
"""
# The toasts' place comes with the scripts that are loaded last. Their effects run in a later message of React's.
LAST_SCRIPTS_RUN = """
async () => {
  if (!document.querySelector('footer ~ [role=status]')) return false
  const { port1, port2 } = new MessageChannel()
  await new Promise((resolve) => { port1.onmessage = resolve; port2.postMessage(null) })
  return true
}
"""


def ready(page: Page) -> None:
    """Everything that a page starts with is there, what comes after the first paint too.

    On a busy machine the line is idle for the half second that Playwright waits while the script is not run yet.
    """
    page.wait_for_load_state("networkidle")
    wait_until_taken_over(page)
    wait_in(
        page, lambda: page.evaluate(LAST_SCRIPTS_RUN), f"the scripts that come last at {page.url} do not run"
    )


def wait_until_taken_over(page: Page) -> None:
    """Until then, a press on a link loads a document, and the app has not looked how old its data are."""
    wait_in(page, lambda: page.evaluate(TAKEN_OVER), f"the app does not take {page.url} over")


def open_menu(page: Page, width: int) -> Locator:
    """The menu for this width; on a phone it has to be unfolded."""
    if width >= DESKTOP:
        return page.get_by_role("navigation", name="주 메뉴")
    page.get_by_role("button", name="메뉴 열기").click()
    menu = page.get_by_role("navigation", name="전체 메뉴")
    expect(menu).to_be_visible()
    return menu


def open_group(menu: Locator, label: str, width: int) -> Locator:
    """One entry of the menu with its own entries showing."""
    if width >= DESKTOP:
        group = menu.locator("ul:first-child > li").filter(has_text=label).first
        group.hover()
        return group
    group = menu.get_by_role("group").filter(has_text=label)
    if group.get_attribute("open") is None:
        group.locator("summary").click()
    return group


def groups_of(menu: Locator, width: int) -> list[str]:
    shown = "ul:first-child > li > :first-child" if width >= DESKTOP else "summary"
    return [label.strip() for label in menu.locator(shown).all_inner_texts()]


def open_panel(page: Page, width: int) -> Locator:
    """Where a member sees what is in use and from where they are seen."""
    name, panel = ("내 IP", "내 IP") if width >= DESKTOP else ("메뉴 열기", "전체 메뉴")
    page.get_by_role("button", name=name).click()
    shown = page.get_by_role("region", name=panel)
    expect(shown).to_be_visible()
    return shown


def wait_in(page: Page, condition: Callable[[], object], complaint: str) -> None:
    """Wait while the browser goes on: if Python slept, nobody would answer for the routes of a test.

    A page that is just leaving for another document answers no question: it is asked again there.
    """

    def is_so() -> object:
        try:
            return condition()
        except Error as error:
            if LEAVING not in error.message:
                raise
            return False

    # sleep: the only way to let the browser go on between two questions.
    wait_until(is_so, complaint, pause=lambda seconds: page.wait_for_timeout(1000 * seconds))


class Calls:
    """What the page asks of the shop from now on, as `METHOD /path?query`."""

    def __init__(self, page: Page) -> None:
        self.made: list[str] = []
        page.on("request", self._note)

    def to(self, path: str) -> int:
        return sum(call.partition(" ")[2].partition("?")[0] == path for call in self.made)

    def _note(self, request: Request) -> None:
        parts = httpx.URL(request.url)
        if parts.path.startswith("/api/"):
            self.made.append(f"{request.method} {parts.raw_path.decode()}")


class Documents:
    """How often the browser loads a document, and the state of each answer that has come."""

    def __init__(self, page: Page) -> None:
        self.loaded: list[str] = []
        self.answered: list[int] = []
        page.on("request", self._note)
        page.on("response", self._note_answer)

    def _note(self, request: Request) -> None:
        if request.is_navigation_request():
            self.loaded.append(httpx.URL(request.url).path)

    def _note_answer(self, response: Response) -> None:
        if response.request.is_navigation_request():
            self.answered.append(response.status)

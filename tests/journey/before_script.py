"""A page in the time between its first sight and its script, which comes late on a slow line."""

from collections.abc import Generator
from contextlib import contextmanager
from http import HTTPStatus

from playwright.sync_api import Page, Route

from tests.journey.shell import wait_in

ENTRY = "**/assets/index-*.js"
NOTE_TAKE_OVER = "addEventListener('ieum:taken-over', () => { window.isTakenOver = true })"
# Effects run after React has taken the page over, some of them in the next frames, and an early press after those.
SETTLE_MS = 200


@contextmanager
def before_script(page: Page, url: str) -> Generator[None]:
    """The page at this address without its script, which is sent on at the end of the `with`."""
    held: list[Route] = []
    page.unroute_all()
    page.route(ENTRY, lambda route: held.append(route))  # noqa: PLW0108 - playwright marks what it is given
    answer = page.goto(url, wait_until="commit")
    assert answer, url
    assert answer.status < HTTPStatus.INTERNAL_SERVER_ERROR, (url, answer.status)
    page.get_by_role("main").wait_for()
    wait_in(page, lambda: held, f"{url} does not ask for its script")
    page.evaluate(NOTE_TAKE_OVER)
    yield
    for route in held:
        route.continue_()
    page.unroute_all(behavior="wait")


def wait_for_app(page: Page) -> None:
    wait_for_take_over(page)
    settle(page)


def wait_for_take_over(page: Page) -> None:
    wait_in(page, lambda: page.evaluate("window.isTakenOver"), f"{page.url} is not taken over")


def settle(page: Page) -> None:
    # sleep: nothing that can be seen says that nothing will follow.
    page.wait_for_timeout(SETTLE_MS)

"""A phone from some years ago on a line of 400 kbit/s."""

import json

from playwright.sync_api import BrowserContext, CDPSession, Page

KBIT, LATENCY_MS, CPU = 400, 150, 4

# Both moments by the browser's own clock, because the driver looks for a heading every half second at last.
WATCH_HEADING = """
addEventListener('click', () => { sessionStorage.pressedAt = Date.now() }, { capture: true });
requestAnimationFrame(function look() {
  const heading = document.querySelector('main h1')
  if (sessionStorage.pressedAt && heading?.checkVisibility() && heading.textContent.includes(%s)) {
    window.shownAt = Date.now()
  } else requestAnimationFrame(look)
})
"""


def slow_page(context: BrowserContext) -> Page:
    page = context.new_page()
    slow_down(page)
    return page


def slow_down(page: Page) -> CDPSession:
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": LATENCY_MS,
            "downloadThroughput": KBIT * 125,
            "uploadThroughput": KBIT * 125,
        },
    )
    slow_script(session)
    return session


def slow_script(session: CDPSession) -> None:
    """The page computes as slowly as an old phone. It burns the time that it loses, even while it only waits."""
    session.send("Emulation.setCPUThrottlingRate", {"rate": CPU})


def full_speed(session: CDPSession) -> None:
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})


def watch_heading(context: BrowserContext, text: str) -> None:
    """Let every page of the context note when something was pressed and when this heading is on the screen."""
    context.add_init_script(WATCH_HEADING % json.dumps(text))


def seconds_until_shown(page: Page) -> float:
    """How long it took from the last press until the watched heading was drawn."""
    page.wait_for_function("() => window.shownAt")
    return page.evaluate("(window.shownAt - Number(sessionStorage.pressedAt)) / 1000")

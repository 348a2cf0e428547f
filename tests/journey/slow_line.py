"""A phone from some years ago on a line of 400 kbit/s."""

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, Locator, Page

KBIT, LATENCY_MS, CPU = 400, 150, 4
# React keeps its own note on every element that it has taken over.
TAKEN_OVER = """
() => Object.keys(document.querySelector('#content') ?? {}).some((key) => key.startsWith('__reactFiber'))
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
    session.send("Emulation.setCPUThrottlingRate", {"rate": CPU})
    return session


def is_taken_over(page: Page) -> bool:
    return bool(page.evaluate(TAKEN_OVER))


def seconds_until(shown: Locator, begin: Callable[[], Any]) -> float:
    """How long it takes from an action until this can be seen."""
    began = time.monotonic()
    begin()
    shown.wait_for()
    return time.monotonic() - began

"""Axe in a page, and a page that axe may look at."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.journey.visitor import Visitor

# Without the results that nobody reads: to name every element that keeps a rule takes as long as to look at it, and its
# selector is longer to find than its HTML. Style sheets are loaded for one rule alone, which axe leaves out by itself.
FIND = """
axe.run({ resultTypes: ['violations'], selectors: false, preload: { assets: ['media'] } })
  .then(({ violations }) => violations)
"""
# iOS zooms in on a field with letters smaller than 16 px.
FIELDS_THAT_ZOOM = """
[...document.querySelectorAll('input:not([type=checkbox], [type=radio], [type=file], [type=hidden]), select, textarea')]
  .filter((field) => innerWidth < 768 && field.checkVisibility() && parseFloat(getComputedStyle(field).fontSize) < 16)
  .map((field) => `a phone zooms in on ${field.outerHTML.slice(0, 120)}`)
"""
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def a_context(browser: Browser, width: int, customer: Visitor | None = None) -> BrowserContext:
    """Only here may something be added to a page; and a dialog that still fades in has no contrast."""
    context = browser.new_context(
        viewport={"width": width, "height": 844}, bypass_csp=True, reduced_motion="reduce"
    )
    if customer:
        context.add_cookies(customer.context.cookies())  # pyright: ignore[reportArgumentType] - what it gives is what it takes
    return context


def violations(page: Page) -> list[str]:
    """Axe's rules that are broken, with the elements that do; and on a narrow window fields with small letters."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found: list[dict[str, Any]] = page.evaluate(FIND)
    zooming: list[str] = page.evaluate(FIELDS_THAT_ZOOM)
    return zooming + [
        f"{rule['id']} ({rule['impact']}): "
        + json.dumps([node["html"] for node in rule["nodes"]], ensure_ascii=False)[:400]
        for rule in found
    ]

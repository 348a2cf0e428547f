"""The Tab key, as somebody without a mouse presses it."""

from typing import Any

import pytest
from playwright.sync_api import Page

FOCUSED = """() => {
  const element = document.activeElement
  const isBox = element.matches('input[type=radio], input[type=checkbox]')
  const shown = (isBox && element.closest('label')) || element
  const hasRing = (one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
  }
  const { top, bottom } = shown.getBoundingClientRect()
  const text = element.labels?.[0]?.innerText ?? element.getAttribute('aria-label') ?? element.innerText ?? ''
  return {
    text: text.trim(),
    hasRing: [element, shown, ...shown.children].some(hasRing),
    isInSight: bottom > 0 && top < innerHeight,
  }
}"""


def tab_to(page: Page, text: str) -> None:
    """Press Tab until what has the focus says this; on the way each stop shows that it has it."""
    passed: list[str] = []
    for _ in range(80):
        page.keyboard.press("Tab")
        focused: Any = page.evaluate(FOCUSED)
        passed.append(focused["text"].splitlines()[0] if focused["text"] else "?")
        assert focused["hasRing"], f"nothing shows that {passed[-1]} has the focus"
        if focused["text"].startswith(text):
            assert focused["isInSight"], f"{text} has the focus out of sight"
            return
    pytest.fail(f"{text} is not among {passed}")

"""What the head says of a page that the app shows without loading a document."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.journey.running import RunningShop
from tests.journey.shell import Documents, ready, wait_in
from tests.journey.visitor import DESKTOP, visiting

pytestmark = pytest.mark.browser

# Everything that says something; files to load are no such thing.
SAID = """
() => [document.title, ...[...document.head.querySelectorAll(
    'meta, link:not([rel=stylesheet], [rel=modulepreload], [rel=preload]), script:not([src])'
  )].map((element) => element.outerHTML).sort()]
"""


def said(page: Page) -> list[str]:
    heads: Any = page.evaluate(SAID)
    return heads


def test_the_head_follows_the_page_as_if_its_document_had_been_loaded(
    shop: RunningShop, browser: Browser
) -> None:
    context = browser.new_context(viewport={"width": DESKTOP, "height": 844})
    with visiting(shop, context) as visitor:
        page = visitor.page
        reader = context.new_page()
        visitor.open("/login")
        ready(page)
        assert any('content="noindex"' in tag for tag in said(page))
        documents = Documents(page)

        main, footer = page.get_by_role("main"), page.get_by_role("contentinfo")
        steps = [
            lambda: (
                page.get_by_role("navigation", name="주 메뉴").get_by_role("link", name="다운로드").click()
            ),
            footer.get_by_role("link", name="공지사항").click,
            main.locator("a[href^='/support/notice/']").first.click,
            footer.get_by_role("link", name="이용약관").click,
            page.get_by_role("banner").get_by_role("link", name="로그인").click,
            page.go_back,
        ]
        for step in steps:
            before = page.url
            step()
            expect(page).not_to_have_url(before)
            reader.goto(page.url)
            wait_in(
                page,
                lambda: said(page) == said(reader),
                f"{page.url}: {set(said(page)) ^ set(said(reader))}",
            )
        reader.close()

        assert documents.loaded == []


def test_a_page_that_was_asked_for_before_the_last_scripts_came_has_its_own_head(
    shop: RunningShop, browser: Browser
) -> None:
    context = browser.new_context(viewport={"width": DESKTOP, "height": 844})
    with visiting(shop, context) as visitor:
        page, held = visitor.page, list[Route]()

        def hold(route: Route) -> None:
            held.append(route)

        page.route("**/extras-*.js", hold)
        visitor.open("/login")
        menu = page.get_by_role("navigation", name="주 메뉴")
        menu.get_by_role("link", name="다운로드").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("다운로드")
        wait_in(page, lambda: held, "the last scripts are not asked for")

        held[0].continue_()

        reader = context.new_page()
        reader.goto(page.url)
        wait_in(page, lambda: said(page) == said(reader), f"{set(said(page)) ^ set(said(reader))}")

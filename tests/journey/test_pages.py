"""What pages say without scripts, that every declared page is there, and what its content policy allows."""

import re
from html.parser import HTMLParser

import httpx
import pytest
from playwright.sync_api import Browser

from tests.journey.every_page import MEMBERS, PUBLIC
from tests.journey.running import RunningShop
from tests.journey.visitor import PHONE, Visitor

pytestmark = pytest.mark.browser


class Head(HTMLParser):
    """What a search engine or a messenger reads before anything runs."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.title = ""
        self.meta: dict[str, str] = {}
        self.links: dict[str, str] = {}
        self._in_title = False
        self.feed(document)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "meta":
            self.meta[found.get("name") or found.get("property", "")] = found.get("content", "")
        elif tag == "link":
            self.links[found.get("rel", "")] = found.get("href", "")
        self._in_title = tag == "title"

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data
            self._in_title = False


@pytest.mark.parametrize(
    ("path", "title", "texts"),
    [
        (
            "/",
            "통신사 고정 IP VPN",
            ["내 기기를 통신사", "33,000", "89,100", "168,300", "316,800", "이음네트웍스(데모)"],
        ),
        (
            "/static-ip",
            "고정 IP VPN",
            ["구매 전에 확인해 주세요", "33,000", "89,100", "168,300", "316,800", "구매하기"],
        ),
    ],
)
def test_without_scripts_the_text_the_prices_and_the_head_are_all_there(
    browser: Browser, shop: RunningShop, path: str, title: str, texts: list[str]
) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": PHONE, "height": 844})
    page = context.new_page()
    answer = page.goto(f"{shop.url}{path}")
    assert answer is not None
    head = Head(answer.text())
    shown = page.inner_text("body")
    context.close()

    for text in texts:
        assert text in shown
    assert head.title == head.meta["og:title"] == f"이음 | {title}"
    assert len(head.meta["description"]) > 30
    assert head.meta["description"] == head.meta["og:description"]
    assert head.links["canonical"] == head.meta["og:url"] == f"{shop.url}{path}"
    assert head.meta["og:site_name"] == "이음"
    assert "robots" not in head.meta


def test_every_page_of_the_table_is_there(shop: RunningShop, customer: Visitor) -> None:
    """So that the walks over all pages do not meet the same 404 again and again."""
    seen = {path: httpx.get(f"{shop.url}{path}", follow_redirects=True).status_code for path in PUBLIC}
    for path in MEMBERS:
        answer = customer.page.request.get(f"{shop.url}{path}")
        seen[path] = answer.status

    assert {path for path, status in seen.items() if status != 200} == {"/no-such-page"}


def test_the_policy_allows_nothing_unsafe(shop: RunningShop) -> None:
    for path in PUBLIC:
        answer = httpx.get(f"{shop.url}{path}")
        policy = answer.headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "default-src 'self'" in policy
        # Of the document's own scripts only the one of the build runs; the others are blocks of data.
        scripts = re.findall(r"<script([^>]*)>", answer.text)
        assert [script for script in scripts if "src=" not in script and "json" not in script] == [""]

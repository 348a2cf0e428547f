"""The status page has the header, the footer and the title of the shop's own pages, which another program draws."""

from html.parser import HTMLParser
from pathlib import Path
from typing import LiteralString
from urllib.parse import urljoin

import pytest

from ieum.shop.kernel.db import execute
from ieum.shop.pages.web_app import Site
from tests.conftest import Cluster
from tests.shop.builders.clients import HOME
from tests.shop.builders.whole_shop import a_whole_shop, open_business

ALL_THERE = (
    "remote_support_url = 'https://help.example/a?b=1&c=2', ticket_enabled = true, dynamic_enabled = true"
)
NOTHING_SOLD = (
    "static_enabled = false, dynamic_enabled = false, ticket_enabled = false, points_enabled = false"
)
ODD_WORDS = "site_name = 'A&B <이음>', business_name = '\"이음\" & <b>', phone = '+82 (2) 1234-5678'"


class Around(HTMLParser):
    """Texts and links of what stands around a page's own content."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.title = ""
        self.parts: dict[str, list[str]] = {"header": [], "footer": []}
        self.links: dict[str, list[tuple[str, str]]] = {"header": [], "footer": []}
        self.names: dict[str, list[str]] = {"header": [], "footer": []}
        self._part = ""
        self._in_title = False
        self._link: str | None = None
        self._words = ""
        self._is_main = False
        self.feed(document)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self._is_main |= tag == "main"
        if tag == "header" and not self._is_main:
            self._part = "header"
        if tag == "footer":
            self._part = "footer"
        self._in_title = tag == "title" and not self._part
        if not self._part:
            return
        if "aria-label" in found:
            self.names[self._part].append(found["aria-label"])
        if tag == "a":
            self._link, self._words = urljoin(f"{HOME}/status", found["href"]), ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self._link is not None:
            self.links[self._part].append((" ".join(self._words.split()), self._link))
            self._link = None
        if tag == self._part:
            self._part = ""
        if tag == "main":
            self._is_main = False

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data
            self._in_title = False
        if self._link is not None:
            self._words += data
        if self._part and data.strip():
            self.parts[self._part].append(data)

    def words(self, part: str) -> str:
        return "".join("".join(self.parts[part]).split())


@pytest.mark.parametrize("change", ["", ALL_THERE, NOTHING_SOLD, ODD_WORDS])
async def test_header_footer_and_title_are_those_of_the_shop(
    cluster: Cluster, tmp_path: Path, real_site: Site, change: LiteralString
) -> None:
    name, url = cluster.copy()
    await open_business(url)
    async with a_whole_shop(url, tmp_path, real_site) as shop:
        async with shop.db.transaction() as conn:
            await execute(conn, f"UPDATE site_config SET {change or 'description = description'}")

        home = Around((await shop.client.get("/")).text)
        status = Around((await shop.client.get("/status")).text)
    cluster.drop(name)

    for part in ("header", "footer"):
        assert status.links[part] == home.links[part]
        assert status.names[part] == home.names[part]
        assert status.words(part) == home.words(part)
        assert len(home.links[part]) > 8
    shop_name, _, _ = home.title.partition(" | ")
    assert status.title == f"{shop_name} | 서비스 상태"

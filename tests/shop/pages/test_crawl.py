"""A robot without scripts, let loose on the whole shop: the real build, the starter set."""

import json
import re
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import httpx
import pytest

from ieum.shop.kernel.db import execute
from ieum.shop.pages import announcing
from ieum.shop.pages.index_now import Announcer
from ieum.shop.pages.v8 import Renderer
from ieum.shop.pages.web_app import Site
from ieum.shop.publishing import importing
from ieum.shop.publishing.sources import STARTER_SET
from tests.cases import Cases
from tests.shop.builders.clients import HOME
from tests.shop.builders.html_document import Document, in_sitemaps
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.whole_shop import WEB, WholeShop, a_whole_shop, open_business

REQUIRED = {
    "Organization": {"name", "url", "logo", "contactPoint"},
    "WebSite": {"name", "url", "publisher"},
    "BreadcrumbList": {"itemListElement"},
    "Product": {"name", "description", "image", "brand", "offers"},
    "NewsArticle": {"headline", "image", "datePublished", "dateModified", "author", "publisher"},
    "TechArticle": {"headline", "image", "datePublished", "dateModified", "author", "publisher"},
    "FAQPage": {"mainEntity"},
}
# The status page is one, too: it has nothing of the app.
FILES = ("/assets/", "/files/", "/download-files/", "/og/", "/rss.xml", "/status")


class Crawl(NamedTuple):
    # By address below the shop's own.
    pages: dict[str, Document]
    # Where a link leads elsewhere first: the address, and where it ends.
    led: dict[str, str]
    statuses: dict[str, int]
    # Who links there.
    sources: dict[str, str]
    fragments: set[tuple[str, str]]
    outside: set[str]

    @property
    def public(self) -> dict[str, Document]:
        return {path: page for path, page in self.pages.items() if not page.is_hidden}


@pytest.fixture
async def whole(database_url: str, tmp_path: Path, real_site: Site) -> AsyncGenerator[WholeShop]:
    await open_business(database_url)
    async with a_whole_shop(database_url, tmp_path, real_site) as shop:
        async with shop.db.transaction() as conn:
            await importing.import_folder(conn, STARTER_SET)
        yield shop


async def crawl(client: httpx.AsyncClient) -> Crawl:
    """From the home page on, along every link and everything that a page is made of."""
    found = Crawl({}, {}, {}, {"/": ""}, set(), set())
    todo = ["/"]
    while todo:
        path = todo.pop()
        answer = await client.get(path, follow_redirects=True)
        found.statuses[path] = answer.status_code
        end = str(answer.url).removeprefix(HOME)
        if answer.history:
            found.led[path] = end
        if path.startswith(FILES) or not answer.headers["content-type"].startswith("text/html"):
            continue
        document = found.pages[path] = Document(answer.text)
        pictures = [document.meta["og:image"]] if "og:image" in document.meta else []
        for link in (*document.links, *document.files, *pictures, document.canonical):
            address, fragment = urldefrag(urljoin(f"{HOME}{end}", link))
            below = address.removeprefix(HOME) or "/"
            if not address.startswith(HOME):
                found.outside.add(link)
                continue
            if fragment:
                found.fragments.add((below, unquote(fragment)))
            if below not in found.sources:
                found.sources[below] = path
                todo.append(below)
    return found


async def test_a_robot_finds_every_page_complete_and_no_broken_link(whole: WholeShop) -> None:
    client = whole.client
    seen, listed = await crawl(client), await in_sitemaps(client)

    broken = {path: (status, seen.sources[path]) for path, status in seen.statuses.items() if status != 200}
    assert broken == {}
    assert [path for path, document in seen.pages.items() if not document.is_drawn] == []
    # Who has to log in is sent to do so; every other link goes straight to its page.
    assert {path: end for path, end in seen.led.items() if not end.startswith("/login?")} == {}
    canonical = {document.canonical.removeprefix(HOME) for document in seen.public.values()}
    assert {path.partition("?")[0] for path in canonical} == listed
    assert len(listed) > 20
    _assert_every_page_is_sound(seen)
    _assert_links_inside_pages_lead_somewhere(seen)
    for link in seen.outside:
        assert re.match(r"https?:|tel:|mailto:", link), link


def _assert_every_page_is_sound(seen: Crawl) -> None:
    titles, descriptions = Counter[str](), Counter[str]()
    for path, document in seen.public.items():
        where = f"{path} (from {seen.sources[path]})"
        assert document.language == "ko", where
        assert len(document.headings) == 1, f"{where}: {document.headings}"
        assert document.headings[0].strip(), where
        assert document.title == document.meta["og:title"], where
        assert 30 <= len(document.meta["description"]) <= 160, f"{where}: {document.meta['description']}"
        assert document.meta["og:url"] == document.canonical, where
        assert document.meta["og:image"].startswith(f"{HOME}/"), where
        assert document.meta["twitter:card"] == "summary_large_image", where
        assert document.canonical in {f"{HOME}{one}" for one in seen.pages}, where
        assert [one for one, count in Counter(document.ids).items() if count > 1] == [], where
        assert "javascript:" not in "".join(document.links), where
        _assert_structured(document, where)
        if document.canonical == f"{HOME}{path}":
            titles[document.title] += 1
            descriptions[document.meta["description"]] += 1
    assert [title for title, count in titles.items() if count > 1] == []
    assert [description for description, count in descriptions.items() if count > 1] == []


def _assert_structured(document: Document, where: str) -> None:
    [block] = document.structured
    assert block["@context"] == "https://schema.org"
    for thing in block["@graph"]:
        assert REQUIRED[thing["@type"]] <= set(thing), f"{where}: {thing}"
        assert None not in thing.values(), where
    kinds = {thing["@type"] for thing in block["@graph"]}
    assert ("BreadcrumbList" in kinds) == (urlsplit(document.canonical).path != "/"), where


def _assert_links_inside_pages_lead_somewhere(seen: Crawl) -> None:
    for path, fragment in seen.fragments:
        if path in seen.pages and path not in seen.led:
            assert fragment in seen.pages[path].ids, f"{path}#{fragment} (from {seen.sources[path]})"


async def test_structured_data_says_the_same_as_the_page(whole: WholeShop) -> None:
    kinds = {
        path: {thing["@type"] for thing in (await _structured_at(whole.client, path))}
        for path in ("/", "/static-ip", "/support/faq", "/support/notice/service-opening", "/use/windows")
    }

    shop = {"Organization", "WebSite"}
    assert kinds == {
        "/": shop,
        "/static-ip": shop | {"BreadcrumbList", "Product"},
        "/support/faq": shop | {"BreadcrumbList", "FAQPage"},
        "/support/notice/service-opening": shop | {"BreadcrumbList", "NewsArticle"},
        "/use/windows": shop | {"BreadcrumbList", "TechArticle"},
    }


async def _structured_at(client: httpx.AsyncClient, path: str) -> list[dict[str, Any]]:
    return Document((await client.get(path)).text).structured[0]["@graph"]


async def test_the_text_of_a_page_is_in_its_html(whole: WholeShop) -> None:
    client = whole.client
    calls = {
        "/": "/api/v1/content-pages/home",
        "/guide": "/api/v1/content-pages/guide",
        "/privacy/terms-use": "/api/v1/legal/terms-use",
        "/privacy/policy": "/api/v1/legal/policy",
        **{f"/use/{os}": f"/api/v1/guides/{os}" for os in ("windows", "android", "macos", "ios")},
        **{
            f"/download/{os}": f"/api/v1/content-pages/download-{os}"
            for os in ("windows", "android", "macos", "ios")
        },
        **{f"/{kind}": f"/api/v1/content-pages/{kind}" for kind in ("static-ip", "dynamic-ip", "ip-ticket")},
    }
    for notice in (await client.get("/api/v1/notices")).json()["data"]["items"]:
        calls[f"/support/notice/{notice['slug']}"] = f"/api/v1/notices/{notice['slug']}"
    for number in (1, 2):
        calls[f"/support/faq?page={number}"] = f"/api/v1/faqs?page={number}"

    for path, call in calls.items():
        answer = await client.get(call)
        if answer.status_code == 404:
            continue
        shown = Document((await client.get(path)).text).text
        for piece in _pieces(answer.json()["data"]):
            assert [words for words in Document(piece).pieces if words not in shown] == [], path


def _pieces(told: dict[str, Any]) -> list[str]:
    """Whatever HTML and headings an answer has."""
    parts: list[str] = [told.get("html") or "", told.get("lead") or ""]
    for name in ("sections", "items", "questions"):
        listed: list[dict[str, str]] = told.get(name) or []
        for one in listed:
            parts += [one.get("html") or "", one.get("title") or one.get("question") or ""]
    return [part for part in parts if part]


PAGES_FOR_MEMBERS = (
    "/mypage/information-correction",
    "/mypage/service-status/normal?page=1",
    "/mypage/payment-history?page=1",
    "/mypage/sub-id-management?page=1",
    "/static-ip/payment/normal",
    "/dynamic-ip/payment/billing",
    "/ip-ticket/payment",
    "/support/inquiry?page=1",
    "/login",
    "/find-id",
    "/reset-password",
)


async def test_pages_for_members_are_not_indexed(whole: WholeShop) -> None:
    async with whole.db.transaction() as conn:
        headers = await a_login(conn, await a_member(conn))
    cases = Cases()

    for path in PAGES_FOR_MEMBERS:
        with cases.case(path):
            answer = await whole.client.get(path, headers=headers)

            assert answer.status_code == 200
            document = Document(answer.text)
            assert document.is_hidden
            assert document.structured == []

    cases.assert_right(at_least=11)


async def test_every_announced_address_exists_and_is_in_the_sitemap(whole: WholeShop) -> None:
    told = list[str]()

    def hear(request: httpx.Request) -> httpx.Response:
        told.extend(json.loads(request.content)["urlList"])
        return httpx.Response(202)

    announcer = Announcer(
        "http://engine", "key-of-ours", public_url=HOME, transport=httpx.MockTransport(hear)
    )
    async with whole.db.transaction() as conn:
        await execute(conn, "UPDATE site_config SET static_enabled = false")
    with closing(Renderer(WEB / "server" / "render.js")) as renderer:
        await announcing.announce_changes(whole.db, announcer, renderer)

    parts = [(await whole.client.get(f"/sitemap/{name}.xml")).text for name in ("pages", "notices-1")]
    listed = set(re.findall("<loc>(.*?)</loc>", "".join(parts)))
    assert {(await whole.client.get(address)).status_code for address in listed} == {200}
    assert len(told) == len(set(told)) > 10
    # The others have no text of their own.
    assert set(told) < listed
    assert f"{HOME}/static-ip" not in listed

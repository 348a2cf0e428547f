"""What search engines fetch beside the pages: robots.txt, the sitemap, the feed, the key of IndexNow."""

import re
import xml.etree.ElementTree as ET
from datetime import timedelta
from email.utils import parsedate_to_datetime

import pytest
from psycopg_pool import PoolTimeout

from ieum.shop.kernel.db import Connection, execute
from ieum.shop.pages import sitemap_queries
from ieum.shop.site import queries
from tests.shop.builders.clients import HOME
from tests.shop.builders.shops import Client, Configure
from tests.shop.builders.text_rows import a_text, change
from tests.shop.builders.web_build import describe_shop

NAMES = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9"}


async def addresses_in(client: Client, path: str) -> dict[str, str]:
    """Each with its last change."""
    answer = await client.get(path)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/xml")
    root = ET.fromstring(answer.content)  # noqa: S314 - our own
    return {
        one.findtext("s:loc", "", NAMES).removeprefix(HOME): one.findtext("s:lastmod", "", NAMES)
        for one in root
    }


async def test_robots_txt_closes_private_paths_and_names_the_sitemap(client: Client) -> None:
    answer = await client.get("/robots.txt")

    lines = answer.text.splitlines()
    assert answer.headers["content-type"].startswith("text/plain")
    assert lines[0] == "User-agent: *"
    for closed in ("/api/", "/mypage/", "/login?", "/static-ip/payment/", "/ip-ticket/payment"):
        assert f"Disallow: {closed}" in lines
    assert lines[-1] == f"Sitemap: {HOME}/sitemap.xml"


async def test_the_operators_robots_txt_replaces_ours(client: Client, conn: Connection) -> None:
    await execute(conn, "UPDATE site_config SET robots = E'User-agent: Yeti\\nAllow: /\\n'")
    with_sitemap = (await client.get("/robots.txt")).text
    await execute(conn, "UPDATE site_config SET robots = E'User-agent: *\\nSitemap: https://a.example/s.xml'")

    assert with_sitemap == f"User-agent: Yeti\nAllow: /\n\nSitemap: {HOME}/sitemap.xml\n"
    assert (await client.get("/robots.txt")).text == "User-agent: *\nSitemap: https://a.example/s.xml\n"


async def test_the_sitemap_lists_exactly_the_indexable_pages(client: Client, conn: Connection) -> None:
    before = await addresses_in(client, "/sitemap/pages.xml")
    await a_text(conn, "guide", "windows")
    await a_text(conn, "guide", "plan9")
    await a_text(conn, "page", "static-ip", age=timedelta(days=3))

    after = await addresses_in(client, "/sitemap/pages.xml")

    assert {"/", "/static-ip", "/support/notice"} <= set(before)
    assert not {"/login", "/mypage", "/use/windows"} & set(before)
    assert set(after) - set(before) == {"/use/windows"}
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", after["/static-ip"])
    assert after["/"] == ""


async def test_a_page_of_releases_is_listed_once_its_text_exists(client: Client, conn: Connection) -> None:
    await a_text(conn, "release", "windows-1")
    before = await addresses_in(client, "/sitemap/pages.xml")
    await a_text(conn, "page", "download-windows")

    assert "/download/windows" not in before
    assert "/download/windows" in await addresses_in(client, "/sitemap/pages.xml")


async def test_switched_off_pages_are_in_no_sitemap(client: Client, conn: Connection) -> None:
    await a_text(conn, "page", "static-ip")
    await execute(conn, "UPDATE site_config SET static_enabled = false")

    assert "/static-ip" not in await addresses_in(client, "/sitemap/pages.xml")


async def test_only_notices_that_can_be_read_now_are_listed(client: Client, conn: Connection) -> None:
    await a_text(conn, slug="seen")
    await a_text(conn, slug="to-come", age=timedelta(days=-1))
    await change(conn, await a_text(conn, slug="withdrawn"), withdrawn=True)

    index = await addresses_in(client, "/sitemap.xml")
    notices = await addresses_in(client, "/sitemap/notices-1.xml")

    assert list(index) == ["/sitemap/pages.xml", "/sitemap/notices-1.xml"]
    assert list(notices) == ["/support/notice/seen"]


async def test_many_notices_are_listed_in_stable_parts(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sitemap_queries, "URLS_A_PART", 2)
    slugs = [f"notice-{n}" for n in range(5)]
    for number, slug in enumerate(slugs, 1):
        await a_text(conn, slug=slug, age=timedelta(days=9 - number))

    index = await addresses_in(client, "/sitemap.xml")
    parts = [list(await addresses_in(client, f"/sitemap/notices-{n}.xml")) for n in (1, 2, 3)]

    assert len(index) == 4
    assert [part.removeprefix("/support/notice/") for found in parts for part in found] == slugs
    assert (await client.get("/sitemap/notices-4.xml")).status_code == 404


@pytest.mark.parametrize("name", ["notices-0.xml", "notices-99999.xml", "notices-1", "x.xml", "%00.xml"])
async def test_a_missing_part_of_the_sitemap_is_not_found(client: Client, name: str) -> None:
    assert (await client.get(f"/sitemap/{name}")).status_code == 404


async def test_a_pinned_notice_is_listed_like_any_other(client: Client, conn: Connection) -> None:
    await a_text(conn, slug="pinned")
    await execute(conn, "UPDATE content_entries SET pinned = true")

    assert list(await addresses_in(client, "/sitemap/notices-1.xml")) == ["/support/notice/pinned"]


async def test_a_changed_text_changes_the_date_of_its_page(client: Client, conn: Connection) -> None:
    entry = await a_text(conn, slug="changing", age=timedelta(days=9))
    before = (await addresses_in(client, "/sitemap/notices-1.xml"))["/support/notice/changing"]
    await change(conn, entry)
    after = await addresses_in(client, "/sitemap/notices-1.xml")
    index = await addresses_in(client, "/sitemap.xml")

    assert before < after["/support/notice/changing"] == index["/sitemap/notices-1.xml"]


async def test_a_document_not_yet_in_force_has_no_page(conn: Connection) -> None:
    entry = await a_text(conn, "legal", "terms", effective_in=timedelta(days=30))
    untold = await sitemap_queries.list_unannounced(conn, after=0, limit=10)

    assert [text for text in await sitemap_queries.list_texts(conn) if text.kind == "legal"] == []
    assert entry not in {one.id for one in untold}


async def test_the_feed_has_the_newest_notices_with_absolute_addresses(
    client: Client, conn: Connection
) -> None:
    await describe_shop(conn)
    html = '<p><a href="/use/windows">안내</a><img src="/files/a.png" alt="">&amp;<a href="https://x.example/">x</a></p>'
    await a_text(conn, slug="older", title="지난 공지", age=timedelta(days=2))
    await a_text(conn, slug="newer", title="<새> & 공지", html=html)
    await a_text(conn, slug="to-come", age=timedelta(days=-1))

    answer = await client.get("/rss.xml")
    channel = ET.fromstring(answer.content).find("channel")  # noqa: S314 - our own

    assert answer.headers["content-type"].startswith("application/rss+xml")
    assert channel is not None
    assert (channel.findtext("title"), channel.findtext("link")) == (
        "이음 공지사항",
        f"{HOME}/support/notice",
    )
    newer, older = channel.findall("item")
    assert (newer.findtext("title"), older.findtext("title")) == ("<새> & 공지", "지난 공지")
    assert newer.findtext("link") == newer.findtext("guid") == f"{HOME}/support/notice/newer"
    told = newer.findtext("description") or ""
    assert f'<a href="{HOME}/use/windows">' in told
    assert f'<img src="{HOME}/files/a.png"' in told
    assert '<a href="https://x.example/">' in told
    assert parsedate_to_datetime(newer.findtext("pubDate") or "") > parsedate_to_datetime(
        older.findtext("pubDate") or ""
    )


@pytest.mark.parametrize("path", ["/robots.txt", "/sitemap.xml", "/sitemap/pages.xml", "/rss.xml"])
async def test_robots_are_asked_to_come_again_while_the_configuration_cannot_be_read(
    client: Client, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    async def refused(_: Connection) -> None:
        raise PoolTimeout

    monkeypatch.setattr(queries, "get_config", refused)

    answer = await client.get(path)

    assert (answer.status_code, answer.headers.get("retry-after")) == (503, "5")


async def test_a_shop_without_notices_has_an_empty_feed(client: Client) -> None:
    root = ET.fromstring((await client.get("/rss.xml")).content)  # noqa: S314 - our own

    assert root.findall("channel/item") == []


async def test_the_key_of_index_now_is_served_under_its_own_name_only(
    client: Client, configure: Configure
) -> None:
    missing = await client.get("/0123456789abcdef.txt")
    configure(IEUM_INDEXNOW_KEY="0123456789abcdef")
    found = await client.get("/0123456789abcdef.txt")

    assert missing.status_code == 404
    assert (found.status_code, found.text) == (200, "0123456789abcdef")
    assert found.headers["content-type"].startswith("text/plain")
    assert (await client.get("/fedcba9876543210.txt")).status_code == 404


@pytest.mark.parametrize(
    ("path", "statements"),
    [
        ("/robots.txt", 1),
        # The config, the texts, the newest notice.
        ("/sitemap/pages.xml", 3),
        # And the parts.
        ("/sitemap.xml", 4),
        ("/sitemap/notices-1.xml", 1),
        # The config and the notices.
        ("/rss.xml", 2),
    ],
)
async def test_the_files_for_robots_take_the_same_statements_however_many_texts(
    client: Client, conn: Connection, sent: list[str], path: str, statements: int
) -> None:
    for _ in range(3):
        await a_text(conn)
        sent.clear()
        answer = await client.get(path)
        assert answer.status_code == 200
        assert len(sent) == statements, sent

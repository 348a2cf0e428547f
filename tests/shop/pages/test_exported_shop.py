"""Texts that are taken out of one shop and brought into an empty one make the same pages, to the byte."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from ieum.shop.pages.web_app import Site
from ieum.shop.publishing import exporting, importing
from ieum.shop.publishing.sources import STARTER_SET
from tests.conftest import Cluster
from tests.shop.builders.html_document import in_sitemaps
from tests.shop.builders.whole_shop import WholeShop, a_whole_shop, open_business

NOTICE = """---
title: {title}
publish_at: {at}
moved_from: [/old/notice.do]
---
처음의 글입니다.

## 무엇이 바뀌나요

| 이름 | 값 |
|---|---|
| {{{{siteName}}}} | 1 |
"""


class Houses(NamedTuple):
    old: WholeShop
    new: WholeShop


@pytest.fixture
async def houses(cluster: Cluster, tmp_path: Path, real_site: Site) -> AsyncGenerator[Houses]:
    old_name, old_url = cluster.copy()
    await open_business(old_url)
    new_name, new_url = cluster.copy(of=old_name)
    async with (
        a_whole_shop(old_url, tmp_path, real_site) as old,
        a_whole_shop(new_url, tmp_path, real_site) as new,
    ):
        yield Houses(old, new)
    cluster.drop(old_name)
    cluster.drop(new_name)


async def live_in(shop: WholeShop, folder: Path) -> None:
    """The starter set, and what a shop does to its texts: write, change, move, announce, withdraw."""
    async with shop.db.transaction() as conn:
        await importing.import_folder(conn, STARTER_SET)
    notices = folder / "notices"
    notices.mkdir(parents=True)
    for title in ("처음 이름", "고친 이름"):
        (notices / "changed.md").write_text(NOTICE.format(title=title, at="2026-11-01T09:00:00+09:00"))
        await bring(shop, folder)
    (notices / "to-come.md").write_text(
        "---\ntitle: 다음 달 소식\npublish_at: 2099-01-01T00:00:00+09:00\n---\n곧\n"
    )
    (notices / "gone.md").write_text("---\ntitle: 지난 소식\nwithdrawn: true\n---\n없어진 글\n")
    await bring(shop, folder)


async def bring(shop: WholeShop, folder: Path) -> None:
    async with shop.db.transaction() as conn:
        await importing.import_folder(conn, folder)


async def move(houses: Houses, folder: Path) -> None:
    async with houses.old.db.transaction() as conn:
        await exporting.export_folder(conn, folder)
    await bring(houses.new, folder)


async def seen_at(client: httpx.AsyncClient, path: str) -> tuple[int, str, bytes]:
    answer = await client.get(path)
    return answer.status_code, answer.headers.get("location", ""), answer.content


async def test_every_page_of_a_shop_with_imported_texts_is_the_same_to_the_byte(
    houses: Houses, tmp_path: Path
) -> None:
    await live_in(houses.old, tmp_path / "written")
    await move(houses, tmp_path / "moved")

    listed = await in_sitemaps(houses.old.client)
    others = {
        "/sitemap.xml",
        "/sitemap/pages.xml",
        "/sitemap/notices-1.xml",
        "/rss.xml",
        "/support/notice?page=1",
        "/support/faq?page=2",
        "/support/notice/gone",
        "/support/notice/to-come",
        "/old/notice.do",
    }
    differing: list[str] = []
    for path in sorted(listed | others):
        old, new = await seen_at(houses.old.client, path), await seen_at(houses.new.client, path)
        if old != new:
            differing.append(path)

    assert differing == []
    assert len(listed) > 20
    assert "/support/notice/changed" in listed
    assert [
        (await seen_at(houses.new.client, path))[0] for path in ("/support/notice/gone", "/old/notice.do")
    ] == [
        410,
        301,
    ]


async def test_imported_texts_are_exported_as_the_same_files(houses: Houses, tmp_path: Path) -> None:
    await live_in(houses.old, tmp_path / "written")
    await move(houses, tmp_path / "once")
    async with houses.new.db.transaction() as conn:
        await exporting.export_folder(conn, tmp_path / "twice")

    assert _files(tmp_path / "once") == _files(tmp_path / "twice")


def _files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }

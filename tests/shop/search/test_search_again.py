"""Texts that come into the index again."""

from pathlib import Path
from typing import Any

from ieum.shop.kernel.db import Connection
from ieum.shop.publishing import cli
from ieum.shop.search import service
from tests.shop.builders.commands import typed
from tests.shop.builders.shops import Shop
from tests.shop.builders.text_files import a_text
from tests.shop.builders.text_sources import a_notice, publish


async def test_a_reindexed_text_keeps_its_age(conn: Connection) -> None:
    """Two hundred texts have a word; the older half is published again and again, and then something else."""
    half = service.MOST + 5
    old = [
        a_notice(f"old-{n}", f"옛 글 {n}", "도롱뇽", publish_at="2026-01-01T00:00:00+09:00")
        for n in range(half)
    ]
    again = [
        a_notice(f"old-{n}", f"옛 글 {n}", "도롱뇽 다시", publish_at="2026-01-01T00:00:00+09:00")
        for n in range(half)
    ]
    newer = [a_notice(f"new-{n}", f"도롱뇽 {n}", publish_at="2026-02-01T00:00:00+09:00") for n in range(half)]
    await publish(conn, *old)
    await publish(conn, *newer)
    await conn.execute(
        """
        SELECT setval('search_documents_number_seq', (last_value / 1000 + 2) * 1000) FROM search_documents_number_seq
        """
    )
    await publish(conn, *again)
    await publish(conn, a_notice("last", "두꺼비", "도롱뇽"))

    found = await service.search(conn, "도롱뇽", 1)

    assert found.total == service.MOST
    assert {item.path.split("-")[0] for item in found.items} == {"/support/notice/new"}


async def test_a_reindexed_text_keeps_its_number(conn: Connection) -> None:
    """Numbers that nobody has would make the newest thousands empty."""
    await publish(conn, a_notice("one", "도롱뇽"))
    before = await _numbers(conn)
    await publish(conn, a_notice("one", "두꺼비"))

    assert await _numbers(conn) == before


async def test_refreshing_reindexes_every_text_by_the_current_rules(shop: Shop, tmp_path: Path) -> None:
    a_text(tmp_path, "notices/a", title="도롱뇽")
    assert await typed(cli, shop, "import", str(tmp_path)) == 0
    async with shop.db.transaction() as conn:
        await conn.execute("UPDATE search_documents SET words = '', title_words = ''")
    assert await _total(shop, "도롱뇽") == 0

    assert await typed(cli, shop, "refresh") == 0

    assert await _total(shop, "도롱뇽은") == 1


async def _total(shop: Shop, q: str) -> int:
    return (await shop.client.get("/api/v1/search", params={"q": q})).json()["data"]["total"]


async def _numbers(conn: Connection) -> tuple[Any, ...] | None:
    cursor = await conn.execute(
        "SELECT d.number, s.last_value FROM search_documents d, search_documents_number_seq s"
    )
    return await cursor.fetchone()

"""Texts whose words were taken apart by older rules."""

import argparse
from pathlib import Path

from ieum.shop.content import cli
from tests.shop.conftest import Shop
from tests.shop.content.folders import a_text


async def test_refreshing_has_everything_found_by_the_rules_of_today(shop: Shop, tmp_path: Path) -> None:
    a_text(tmp_path, "notices/a", title="도롱뇽")
    await _typed(shop, "import", str(tmp_path))
    async with shop.db.transaction() as conn:
        await conn.execute("UPDATE search_documents SET words = '', title_words = ''")
    assert await _total(shop, "도롱뇽") == 0

    await _typed(shop, "refresh")

    assert await _total(shop, "도롱뇽은") == 1


async def _typed(shop: Shop, *words: str) -> None:
    parser = argparse.ArgumentParser()
    cli.add_arguments(parser)
    assert await cli._run(parser.parse_args(words), shop.app.state.settings) == 0


async def _total(shop: Shop, q: str) -> int:
    """Of two questions, because an answer is kept for a second."""
    return (await shop.client.get("/api/v1/search", params={"q": q})).json()["data"]["total"]

"""The pages of a shop whose texts came from another one, to the byte."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.journey.running import RunningShop

pytestmark = pytest.mark.browser

PAGES = [
    "/",
    "/guide",
    "/static-ip",
    "/privacy/terms-use",
    "/privacy/policy",
    "/support/notice?page=1",
    "/support/faq?page=1",
    *(f"/{room}/{os}" for room in ("use", "download") for os in ("windows", "android", "macos", "ios")),
]


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[RunningShop]:
    """One of its own: what is bought and agreed goes with the texts."""
    with RunningShop(tmp_path / "shop") as shop:
        shop.start("serve")
        yield shop


def test_pages_of_texts_that_moved_into_an_empty_shop_are_the_same(shop: RunningShop, tmp_path: Path) -> None:
    with shop.database_connection() as conn:
        found = conn.execute(
            "SELECT '/support/notice/' || slug FROM content_entries"
            " WHERE kind = 'notice' AND NOT withdrawn AND publish_at <= now()"
        ).fetchall()
    paths = PAGES + [path for (path,) in found]
    before = _pages(shop, paths)
    shop.ieum("content", "export", str(tmp_path / "texts"))
    with shop.database_connection() as conn:
        conn.execute("TRUNCATE content_entries, content_files CASCADE")
    empty = httpx.get(f"{shop.url}/api/v1/notices").json()["data"]["total"]

    shop.ieum("content", "import", str(tmp_path / "texts"))

    assert (empty, len(found) > 0) == (0, True)
    assert _pages(shop, paths) == before


def _pages(shop: RunningShop, paths: list[str]) -> dict[str, str]:
    with httpx.Client(base_url=shop.url, timeout=30) as http:
        answers = {path: http.get(path) for path in paths}
    assert {path for path, answer in answers.items() if answer.status_code != 200} == set()
    return {path: answer.text for path, answer in answers.items()}

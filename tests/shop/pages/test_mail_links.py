"""The buttons of mails lead to pages that exist, also for a reader who is logged out."""

from collections.abc import AsyncGenerator
from pathlib import Path
from urllib.parse import quote

import pytest

from ieum.shop.messaging import samples
from ieum.shop.pages.web_app import Site
from tests.shop.builders.whole_shop import WholeShop, a_whole_shop, open_business


@pytest.fixture
async def whole(database_url: str, tmp_path: Path, real_site: Site) -> AsyncGenerator[WholeShop]:
    await open_business(database_url)
    async with a_whole_shop(database_url, tmp_path, real_site) as shop:
        yield shop


async def test_every_button_leads_to_a_page_or_to_the_login_and_then_there(whole: WholeShop) -> None:
    paths = {preview.button.path for preview in samples.previews() if preview.button}
    wrong: dict[str, tuple[int, str]] = {}
    for path in paths:
        answer = await whole.client.get(path)
        location = answer.headers.get("location", "")
        to_login = (answer.status_code, location) == (302, f"/login?callbackUrl={quote(path, safe='')}")
        if answer.status_code != 200 and not to_login:
            wrong[path] = (answer.status_code, location)

    assert len(paths) > 8
    assert wrong == {}

"""Whoever meets the shop while its database is away gets the page they came for as soon as it is back."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.journey.running import RunningShop
from tests.journey.shell import Documents
from tests.journey.visitor import PHONE, Visitor

pytestmark = pytest.mark.browser

PAGE = "/support/notice"
# Longer than the page waits between two questions.
A_WHILE_MS = 6_000


def test_the_page_of_an_outage_gives_way_to_the_shop_by_itself_and_only_once(
    tmp_path: Path, browser: Browser
) -> None:
    with RunningShop(tmp_path, demo=False) as shop:
        shop.start("serve")
        visitor = Visitor(shop, browser.new_context(viewport={"width": PHONE, "height": 844}))
        page, documents = visitor.page, Documents(visitor.page)
        page.clock.install()
        shop.database.stop()

        visitor.open(PAGE)
        expect(page.get_by_role("heading", name="잠시 후 다시 이용해 주세요")).to_be_visible()
        for _ in range(3):
            with page.expect_response("**/readyz") as asked:
                page.clock.run_for(A_WHILE_MS)
            assert asked.value.status == 503
        assert documents.loaded == [PAGE]

        shop.database.start()
        while 200 not in documents.answered:
            page.clock.run_for(A_WHILE_MS)
        expect(page.get_by_role("heading", name="공지사항")).to_be_visible()

        # On a busy machine the page is asked for once more before the shop can read it again, never after that.
        assert {*documents.loaded} == {PAGE}
        assert documents.answered[:-1] == [503] * (len(documents.loaded) - 1)
        visitor.context.close()

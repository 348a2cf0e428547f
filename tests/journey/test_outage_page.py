"""What whoever meets the shop sees while its database is away, or while one thing alone cannot be read from it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.journey.running import RunningShop
from tests.journey.shell import Documents, wait_until_taken_over
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


def test_a_page_is_there_without_what_is_wrong_while_that_cannot_be_read_and_says_it_later(
    tmp_path: Path, browser: Browser
) -> None:
    with RunningShop(tmp_path, demo=False) as shop, shop.database_connection() as conn:
        shop.ieum(
            *("status", "say", "--by", "김운영", "--title", "결제 지연"),
            *("--part", "payment", "--level", "down", "카드사 응답이 늦습니다."),
        )
        conn.execute("ALTER TABLE status_incidents RENAME TO away")
        shop.start("serve")

        def bring_back(route: Route) -> None:
            """By now the document is there, drawn without."""
            conn.execute("ALTER TABLE IF EXISTS away RENAME TO status_incidents")
            route.continue_()

        visitor = Visitor(shop, browser.new_context(viewport={"width": PHONE, "height": 844}))
        page, documents = visitor.page, Documents(visitor.page)
        page.route("**/api/v1/status/troubles", bring_back)
        with page.expect_response(f"{shop.url}/") as drawn:
            visitor.open("/")
        wait_until_taken_over(page)
        expect(page.get_by_role("region", name="서비스 상태 안내")).to_contain_text("결제 지연")

        # Were it not as the server has drawn it, the document would have been loaded anew.
        assert (drawn.value.status, documents.loaded) == (200, ["/"])
        visitor.context.close()

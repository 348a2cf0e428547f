"""How many statements a page sends: pinned, so that one more is a decision."""

import pytest

from ieum.shop.kernel.db import Connection
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.shops import Client
from tests.shop.builders.text_rows import a_text, change


@pytest.mark.parametrize(
    ("path", "status", "statements"),
    [
        # The config.
        pytest.param("/", 200, 1, id="home"),
        # And the plans with their prices.
        pytest.param("/static-ip", 200, 3, id="product"),
        pytest.param("/static-ip/", 301, 1, id="another spelling"),
        # And how many there are, and those of the page.
        pytest.param("/support/notice", 200, 3, id="list"),
        # And the text with its neighbours.
        pytest.param("/support/notice/seen", 200, 3, id="notice"),
        # And one look whether it has moved.
        pytest.param("/support/notice/gone", 410, 3, id="withdrawn"),
        pytest.param("/support/notice/never", 404, 3, id="a text that never was"),
        pytest.param("/no-such-page", 404, 2, id="no page"),
    ],
)
async def test_the_statements_of_a_page(
    client: Client, conn: Connection, sent: list[str], path: str, status: int, statements: int
) -> None:
    await a_plan(conn)
    await a_text(conn, slug="seen")
    await change(conn, await a_text(conn, slug="gone"), withdrawn=True)
    sent.clear()

    answer = await client.get(path)

    assert (answer.status_code, len(sent)) == (status, statements), sent

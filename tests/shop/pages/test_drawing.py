"""What happens where a page cannot be drawn, or is none."""

import asyncio

import pytest

from ieum.shop.db import Connection
from ieum.shop.pages import v8
from tests.shop.conftest import Client
from tests.shop.pages.build import data_of, describe_shop


@pytest.mark.parametrize("path", ["/broken", "/odd"])
async def test_a_page_that_cannot_be_drawn_goes_out_with_an_empty_root(
    client: Client, conn: Connection, path: str
) -> None:
    await describe_shop(conn)

    answer = await client.get(path)

    assert answer.status_code == 200
    assert '<div id="root"></div>' in answer.text
    assert "data-hydrate" not in answer.text
    assert "<title>이음 |" in answer.text
    assert "/api/v1/config/info" in data_of(answer.text)
    assert answer.headers["cache-control"] == "private, no-store"


async def test_a_page_that_takes_too_long_is_given_up_and_the_next_one_is_drawn(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(v8, "TIME_LIMIT_SECONDS", 0.2)

    async with asyncio.timeout(60):
        endless = await client.get("/endless")
        home = await client.get("/")

    assert (endless.status_code, '<div id="root"></div>' in endless.text) == (200, True)
    assert "data-hydrate" in home.text


async def test_while_one_page_is_drawn_calls_are_answered(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(v8, "TIME_LIMIT_SECONDS", 5.0)

    drawing = asyncio.create_task(client.get("/endless"))
    await asyncio.sleep(0.1)
    async with asyncio.timeout(4):
        answer = await client.get("/healthz")

    assert answer.text == "ok"
    assert not drawing.done()
    await drawing


async def test_an_address_that_cannot_even_be_planned_is_left_to_the_browser(client: Client) -> None:
    answer = await client.get("/planless")

    assert answer.status_code == 200
    assert '<div id="root"></div>' in answer.text
    assert '<meta name="robots" content="noindex">' in answer.text


async def test_an_unknown_address_is_a_page_that_says_so(client: Client) -> None:
    answer = await client.get("/no-such-page")

    assert answer.status_code == 404
    assert "<title>이음 | 찾을 수 없음</title>" in answer.text
    assert '<meta name="robots" content="noindex">' in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/%00",
        "/%ff%fe",
        "/%E0%A4%A",
        "/%ED%A0%80",
        "//evil.example",
        "/a/../b",
        "/%2e%2e/x",
        "/" + "x" * 1900,
        "/?q=%00%ff",
    ],
)
async def test_an_odd_address_is_an_ordinary_page(client: Client, path: str) -> None:
    answer = await client.get(path)

    assert answer.status_code in {200, 404}, answer.text
    assert answer.headers["content-type"].startswith("text/html")


async def test_an_endless_address_is_refused(client: Client) -> None:
    assert (await client.get("/" + "x" * 3000)).status_code == 404

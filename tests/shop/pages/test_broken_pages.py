"""What happens where a page cannot be drawn, or is none."""

import asyncio

import pytest
from litestar import Litestar
from prometheus_client import REGISTRY
from psycopg.errors import QueryCanceled
from psycopg_pool import PoolTimeout

from ieum.shop.catalog import queries as catalog
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import TooManyRequests
from ieum.shop.members import queries as members
from ieum.shop.pages import own_api, v8
from ieum.shop.pages.web_app import Site
from ieum.shop.publishing import queries as texts
from ieum.shop.site import queries as site
from ieum.shop.status import queries as status
from tests.shop.builders.calls import calls_of
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.shops import Client
from tests.shop.builders.text_rows import a_text
from tests.shop.builders.web_build import data_of, describe_shop
from tests.waiting import wait_until_async


def refuse(monkeypatch: pytest.MonkeyPatch, module: object, name: str, refusal: Exception) -> None:
    async def refused(*_: object, **__: object) -> None:
        raise refusal

    monkeypatch.setattr(module, name, refused)


def drawn_so_far() -> float:
    return REGISTRY.get_sample_value("ieum_page_renders_total", {"how": "drawn"}) or 0


@pytest.mark.parametrize("path", ["/broken", "/odd"])
async def test_a_page_that_fails_to_render_is_sent_with_an_empty_root(
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


async def test_a_page_that_renders_too_long_is_given_up_and_the_next_one_is_rendered(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(v8, "TIME_LIMIT_SECONDS", 0.2)

    async with asyncio.timeout(60):
        endless = await client.get("/endless")
        home = await client.get("/")

    assert (endless.status_code, '<div id="root"></div>' in endless.text) == (200, True)
    assert "data-hydrate" in home.text


async def test_calls_are_answered_while_a_page_is_rendered(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(v8, "TIME_LIMIT_SECONDS", 5.0)

    calls = calls_of(monkeypatch, v8.Renderer, "_call")
    drawing = asyncio.create_task(client.get("/endless"))
    await wait_until_async(lambda: v8.RENDER in [call[1] for call in calls], "the page is not being drawn")
    async with asyncio.timeout(4):
        answer = await client.get("/healthz")

    assert answer.text == "ok"
    assert not drawing.done()
    await drawing


async def test_an_address_whose_plan_fails_is_left_to_the_browser(client: Client) -> None:
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
async def test_an_address_with_odd_characters_is_an_ordinary_page(client: Client, path: str) -> None:
    answer = await client.get(path)

    assert answer.status_code in {200, 404}, answer.text
    assert answer.headers["content-type"].startswith("text/html")


async def test_an_endless_address_is_refused(client: Client) -> None:
    assert (await client.get("/" + "x" * 3000)).status_code == 404


@pytest.mark.parametrize("refusal", [PoolTimeout(), TooManyRequests(), RuntimeError()])
async def test_a_page_whose_text_cannot_be_read_now_asks_robots_to_come_again(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch, refusal: Exception
) -> None:
    await a_text(conn, slug="check")
    before = drawn_so_far()
    with monkeypatch.context() as moment:
        refuse(moment, texts, "find_text", refusal)
        meanwhile = await client.get("/support/notice/check")
    afterwards = await client.get("/support/notice/check")

    assert (meanwhile.status_code, meanwhile.headers["retry-after"]) == (503, "5")
    assert '<meta name="robots" content="noindex">' in meanwhile.text
    assert "ld+json" not in meanwhile.text
    assert meanwhile.headers["cache-control"] == "private, no-store"
    # The browser asks by itself, and draws.
    assert '<div id="root"></div>' in meanwhile.text
    assert (afterwards.status_code, drawn_so_far() - before) == (200, 1)
    assert "retry-after" not in afterwards.headers


@pytest.mark.parametrize(
    ("path", "module", "name"),
    [
        ("/support/notice?page=2", texts, "list_notices"),
        ("/", site, "get_config"),
        # Beside what it can do without.
        ("/announced", catalog, "list_plans"),
    ],
)
async def test_a_page_that_lacks_other_data_asks_robots_to_come_again(
    client: Client, monkeypatch: pytest.MonkeyPatch, path: str, module: object, name: str
) -> None:
    refuse(monkeypatch, module, name, PoolTimeout())

    answer = await client.get(path)

    assert answer.status_code == 503
    assert '<meta name="robots" content="noindex">' in answer.text


@pytest.mark.parametrize("refusal", [PoolTimeout(), TooManyRequests(), RuntimeError(), QueryCanceled()])
async def test_a_page_is_drawn_without_what_it_can_do_without(
    client: Client, monkeypatch: pytest.MonkeyPatch, refusal: Exception
) -> None:
    refuse(monkeypatch, status, "list_troubles", refusal)

    answer = await client.get("/announced")

    assert (answer.status_code, "data-hydrate" in answer.text) == (200, True)
    assert "noindex" not in answer.text
    assert "retry-after" not in answer.headers
    # No answer, rather than that there is nothing: the browser asks by itself.
    assert data_of(answer.text)["/api/v1/status/troubles"] is None


async def test_a_page_does_not_wait_for_what_it_can_do_without(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(own_api, "BRIEFLY_SECONDS", 0.1)
    monkeypatch.setattr(status, "list_troubles", never)

    answer = await client.get("/announced")

    assert (answer.status_code, "data-hydrate" in answer.text) == (200, True)
    assert data_of(answer.text)["/api/v1/status/troubles"] is None


async def test_the_shops_own_pages_that_say_what_is_wrong_are_there_when_that_cannot_be_read(
    client: Client, conn: Connection, app: Litestar, real_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    await a_plan(conn, addresses=2)
    headers = await a_login(conn, await a_member(conn))
    app.state.site = real_site
    refuse(monkeypatch, status, "list_troubles", QueryCanceled())

    paths = (
        "/",
        "/static-ip/payment/normal",
        "/mypage/service-status/normal",
        "/mypage/payment-history?page=1",
        "/support/inquiry?page=1",
        "/support/inquiry/new",
    )
    answers = [await client.get(path, headers=headers if path != "/" else {}) for path in paths]

    assert {(answer.status_code, "data-hydrate" in answer.text) for answer in answers} == {(200, True)}
    assert [data_of(answer.text)["/api/v1/status/troubles"] for answer in answers] == [None] * len(paths)


async def test_a_member_who_cannot_be_looked_up_now_is_not_redirected_to_the_login(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = await a_login(conn, await a_member(conn))
    refuse(monkeypatch, members, "member_info", PoolTimeout())

    answer = await client.get("/mypage", headers=headers)

    assert answer.status_code == 503
    assert '<div id="root"></div>' in answer.text
    assert "/api/v1/member" not in data_of(answer.text)

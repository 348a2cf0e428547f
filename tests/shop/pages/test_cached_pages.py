"""Visitors' pages that are cached."""

from types import SimpleNamespace

import pytest
from psycopg.errors import QueryCanceled

from ieum.shop.kernel.db import Connection, execute
from ieum.shop.pages import page_head
from ieum.shop.server import response_cache
from ieum.shop.server.response_cache import TTL_SECONDS
from ieum.shop.status import queries as status
from tests.shop.builders.calls import calls_of
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.response_cache import response_cache_of
from tests.shop.builders.shops import Shop
from tests.shop.builders.web_build import data_of, drawn


async def test_a_visitors_page_is_rendered_once_while_it_is_cached(live: Shop) -> None:
    async with live.db.transaction() as conn:
        plan = await a_plan(conn, prices={1: 33_000})

    first, second = await live.client.get("/static-ip"), await live.client.get("/static-ip")
    async with live.db.transaction() as conn:
        await execute(
            conn,
            "INSERT INTO plan_prices (plan_id, months, amount) VALUES (%(plan)s, 1, 29000)",
            plan=plan,
        )
    response_cache_of(live.app).clear()
    third = await live.client.get("/static-ip")

    assert drawn(first) == drawn(second) != drawn(third)
    assert ("33000" in second.text, "29000" in third.text) == (True, True)
    assert first.headers["cache-control"] == "no-cache"


async def test_a_page_that_lacks_what_it_can_do_without_is_kept_no_longer_than_any_other(
    live: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the call fails, a crowd has one page drawn, and waits for one call."""
    now = 1_000.0
    monkeypatch.setattr(response_cache, "TTL_SECONDS", TTL_SECONDS)
    monkeypatch.setattr(response_cache, "time", SimpleNamespace(monotonic=lambda: now))

    async def refused(_: Connection) -> None:
        raise QueryCanceled

    with monkeypatch.context() as moment:
        moment.setattr(status, "list_troubles", refused)
        lacking = [await live.client.get("/announced") for _ in range(2)]
    now += 1
    whole = await live.client.get("/announced")

    assert drawn(lacking[0]) == drawn(lacking[1]) != drawn(whole)
    assert [answer.headers["cache-control"] for answer in (*lacking, whole)] == ["no-cache"] * 3
    assert data_of(whole.text)["/api/v1/status/troubles"] == []


async def test_what_a_page_shows_is_never_more_than_a_second_old(
    live: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where the page was drawn with an answer that was about to expire."""
    now = 1_000.0
    monkeypatch.setattr(response_cache, "TTL_SECONDS", TTL_SECONDS)
    monkeypatch.setattr(response_cache, "time", SimpleNamespace(monotonic=lambda: now))
    async with live.db.transaction() as conn:
        plan = await a_plan(conn, prices={1: 33_000})
    # Pages ask for answers that are not compressed.
    await live.client.get("/api/v1/catalog/plans?kind=static", headers={"accept-encoding": ""})
    async with live.db.transaction() as conn:
        await execute(
            conn, "INSERT INTO plan_prices (plan_id, months, amount) VALUES (%(plan)s, 1, 29000)", plan=plan
        )
    now = 1_000.49
    first = await live.client.get("/static-ip")
    now = 1_001.0

    second = await live.client.get("/static-ip")

    assert ("33000" in first.text, "29000" in second.text) == (True, True)


async def test_a_cached_page_disappears_and_returns_with_its_feature(live: Shop) -> None:
    async def switch(*, on: bool) -> None:
        async with live.db.transaction() as conn:
            await execute(conn, "UPDATE site_config SET static_enabled = %(on)s", on=on)
        response_cache_of(live.app).clear()

    statuses = [(await live.client.get("/static-ip")).status_code for _ in range(2)]
    await switch(on=False)
    off = await live.client.get("/static-ip")
    await switch(on=True)
    statuses.append((await live.client.get("/static-ip")).status_code)

    assert statuses == [200, 200, 200]
    assert off.status_code == 404
    assert '<meta name="robots" content="noindex">' in off.text


async def test_visitors_and_members_never_get_each_others_cached_pages(
    live: Shop,
) -> None:
    async with live.db.transaction() as conn:
        member = await a_login(conn, await a_member(conn, login_id="member_one"))

    visitor = await live.client.get("/")
    own = await live.client.get("/", headers=member)
    again = await live.client.get("/")

    assert "member_one" in own.text
    assert drawn(visitor) == drawn(again)
    assert "member_one" not in again.text
    assert own.headers["cache-control"] == "private, no-store"


@pytest.mark.parametrize("path", ["/broken", "/login", "/no-such-page", "/?q=1"])
async def test_a_page_that_must_not_be_cached_is_rendered_again(live: Shop, path: str) -> None:
    answers = [await live.client.get(path) for _ in range(2)]

    if path == "/broken":
        assert "data-hydrate" not in answers[1].text
    else:
        assert drawn(answers[0]) != drawn(answers[1])


@pytest.mark.parametrize("first", ["gzip, br", "br;q=1, gzip;q=0", ""])
async def test_a_cached_page_is_compressed_only_for_callers_that_accept_it(live: Shop, first: str) -> None:
    pages = {
        accepted: await live.client.get("/", headers={"accept-encoding": accepted})
        for accepted in (first, "gzip, br", "br;q=1, gzip;q=0", "")
    }

    assert {accepted: page.headers.get("content-encoding") for accepted, page in pages.items()} == {
        "gzip, br": "gzip",
        "br;q=1, gzip;q=0": None,
        "": None,
    }
    assert all("visitor" in page.text for page in pages.values())
    assert {page.headers["vary"] for page in pages.values()} == {"Cookie, Accept-Encoding"}


async def test_the_head_of_a_public_page_is_written_once_for_the_same_data(
    live: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    heads = calls_of(monkeypatch, page_head, "write_head")

    for number in range(3):
        await live.client.get(f"/?v={number}")
    same = len(heads)
    async with live.db.transaction() as conn:
        await execute(conn, "UPDATE site_config SET site_name = '새 이음'")
    response_cache_of(live.app).clear()
    renamed = await live.client.get("/?v=1")

    assert (same, len(heads)) == (1, 2)
    assert "<title>새 이음 |" in renamed.text

"""Search engines are told of what changed (IndexNow), played by the sandbox."""

from collections.abc import AsyncGenerator, Generator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from ieum.shop.kernel.db import Connection, execute
from ieum.shop.kernel.settings import Settings, SettingsError
from ieum.shop.pages import announcing, jobs, sitemap_queries
from ieum.shop.pages.index_now import Announcer
from ieum.shop.pages.v8 import Renderer
from tests.conftest import RollingBack
from tests.shop.builders.shops import Configure
from tests.shop.builders.text_rows import a_text, change
from tests.shop.builders.wire import Wire
from tests.shop.builders.worker import job_context, worker_tools

SHOP = "https://shop.example"


@pytest.fixture
async def announcer(wire: Wire, sandbox: httpx.AsyncClient) -> AsyncGenerator[Announcer]:
    del sandbox  # reset before the first call
    announcer = Announcer("http://sandbox/indexnow", "0123456789abcdef", public_url=SHOP, transport=wire)
    yield announcer
    await announcer.close()


@pytest.fixture
def renderer(web: Path) -> Generator[Renderer]:
    with closing(Renderer(web / "server" / "render.js")) as renderer:
        yield renderer


async def heard(sandbox: httpx.AsyncClient) -> list[str]:
    return [url.removeprefix(SHOP) for url in (await sandbox.get("/control/indexnow")).json()]


async def test_new_changed_and_withdrawn_texts_are_announced_once(
    db: RollingBack, conn: Connection, announcer: Announcer, renderer: Renderer, sandbox: httpx.AsyncClient
) -> None:
    kept, gone = await a_text(conn, slug="kept"), await a_text(conn, slug="gone")
    await a_text(conn, "guide", "windows")
    await a_text(conn, slug="to-come", age=timedelta(days=-1))

    await announcing.announce_changes(db, announcer, renderer)
    first = await heard(sandbox)
    await announcing.announce_changes(db, announcer, renderer)
    unchanged = await heard(sandbox)
    await change(conn, kept)
    await change(conn, gone, withdrawn=True)
    await announcing.announce_changes(db, announcer, renderer)

    assert sorted(first) == ["/support/notice/gone", "/support/notice/kept", "/use/windows"]
    assert unchanged == first
    assert sorted((await heard(sandbox))[len(first) :]) == ["/support/notice/gone", "/support/notice/kept"]


async def test_a_text_withdrawn_before_it_was_announced_is_not_announced(
    db: RollingBack, conn: Connection, announcer: Announcer, renderer: Renderer, sandbox: httpx.AsyncClient
) -> None:
    await change(conn, await a_text(conn), withdrawn=True)

    await announcing.announce_changes(db, announcer, renderer)

    assert await heard(sandbox) == []


async def test_questions_are_announced_by_the_page_they_share(
    db: RollingBack, conn: Connection, announcer: Announcer, renderer: Renderer, sandbox: httpx.AsyncClient
) -> None:
    for _ in range(3):
        await a_text(conn, "faq")

    await announcing.announce_changes(db, announcer, renderer)

    assert await heard(sandbox) == ["/support/faq"]


async def test_more_addresses_than_the_protocol_allows_go_in_several_calls(
    db: RollingBack,
    conn: Connection,
    announcer: Announcer,
    renderer: Renderer,
    sandbox: httpx.AsyncClient,
    wire: Wire,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(announcing, "MOST_AT_ONCE", 2)
    for _ in range(5):
        await a_text(conn)

    await announcing.announce_changes(db, announcer, renderer)

    assert len(await heard(sandbox)) == 5
    assert wire.count("/indexnow") == 3


@pytest.mark.parametrize("status", [429, 500])
async def test_addresses_that_a_busy_engine_rejects_are_announced_the_next_time(
    db: RollingBack,
    conn: Connection,
    announcer: Announcer,
    renderer: Renderer,
    sandbox: httpx.AsyncClient,
    status: int,
) -> None:
    await a_text(conn, slug="one")
    await sandbox.post("/control/indexnow", json={"status": status})
    await announcing.announce_changes(db, announcer, renderer)
    refused = await heard(sandbox)
    await sandbox.post("/control/indexnow", json={"status": 0})
    await announcing.announce_changes(db, announcer, renderer)

    assert (refused, await heard(sandbox)) == ([], ["/support/notice/one"])


@pytest.mark.parametrize("status", [301, 400, 403, 404, 422])
async def test_a_refused_address_is_announced_a_day_later_and_its_new_version_at_once(
    db: RollingBack,
    conn: Connection,
    announcer: Announcer,
    renderer: Renderer,
    sandbox: httpx.AsyncClient,
    wire: Wire,
    status: int,
) -> None:
    await a_text(conn, slug="one")
    changing = await a_text(conn, slug="changing")
    await sandbox.post("/control/indexnow", json={"status": status})
    await announcing.announce_changes(db, announcer, renderer)
    tried = wire.count("/indexnow")
    await sandbox.post("/control/indexnow", json={"status": 0})

    await announcing.announce_changes(db, announcer, renderer)
    unchanged = wire.count("/indexnow"), await heard(sandbox)
    await change(conn, changing)
    await announcing.announce_changes(db, announcer, renderer)
    changed = await heard(sandbox)
    await execute(conn, "UPDATE refused_entries SET refused_at = refused_at - interval '1 day'")
    await announcing.announce_changes(db, announcer, renderer)

    assert unchanged == (tried, [])
    assert changed == ["/support/notice/changing"]
    assert await heard(sandbox) == ["/support/notice/changing", "/support/notice/one"]


async def test_one_refused_address_does_not_hold_up_the_others(
    db: RollingBack, conn: Connection, announcer: Announcer, renderer: Renderer, sandbox: httpx.AsyncClient
) -> None:
    slugs = [f"notice-{n}" for n in range(20)]
    for slug in slugs:
        await a_text(conn, slug=slug)
    await sandbox.post("/control/indexnow", json={"status": 0, "unwanted": "notice-13"})

    await announcing.announce_changes(db, announcer, renderer)

    told = {path.removeprefix("/support/notice/") for path in await heard(sandbox)}
    assert told == set(slugs) - {"notice-13"}


async def test_an_engine_that_refuses_every_address_is_not_asked_for_each(
    db: RollingBack,
    conn: Connection,
    announcer: Announcer,
    renderer: Renderer,
    sandbox: httpx.AsyncClient,
    wire: Wire,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(announcing, "MOST_REFUSALS", 5)
    for _ in range(50):
        await a_text(conn)
    await sandbox.post("/control/indexnow", json={"status": 422})

    await announcing.announce_changes(db, announcer, renderer)

    assert wire.count("/indexnow") < 15
    assert await sitemap_queries.list_unannounced(conn, after=0, limit=100) == []


async def test_a_switched_off_page_is_announced_when_it_is_back(
    db: RollingBack, conn: Connection, announcer: Announcer, renderer: Renderer, sandbox: httpx.AsyncClient
) -> None:
    await a_text(conn, "page", "static-ip")
    await a_text(conn, "guide", "windows")
    await execute(conn, "UPDATE site_config SET static_enabled = false")
    await announcing.announce_changes(db, announcer, renderer)
    off = await heard(sandbox)
    await execute(conn, "UPDATE site_config SET static_enabled = true")
    await announcing.announce_changes(db, announcer, renderer)

    assert off == ["/use/windows"]
    assert await heard(sandbox) == ["/use/windows", "/static-ip"]


async def test_a_release_is_announced_by_the_page_that_shows_it(
    db: RollingBack, conn: Connection, announcer: Announcer, renderer: Renderer, sandbox: httpx.AsyncClient
) -> None:
    await a_text(conn, "release", "windows-1")
    await announcing.announce_changes(db, announcer, renderer)
    alone = await heard(sandbox)
    await a_text(conn, "page", "download-windows")
    await announcing.announce_changes(db, announcer, renderer)

    assert (alone, await heard(sandbox)) == ([], ["/download/windows"])


async def test_an_unreachable_engine_gets_the_announcement_the_next_time(
    db: RollingBack,
    conn: Connection,
    announcer: Announcer,
    renderer: Renderer,
    sandbox: httpx.AsyncClient,
    wire: Wire,
) -> None:
    await a_text(conn, slug="one")
    wire.down = True
    await announcing.announce_changes(db, announcer, renderer)
    wire.down = False
    await announcing.announce_changes(db, announcer, renderer)

    assert await heard(sandbox) == ["/support/notice/one"]


async def test_the_periodic_job_announces_where_an_engine_is_configured(
    db: RollingBack,
    conn: Connection,
    settings: Settings,
    announcer: Announcer,
    sandbox: httpx.AsyncClient,
) -> None:
    await a_text(conn, slug="one")
    told: list[list[str]] = []

    for known in (None, announcer):
        tools = worker_tools(db, announcer=known, settings=settings)
        await jobs.announce_changes.func(job_context(tools), 0)
        told.append(await heard(sandbox))

    assert told == [[], ["/support/notice/one"]]


async def test_nothing_is_announced_without_a_key(configure: Configure) -> None:
    assert configure().index_now is None
    assert configure(IEUM_INDEXNOW_KEY="0123456789abcdef").index_now is not None
    with pytest.raises(SettingsError, match="IEUM_INDEXNOW_KEY"):
        configure(IEUM_INDEXNOW_KEY="too short!")

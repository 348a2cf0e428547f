"""Search engines are told of what changed (IndexNow), played by the sandbox."""

from collections.abc import AsyncGenerator
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from ieum.shop.db import Connection
from ieum.shop.jobs import Tools
from ieum.shop.pages import announcing, jobs
from ieum.shop.pages.index_now import Announcer
from ieum.shop.payments.toss import TossClient
from ieum.shop.settings import SettingsError
from tests.conftest import RollingBack
from tests.shop.builders import KEY, SEALER
from tests.shop.conftest import Configure
from tests.shop.pages.texts import a_text, change
from tests.shop.wire import Wire
from tests.shop.worker import Postman

SHOP = "https://shop.example"


@pytest.fixture
async def announcer(wire: Wire, sandbox: httpx.AsyncClient) -> AsyncGenerator[Announcer]:
    del sandbox  # reset before the first call
    announcer = Announcer("http://sandbox/indexnow", "0123456789abcdef", public_url=SHOP, transport=wire)
    yield announcer
    await announcer.close()


async def heard(sandbox: httpx.AsyncClient) -> list[str]:
    return [url.removeprefix(SHOP) for url in (await sandbox.get("/control/indexnow")).json()]


async def test_what_is_new_changed_or_gone_is_told_once(
    db: RollingBack, conn: Connection, announcer: Announcer, sandbox: httpx.AsyncClient
) -> None:
    kept, gone = await a_text(conn, slug="kept"), await a_text(conn, slug="gone")
    await a_text(conn, "guide", "windows")
    await a_text(conn, slug="to-come", age=timedelta(days=-1))

    await announcing.announce_changes(db, announcer)
    first = await heard(sandbox)
    await announcing.announce_changes(db, announcer)
    unchanged = await heard(sandbox)
    await change(conn, kept)
    await change(conn, gone, withdrawn=True)
    await announcing.announce_changes(db, announcer)

    assert sorted(first) == ["/support/notice/gone", "/support/notice/kept", "/use/windows"]
    assert unchanged == first
    assert sorted((await heard(sandbox))[len(first) :]) == ["/support/notice/gone", "/support/notice/kept"]


async def test_what_went_before_anybody_knew_it_is_not_told(
    db: RollingBack, conn: Connection, announcer: Announcer, sandbox: httpx.AsyncClient
) -> None:
    await change(conn, await a_text(conn), withdrawn=True)

    await announcing.announce_changes(db, announcer)

    assert await heard(sandbox) == []


async def test_questions_share_the_page_that_is_told(
    db: RollingBack, conn: Connection, announcer: Announcer, sandbox: httpx.AsyncClient
) -> None:
    for _ in range(3):
        await a_text(conn, "faq")

    await announcing.announce_changes(db, announcer)

    assert await heard(sandbox) == ["/support/faq"]


async def test_more_than_the_protocol_takes_goes_in_several_calls(
    db: RollingBack,
    conn: Connection,
    announcer: Announcer,
    sandbox: httpx.AsyncClient,
    wire: Wire,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(announcing, "MOST_AT_ONCE", 2)
    for _ in range(5):
        await a_text(conn)

    await announcing.announce_changes(db, announcer)

    assert len(await heard(sandbox)) == 5
    assert wire.count("/indexnow") == 3


@pytest.mark.parametrize("status", [429, 500, 403, 422])
async def test_what_the_engine_does_not_take_is_told_the_next_time(
    db: RollingBack, conn: Connection, announcer: Announcer, sandbox: httpx.AsyncClient, status: int
) -> None:
    await a_text(conn, slug="one")
    await sandbox.post("/control/indexnow", json={"status": status})
    await announcing.announce_changes(db, announcer)
    refused = await heard(sandbox)
    await sandbox.post("/control/indexnow", json={"status": 0})
    await announcing.announce_changes(db, announcer)

    assert (refused, await heard(sandbox)) == ([], ["/support/notice/one"])


async def test_an_engine_that_cannot_be_reached_is_told_the_next_time(
    db: RollingBack, conn: Connection, announcer: Announcer, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    await a_text(conn, slug="one")
    wire.down = True
    await announcing.announce_changes(db, announcer)
    wire.down = False
    await announcing.announce_changes(db, announcer)

    assert await heard(sandbox) == ["/support/notice/one"]


async def test_the_calendar_tells_where_there_is_somebody_to_tell(
    db: RollingBack,
    conn: Connection,
    provider: TossClient,
    announcer: Announcer,
    sandbox: httpx.AsyncClient,
) -> None:
    await a_text(conn, slug="one")
    told: list[list[str]] = []

    for known in (None, announcer):
        tools = Tools(db, provider, Postman(), None, KEY, SEALER, known)
        context: Any = SimpleNamespace(additional_context={"tools": tools})
        await jobs.announce_changes.func(context, 0)
        told.append(await heard(sandbox))

    assert told == [[], ["/support/notice/one"]]


async def test_nobody_is_told_unless_there_is_a_key(configure: Configure) -> None:
    assert configure().index_now is None
    assert configure(IEUM_INDEXNOW_KEY="0123456789abcdef").index_now is not None
    with pytest.raises(SettingsError, match="IEUM_INDEXNOW_KEY"):
        configure(IEUM_INDEXNOW_KEY="too short!")

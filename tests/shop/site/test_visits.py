"""Visits on their way into the table."""

import asyncio

import msgspec
import psycopg
import pytest
from litestar import Litestar

from ieum.shop.kernel import limits
from ieum.shop.kernel.db import Connection, PooledDatabase, execute, fetch_one
from ieum.shop.kernel.errors import TooManyRequests
from ieum.shop.kernel.limits import MinuteCounts
from ieum.shop.site import intake as intake_module
from ieum.shop.site import service
from ieum.shop.site.intake import VisitIntake, VisitsBusy
from ieum.shop.site.types import Visit, VisitRow
from tests.conftest import RollingBack
from tests.shop.builders.clients import a_client
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.shops import Shop
from tests.shop.builders.visits import BODY, store, stored
from tests.waiting import one_turn


async def test_a_visit_is_parsed_and_stored(app: Litestar, conn: Connection) -> None:
    async with a_client(app, address="2001:db8::7") as client:
        answer = await client.post(
            "/api/v1/home/visit",
            json={
                "ipAddress": "198.51.100.1",
                "referrerUrl": "https://m.ad.search.naver.com/search.naver?query=vpn",
                "landingUrl": "https://shop.example/?n_query=%EA%B3%A0%EC%A0%95&n_ad_group=grp-1&other=1",
                "keyword": "",
            },
            headers={"User-Agent": "Mozilla/5.0 (compatible; Yeti/1.1; +https://naver.me/spd)"},
        )

    assert answer.status_code == 200, answer.text
    found = await fetch_one(
        conn,
        VisitRow,
        """
        SELECT host(ip_address) AS ip_address, referrer_url, referrer_host, landing_url, keyword, campaign, ad, robot
          FROM visits
        """,
    )
    assert (found.ip_address, found.referrer_host, found.keyword) == (
        "2001:db8::7",
        "m.ad.search.naver.com",
        "고정",
    )
    assert (found.campaign, found.ad, found.robot) == (
        "grp-1",
        {"n_query": "고정", "n_ad_group": "grp-1"},
        "yeti",
    )


async def test_visits_at_the_same_time_are_written_in_one_batch(shop: Shop) -> None:
    intake = VisitIntake(shop.db)

    await asyncio.gather(*(store(intake, number) for number in range(1, 101)))

    assert await stored(shop.db) == 100
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(DISTINCT xmin::text) FROM visits") == 1


async def test_the_answer_waits_for_the_commit(shop: Shop) -> None:
    intake = VisitIntake(shop.db, linger=0)
    async with shop.db.transaction() as conn:
        await execute(conn, "LOCK TABLE visits")
        storing = asyncio.create_task(store(intake))
        await until_one_waits_for_a_lock(shop.db)
        assert not storing.done()

    await storing

    assert await stored(shop.db) == 1


async def test_visits_beyond_the_queue_are_refused_and_the_rest_is_stored(shop: Shop) -> None:
    intake = VisitIntake(shop.db, room=10)

    outcomes = await asyncio.gather(
        *(store(intake, number) for number in range(1, 31)), return_exceptions=True
    )
    await store(intake)

    assert [type(outcome) for outcome in outcomes] == [tuple] * 10 + [VisitsBusy] * 20
    assert await stored(shop.db) == 11


async def test_closing_the_intake_writes_what_is_queued_and_refuses_more(shop: Shop) -> None:
    intake = VisitIntake(shop.db, linger=600)
    storing = [asyncio.create_task(store(intake, number)) for number in range(1, 51)]
    await one_turn()

    async with asyncio.timeout(30):
        await intake.close()
        await asyncio.gather(*storing)

    assert await stored(shop.db) == 50
    with pytest.raises(VisitsBusy):
        await store(intake)


async def test_a_visitor_who_hung_up_is_still_counted(shop: Shop) -> None:
    intake = VisitIntake(shop.db)
    gone, there = (asyncio.create_task(store(intake, number)) for number in (1, 2))
    await one_turn()
    gone.cancel()

    await there

    assert await stored(shop.db) == 2


async def test_a_visit_that_cannot_be_stored_is_refused_and_logged(
    database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    db = PooledDatabase(database_url, size=1)
    await db.open()
    await db.close()

    with pytest.raises(VisitsBusy) as refused:
        await store(VisitIntake(db))

    assert refused.value.retry_after
    assert "1 visits are not stored" in caplog.text


async def test_a_connection_that_a_restart_broke_costs_no_visit(shop: Shop, database_url: str) -> None:
    """The visits' only connection may lie idle for hours, and nobody notices that it broke."""
    async with PooledDatabase(database_url, size=1) as own:
        async with own.connection() as conn:
            pid = conn.info.backend_pid
        async with shop.db.connection() as conn:
            await execute(conn, "SELECT pg_terminate_backend(%(pid)s, 5000)", pid=pid)
        await store(VisitIntake(own, linger=0))

    assert await stored(shop.db) == 1


async def test_a_database_that_hangs_is_not_waited_for(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ieum.shop.site.intake.WRITE_SECONDS", 0.2)
    intake = VisitIntake(shop.db, linger=0)
    async with shop.db.transaction() as conn:
        await execute(conn, "LOCK TABLE visits")
        with pytest.raises(VisitsBusy):
            await store(intake)

    monkeypatch.undo()
    await store(intake)

    assert await stored(shop.db) == 1


async def test_one_visit_that_the_table_refuses_does_not_lose_the_others(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    read = service.rules.read_visit

    def misread(visit: Visit, *, caller: str, user_agent: str) -> VisitRow:
        row = read(visit, caller=caller, user_agent=user_agent)
        return msgspec.structs.replace(row, keyword="x" * 201) if caller.endswith(".3") else row

    monkeypatch.setattr(service.rules, "read_visit", misread)
    intake = VisitIntake(shop.db)

    outcomes = await asyncio.gather(
        *(store(intake, number) for number in range(1, 6)), return_exceptions=True
    )

    assert [type(outcome) for outcome in outcomes] == [
        tuple,
        tuple,
        psycopg.errors.CheckViolation,
        tuple,
        tuple,
    ]
    assert await stored(shop.db) == 4
    assert "203.0.113.3" not in caplog.text


async def test_waiting_visits_leave_connections_for_pages(shop: Shop) -> None:
    """A lock on the table holds up every visit and nothing else."""
    own = PooledDatabase(shop.app.state.settings.database_url, size=1)
    await own.open()
    shop.app.state.visits = VisitIntake(own, linger=0)
    async with shop.db.transaction() as conn:
        await execute(conn, "LOCK TABLE visits")
        visits = [asyncio.create_task(shop.client.post("/api/v1/home/visit", json=BODY)) for _ in range(60)]
        async with asyncio.timeout(20):
            pages = [await shop.client.get(f"/api/v1/config/info?{number}") for number in range(30)]

    assert {page.status_code for page in pages} == {200}
    assert {(await visit).status_code for visit in visits} == {200}
    await own.close()


# Limits.


def test_a_limit_starts_again_every_minute() -> None:
    now = [120.0]
    counts = MinuteCounts(clock=lambda: now[0])
    for _ in range(2):
        counts.count("visit", "a", a_minute=2)
    counts.count("visit", "b", a_minute=2)
    counts.count("error", "a", a_minute=2)
    now[0] = 150.0

    with pytest.raises(TooManyRequests) as refused:
        counts.count("visit", "a", a_minute=2)

    assert refused.value.retry_after == 31
    now[0] = 180.0
    counts.count("visit", "a", a_minute=2)


def test_the_memory_of_a_limit_does_not_grow_with_its_callers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_CALLERS", 100)
    counts = MinuteCounts(clock=lambda: 0)

    for number in range(1_000):
        counts.count("visit", str(number), a_minute=1)

    assert len(counts._counts) <= 100


async def test_one_address_cannot_fill_the_table(
    app: Litestar, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake_module, "VISITS_PER_MINUTE", 3)
    app.state.visits = VisitIntake(RollingBack(conn), MinuteCounts(clock=lambda: 0), linger=0)
    async with a_client(app, address="203.0.113.7") as one, a_client(app, address="203.0.113.8") as other:
        answers = [await one.post("/api/v1/home/visit", json=BODY) for _ in range(5)]
        others = await other.post("/api/v1/home/visit", json=BODY)

    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert (answers[-1].json()["code"], answers[-1].headers["retry-after"]) == ("too_many_requests", "61")
    assert others.status_code == 200


async def test_several_processes_keep_the_limit_of_an_address_together(
    db: RollingBack, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake_module, "VISITS_PER_MINUTE", 3)
    processes = [VisitIntake(db, MinuteCounts(clock=lambda: 0), linger=0) for _ in range(4)]

    async def send(process: VisitIntake, caller: str) -> bool:
        try:
            await process.store(msgspec.convert(BODY, Visit), caller=caller, user_agent="")
        except TooManyRequests:
            return False
        return True

    answers = [await send(process, "203.0.113.7") for process in processes for _ in range(2)]

    assert answers == [True, True, True, False, False, False, False, False]
    assert await send(processes[0], "203.0.113.8")
    assert await fetch_one(conn, int, "SELECT count(*) FROM visits WHERE ip_address = '203.0.113.7'") == 3


async def test_a_full_queue_answers_503_with_a_retry_after(app: Litestar, db: RollingBack) -> None:
    app.state.visits = VisitIntake(db, room=0)
    async with a_client(app) as client:
        answer = await client.post("/api/v1/home/visit", json=BODY)

    assert (answer.status_code, answer.json()["code"]) == (503, "visits_busy")
    assert answer.headers["retry-after"] == "1"

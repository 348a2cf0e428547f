"""What callers get while the database is away, full or read-only, and that all is well as soon as it is back."""

import asyncio
import os
import re
import signal
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

import pytest
from psycopg import AsyncConnection, OperationalError, sql
from psycopg.conninfo import make_conninfo
from psycopg.errors import QueryCanceled

from ieum.dev.postgres import EmbeddedPostgres
from ieum.operations.postgres.cluster import find_postmaster
from ieum.shop.checkout import confirmation
from ieum.shop.kernel import db as db_module
from ieum.shop.kernel import silence
from ieum.shop.kernel.db import Connection, PooledDatabase, fetch_one
from ieum.shop.kernel.outages import is_out_of_order
from ieum.shop.kernel.settings import load
from ieum.shop.pages.document import hashes_of_scripts
from ieum.shop.pages.web_app import Site
from tests import images
from tests.shop.builders.apps import lent_app
from tests.shop.builders.clients import HOME, a_client
from tests.shop.builders.members import EXPIRED, a_member, a_session
from tests.shop.builders.secrets import KEY
from tests.shop.builders.shops import Client, Headers, Shop
from tests.shop.builders.till import Till
from tests.waiting import wait_until_async

# In seconds: half of what a request would wait for a connection. A busy machine takes longer than a quiet one, so how
# soon exactly the answer comes is measured and not asserted.
AT_ONCE = 5.0
_numbers = count(1)


class Stoppable:
    """A shop on a database of its own, on a server that the test stops and starts again."""

    def __init__(
        self, server: EmbeddedPostgres, url: str, db: PooledDatabase, client: Client, headers: Headers
    ) -> None:
        self.server, self.url, self.db, self.client, self.headers = server, url, db, client, headers


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[EmbeddedPostgres]:
    data = tmp_path_factory.mktemp("stoppable")
    images.fill_migrated(data)
    with EmbeddedPostgres(data, volatile=True) as server:
        yield server


@pytest.fixture
async def stoppable(
    server: EmbeddedPostgres, tmp_path: Path, web_dist: Path, site: Site
) -> AsyncGenerator[Stoppable]:
    url = make_conninfo(server.url, dbname=(name := f"shop_{next(_numbers)}"))
    images.copy_database(server.url, images.TEMPLATE, name)
    settings = load(
        {
            "IEUM_SECRET_KEY": KEY,
            "IEUM_DATABASE_URL": url,
            "IEUM_DATA": str(tmp_path),
            "IEUM_WEB_DIST": str(web_dist),
            "IEUM_PUBLIC_URL": HOME,
        }
    )
    async with PooledDatabase(url, size=8, for_requests=True) as db:
        async with db.connection() as conn:
            session = await a_session(conn, await a_member(conn), access_age=EXPIRED)
        with lent_app(settings, db=db, site=site) as app:
            async with a_client(app) as client:
                yield Stoppable(server, url, db, client, session.headers)


async def test_a_statement_that_takes_too_long_is_ended_and_not_taken_for_a_fault_of_ours(
    stoppable: Stoppable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list whose question costs too much, and whoever waits for a row that is never let go."""
    monkeypatch.setattr(db_module, "LONGEST_STATEMENT", 200)
    async with (
        PooledDatabase(stoppable.url, size=1, for_requests=True) as requests,
        requests.connection() as conn,
    ):
        with pytest.raises(QueryCanceled) as ended:
            await conn.execute("SELECT pg_sleep(20)")
    async with PooledDatabase(stoppable.url, size=1) as jobs, jobs.connection() as conn:
        await conn.execute("SELECT pg_sleep(0.4)")

    assert is_out_of_order(ended.value)


async def test_without_its_database_the_shop_answers_503_at_once_and_sells_again_when_it_is_back(
    stoppable: Stoppable,
) -> None:
    assert (await stoppable.client.get("/readyz")).status_code == 200

    stoppable.server.stop()
    for _ in range(3):
        began = time.monotonic()
        ready = await stoppable.client.get("/readyz")
        assert (ready.status_code, time.monotonic() - began < AT_ONCE) == (503, True)
        for path in ("/", "/support/notice", "/mypage/payment-history", "/status"):
            began = time.monotonic()
            page = await stoppable.client.get(path, headers=stoppable.headers)
            assert (page.status_code, time.monotonic() - began < AT_ONCE) == (503, True), path
            assert page.headers["retry-after"]
            assert page.headers["content-type"].startswith("text/html")
            [script] = hashes_of_scripts(page.text)
            assert script in page.headers["content-security-policy"]
            assert "잠시 후 다시 이용해 주세요" in page.text
            # The beginning of the request's own trace, which is in the log.
            assert re.search(r"문의 번호 <span[^>]*>[0-9a-f]{8}<", page.text)
            assert "{phone}" not in page.text
        for path in ("/api/v1/config/info", "/api/v1/member"):
            began = time.monotonic()
            call = await stoppable.client.get(path, headers=stoppable.headers)
            assert (call.status_code, time.monotonic() - began < AT_ONCE) == (503, True), path
            assert call.headers["content-type"].startswith("application/problem+json")
            assert (call.json()["code"], bool(call.headers["retry-after"])) == ("out_of_order", True)

    stoppable.server.start()
    began = time.monotonic()
    while (await stoppable.client.get("/readyz")).status_code != 200:
        assert time.monotonic() - began < 20, "the shop did not notice that its database is back"
    answer = await stoppable.client.get("/api/v1/member", headers=stoppable.headers)
    assert answer.status_code == 200


@contextmanager
def frozen(server: EmbeddedPostgres) -> Generator[None]:
    """Stop every process of the server where it stands: its connections stay open, and nothing is answered."""
    postmaster = find_postmaster(server.log.parents[1] / "postgres")
    assert postmaster is not None
    # First of all the one that starts the others.
    os.kill(postmaster.pid, signal.SIGSTOP)
    pids = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    family = [postmaster.pid, *(pid for pid in pids if _parent_of(pid) == postmaster.pid)]
    for pid in family:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in family:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


def _parent_of(pid: int) -> int | None:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return None


async def test_a_database_that_answers_nothing_is_an_outage_at_once(stoppable: Stoppable) -> None:
    """Each path has a connection of its own, that was open before."""

    async def ask(path: str) -> tuple[str, int, str, bool]:
        began = time.monotonic()
        answer = await stoppable.client.get(path, headers=stoppable.headers)
        return (
            path,
            answer.status_code,
            answer.headers.get("retry-after", ""),
            time.monotonic() - began < AT_ONCE,
        )

    paths = [
        *("/", "/support/notice", "/mypage/payment-history", "/status"),
        *("/api/v1/config/info", "/api/v1/member", "/api/v1/status/troubles"),
    ]
    await asyncio.gather(*map(ask, paths))
    with frozen(stoppable.server):
        for _ in range(2):
            for answer in await asyncio.gather(*map(ask, paths)):
                assert answer == (answer[0], 503, "5", True)

    began = time.monotonic()
    while (await stoppable.client.get("/readyz")).status_code != 200:
        assert time.monotonic() - began < 20, "the shop did not notice that its database is back"
    assert (await ask("/api/v1/member"))[1] == 200


async def test_a_change_waits_longer_for_a_silent_database_and_is_then_given_up(
    stoppable: Stoppable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(db_module, "CHANGE_PATIENCE", 3.0)
    began = time.monotonic()
    with pytest.raises(OperationalError):
        async with stoppable.db.transaction() as conn:
            with frozen(stoppable.server):
                await conn.execute("SELECT 1")
    assert time.monotonic() - began >= 3


async def test_a_statement_that_nobody_waits_for_any_more_keeps_nobody_waiting_for_a_silent_database(
    stoppable: Stoppable,
) -> None:
    """It is given up at the server first, by a connection of its own, which is not answered either."""
    waited = AT_ONCE
    with suppress(OperationalError):
        async with stoppable.db.connection() as conn:
            await conn.execute("SELECT 1")
            with frozen(stoppable.server):
                began = time.monotonic()
                with pytest.raises(TimeoutError):
                    async with asyncio.timeout(0.6):
                        await conn.execute("SELECT 1")
                waited = time.monotonic() - began

    assert waited < AT_ONCE


async def test_a_slow_statement_is_not_mistaken_for_a_silent_database(
    stoppable: Stoppable, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A busy machine may take a second to answer a new connection: then it is the machine that is silent.
    monkeypatch.setattr(silence, "PROBE_SECONDS", 10)
    async with stoppable.db.connection() as conn:
        await conn.execute("SELECT pg_sleep(3)")
        assert await fetch_one(conn, int, "SELECT 1") == 1


async def test_who_waits_for_a_connection_when_the_database_goes_is_answered_at_once(shop: Shop) -> None:
    """As many as the pool has hold one; the next would wait for ten seconds."""
    taken = [await shop.db.pool.getconn(timeout=20) for _ in range(shop.db.pool.max_size)]
    waiting = asyncio.create_task(shop.client.get("/api/v1/config/info"))
    await wait_until_async(lambda: shop.db.pool.get_stats()["requests_waiting"], "nobody waits")
    began = time.monotonic()
    shop.db.reachability.note(is_away=True)
    answer = await waiting

    assert (answer.status_code, answer.json()["code"]) == (503, "out_of_order")
    assert time.monotonic() - began < AT_ONCE
    for conn in taken:
        await shop.db.pool.putconn(conn)


async def test_readyz_is_red_while_the_disk_is_full(stoppable: Stoppable) -> None:
    """A limit on temporary files stands in for the end of the disk: both refuse the file that the check writes."""
    async with await AsyncConnection.connect(stoppable.url, autocommit=True) as conn:
        await conn.execute("ALTER ROLE ieum SET temp_file_limit = 0")
        await stoppable.db.pool.drain()
        full = await stoppable.client.get("/readyz")
        await conn.execute("ALTER ROLE ieum RESET temp_file_limit")
        await stoppable.db.pool.drain()
        free = await stoppable.client.get("/readyz")

    assert (full.status_code, free.status_code) == (503, 200)


async def refuse_to_write(conn: Connection, table: str, when: str, sqlstate: str = "53100") -> None:
    """From now on PostgreSQL refuses this change as it does when a file cannot grow."""
    await conn.execute(
        sql.SQL(
            """
            CREATE FUNCTION refuse_to_write() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = {state};
            END $$
            """
        ).format(state=sql.Literal(sqlstate))
    )
    await conn.execute(
        sql.SQL("CREATE TRIGGER full_disk BEFORE {} ON {} EXECUTE FUNCTION refuse_to_write()").format(
            sql.SQL(when),  # pyright: ignore[reportArgumentType] - the test's own words
            sql.Identifier(table),
        )
    )


async def test_a_full_disk_after_the_payment_leaves_it_being_checked_and_it_is_delivered_later(
    till: Till, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(confirmation, "WAIT_SECONDS", 0)
    buying = await till.order()
    brought = await till.pay(buying)
    await refuse_to_write(conn, "services", "INSERT")

    answer = await till.confirm(buying, brought)

    assert (answer.status_code, answer.json()["data"]["state"]) == (200, "confirming")
    assert await till.received() == 33_000
    again = await till.confirm(buying, brought)
    assert (again.status_code, again.json()["data"]["state"]) == (200, "confirming")
    await conn.execute("DROP TRIGGER full_disk ON services")
    await till.settle(buying)
    assert (await till.view(buying))["state"] == "paid"


@pytest.mark.parametrize("sqlstate", ["53100", "53200", "58030", "25006", "57P01"])
async def test_a_full_disk_before_the_payment_is_no_error_of_ours_and_takes_no_money(
    till: Till, conn: Connection, sqlstate: str
) -> None:
    buying = await till.order()
    brought = await till.pay(buying)
    await refuse_to_write(conn, "payments", "INSERT", sqlstate)

    answer = await till.confirm(buying, brought)

    assert (answer.status_code, answer.json()["code"]) == (503, "out_of_order")
    assert answer.headers["retry-after"]
    assert await till.received() == 0


async def test_a_wrong_statement_stays_an_error_of_ours(till: Till, conn: Connection) -> None:
    buying = await till.order()
    brought = await till.pay(buying)
    await refuse_to_write(conn, "payments", "INSERT", "42P01")

    answer = await till.confirm(buying, brought)

    assert answer.status_code == 500

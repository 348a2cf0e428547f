"""One embedded PostgreSQL a test process, with a migrated template in it; copies of that for whoever asks."""

import asyncio
import gc
import os
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import hypothesis
import psycopg
import pytest
from playwright.sync_api import Browser, sync_playwright
from psycopg import AsyncConnection, AsyncCursor, sql
from psycopg.conninfo import make_conninfo
from psycopg.pq import TransactionStatus

from ieum.dev.postgres import EmbeddedPostgres
from ieum.shop.kernel.db import Connection, Database
from tests import images
from tests.browsers import QUIET, find_chromium

_numbers = count(1)
# No test reads the settings of a shop that runs on this machine, nor does what a test starts.
os.environ["IEUM_ENV_FILE"] = ""
# Machines that do other things at the same time are slow at times, which is no finding.
hypothesis.settings.register_profile("patient", deadline=None)
hypothesis.settings.load_profile("patient")


class Cluster:
    """Hands out databases that are copies of the migrated one."""

    def __init__(self, url: str) -> None:
        self.url = url

    def url_of(self, name: str) -> str:
        return make_conninfo(self.url, dbname=name)

    def empty(self) -> tuple[str, str]:
        """A new database's name and URL, with nothing in it."""
        name = f"ieum_{next(_numbers)}"
        images.create_database(self.url, name)
        return name, self.url_of(name)

    def copy(self, of: str = images.TEMPLATE) -> tuple[str, str]:
        """A new database's name and URL. Nobody may be connected to the one that it is a copy of."""
        name = f"ieum_{next(_numbers)}"
        images.copy_database(self.url, of, name)
        return name, self.url_of(name)

    def drop(self, name: str) -> None:
        self._run(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))

    def _run(self, statement: sql.Composed) -> None:
        with psycopg.connect(self.url, autocommit=True) as conn:
            conn.execute(statement)


class RollingBack(Database):
    """A database whose every transaction is a savepoint of one that never commits."""

    def __init__(self, conn: Connection) -> None:
        self.conn = conn

    @asynccontextmanager
    async def connection(self) -> AsyncGenerator[Connection]:
        yield self.conn

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Connection]:
        async with self.conn.transaction():
            yield self.conn


def pytest_collection_finish() -> None:
    """Hide modules and tests from the garbage collector: they stay to the end, and looking at them takes time.

    It comes ten times as seldom, because almost all that a test leaves is freed without it.
    """
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session", autouse=True)
def images_are_kept(tmp_path_factory: pytest.TempPathFactory) -> None:
    base = tmp_path_factory.getbasetemp()
    images.folder = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Generator[Cluster]:
    data = tmp_path_factory.mktemp("data")
    images.fill_migrated(data)
    with EmbeddedPostgres(data, volatile=True) as server:
        yield Cluster(server.url)


@pytest.fixture(scope="session")
def shared_database(cluster: Cluster) -> str:
    """For tests that roll back: nothing is ever committed into it."""
    return cluster.copy()[1]


@pytest.fixture
def database_url(cluster: Cluster) -> Generator[str]:
    """A database of this test's own, for what needs real commits."""
    name, url = cluster.copy()
    yield url
    cluster.drop(name)


@pytest.fixture(scope="session")
def idle_connections() -> Generator[list[Connection]]:
    """At most one, between two tests: a new one reads the catalogues anew, which takes longer than most tests."""
    idle: list[Connection] = []
    yield idle
    for connection in idle:
        asyncio.run(connection.close())


@pytest.fixture
async def conn(shared_database: str, idle_connections: list[Connection]) -> AsyncGenerator[Connection]:
    if idle_connections:
        connection = idle_connections.pop()
        # A lock belongs to the event loop in which somebody waited for it, and each test has a loop of its own.
        connection.lock = asyncio.Lock()
    else:
        connection = await AsyncConnection.connect(
            shared_database, autocommit=True, options="-c timezone=UTC"
        )
    async with connection.transaction(force_rollback=True):
        yield connection
    if connection.info.transaction_status is TransactionStatus.IDLE:
        connection.cursor_factory, connection.prepare_threshold = AsyncCursor, 5
        connection._prepared.clear()
        await connection.execute(
            "DEALLOCATE ALL; RESET ALL; UNLISTEN *; SELECT pg_advisory_unlock_all()", prepare=False
        )
        idle_connections.append(connection)


@pytest.fixture
def db(conn: Connection) -> RollingBack:
    return RollingBack(conn)


@pytest.fixture(scope="session")
def web_dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A web build of two lines: what the API tests need of one. The browser tests use the real one."""
    dist = tmp_path_factory.mktemp("web")
    (dist / "client" / ".vite").mkdir(parents=True)
    (dist / "client" / "assets").mkdir()
    (dist / "server").mkdir()
    (dist / "console" / "assets").mkdir(parents=True)
    (dist / "console" / "index.html").write_text('<html><body><div id="root"></div></body></html>')
    (dist / "console" / "assets" / "main-1.js").write_text("1")
    (dist / "console" / "assets" / "main-1.js.br").write_bytes(b"smaller")
    (dist / "client" / ".vite" / "manifest.json").write_text("{}")
    (dist / "client" / "index.html").write_text(
        '<html><head><!--ieum:head--></head><body><div id="root"><!--ieum:body--></div><!--ieum:data--></body></html>'
    )
    (dist / "server" / "render.js").write_text(
        "globalThis.plan = (url) => JSON.stringify({status: 200, title: 't', meta: 'home', noindex: false,"
        " api: [], auth: 'public', chunks: [], cache: false});"
        "globalThis.listing = () => JSON.stringify([{path: '/', hasSubject: false}]);"
        "globalThis.render = () => '<p>본문</p>';"
    )
    return dist


@pytest.fixture(scope="session")
def browser() -> Generator[Browser]:
    """One real Chromium for a run: the driver cannot be started twice in a process."""
    if (chromium := find_chromium()) is None:
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        yield browser
        browser.close()

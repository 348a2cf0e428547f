"""The shop as its callers meet it: over HTTP, against real PostgreSQL, the provider played by the sandbox."""

from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import httpx
import pytest
from litestar import Litestar

from ieum.dev.sandbox.app import app_of
from ieum.dev.sandbox.settings import SandboxSettings
from ieum.dev.sandbox.world import World
from ieum.shop.inquiries.images import Uploads
from ieum.shop.kernel.db import Connection, PooledDatabase
from ieum.shop.kernel.limits import MinuteCounts
from ieum.shop.kernel.settings import Settings, load
from ieum.shop.members.verification.portone import PortOneClient
from ieum.shop.pages.web_app import Site
from ieum.shop.payments.provider import Channel
from ieum.shop.payments.toss import TossClient
from ieum.shop.server import response_cache
from ieum.shop.server.app import create_app
from ieum.shop.server.figures.board import Board
from ieum.shop.server.readiness import Readiness
from ieum.shop.site.intake import VisitIntake
from tests.conftest import RollingBack
from tests.shop.builders.apps import lent_app
from tests.shop.builders.clients import HOME, a_client, within
from tests.shop.builders.hashing import hash_as_the_shop_does, hash_quickly
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.response_cache import response_cache_of
from tests.shop.builders.secrets import KEY
from tests.shop.builders.shops import Client, Configure, Headers, Shop
from tests.shop.builders.statements import CountingCursor
from tests.shop.builders.till import Till
from tests.shop.builders.wire import Wire


@pytest.fixture(scope="session", autouse=True)
def nothing_is_cached() -> Generator[None]:
    """A test sees its own changes at once; tests of the cache itself give answers their time back."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(response_cache, "TTL_SECONDS", 0)
        yield


@pytest.fixture(scope="session", autouse=True)
def hashes_are_quick() -> Generator[None]:
    """Hash passwords with the least of work, which took half of the processor time of the tests of members."""
    with pytest.MonkeyPatch.context() as patch:
        hash_quickly(patch)
        yield


@pytest.fixture
def hashes_of_the_shop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords as the shop does, for tests of just that."""
    hash_as_the_shop_does(monkeypatch)


@pytest.fixture(scope="session")
def settings(shared_database: str, web_dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return load(
        {
            "IEUM_SECRET_KEY": KEY,
            "IEUM_DATABASE_URL": shared_database,
            "IEUM_DATA": str(tmp_path_factory.mktemp("shop")),
            "IEUM_WEB_DIST": str(web_dist),
            "IEUM_PUBLIC_URL": HOME,
        }
    )


@pytest.fixture(scope="session")
def site(settings: Settings) -> Generator[Site]:
    site = Site(settings)
    yield site
    site.close()


@pytest.fixture(scope="session")
def shared_app(settings: Settings, site: Site) -> Litestar:
    """Built once, because that takes a while; what it reaches the world with is set for each test."""
    return create_app(settings, site=site)


@pytest.fixture(scope="session")
def sandbox_app() -> Litestar:
    return app_of(World(SandboxSettings()))


@pytest.fixture
async def sandbox(sandbox_app: Litestar) -> AsyncGenerator[httpx.AsyncClient]:
    """The provider, its window and its levers, in this process."""
    async with httpx.AsyncClient(transport=within(sandbox_app), base_url="http://sandbox") as client:
        await client.post("/control/reset")
        yield client


@pytest.fixture
def wire(sandbox_app: Litestar) -> Wire:
    return Wire(within(sandbox_app))


@pytest.fixture
async def provider(settings: Settings, wire: Wire) -> AsyncGenerator[TossClient]:
    secrets = {Channel.NORMAL: settings.toss_normal.secret, Channel.BILLING: settings.toss_billing.secret}
    client = TossClient("http://sandbox/toss", secrets, transport=wire)
    yield client
    await client.close()


@pytest.fixture
async def identity_provider(settings: Settings, wire: Wire) -> AsyncGenerator[PortOneClient]:
    assert settings.identity is not None
    client = PortOneClient(
        "http://sandbox/portone",
        settings.identity.secret,
        store_id=settings.identity.store_id,
        transport=wire,
    )
    yield client
    await client.close()


@pytest.fixture
def app(
    shared_app: Litestar,
    settings: Settings,
    db: RollingBack,
    provider: TossClient,
    identity_provider: PortOneClient,
) -> Litestar:
    """The shop on the connection that rolls back, without what a test of the cache had it keep."""
    response_cache_of(shared_app).clear()
    shared_app.state.update(
        {
            "settings": settings,
            "db": db,
            "provider": provider,
            "identity_provider": identity_provider,
            "visits": VisitIntake(db),
            "board": Board(db),
            "readiness": Readiness(db),
            # Its minute does not turn while a test counts to a limit.
            "counts": MinuteCounts(clock=lambda: 0.0),
            "uploads": Uploads(),
        }
    )
    return shared_app


@pytest.fixture
def configure(app: Litestar, settings: Settings, web_dist: Path) -> Configure:
    """Give the shop other settings for this test: `configure(IEUM_PUBLIC_URL="https://…")`."""

    def change(**environ: str) -> Settings:
        usual = {
            "IEUM_SECRET_KEY": KEY,
            "IEUM_DATABASE_URL": settings.database_url,
            "IEUM_WEB_DIST": str(web_dist),
            "IEUM_PUBLIC_URL": HOME,
        }
        app.state.settings = load(usual | environ)
        return app.state.settings

    return change


@pytest.fixture
async def client(app: Litestar, sandbox: httpx.AsyncClient) -> AsyncGenerator[Client]:
    del sandbox  # reset before the first call
    async with a_client(app) as client:
        yield client


@pytest.fixture
def till(
    client: Client,
    conn: Connection,
    sandbox: httpx.AsyncClient,
    wire: Wire,
    db: RollingBack,
    provider: TossClient,
) -> Till:
    return Till(client, conn, sandbox, wire, db, provider)


@pytest.fixture
async def shop(
    database_url: str,
    settings: Settings,
    site: Site,
    provider: TossClient,
    identity_provider: PortOneClient,
    sandbox: httpx.AsyncClient,
) -> AsyncGenerator[Shop]:
    """With real commits, a pool, and the news feed listening."""
    del sandbox
    own = load(
        {
            "IEUM_SECRET_KEY": KEY,
            "IEUM_DATABASE_URL": database_url,
            "IEUM_DATA": str(settings.data),
            "IEUM_WEB_DIST": str(settings.web_dist),
            "IEUM_PUBLIC_URL": HOME,
        }
    )
    db = PooledDatabase(database_url, size=20)
    with lent_app(own, db=db, provider=provider, identity_provider=identity_provider, site=site) as app:
        await db.open()
        feed = app.state.feed
        feed.start()
        async with a_client(app) as client:
            yield Shop(client, db, provider, app)
        await feed.stop()
        await db.close()


@pytest.fixture
async def headers(conn: Connection) -> Headers:
    """Those of a member who is logged in."""
    return await a_login(conn, await a_member(conn))


@pytest.fixture
async def asking_shop(shop: Shop) -> Shop:
    """One where nobody joins without a verified number or address."""
    async with shop.db.transaction() as conn:
        await conn.execute("UPDATE site_config SET phone_verification = true, mail_verification = true")
    return shop


@pytest.fixture
def sent(conn: Connection) -> list[str]:
    """What was sent; clear it when all is prepared."""
    conn.cursor_factory = CountingCursor
    CountingCursor.sent.clear()
    return CountingCursor.sent

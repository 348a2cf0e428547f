"""The shop with a web build of our own, or with the real one."""

import gzip
import json
from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import pytest
from litestar import Litestar

from ieum.shop.pages.web_app import Site
from ieum.shop.server import response_cache
from tests.shop.builders.apps import lent_app
from tests.shop.builders.clients import a_client
from tests.shop.builders.shops import Shop
from tests.shop.builders.web_build import INDEX, MANIFEST, SCRIPT, settings_for
from tests.shop.builders.whole_shop import settings_of


@pytest.fixture(scope="session")
def web(tmp_path_factory: pytest.TempPathFactory) -> Path:
    dist = tmp_path_factory.mktemp("pages")
    for folder in ("client/.vite", "client/assets", "server", "console/assets"):
        (dist / folder).mkdir(parents=True)
    (dist / "client" / ".vite" / "manifest.json").write_text(json.dumps(MANIFEST))
    (dist / "client" / "index.html").write_text(INDEX)
    (dist / "console" / "index.html").write_text(INDEX)
    (dist / "server" / "render.js").write_text(SCRIPT)
    script = b"console.log('x')" * 100
    (dist / "client" / "assets" / "page-2.js").write_bytes(script)
    (dist / "client" / "assets" / "page-2.js.gz").write_bytes(gzip.compress(script))
    (dist / "client" / "assets" / "page-2.js.br").write_bytes(b"brotli, so to say")
    (dist / "client" / "assets" / "font.woff2").write_bytes(b"wOF2")
    (dist / "server" / "secret.txt").write_text("not for the world")
    return dist


@pytest.fixture
async def app(app: Litestar, web: Path) -> AsyncGenerator[Litestar]:
    usual = app.state.site
    app.state.site = Site(settings_for(web))
    yield app
    app.state.site.close()
    app.state.site = usual


@pytest.fixture
async def live(shop: Shop, web: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Shop]:
    """A shop with pages, whose cached answers outlive the slowest test."""
    monkeypatch.setattr(response_cache, "TTL_SECONDS", 600)
    settings = settings_for(web, shop.app.state.settings.database_url)
    site = Site(settings)
    with lent_app(settings, db=shop.db, provider=shop.provider, site=site) as app:
        async with a_client(app) as client:
            yield shop._replace(client=client, app=app)
    site.close()


@pytest.fixture(scope="module")
def real_site(tmp_path_factory: pytest.TempPathFactory) -> Generator[Site]:
    """The real web build."""
    site = Site(settings_of("postgresql://x", tmp_path_factory.mktemp("site")))
    yield site
    site.close()

"""The built files."""

import gzip
import re
import shutil
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar

from ieum.shop.kernel.settings import SettingsError
from ieum.shop.pages.assets import Asset
from ieum.shop.pages.web_app import Site
from tests.shop.builders.clients import HOME
from tests.shop.builders.shops import Client
from tests.shop.builders.web_build import settings_for
from tests.waiting import one_turn


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        pytest.param("gzip, deflate, br", "br", id="the smallest that is taken"),
        pytest.param("gzip", "gzip", id="gzip alone"),
        pytest.param("br;q=0, gzip;q=0.5", "gzip", id="brotli refused by name"),
        pytest.param("br;q=0.000, gzip; q=0", None, id="both refused"),
        pytest.param("", None, id="none"),
        pytest.param("identity", None, id="plain"),
    ],
)
async def test_a_file_is_sent_in_the_smallest_encoding_the_caller_accepts(
    client: Client, accepted: str, encoding: str | None
) -> None:
    async with client.stream("GET", "/assets/page-2.js", headers={"Accept-Encoding": accepted}) as answer:
        raw = b"".join([chunk async for chunk in answer.aiter_raw()])

    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    expected = {"br": b"brotli, so to say", "gzip": gzip.compress(b"console.log('x')" * 100)}
    assert encoding == "gzip" or raw == expected.get(encoding or "", b"console.log('x')" * 100)


async def test_a_file_without_encodings_is_sent_as_it_is(client: Client) -> None:
    answer = await client.get("/assets/font.woff2")

    assert (answer.content, answer.headers["content-type"]) == (b"wOF2", "font/woff2")
    assert "content-encoding" not in answer.headers


@pytest.mark.parametrize(
    "path",
    [
        "/assets/nothing.js",
        "/assets/page-2.js.br",
        "/assets/../../server/secret.txt",
        "/assets/%2e%2e/%2e%2e/server/secret.txt",
        "/assets/..%2f..%2fserver%2fsecret.txt",
        "/assets//etc/passwd",
        "/assets/%00",
        "/assets/.vite/manifest.json",
    ],
)
async def test_only_what_was_built_for_browsers_is_served(app: Litestar, path: str) -> None:
    """Sent as it stands: a client of good manners would tidy the path first."""
    sent: list[Any] = []
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": httpx.URL(HOME).copy_with(raw_path=path.encode()).path if "%" in path else path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [],
        "client": ("127.0.0.1", 1),
        "server": ("testserver.local", 80),
    }

    async def receive() -> dict[str, Any]:
        await one_turn()
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        await one_turn()
        sent.append(message)

    await app(scope, receive, send)  # pyright: ignore[reportArgumentType] - a plain scope

    assert sent[0]["status"] == 404
    assert not any(b"not for the world" in message.get("body", b"") for message in sent)


def test_the_smallest_available_encoding_is_chosen() -> None:
    only_gzip = Asset("text/css", b"plain", {"gzip": b"g"})

    assert only_gzip.negotiate("br, gzip") == (b"g", "gzip")
    assert only_gzip.negotiate("br") == (b"plain", "")


@pytest.mark.parametrize("missing", ["client/index.html", "server/render.js"])
def test_without_a_build_the_shop_does_not_start(web: Path, tmp_path: Path, missing: str) -> None:
    shutil.copytree(web, tmp_path / "dist")
    (tmp_path / "dist" / missing).unlink()

    with pytest.raises(SettingsError, match="not built"):
        Site(settings_for(tmp_path / "dist"))


def test_the_home_page_loads_no_code_that_only_other_pages_share(real_site: Site) -> None:
    """Every visitor's first page: what the shell or the home page begins to use belongs into the `core` chunk."""
    # A hash may contain a hyphen itself.
    names = {re.sub(r"-[\w-]{8}\.js$", "", file.rpartition("/")[2]) for file in scripts_of_home(real_site)}
    assert {"index", "core"} <= names
    assert not names & {"shared", "forms"}


def test_the_scripts_of_the_home_page_are_small(real_site: Site) -> None:
    """What only other pages use can get into `core`, too: the bundler takes along what its modules import.

    The aim is 90,000 bytes; what bears a translator's changes of the page came on top (decision 0155).
    """
    sizes = [len(real_site.assets[file].negotiate("br")[0]) for file in scripts_of_home(real_site)]

    assert sum(sizes) <= 90_500, (
        "the aim of `make bench ONLY=script`, 90,000, and what bearing translators costs (0155)"
    )


def scripts_of_home(site: Site) -> set[str]:
    of_shell = re.findall(r"/assets/[^\"]+\.js", site.template.before_head + site.template.before_body)
    return {*of_shell, *site.chunks_of(["src/home/home.page.tsx"])}

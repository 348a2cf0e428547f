"""The shop's logo: a file or an address of the operator's, drawn anew, kept by us and shown from our own address."""

import gzip
import io
import threading
from collections.abc import Generator
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_address
from pathlib import Path

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from ieum.shop.files import jobs as file_jobs
from ieum.shop.files import logo, public_addresses
from ieum.shop.kernel.db import execute, fetch_one
from ieum.shop.messaging import service
from ieum.shop.messaging.templates import Text
from ieum.shop.publishing import cli
from tests.shop.builders.commands import typed
from tests.shop.builders.shops import Shop
from tests.shop.builders.worker import context_of, run_jobs

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'


def a_picture(width: int = 400, height: int = 100, *, form: str = "PNG") -> bytes:
    note = PngInfo()
    note.add_text("Comment", "<script>alert(1)</script>")
    file = io.BytesIO()
    Image.new("RGB", (width, height), "#006B63").save(file, form, pnginfo=note)
    return file.getvalue()


class Elsewhere:
    """A web server of the operator's that answers every path with the same thing."""

    def __init__(self) -> None:
        self.status, self.content, self.asked = 200, a_picture(), 0
        self.headers: dict[str, str] = {}


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Generator[tuple[Elsewhere, str]]:
    """On this machine, which stands for a public address."""
    monkeypatch.setattr(public_addresses, "is_public", bool)
    yield from here()


def here() -> Generator[tuple[Elsewhere, str]]:
    told = Elsewhere()

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            told.asked += 1
            self.send_response(told.status)
            for name, value in told.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(told.content)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield told, f"http://127.0.0.1:{server.server_port}/logo.png"
        server.shutdown()
        thread.join()


async def configured(shop: Shop) -> str:
    async with shop.db.connection() as conn:
        return await fetch_one(conn, str, "SELECT logo FROM site_config")


async def configure(shop: Shop, address: str) -> None:
    async with shop.db.transaction() as conn:
        await execute(conn, "UPDATE site_config SET logo = %(address)s", address=address)


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
async def test_a_file_becomes_the_logo_and_is_served_by_us(shop: Shop, tmp_path: Path, form: str) -> None:
    file = tmp_path / "logo"
    file.write_bytes(a_picture(1600, 400, form=form))

    assert await typed(cli, shop, "logo", str(file)) == 0

    address = await configured(shop)
    config = await shop.client.get("/api/v1/config/info")
    served = await shop.client.get(address)
    assert config.json()["data"]["logo"] == address
    assert (served.status_code, served.headers["content-type"]) == (200, "image/png")
    assert "immutable" in served.headers["cache-control"]
    # Only the pixels, in a size that fits.
    assert b"script" not in served.content
    with Image.open(io.BytesIO(served.content)) as image:
        assert (image.format, image.size) == ("PNG", (512, 128))


@pytest.mark.parametrize(
    ("picture", "why"),
    [
        pytest.param(SVG, "export an SVG as a PNG first", id="SVG"),
        pytest.param(b"", "no PNG, JPEG or WebP", id="nothing"),
        pytest.param(a_picture()[:200], "no PNG, JPEG or WebP", id="half a picture"),
        pytest.param(a_picture(100, 20), "20 pixels high", id="too small"),
        pytest.param(a_picture(8000, 40), "too wide", id="a line"),
        pytest.param(a_picture(4001, 4001), "too many pixels", id="huge"),
    ],
)
async def test_what_cannot_be_a_logo_is_refused_with_the_reason(
    shop: Shop,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    picture: bytes,
    why: str,
) -> None:
    file = tmp_path / "logo"
    file.write_bytes(picture)

    assert await typed(cli, shop, "logo", str(file)) == 1

    assert why in capsys.readouterr().err
    assert await configured(shop) == ""


async def test_a_logo_is_taken_away_again(shop: Shop, tmp_path: Path) -> None:
    file = tmp_path / "logo"
    file.write_bytes(a_picture())
    await typed(cli, shop, "logo", str(file))

    assert await typed(cli, shop, "logo", "none") == 0

    assert await configured(shop) == ""


async def test_an_address_in_the_configuration_is_copied_to_us(
    shop: Shop, elsewhere: tuple[Elsewhere, str]
) -> None:
    told, address = elsewhere
    await configure(shop, address)

    for _ in range(2):
        await file_jobs.copy_logo.func(context_of(shop), 0)

    ours = await configured(shop)
    assert ours.startswith("/files/")
    assert (await shop.client.get(ours)).status_code == 200
    assert told.asked == 1


@pytest.mark.parametrize(
    ("status", "content", "why"),
    [
        pytest.param(404, b"", "answers 404", id="gone"),
        pytest.param(302, b"", "answers 302", id="redirected, perhaps into our own network"),
        pytest.param(200, SVG, "export an SVG", id="SVG"),
        pytest.param(200, b"x" * (logo.LARGEST_FILE + 1), "larger than 2 MB", id="endless"),
    ],
)
async def test_an_address_without_a_logo_is_reported_and_changes_nothing(
    shop: Shop,
    elsewhere: tuple[Elsewhere, str],
    caplog: pytest.LogCaptureFixture,
    status: int,
    content: bytes,
    why: str,
) -> None:
    told, address = elsewhere
    told.status, told.content, told.headers = status, content, {"location": "http://127.0.0.1:1/"}
    await configure(shop, address)

    await file_jobs.copy_logo.func(context_of(shop), 0)

    assert why in caplog.text
    assert await configured(shop) == address


beside_us = pytest.fixture(here)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "[::ffff:127.0.0.1]", "0"])
async def test_an_address_beside_us_is_not_asked(
    shop: Shop, beside_us: tuple[Elsewhere, str], caplog: pytest.LogCaptureFixture, host: str
) -> None:
    told, address = beside_us
    await configure(shop, address.replace("127.0.0.1", host))

    await file_jobs.copy_logo.func(context_of(shop), 0)

    assert told.asked == 0
    assert "cannot be shown" in caplog.text


async def test_what_is_packed_is_not_unpacked(
    shop: Shop, elsewhere: tuple[Elsewhere, str], caplog: pytest.LogCaptureFixture
) -> None:
    """Two megabytes would become two gigabytes."""
    told, address = elsewhere
    told.content, told.headers = gzip.compress(bytes(8 * logo.LARGEST_FILE)), {"content-encoding": "gzip"}
    await configure(shop, address)

    await file_jobs.copy_logo.func(context_of(shop), 0)

    assert "no PNG, JPEG or WebP" in caplog.text


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2606:4700::1", True),
        ("10.0.0.1", False),
        ("100.64.0.1", False),
        ("169.254.169.254", False),
        ("192.168.1.1", False),
        ("224.0.0.1", False),
        ("0.1.2.3", False),
        ("::1", False),
        ("fd00::1", False),
        ("fe80::1", False),
        ("::ffff:10.0.0.1", False),
        ("64:ff9b::a00:1", False),
    ],
)
def test_which_addresses_are_public(address: str, public: bool) -> None:
    assert public_addresses.is_public(ip_address(address)) is public


async def test_a_logo_that_was_set_while_another_was_fetched_stays(shop: Shop) -> None:
    await configure(shop, "/files/new")

    async with shop.db.transaction() as other:
        await logo.put(other, a_picture(), instead_of="https://old.example/logo.png")

    assert await configured(shop) == "/files/new"


async def test_mails_carry_the_logo_with_them(shop: Shop, tmp_path: Path) -> None:
    file = tmp_path / "logo"
    file.write_bytes(a_picture())
    await typed(cli, shop, "logo", str(file))
    async with shop.db.transaction() as conn:
        await service.mail(
            conn, to="hong@example.com", text=Text("[이음] 안내", "안녕하세요."), reference="1"
        )

    [mail] = (await run_jobs(shop)).delivered

    assert '<img src="cid:logo" alt="이음"' in mail.html
    with Image.open(io.BytesIO(mail.logo)) as image:
        assert image.size == (400, 100)


async def test_a_mail_without_a_logo_names_the_shop(shop: Shop) -> None:
    await configure(shop, "https://elsewhere.example/logo.png")
    async with shop.db.transaction() as conn:
        await service.mail(
            conn, to="hong@example.com", text=Text("[이음] 안내", "안녕하세요."), reference="1"
        )

    [mail] = (await run_jobs(shop)).delivered

    assert "<img" not in mail.html
    assert mail.logo == b""

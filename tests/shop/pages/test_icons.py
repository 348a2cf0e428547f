"""Icons for tabs, bookmarks and home screens, and the manifest that lists them."""

from collections.abc import AsyncGenerator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from ieum.shop.pages import icons
from ieum.shop.pages.web_app import Site
from tests.shop.builders.shops import Client
from tests.shop.builders.whole_shop import WholeShop, a_whole_shop, open_business


@pytest.mark.parametrize(
    ("path", "form", "size", "has_clear_corners"),
    [
        ("/favicon.ico", "ICO", 48, True),
        ("/apple-touch-icon.png", "PNG", 180, False),
        ("/icon-192.png", "PNG", 192, True),
        ("/icon-512.png", "PNG", 512, True),
        ("/icon-maskable.png", "PNG", 512, False),
    ],
)
async def test_an_icon_is_served_and_kept_for_a_day(
    client: Client, path: str, form: str, size: int, has_clear_corners: bool
) -> None:
    answer = await client.get(path)

    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "public, max-age=86400"
    with Image.open(BytesIO(answer.content)) as image:
        assert (image.format, image.size) == (form, (size, size))
        corner = image.convert("RGBA").getpixel((0, 0))
    assert isinstance(corner, tuple)
    assert (corner[3] == 0) is has_clear_corners


async def test_a_browser_picks_the_size_it_needs_from_the_favicon(client: Client) -> None:
    with Image.open(BytesIO((await client.get("/favicon.ico")).content)) as image:
        assert image.info["sizes"] == {(16, 16), (32, 32), (48, 48)}


async def test_the_sign_of_a_maskable_icon_survives_the_cut() -> None:
    """Systems keep at least the circle of 40 % of the width around the middle (W3C, Web Application Manifest)."""
    with Image.open(BytesIO(icons.png(512))) as image:
        white = image.convert("L").point([0] * 200 + [255] * 56).getbbox()

    assert white is not None
    assert min(white) >= 512 * 0.1
    assert max(white) <= 512 * 0.9


async def test_the_manifest_names_the_shop_and_icons_that_exist(client: Client) -> None:
    answer = await client.get("/manifest.webmanifest")
    told = answer.json()

    assert answer.headers["content-type"].startswith("application/manifest+json")
    assert (told["name"], told["start_url"], told["lang"]) == ("이음", "/", "ko")
    assert {(one["sizes"], one["purpose"]) for one in told["icons"]} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in told["icons"]:
        drawn = await client.get(icon["src"])
        with Image.open(BytesIO(drawn.content)) as image:
            assert f"{image.width}x{image.height}" == icon["sizes"]


@pytest.fixture
async def whole(database_url: str, tmp_path: Path, real_site: Site) -> AsyncGenerator[WholeShop]:
    await open_business(database_url)
    async with a_whole_shop(database_url, tmp_path, real_site) as shop:
        yield shop


async def test_every_page_links_its_icons_and_the_manifest(whole: WholeShop) -> None:
    head = (await whole.client.get("/login")).text.partition("</head>")[0]

    for link in (
        '<link rel="icon" href="/favicon.ico" sizes="32x32"',
        '<link rel="apple-touch-icon" href="/apple-touch-icon.png"',
        '<link rel="manifest" href="/manifest.webmanifest"',
    ):
        assert link in head
    assert 'type="image/svg+xml"' in head

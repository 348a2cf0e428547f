"""Answers with the icons for tabs, bookmarks and home screens, and with the manifest that lists them."""

import asyncio
from typing import Any

import msgspec
from litestar import Response, get

from ieum.shop.kernel.caching import WHATEVER_THE_QUERY
from ieum.shop.kernel.http import AnyRequest
from ieum.shop.pages import icons
from ieum.shop.pages.planning import known_config

A_DAY = {"Cache-Control": "public, max-age=86400"}
# Sizes that Android, desktop systems and Lighthouse ask for.
SIZES = (192, 512)
MASKABLE = 512
APPLE = 180


@get("/favicon.ico", opt=WHATEVER_THE_QUERY, include_in_schema=False)
async def favicon() -> Response[bytes]:
    return Response(await asyncio.to_thread(icons.ico), media_type="image/x-icon", headers=A_DAY)


@get("/apple-touch-icon.png", opt=WHATEVER_THE_QUERY, include_in_schema=False)
async def apple_touch_icon() -> Response[bytes]:
    """Without round corners, because iOS makes its own and shows transparent ones black."""
    return _png(await asyncio.to_thread(icons.png, APPLE))


@get("/icon-192.png", opt=WHATEVER_THE_QUERY, include_in_schema=False)
async def small_icon() -> Response[bytes]:
    return _png(await asyncio.to_thread(icons.png, SIZES[0], rounded=True))


@get("/icon-512.png", opt=WHATEVER_THE_QUERY, include_in_schema=False)
async def large_icon() -> Response[bytes]:
    return _png(await asyncio.to_thread(icons.png, SIZES[1], rounded=True))


@get("/icon-maskable.png", opt=WHATEVER_THE_QUERY, include_in_schema=False)
async def maskable_icon() -> Response[bytes]:
    return _png(await asyncio.to_thread(icons.png, MASKABLE))


@get("/manifest.webmanifest", opt=WHATEVER_THE_QUERY, include_in_schema=False)
async def manifest(request: AnyRequest) -> Response[bytes]:
    """`minimal-ui`, so that the address stays in sight where people pay."""
    config = await known_config(request)
    said = _manifest(config["siteNm"], config["meta"]["description"])
    return Response(
        msgspec.json.encode(said),
        media_type="application/manifest+json",
        headers={"Cache-Control": "no-cache"},
    )


def _manifest(name: str, description: str) -> dict[str, Any]:
    pictures = [_icon(f"/icon-{size}.png", size, "any") for size in SIZES]
    return {
        "id": "/",
        "name": name,
        "short_name": name,
        "description": description,
        "lang": "ko",
        "start_url": "/",
        "scope": "/",
        "display": "minimal-ui",
        "background_color": "#FFFFFF",
        "theme_color": "#FFFFFF",
        "icons": [*pictures, _icon("/icon-maskable.png", MASKABLE, "maskable")],
    }


def _icon(address: str, size: int, purpose: str) -> dict[str, str]:
    return {"src": address, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


def _png(content: bytes) -> Response[bytes]:
    return Response(content, media_type="image/png", headers=A_DAY)


ROUTES = [favicon, apple_touch_icon, small_icon, large_icon, maskable_icon, manifest]

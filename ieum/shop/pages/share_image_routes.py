"""Answers `/og/…`: the pictures that messengers show beside a link."""

import asyncio

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from ieum.shop.kernel.errors import NotFound
from ieum.shop.kernel.http import AnyRequest
from ieum.shop.pages import icons, page_head
from ieum.shop.pages.planning import page_at
from ieum.shop.pages.share_image_cache import Pictures

LOGO_SIZE = 512
FOREVER = "public, max-age=31536000, immutable"


@get("/og/logo.png", include_in_schema=False)
async def logo() -> Response[bytes]:
    """The shop's logo for search engines."""
    png = await asyncio.to_thread(icons.png, LOGO_SIZE)
    return Response(png, media_type="image/png", headers={"Cache-Control": "public, max-age=86400"})


@get("/og/{name:str}", include_in_schema=False)
async def picture(
    request: AnyRequest, state: State, name: FromPath[str], of: FromQuery[str] = ""
) -> Response[bytes] | Redirect:
    """The picture of the page at the address `of`; an outdated name redirects to the new picture.

    The words on it come from that page, never from the caller: nobody can make us draw a picture that says something
    else in our name.
    """
    pictures: Pictures = state.site.pictures
    png = pictures.cached(name.removesuffix(".png"))
    if png is None:
        page = await page_at(request, of)
        if page is None or not pictures.draws:
            raise NotFound
        current = page_head.picture_of(page)
        if name != f"{current.name}.png":
            return Redirect(
                page_head.picture_path(page), status_code=302, headers={"Cache-Control": "no-cache"}
            )
        png = await pictures.get(current)
    return Response(png, media_type="image/png", headers={"Cache-Control": FOREVER})


ROUTES = [logo, picture]

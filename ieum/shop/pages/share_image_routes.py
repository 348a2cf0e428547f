"""`/og/…`: the pictures that messengers fetch."""

import asyncio

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from ieum.shop.kernel.errors import NotFound
from ieum.shop.kernel.http import AnyRequest
from ieum.shop.pages import page_head, share_image
from ieum.shop.pages.planning import page_at
from ieum.shop.pages.share_images import Pictures

FOREVER = "public, max-age=31536000, immutable"


@get("/og/logo.png", include_in_schema=False)
async def logo() -> Response[bytes]:
    made = await asyncio.to_thread(share_image.draw_logo)
    return Response(made, media_type="image/png", headers={"Cache-Control": "public, max-age=86400"})


@get("/og/{name:str}", include_in_schema=False)
async def picture(
    request: AnyRequest, state: State, name: FromPath[str], of: FromQuery[str] = ""
) -> Response[bytes] | Redirect:
    """The picture of the page at the address `of`.

    Its words are that page's, never the caller's: nobody can have a picture made that says something else in our
    name. Where they have changed since, it leads to the new one.
    """
    pictures: Pictures = state.site.pictures
    made = pictures.kept(name.removesuffix(".png"))
    if made is None:
        page = await page_at(request, of)
        if page is None or not pictures.draws:
            raise NotFound
        wanted = page_head.picture_of(page)
        if name != f"{wanted.name}.png":
            return Redirect(
                page_head.picture_path(page), status_code=302, headers={"Cache-Control": "no-cache"}
            )
        made = await pictures.get(wanted)
    return Response(made, media_type="image/png", headers={"Cache-Control": FOREVER})


ROUTES = [logo, picture]

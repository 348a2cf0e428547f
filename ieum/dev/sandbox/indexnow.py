"""A search engine that accepts announcements of changed pages (https://www.indexnow.org/documentation)."""

import re
from typing import Annotated
from urllib.parse import urlsplit

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta, Struct

from ieum.dev.sandbox.world import World

MOST_AT_ONCE = 10_000


class Announcement(Struct, rename="camel"):
    host: str
    key: str
    url_list: Annotated[list[str], Meta(min_length=1)]
    key_location: str = ""


class ForcedAnswer(Struct, forbid_unknown_fields=True):
    # The status of every announcement from now on; 0 judges each by its content.
    status: Annotated[int, Meta(ge=0, le=599)]
    # An announcement is refused as a whole if any of its addresses contains this word.
    unwanted: str = ""


@post("/indexnow")
async def announce(world: NamedDependency[World], data: JSONBody[Announcement]) -> Response[None]:
    """Answer 202 if accepted, 422 if an address is not on the named host."""
    if world.engine_status:
        return Response(None, status_code=world.engine_status)
    if not re.fullmatch(r"[A-Za-z0-9-]{8,128}", data.key) or len(data.url_list) > MOST_AT_ONCE:
        return Response(None, status_code=400)
    if any(
        urlsplit(url).netloc != data.host for url in (*data.url_list, data.key_location or f"//{data.host}")
    ) or (world.engine_refuses and any(world.engine_refuses in url for url in data.url_list)):
        return Response(None, status_code=422)
    world.announced += data.url_list
    return Response(None, status_code=202)


@get("/control/indexnow")
async def show_announced(world: NamedDependency[World]) -> list[str]:
    return world.announced


@post("/control/indexnow", status_code=200)
async def set_answer(world: NamedDependency[World], data: JSONBody[ForcedAnswer]) -> list[str]:
    """Choose how the search engine answers until the next call of this."""
    world.engine_status, world.engine_refuses = data.status, data.unwanted
    return world.announced

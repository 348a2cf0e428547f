"""A search engine that is told of changed pages (https://www.indexnow.org/documentation)."""

import re
from typing import Annotated
from urllib.parse import urlsplit

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta, Struct

from ieum.sandbox.world import World

MOST_AT_ONCE = 10_000


class Told(Struct, rename="camel"):
    host: str
    key: str
    url_list: Annotated[list[str], Meta(min_length=1)]
    key_location: str = ""


class Answering(Struct, forbid_unknown_fields=True):
    # What the next announcements are answered; 0: as they deserve.
    status: Annotated[int, Meta(ge=0, le=599)]
    # Addresses with this word in them are not taken, nor what comes along with them.
    unwanted: str = ""


@post("/indexnow")
async def take(world: NamedDependency[World], data: JSONBody[Told]) -> Response[None]:
    """202: taken, the key will be looked at. 422: not the addresses of the host that was named."""
    if world.engine_answers:
        return Response(None, status_code=world.engine_answers)
    if not re.fullmatch(r"[A-Za-z0-9-]{8,128}", data.key) or len(data.url_list) > MOST_AT_ONCE:
        return Response(None, status_code=400)
    if any(
        urlsplit(url).netloc != data.host for url in (*data.url_list, data.key_location or f"//{data.host}")
    ) or (world.engine_shuns and any(world.engine_shuns in url for url in data.url_list)):
        return Response(None, status_code=422)
    world.announced += data.url_list
    return Response(None, status_code=202)


@get("/control/indexnow")
async def show_announced(world: NamedDependency[World]) -> list[str]:
    return world.announced


@post("/control/indexnow", status_code=200)
async def answer_with(world: NamedDependency[World], data: JSONBody[Answering]) -> list[str]:
    """Let the engine be busy or angry until told otherwise."""
    world.engine_answers, world.engine_shuns = data.status, data.unwanted
    return world.announced

"""The sandbox's front page, the address echo, and the style sheet and script of its pages."""

from typing import Any

from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from ieum.dev.sandbox.html import FOLDER, page
from ieum.dev.sandbox.http import AnyRequest
from ieum.dev.sandbox.world import World

ASSETS = {"sandbox.css": "text/css", "answer.js": "text/javascript"}


@get("/")
async def show_front(world: NamedDependency[World]) -> Response[str]:
    settings = world.settings
    smtp = "꺼져 있음" if settings.smtp_port is None else f"{settings.smtp_host}:{settings.smtp_port}"
    return page("front", title="안내", client_key=settings.key_pairs[0].client_key, smtp=smtp)


@get("/echo")
async def echo(request: AnyRequest) -> Response[Any]:
    """The caller's address, as JSON or, for `Accept: text/plain`, as text."""
    ip = "" if request.client is None else request.client.host.removeprefix("::ffff:")
    if request.accept.best_match(["application/json", "text/plain"]) == "text/plain":
        return Response(ip + "\n", media_type=MediaType.TEXT)
    return Response({"ip": ip})


@get("/assets/{name:str}")
async def asset(name: FromPath[str]) -> Response[bytes]:
    media_type = ASSETS.get(name)
    if media_type is None:
        return Response(b"", status_code=404)
    return Response((FOLDER / name).read_bytes(), media_type=media_type)

"""Documents for people and robots, and the files they need."""

import logging
from typing import Any
from urllib.parse import quote

import msgspec
from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.response import Redirect

from ieum.shop.errors import NotFound
from ieum.shop.http import AnyRequest
from ieum.shop.kept import FOR_VISITORS
from ieum.shop.metrics import RENDERS
from ieum.shop.pages import document, meta
from ieum.shop.pages.inside import NULL, ask
from ieum.shop.pages.site import Site
from ieum.shop.pages.v8 import Plan, RenderError

log = logging.getLogger(__name__)

CONFIG, MEMBER = "/api/v1/config/info", "/api/v1/member"
FOREVER = "public, max-age=31536000, immutable"
# What the browser gets to make something of where even the plan fails.
UNPLANNED = Plan(200, "통신사 IP VPN", "", True, [CONFIG], "public", [], False)


@get("/assets/{name:path}", include_in_schema=False)
async def asset(request: AnyRequest, state: State, name: FromPath[str]) -> Response[bytes]:
    """A built file: its name carries its content's hash, so it never changes."""
    found = state.site.assets.get(f"/assets/{name.lstrip('/')}")
    if found is None:
        raise NotFound
    body, encoding = found.negotiate(request.headers.get("accept-encoding", ""))
    headers = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
    if encoding:
        headers["Content-Encoding"] = encoding
    return Response(body, media_type=found.media_type, headers=headers)


@get(["/", "/{path:path}"], opt=FOR_VISITORS, include_in_schema=False)
async def page(request: AnyRequest, state: State) -> Response[bytes] | Redirect:
    """Plan, data, render; `kept.py` sends a visitor's page again as it is, for a second at most."""
    site: Site = state.site
    url = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    identity = request.scope["state"].get("identity")
    if url.startswith(("/api/", "/gateway/", "/assets/")) or len(url) > 2_000:
        raise NotFound
    try:
        plan = await site.plan(url)
    except RenderError as error:
        log.warning("page %s could not be planned: %s", request.url.path, error)
        plan = UNPLANNED
    if plan.auth == "member" and identity is None:
        return _to_login(url)

    data = [await ask(request, path) if identity or path != MEMBER else NULL for path in plan.api]
    if plan.auth == "member" and data[plan.api.index(MEMBER)] == NULL:
        # The token is good and its session is over: logged out elsewhere.
        return _to_login(url)
    made, drawn = await _make(
        site, plan, url, list(zip(plan.api, data, strict=True)), state.settings.public_url
    )
    return _answer(site, plan, made, may_keep=drawn and plan.cache and identity is None)


def _to_login(url: str) -> Redirect:
    return Redirect(f"/login?callbackUrl={quote(url, safe='')}", status_code=302)


async def _make(
    site: Site, plan: Plan, url: str, data: list[tuple[str, msgspec.Raw]], public_url: str
) -> tuple[bytes, bool]:
    """The document, and whether its body was drawn; where it was not, the browser draws it."""
    seed = msgspec.json.encode(data).decode()
    try:
        body = await site.renderer.render(url, seed)
        RENDERS.labels("drawn").inc()
    except RenderError as error:
        log.warning("page %s could not be drawn: %s", url.partition("?")[0], error)
        RENDERS.labels("failed").inc()
        body = ""
    known: dict[str, Any] = {path: msgspec.json.decode(raw) for path, raw in data if path != MEMBER}
    head = meta.head_of(
        plan, known, path=url.partition("?")[0], public_url=public_url, chunks=site.chunks_of(plan.chunks)
    )
    return document.write(site.template, head, body, seed), bool(body)


def _answer(site: Site, plan: Plan, made: bytes, *, may_keep: bool) -> Response[bytes]:
    return Response(
        made,
        status_code=plan.status,
        media_type="text/html",
        headers={
            "Content-Security-Policy": site.policy,
            "Cache-Control": "no-cache" if may_keep else "private, no-store",
            "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
            "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
            "X-Frame-Options": "DENY",
            "Vary": "Cookie",
        },
    )


ROUTES = [asset, page]

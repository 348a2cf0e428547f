"""Documents for people and robots, and the files they need."""

import gzip
import logging
from typing import Any
from urllib.parse import quote, unquote

import msgspec
from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec import structs

from ieum.shop.kernel.caching import FOR_VISITORS
from ieum.shop.kernel.errors import NotFound
from ieum.shop.kernel.http import AnyRequest, accepted_encodings
from ieum.shop.kernel.metrics import RENDERS
from ieum.shop.members.authentication import take_tokens_back
from ieum.shop.pages import addresses, document, page_head, redirects
from ieum.shop.pages.discovery import ROUTES as FOUND
from ieum.shop.pages.index_now import key_path
from ieum.shop.pages.metadata import CONFIG, Page
from ieum.shop.pages.own_api import NULL, RETRY_SECONDS, UNAUTHENTICATED, ask, is_for_now
from ieum.shop.pages.planning import LONGEST_URL, config_of, is_beyond, plan_of
from ieum.shop.pages.share_image_routes import FOREVER
from ieum.shop.pages.share_image_routes import ROUTES as SHARING
from ieum.shop.pages.v8 import Plan, RenderError
from ieum.shop.pages.web_app import Site

log = logging.getLogger(__name__)

MEMBER = "/api/v1/member"
# Never there, or no more.
MISSING = {404, 410}
UNAVAILABLE = 503
# Half a millisecond for the longest page; the next levels cost more and save nothing.
GZIP_LEVEL = 6


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
    url = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    if url.startswith(("/api/", "/gateway/", "/assets/")) or len(url) > LONGEST_URL:
        raise NotFound
    proof = state.settings.index_now
    if proof is not None and url == key_path(proof.key):
        return Response(proof.key.encode(), media_type="text/plain")
    answer, is_visitors = await _page_at(request, url, state.site, state.settings.public_url)
    if is_visitors and request.scope["state"].get("from_cookies"):
        # They open nothing any more, and no script can delete them.
        take_tokens_back(request, answer)
    return answer


async def _page_at(
    request: AnyRequest, url: str, site: Site, public_url: str
) -> tuple[Response[bytes] | Redirect, bool]:
    """The answer, and whether it is one to somebody who is not logged in."""
    identity = request.scope["state"].get("identity")
    config = await config_of(request)
    plan = await plan_of(site, url, config)
    path, _, query = url.partition("?")
    if plan.status == 200 and _as_typed(request) != path:
        return redirects.permanent(addresses.with_query(path, query)), identity is None
    if plan.auth == "member" and identity is None:
        return _to_login(url), True

    data = {CONFIG: msgspec.Raw(msgspec.json.encode(config)) if config else NULL, MEMBER: NULL}
    statuses = {CONFIG: 200 if config else UNAVAILABLE, MEMBER: UNAUTHENTICATED}
    if identity is not None:
        statuses[MEMBER], data[MEMBER] = await ask(request, MEMBER)
    # The token may be good and its session over: logged out elsewhere.
    is_visitors = statuses[MEMBER] == UNAUTHENTICATED
    if plan.auth == "member" and is_visitors:
        return _to_login(url), True
    for needed in plan.api:
        if needed not in statuses:
            statuses[needed], data[needed] = await ask(request, needed)
    plan = _as_found(plan, statuses, data)
    if plan.status in MISSING:
        elsewhere = await redirects.look_for(request, url, config)
        if isinstance(elsewhere, Redirect):
            return elsewhere, is_visitors
        plan = structs.replace(plan, status=elsewhere or plan.status)
    made, drawn = await _make(
        site,
        plan,
        url,
        # Of the member null would tell the browser that nobody is logged in.
        [
            (needed, data[needed])
            for needed in plan.api
            if needed != MEMBER or not is_for_now(statuses[MEMBER])
        ],
        public_url,
        # Why there is none is not known: the browser may ask once more.
        may_draw=plan.status != UNAVAILABLE and statuses.get(plan.subject, 200) in {200, *MISSING},
    )
    answer = _answer(site, plan, made, may_keep=drawn and plan.cache and identity is None)
    # A member's own page stays as it is: beside what its address says it holds what the size must not betray.
    if identity is None and "gzip" in accepted_encodings(request.headers.get("accept-encoding", "")):
        answer.content = gzip.compress(made, GZIP_LEVEL, mtime=0)
        answer.headers["Content-Encoding"] = "gzip"
    return answer, is_visitors


def _as_typed(request: AnyRequest) -> str:
    """With the slashes too many that the framework has already taken away."""
    return unquote(request.scope["raw_path"].decode("latin-1").partition("?")[0])


def _as_found(plan: Plan, statuses: dict[str, int], data: dict[str, msgspec.Raw]) -> Plan:
    """The plan with what its data say: what the address names was never there, is no more, or its list ends before."""
    subject_status = statuses.get(plan.subject)
    if subject_status in MISSING:
        title = "페이지를 찾을 수 없습니다"
        return structs.replace(
            plan, status=subject_status, title=title, meta="", noindex=True, chunks=plan.missing, cache=False
        )
    if any(map(is_for_now, statuses.values())):
        # People get what there is. Engines come again: they would keep a page without its words.
        return structs.replace(plan, status=UNAVAILABLE, noindex=True, cache=False)
    if is_beyond(plan, data):
        return structs.replace(plan, status=404, noindex=True, cache=False)
    return plan


def _to_login(url: str) -> Redirect:
    return Redirect(f"/login?callbackUrl={quote(url, safe='')}", status_code=302)


async def _make(
    site: Site,
    plan: Plan,
    url: str,
    data: list[tuple[str, msgspec.Raw]],
    public_url: str,
    *,
    may_draw: bool,
) -> tuple[bytes, bool]:
    """The document, and whether its body was drawn; where it was not, the browser draws it."""
    seed = msgspec.json.encode(data).decode()
    body = await _draw(site, url, seed) if may_draw else ""
    known: dict[str, Any] = {path: msgspec.json.decode(raw) for path, raw in data if path != MEMBER}
    page = Page(plan, known, url.partition("?")[0], public_url)
    head = page_head.head_of(page, chunks=site.chunks_of(plan.chunks), draws=site.pictures.draws)
    is_missing = plan.status in MISSING and bool(plan.subject)
    return document.write(site.template, head, body, seed, missing=is_missing), bool(body)


async def _draw(site: Site, url: str, seed: str) -> str:
    """Empty where it fails."""
    try:
        body = await site.renderer.render(url, seed)
    except RenderError as error:
        log.warning("page %s could not be drawn: %s", url.partition("?")[0], error)
        RENDERS.labels("failed").inc()
        return ""
    RENDERS.labels("drawn").inc()
    return body


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
            "Vary": "Cookie, Accept-Encoding",
            **({"Retry-After": str(RETRY_SECONDS)} if plan.status == UNAVAILABLE else {}),
        },
    )


ROUTES = [asset, *SHARING, *FOUND, page]

"""Answers every address that is not an API call: pages as HTML documents, and the files of the web build."""

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
from ieum.shop.kernel.compressing import compressed, takes_gzip
from ieum.shop.kernel.errors import NotFound
from ieum.shop.kernel.http import AnyRequest
from ieum.shop.kernel.masking import mask_path
from ieum.shop.kernel.metrics import RENDERS
from ieum.shop.members.authentication import take_tokens_back
from ieum.shop.pages import document, outage, page_head, redirects
from ieum.shop.pages.discovery import ROUTES as DISCOVERY
from ieum.shop.pages.head_routes import ROUTES as HEADS
from ieum.shop.pages.icon_routes import ROUTES as ICONS
from ieum.shop.pages.index_now import key_path
from ieum.shop.pages.metadata import CONFIG, MEMBER, Page
from ieum.shop.pages.own_api import NULL, RETRY_SECONDS, UNAUTHENTICATED, ask, ask_briefly, is_for_now
from ieum.shop.pages.own_system import system_of
from ieum.shop.pages.planning import (
    LONGEST_URL,
    MISSING,
    UNAVAILABLE,
    adjusted,
    config_of,
    for_whoever_asks,
    plan_of,
)
from ieum.shop.pages.security_txt import ROUTES as SECURITY_TXT
from ieum.shop.pages.share_image_routes import FOREVER
from ieum.shop.pages.share_image_routes import ROUTES as SHARE_IMAGES
from ieum.shop.pages.v8 import Plan, RenderError
from ieum.shop.pages.web_app import Site

log = logging.getLogger(__name__)


@get("/assets/{name:path}", include_in_schema=False)
async def asset(request: AnyRequest, state: State, name: FromPath[str]) -> Response[bytes]:
    """A built file; its name holds a hash of its content, so it never changes."""
    file = state.site.assets.get(f"/assets/{name.lstrip('/')}")
    if file is None:
        raise NotFound
    body, encoding = file.negotiate(request.headers.get("accept-encoding", ""))
    headers = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
    if encoding:
        headers["Content-Encoding"] = encoding
    return Response(body, media_type=file.media_type, headers=headers)


@get(
    # The last is named because a call of that address exists, by POST: the router would answer 405 to its page.
    ["/", "/{path:path}", "/r/{token:str}"],
    opt=FOR_VISITORS,
    include_in_schema=False,
    exception_handlers=outage.HANDLERS,
)
async def page(request: AnyRequest, state: State) -> Response[bytes] | Redirect:
    """Plan, fetch the data, render; `server/response_cache.py` keeps a visitor's page for half a second."""
    url = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    if url.startswith(("/api/", "/gateway/", "/assets/")) or len(url) > LONGEST_URL:
        raise NotFound
    index_now = state.settings.index_now
    if index_now is not None and url == key_path(index_now.key):
        return Response(index_now.key.encode(), media_type="text/plain")
    config = await config_of(request)
    if not config:
        # Further questions would have to wait in vain, too.
        return outage.answer(state)
    answer, is_visitors = await _answer(request, url, config, state.site, state.settings.public_url)
    if is_visitors and request.scope["state"].get("from_cookies"):
        # The tokens are no longer valid, and no script can delete their cookies.
        take_tokens_back(request)
    return answer


async def _answer(
    request: AnyRequest, url: str, config: dict[str, Any], site: Site, public_url: str
) -> tuple[Response[bytes] | Redirect, bool]:
    """The answer, and whether it is for somebody who is not logged in."""
    identity = request.scope["state"].get("identity")
    plan = await plan_of(site, url, config)
    path, _, query = url.partition("?")
    elsewhere = _right_address(request, plan, path, query)
    if elsewhere is not None:
        return elsewhere, identity is None
    if plan.auth == "member" and identity is None:
        return _to_login(url), True

    data = {CONFIG: msgspec.Raw(msgspec.json.encode(config)), MEMBER: NULL}
    statuses = {CONFIG: 200, MEMBER: UNAUTHENTICATED}
    if identity is not None:
        statuses[MEMBER], data[MEMBER] = await ask(request, MEMBER)
    # A token can still be valid after its session has ended, by a logout elsewhere.
    is_visitors = statuses[MEMBER] == UNAUTHENTICATED
    if plan.auth == "member" and is_visitors:
        return _to_login(url), True
    plan = for_whoever_asks(plan, statuses[MEMBER], data[MEMBER])
    for needed in plan.api:
        if needed not in statuses:
            asked = ask_briefly if needed == plan.dispensable else ask
            statuses[needed], data[needed] = await asked(request, needed)
    plan = adjusted(plan, statuses, data)
    if plan.status in MISSING:
        elsewhere = await redirects.find_redirect(request, url, config)
        if isinstance(elsewhere, Redirect):
            return elsewhere, is_visitors
        plan = structs.replace(plan, status=elsewhere or plan.status)
    html, is_rendered = await _write_document(
        site,
        plan,
        url,
        # Where the member is unknown, null would tell the browser that nobody is logged in.
        [
            (needed, data[needed])
            for needed in plan.api
            if needed != MEMBER or not is_for_now(statuses[MEMBER])
        ],
        config,
        public_url,
        # Without the subject, and without knowing why, the browser renders: it may ask once more.
        may_render=plan.status != UNAVAILABLE and statuses.get(plan.subject, 200) in {200, *MISSING},
    )
    answer = _response(site, plan, html, may_cache=is_rendered and plan.cache and identity is None)
    # A member's page is not compressed: its size could betray secrets to whoever chooses its address (BREACH).
    if identity is None and takes_gzip(request.scope):
        answer.content = await compressed(html)
        answer.headers["Content-Encoding"] = "gzip"
    return answer, is_visitors


def _path_as_sent(request: AnyRequest) -> str:
    """Including duplicate and trailing slashes, which the framework removes from `request.url`."""
    return unquote(request.scope["raw_path"].decode("latin-1").partition("?")[0])


def _right_address(request: AnyRequest, plan: Plan, path: str, query: str) -> Redirect | None:
    """Leads to a page below this address, or to its usual spelling; `None` where the request has it right."""
    if plan.leads_systems_to:
        system = system_of(request.headers.get("user-agent", ""))
        own = plan.leads_systems_to.get(system, plan.leads_to)
        return redirects.for_this_browser(redirects.with_query(own, query))
    is_misspelt = plan.status == 200 and _path_as_sent(request) != path
    right = plan.leads_to or (path if is_misspelt else None)
    return redirects.permanent(redirects.with_query(right, query)) if right is not None else None


def _to_login(url: str) -> Redirect:
    return Redirect(f"/login?callbackUrl={quote(url, safe='')}", status_code=302)


async def _write_document(
    site: Site,
    plan: Plan,
    url: str,
    data: list[tuple[str, msgspec.Raw]],
    config: dict[str, Any],
    public_url: str,
    *,
    may_render: bool,
) -> tuple[bytes, bool]:
    """The document, and whether it has a rendered body; where it has none, the browser renders it."""
    seed = msgspec.json.encode(data).decode()
    body = await _render(site, url, seed) if may_render else ""
    of_head = {plan.subject, plan.texts, plan.structured_data}
    subjects = [(path, raw) for path, raw in data if path in of_head]
    path = url.partition("?")[0]

    def write_head() -> str:
        known: dict[str, Any] = {path: msgspec.json.decode(raw) for path, raw in subjects}
        page = Page(plan, known | {CONFIG: config}, path, public_url)
        return page_head.write_head(page, chunks=site.chunks_of(plan.chunks), draws=site.pictures.draws)

    head = site.heads.head_of(plan, path, config, subjects, write_head)
    is_missing = plan.status in MISSING and bool(plan.subject)
    return document.write(site.template, head, body, seed, missing=is_missing), bool(body)


async def _render(site: Site, url: str, seed: str) -> str:
    """The body; empty where rendering fails."""
    try:
        body = await site.renderer.render(url, seed)
    except RenderError as error:
        log.warning("page %s could not be rendered: %s", mask_path(url.partition("?")[0]), error)
        RENDERS.labels("failed").inc()
        return ""
    RENDERS.labels("drawn").inc()
    return body


def _response(site: Site, plan: Plan, html: bytes, *, may_cache: bool) -> Response[bytes]:
    return Response(
        html,
        status_code=plan.status,
        media_type="text/html",
        headers={
            "Content-Security-Policy": site.policy,
            "Cache-Control": "no-cache" if may_cache else "private, no-store",
            "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
            "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
            "X-Frame-Options": "DENY",
            "Vary": "Cookie, Accept-Encoding",
            **({"Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"} if plan.secret else {}),
            **({"Retry-After": str(RETRY_SECONDS)} if plan.status == UNAVAILABLE else {}),
        },
    )


ROUTES = [asset, *ICONS, *SHARE_IMAGES, *DISCOVERY, *SECURITY_TXT, *HEADS, page]

"""Asks the web app what an address needs, and collects what the server knows of it."""

import logging
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import structs

from ieum.shop.kernel.errors import ShopError
from ieum.shop.kernel.http import AnyRequest
from ieum.shop.kernel.masking import mask_path
from ieum.shop.pages.metadata import CONFIG, MEMBER, Page, switched_off
from ieum.shop.pages.own_api import NULL, RETRY_SECONDS, ask, is_for_now
from ieum.shop.pages.v8 import Plan, RenderError
from ieum.shop.pages.web_app import Site

log = logging.getLogger(__name__)

LONGEST_URL = 2_000
MISSING = {404, 410}
UNAVAILABLE = 503
# Used where planning fails: the browser then plans and renders by itself.
UNPLANNED = Plan(200, "통신사 IP VPN", True, [CONFIG], "public", [], False)


class Unavailable(ShopError):
    """Data for robots or messengers cannot be read now; they would remember a wrong answer for days."""

    status = 503
    code = "unavailable"
    title = "잠시 후 다시 시도해 주세요"
    detail = "지금은 내용을 읽을 수 없습니다. 잠시 후 다시 시도해 주세요."


async def config_of(request: AnyRequest) -> dict[str, Any]:
    """The configuration that every page needs; without terms and policy, which only their own pages fetch."""
    known: dict[str, Any] = msgspec.json.decode((await ask(request, CONFIG)).data) or {}
    return known | {"tos": "", "pp": ""} if known else known


async def known_config(request: AnyRequest) -> dict[str, Any]:
    """Return the site's configuration. Raises Unavailable if it cannot be read now."""
    config = await config_of(request)
    if not config:
        raise Unavailable(retry_after=RETRY_SECONDS)
    return config


async def plan_of(site: Site, url: str, config: dict[str, Any]) -> Plan:
    """The plan of the address; a page that the operator has switched off does not exist."""
    try:
        return await site.plan(url, switched_off(config))
    except RenderError as error:
        log.warning("page %s could not be planned: %s", mask_path(url.partition("?")[0]), error)
        return UNPLANNED


class _List(msgspec.Struct):
    items: list[msgspec.Raw]


def is_beyond(plan: Plan, data: Mapping[str, msgspec.Raw]) -> bool:
    """Tell whether the page is behind the end of its list; False if the list could not be read."""
    lists = [data.get(path, NULL) for path in _lists_of(plan)]
    return any(one != NULL and not msgspec.json.decode(one, type=_List).items for one in lists)


async def described_at(request: AnyRequest, url: str) -> Page:
    """The page with what its head tells of it, also where there is none. Raises Unavailable."""
    site: Site = request.app.state.site
    config = await known_config(request)
    plan = await plan_of(site, url, config)
    statuses: dict[str, int] = {}
    data: dict[str, msgspec.Raw] = {}
    for path in filter(None, {plan.subject, plan.texts, plan.structured_data, *_lists_of(plan)}):
        statuses[path], data[path] = await ask(request, path)
        if is_for_now(statuses[path]):
            raise Unavailable(retry_after=RETRY_SECONDS)
    known: dict[str, Any] = {path: msgspec.json.decode(raw) for path, raw in data.items()}
    public_url: str = request.app.state.settings.public_url
    path = url.partition("?")[0].rstrip("/") or "/"
    return Page(adjusted(plan, statuses, data), known | {CONFIG: config}, path, public_url)


def _lists_of(plan: Plan) -> list[str]:
    return [path for path in plan.api if plan.page > 1 and f"page={plan.page}" in path]


def _missing(plan: Plan, status: int) -> Plan:
    title = "페이지를 찾을 수 없습니다"
    return structs.replace(
        plan, status=status, title=title, description="", noindex=True, chunks=plan.missing, cache=False
    )


class _Whose(msgspec.Struct):
    kind: str = ""


def for_whoever_asks(plan: Plan, status: int, member: msgspec.Raw) -> Plan:
    """The plan for the member or sub-id that `GET member` has named, for whom a member's page may not be there."""
    if plan.auth != "member" or status != 200:
        return plan
    kind = msgspec.json.decode(member, type=_Whose).kind
    if kind:
        is_there = plan.sub_ids in {"too", "only"} or (plan.sub_ids == "own" and kind == "sub_id")
    else:
        is_there = plan.sub_ids in {"", "too"}
    if is_there:
        return plan
    return structs.replace(_missing(plan, 404), api=[CONFIG, MEMBER], subject="", texts="")


def adjusted(plan: Plan, statuses: Mapping[str, int], data: Mapping[str, msgspec.Raw]) -> Plan:
    """The plan after its data were fetched: its subject may be missing, a call may fail, a list may end earlier."""
    subject_status = statuses.get(plan.subject)
    if subject_status in MISSING:
        return _missing(plan, subject_status)
    failed = {path for path, status in statuses.items() if is_for_now(status)}
    if failed - {plan.dispensable}:
        # People get what there is. Search engines must come back: they would index a page without its texts.
        return structs.replace(plan, status=UNAVAILABLE, noindex=True, cache=False)
    if is_beyond(plan, data):
        return structs.replace(plan, status=404, noindex=True, cache=False)
    # Without what it can do without it is whole enough: the browser asks for that itself. While the call fails it is
    # kept like any other, or each of a crowd would have a page drawn, and would wait for the call.
    return plan


async def page_at(request: AnyRequest, url: str) -> Page | None:
    """The page with its metadata, not rendered; None where there is no public page. Raises Unavailable."""
    if not url.startswith("/") or len(url) > LONGEST_URL:
        return None
    state = request.app.state
    config = await known_config(request)
    plan = await plan_of(state.site, url, config)
    if plan.status != 200 or plan.noindex or plan.auth == "member":
        return None
    data: dict[str, msgspec.Raw] = {}
    for path in filter(None, (plan.subject, plan.texts, *_lists_of(plan))):
        status, data[path] = await ask(request, path)
        if is_for_now(status):
            raise Unavailable(retry_after=RETRY_SECONDS)
        if status != 200 and path != plan.texts:
            return None
    if is_beyond(plan, data):
        return None
    known: dict[str, Any] = {path: msgspec.json.decode(raw) for path, raw in data.items()}
    return Page(plan, known | {CONFIG: config}, url.partition("?")[0], state.settings.public_url)

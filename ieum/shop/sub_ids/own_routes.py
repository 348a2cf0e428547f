"""The calls of a sub-id itself: what it is, what was done with it, and the link by which it chooses its password."""

from litestar import get, post
from litestar.params import JSONBody

from ieum.shop.kernel.cross_site import refuse_other_sites
from ieum.shop.kernel.errors import CrossSite, InvalidFields, TooManyRequests, Unauthenticated
from ieum.shop.kernel.http import Answer, AnyRequest, Caller, Conn, Db, Page, ShopSettings, UserAgent, ok
from ieum.shop.kernel.paging import Listing
from ieum.shop.kernel.problems import refusals, refusals_of_change
from ieum.shop.members.authentication import (
    ACTING_ONLY_BETWEEN,
    SUB_IDS_ONLY,
    Member,
    RefreshTokenNeeded,
    device_of,
    renew_tokens,
    require_refresh_token,
    send_tokens,
)
from ieum.shop.members.passwords import TooBusy
from ieum.shop.members.security.refusals import SubIdWithheld
from ieum.shop.members.security.service import remember_device
from ieum.shop.sub_ids import links, queries, service
from ieum.shop.sub_ids.refusals import SubIdLinkNotFound
from ieum.shop.sub_ids.types import EndedActing, Event, LinkInfo, OwnSubId, PasswordForm, TokenForm, UsedLink


@get("/api/v1/sub-id", dependencies=SUB_IDS_ONLY, responses=refusals(Unauthenticated))
async def get_own(conn: Conn, member: Member) -> Answer[OwnSubId]:
    return ok(await service.get_own(conn, member.member_id))


@get("/api/v1/sub-id/events", dependencies=SUB_IDS_ONLY, responses=refusals(Unauthenticated, InvalidFields))
async def list_own_events(conn: Conn, member: Member, page: Page = 1) -> Answer[Listing[Event]]:
    """List what the sub-id and its owner did with it, the newest first."""
    return ok(await queries.list_events(conn, member.member_id, page))


@post(
    "/api/v1/sub-id/act/end",
    status_code=200,
    dependencies=ACTING_ONLY_BETWEEN,
    responses=refusals_of_change(RefreshTokenNeeded),
)
async def end_acting(request: AnyRequest, db: Db, member: Member) -> Answer[EndedActing]:
    """Give the session back to the owner, who looked as this sub-id. New tokens come with it."""
    require_refresh_token(request)
    async with db.transaction() as conn:
        await service.end_acting(conn, member)
    await renew_tokens(request, db)
    return ok(EndedActing(sub_id=member.member_id))


@post(
    "/api/v1/sub-id-links/look-up",
    status_code=200,
    responses=refusals(CrossSite, InvalidFields, SubIdLinkNotFound, TooManyRequests),
)
async def look_up_link(
    request: AnyRequest, db: Db, caller: Caller, data: JSONBody[TokenForm]
) -> Answer[LinkInfo]:
    """Say whose password the link sets. That it was opened is noted, and uses nothing up."""
    refuse_other_sites(request)
    return ok(await links.look_up(db, data.token, address=caller))


@post(
    "/api/v1/sub-id-links/use",
    status_code=200,
    responses=refusals(CrossSite, InvalidFields, SubIdLinkNotFound, SubIdWithheld, TooManyRequests, TooBusy),
)
async def use_link(
    request: AnyRequest,
    db: Db,
    settings: ShopSettings,
    caller: Caller,
    data: JSONBody[PasswordForm],
    user_agent: UserAgent = None,
) -> Answer[UsedLink]:
    """Choose the password and log in. The tokens come back in the headers and as cookies, as of a login.

    A sub-id that keeps a second factor logs in afterwards, with its code.
    """
    refuse_other_sites(request)
    pair, login_id = await links.use(
        db, data, key=settings.secret_key, address=caller, user_agent=user_agent or ""
    )
    if pair is not None:
        device = remember_device(device_of(request), login_id, key=settings.secret_key)
        send_tokens(request, pair, device=device)
    return ok(UsedLink(needs_code=pair is None))


ROUTES = [get_own, list_own_events, end_acting, look_up_link, use_link]

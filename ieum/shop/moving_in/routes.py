"""The calls behind the link of a moved member."""

from litestar import post
from litestar.params import JSONBody

from ieum.shop.kernel.cross_site import refuse_other_sites
from ieum.shop.kernel.errors import CrossSite, InvalidFields, TooManyRequests
from ieum.shop.kernel.http import Answer, AnyRequest, Caller, Db, ShopSettings, UserAgent, ok
from ieum.shop.kernel.problems import refusals
from ieum.shop.members.authentication import device_of, send_tokens
from ieum.shop.members.passwords import TooBusy
from ieum.shop.members.security.service import remember_device
from ieum.shop.moving_in import links
from ieum.shop.moving_in.links import MovingLinkNotFound
from ieum.shop.moving_in.types import MovingLink, MovingPassword, MovingToken


@post(
    "/api/v1/moving-in/look-up",
    status_code=200,
    responses=refusals(CrossSite, InvalidFields, MovingLinkNotFound, TooManyRequests),
)
async def look_up_moving_link(
    request: AnyRequest, db: Db, caller: Caller, data: JSONBody[MovingToken]
) -> Answer[MovingLink]:
    """Say whose password the link sets; that uses nothing up."""
    refuse_other_sites(request)
    return ok(await links.look_up(db, data.token, address=caller))


@post(
    "/api/v1/moving-in/use",
    status_code=200,
    responses=refusals(CrossSite, InvalidFields, MovingLinkNotFound, TooManyRequests, TooBusy),
)
async def use_moving_link(
    request: AnyRequest,
    db: Db,
    settings: ShopSettings,
    caller: Caller,
    data: JSONBody[MovingPassword],
    user_agent: UserAgent = None,
) -> Answer[None]:
    """Choose the password, agree and log in. The tokens come back in the headers and as cookies, as of a login."""
    refuse_other_sites(request)
    pair, login_id = await links.use(
        db, data, key=settings.secret_key, address=caller, user_agent=user_agent or ""
    )
    send_tokens(request, pair, device=remember_device(device_of(request), login_id, key=settings.secret_key))
    return ok(None)


ROUTES = [look_up_moving_link, use_moving_link]

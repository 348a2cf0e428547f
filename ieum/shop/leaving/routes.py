"""Preview what leaving the shop would mean, and leave it."""

from litestar import get, post
from litestar.params import JSONBody

from ieum.shop.kernel.errors import Unauthenticated
from ieum.shop.kernel.http import Answer, Caller, Conn, Db, ShopSettings, ok
from ieum.shop.kernel.problems import AnyRequest, refusals
from ieum.shop.leaving import service
from ieum.shop.leaving.types import Leave, Leaving
from ieum.shop.members.authentication import (
    MEMBERS_ONLY,
    MEMBERS_ONLY_BETWEEN,
    Member,
    take_tokens_back,
)
from ieum.shop.members.security.refusals import PASSWORD_REFUSALS
from ieum.shop.orders.service import OrderInProgress


@get("/api/v1/member/leaving", dependencies=MEMBERS_ONLY, responses=refusals(Unauthenticated))
async def preview_leaving(conn: Conn, member: Member) -> Answer[Leaving]:
    """Preview leaving: which records are kept, for how long and why, and what is destroyed."""
    return ok(await service.preview(conn, member.member_id))


@post(
    "/api/v1/member/leave",
    status_code=200,
    dependencies=MEMBERS_ONLY_BETWEEN,
    responses=refusals(*PASSWORD_REFUSALS, service.ServicesInUse, OrderInProgress),
)
async def leave(
    request: AnyRequest,
    db: Db,
    settings: ShopSettings,
    member: Member,
    caller: Caller,
    data: JSONBody[Leave],
) -> Answer[None]:
    """Leave the shop. Unpaid orders are cancelled, points and tickets are forfeited, every session ends."""
    await service.leave(db, member, data.password, key=settings.secret_key, address=caller)
    take_tokens_back(request, forgets_device=True)
    return ok(None)


ROUTES = [preview_leaving, leave]

"""The calls for a lost id or password (spec section 7), and the calls that take the mailed codes."""

from litestar import post
from litestar.params import JSONBody

from ieum.shop.kernel.cross_site import refuse_other_sites
from ieum.shop.kernel.errors import CrossSite, InvalidFields
from ieum.shop.kernel.http import Answer, AnyRequest, Caller, Db, ShopSettings, ok
from ieum.shop.kernel.problems import refusals
from ieum.shop.members.authentication import device_of
from ieum.shop.members.passwords import TooBusy
from ieum.shop.members.recovery import service
from ieum.shop.members.recovery.types import (
    FindId,
    FindIdConfirm,
    FoundIds,
    RecoveryStarted,
    Reset,
    ResetConfirm,
    ResetPassword,
)
from ieum.shop.members.verification.refusals import (
    CodeExpired,
    CodeResendTooSoon,
    CodeUsedUp,
    TooManyCodes,
)

SENDING = refusals(CrossSite, InvalidFields, CodeResendTooSoon, TooManyCodes)


@post("/api/v1/user/find-id", status_code=200, responses=SENDING)
async def find_id(
    request: AnyRequest, db: Db, settings: ShopSettings, caller: Caller, data: JSONBody[FindId]
) -> Answer[RecoveryStarted]:
    """Mail the id and a code to the member who has this name and address; the same answer where there is none."""
    refuse_other_sites(request)
    device = device_of(request)
    return ok(await service.start(db, data, address=caller, device=device, key=settings.secret_key))


@post(
    "/api/v1/user/find-id/confirm",
    status_code=200,
    responses=refusals(CrossSite, InvalidFields, CodeExpired, CodeUsedUp),
)
async def confirm_find_id(
    request: AnyRequest, db: Db, settings: ShopSettings, data: JSONBody[FindIdConfirm]
) -> Answer[FoundIds]:
    """Exchange the code for the login ids, masked."""
    refuse_other_sites(request)
    return ok(await service.find_ids(db, data, key=settings.secret_key))


@post("/api/v1/user/reset-password", status_code=200, responses=SENDING)
async def reset_password(
    request: AnyRequest, db: Db, settings: ShopSettings, caller: Caller, data: JSONBody[ResetPassword]
) -> Answer[RecoveryStarted]:
    """Mail a code to the member who has this id, name and address; the same answer where there is none."""
    refuse_other_sites(request)
    device = device_of(request)
    return ok(await service.start(db, data, address=caller, device=device, key=settings.secret_key))


@post(
    "/api/v1/user/reset-password/confirm",
    status_code=200,
    responses=refusals(CrossSite, InvalidFields, service.AgreementsMissing, CodeExpired, CodeUsedUp, TooBusy),
)
async def confirm_reset(
    request: AnyRequest, db: Db, settings: ShopSettings, caller: Caller, data: JSONBody[ResetConfirm]
) -> Answer[Reset]:
    """Set the new password; every session of the member ends, and every passkey is deleted unless they are kept."""
    refuse_other_sites(request)
    return ok(await service.reset_password(db, data, key=settings.secret_key, address=caller))


ROUTES = [find_id, confirm_find_id, reset_password, confirm_reset]

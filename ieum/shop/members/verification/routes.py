"""The calls for codes by SMS and mail, and for the identity provider."""

from uuid import UUID

from litestar import post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from ieum.shop.kernel.cross_site import refuse_other_sites
from ieum.shop.kernel.errors import CrossSite, InvalidFields, NotFound
from ieum.shop.kernel.http import Answer, AnyRequest, Caller, Db, ShopSettings, created, ok
from ieum.shop.kernel.problems import refusals
from ieum.shop.members.verification import identity, service
from ieum.shop.members.verification.provider import IdentityProvider
from ieum.shop.members.verification.refusals import (
    CodeExpired,
    CodeResendTooSoon,
    CodeUsedUp,
    IdentityFailed,
    IdentityUnavailable,
    TooManyCodes,
    TooManyTexts,
    VerificationUnavailable,
)
from ieum.shop.members.verification.types import (
    CodeEntry,
    CodeRequest,
    CodeSent,
    IdentityRequest,
    IdentityStarted,
    IdentityVerified,
    NoFields,
    Verified,
)


@post(
    "/api/v1/verifications",
    responses=refusals(
        CrossSite, InvalidFields, VerificationUnavailable, CodeResendTooSoon, TooManyCodes, TooManyTexts
    ),
)
async def request_code(
    request: AnyRequest, db: Db, settings: ShopSettings, caller: Caller, data: JSONBody[CodeRequest]
) -> Answer[CodeSent]:
    """Send a six-digit code, valid for three minutes, to a phone number or mail address."""
    # Else another site could have its visitors' browsers request codes here, each from its own IP address.
    refuse_other_sites(request)
    return created(await service.request_code(db, data, address=caller, settings=settings))


@post(
    "/api/v1/verifications/{verification_id:uuid}/confirm",
    status_code=200,
    responses=refusals(CrossSite, InvalidFields, NotFound, CodeExpired, CodeUsedUp),
)
async def confirm_code(
    request: AnyRequest,
    db: Db,
    settings: ShopSettings,
    verification_id: FromPath[UUID],
    data: JSONBody[CodeEntry],
) -> Answer[Verified]:
    """Confirm the code; there are five tries."""
    refuse_other_sites(request)
    return ok(await service.confirm_code(db, verification_id, data.code, key=settings.secret_key))


@post(
    "/api/v1/identity-verifications",
    responses=refusals(CrossSite, InvalidFields, IdentityUnavailable, TooManyCodes),
)
async def start_identity(
    request: AnyRequest, db: Db, settings: ShopSettings, caller: Caller, data: JSONBody[IdentityRequest]
) -> Answer[IdentityStarted]:
    """Begin with the parameters for the provider's script in the browser; `id` is its `identityVerificationId`."""
    refuse_other_sites(request)
    return created(await identity.start(db, settings.identity, data.purpose, address=caller))


@post(
    "/api/v1/identity-verifications/{verification_id:uuid}/confirm",
    status_code=200,
    responses=refusals(CrossSite, InvalidFields, NotFound, IdentityUnavailable, IdentityFailed),
)
async def confirm_identity(
    request: AnyRequest,
    db: Db,
    settings: ShopSettings,
    identity_provider: NamedDependency[IdentityProvider | None],
    verification_id: FromPath[UUID],
    data: JSONBody[NoFields],
) -> Answer[IdentityVerified]:
    """Ask the provider for the result, and return the person it verified."""
    del data
    refuse_other_sites(request)
    return ok(await identity.confirm(db, identity_provider, verification_id, key=settings.secret_key))


ROUTES = [request_code, confirm_code, start_identity, confirm_identity]

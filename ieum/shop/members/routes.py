"""The calls for sign-up, login, logout and the member behind a session (spec section 7)."""

from typing import Annotated, Literal

from litestar import get, post
from litestar.params import JSONBody, QueryParameter

from ieum.shop.kernel.caching import FOR_EVERYBODY
from ieum.shop.kernel.cross_site import refuse_cross_site, refuse_other_sites
from ieum.shop.kernel.errors import CrossSite, InvalidFields, NotFound, TooManyRequests, Unauthenticated
from ieum.shop.kernel.http import Answer, AnyRequest, Caller, Conn, Db, ShopSettings, UserAgent, created, ok
from ieum.shop.kernel.problems import refusals
from ieum.shop.kernel.structs import build
from ieum.shop.members import looks, queries, service
from ieum.shop.members.authentication import (
    ENDS_LOOKS,
    device_of,
    look_of,
    read_claims,
    send_tokens,
    take_look_back,
    take_tokens_back,
)
from ieum.shop.members.passwords import TooBusy
from ieum.shop.members.security.refusals import (
    LoginFailed,
    LoginLocked,
    MemberBlocked,
    OtpWrong,
    SecondFactorRequired,
    SubIdWithheld,
)
from ieum.shop.members.security.service import remember_device
from ieum.shop.members.types import (
    AgreementDocument,
    EndedLook,
    Login,
    LoginIdAnswer,
    LoginIdQuestion,
    MemberInfo,
    SignedUp,
    SignUp,
)
from ieum.shop.members.verification.refusals import VerificationUnavailable
from ieum.shop.site import touches


@post(
    "/api/login",
    status_code=200,
    responses=refusals(
        LoginFailed,
        MemberBlocked,
        SecondFactorRequired,
        OtpWrong,
        SubIdWithheld,
        CrossSite,
        InvalidFields,
        LoginLocked,
        TooBusy,
    ),
)
async def log_in(
    request: AnyRequest,
    db: Db,
    settings: ShopSettings,
    caller: Caller,
    data: JSONBody[Login],
    user_agent: UserAgent = None,
) -> Answer[None]:
    """Start a session. The tokens come back in the headers and as cookies."""
    refuse_other_sites(request)
    device = device_of(request)
    pair = await service.log_in(
        db, data, key=settings.secret_key, address=caller, user_agent=user_agent or "", device=device
    )
    send_tokens(request, pair, device=remember_device(device, data.mberId, key=settings.secret_key))
    return ok(None)


@post("/api/logout", status_code=200, responses=refusals(CrossSite))
async def log_out(request: AnyRequest, conn: Conn) -> Answer[None]:
    """End this session here and in the browser; without one it only clears the cookies."""
    identity = request.scope["state"].get("identity")
    if request.scope["state"].get("from_cookies"):
        refuse_cross_site(request)
    if identity is not None:
        holder = identity.viewer.owner if identity.acting else identity.member_id
        await queries.end_session(conn, holder, identity.session_id, "logout")
    take_tokens_back(request)
    return ok(None)


@post(
    "/api/v1/user/sign-up",
    responses=refusals(
        CrossSite, InvalidFields, VerificationUnavailable, TooManyRequests, LoginLocked, TooBusy
    ),
)
async def sign_up(
    request: AnyRequest, db: Db, settings: ShopSettings, caller: Caller, data: JSONBody[SignUp]
) -> Answer[SignedUp]:
    """Add a member. The same form again, with the same password, is answered as the first time for an hour."""
    refuse_other_sites(request)
    touch = touches.read(request.headers.get("cookie", ""), settings)
    return created(SignedUp(await service.sign_up(db, data, address=caller, settings=settings, touch=touch)))


@post("/api/v1/user/check-id", status_code=200, responses=refusals(CrossSite, InvalidFields, TooManyRequests))
async def check_id(
    request: AnyRequest, db: Db, settings: ShopSettings, caller: Caller, data: JSONBody[LoginIdQuestion]
) -> Answer[LoginIdAnswer]:
    """Tell whether a new member may have this id."""
    refuse_other_sites(request)
    return ok(await service.check_login_id(db, data.mberId, address=caller, key=settings.secret_key))


@get("/api/v1/member", responses=refusals(Unauthenticated))
async def get_member(request: AnyRequest, db: Db) -> Answer[MemberInfo]:
    """The member or sub-id behind the tokens, in one query that also checks the session.

    Every page asks this; a visitor, who has no tokens, is answered without a database connection.
    """
    claims = read_claims(request)
    find = queries.member_info if claims.owner_id is None else queries.sub_id_info
    if claims.look is not None:
        find = queries.looked_at_info
    async with db.connection() as conn:
        member = await find(conn, claims)
    if member is None:
        raise Unauthenticated
    member.lookUntil = claims.look and claims.look.until
    return ok(member)


@post("/api/v1/look/end", status_code=200, opt=ENDS_LOOKS, responses=refusals(CrossSite, NotFound))
async def end_look(request: AnyRequest, conn: Conn) -> Answer[EndedLook]:
    """Staff no longer see the shop as a member does; the browser's own login is back."""
    refuse_cross_site(request)
    take_look_back(request)
    member = await looks.end(conn, look_of(request))
    if member is None:
        raise NotFound
    return ok(EndedLook(f"/console/members/{member}"))


@get("/api/v1/agreements", opt=FOR_EVERYBODY, responses=refusals(InvalidFields))
async def list_agreements(
    conn: Conn,
    purpose: Annotated[Literal["sign-up", "order", "sub-id"], QueryParameter(name="for")],
    whole: Annotated[bool, QueryParameter(required=False)] = True,
) -> Answer[list[AgreementDocument]]:
    """The texts to agree to, in the version in force, each with the whole edition that it sums up.

    Without `whole` the edition is named but its `html` is null: a form asks for the words when somebody opens them.
    """
    documents = await queries.list_agreement_documents(conn, purpose, whole=whole)
    return ok([build(AgreementDocument, document) for document in documents])


ROUTES = [log_in, log_out, sign_up, check_id, get_member, end_look, list_agreements]

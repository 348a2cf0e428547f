"""The calls for a member's second factor and passkeys, and for logging in with a passkey."""

from litestar import get, post
from litestar.params import JSONBody

from ieum.shop.kernel.cross_site import refuse_other_sites
from ieum.shop.kernel.errors import CrossSite, InvalidFields, TooManyRequests, Unauthenticated
from ieum.shop.kernel.http import (
    Answer,
    AnyRequest,
    Caller,
    Conn,
    Db,
    RowId,
    ShopSettings,
    UserAgent,
    created,
    ok,
)
from ieum.shop.kernel.problems import refusals, refusals_of_change
from ieum.shop.members.authentication import LOGINS_ONLY, LOGINS_ONLY_BETWEEN, Member, device_of, send_tokens
from ieum.shop.members.notices import TooManyChanges
from ieum.shop.members.passwords import TooBusy
from ieum.shop.members.security import ceremonies, queries, service
from ieum.shop.members.security.refusals import (
    PASSWORD_REFUSALS,
    ChallengeExpired,
    LoginLocked,
    MemberBlocked,
    PasskeyNotFound,
    PasskeyRefused,
    PasskeyUnverified,
    TooManyPasskeys,
    TotpAlreadyOn,
    TotpNotStarted,
    TotpOff,
)
from ieum.shop.members.security.types import (
    Ceremony,
    CurrentPw,
    NewPasskey,
    NewSecret,
    Passkey,
    PasskeyId,
    PasskeyLogin,
    RecoveryCodes,
    Security,
    TotpCode,
)


@post(
    "/api/v1/login/passkey-options",
    status_code=200,
    responses=refusals(CrossSite, TooManyRequests),
)
async def begin_passkey_login(
    request: AnyRequest, conn: Conn, settings: ShopSettings, caller: Caller
) -> Answer[Ceremony]:
    """The options for `navigator.credentials.get`; they work once, for five minutes."""
    refuse_other_sites(request)
    return ok(await ceremonies.begin_login(conn, settings, address=caller, device=device_of(request)))


@post(
    "/api/v1/login/passkey",
    status_code=200,
    responses=refusals(
        PasskeyRefused, PasskeyUnverified, MemberBlocked, CrossSite, InvalidFields, LoginLocked, TooBusy
    ),
)
async def log_in_with_passkey(
    request: AnyRequest,
    db: Db,
    settings: ShopSettings,
    caller: Caller,
    data: JSONBody[PasskeyLogin],
    user_agent: UserAgent = None,
) -> Answer[None]:
    """Start a session. The tokens come back in the headers and as cookies."""
    refuse_other_sites(request)
    pair, login_id = await ceremonies.log_in(
        db, data.challenge_id, data.credential, settings, address=caller, user_agent=user_agent or ""
    )
    device = service.remember_device(device_of(request), login_id, key=settings.secret_key)
    send_tokens(request, pair, device=device)
    return ok(None)


@get("/api/v1/member/security", dependencies=LOGINS_ONLY, responses=refusals(Unauthenticated))
async def get_security(conn: Conn, member: Member) -> Answer[Security]:
    return ok(await queries.get_security(conn, member.member_id))


@post(
    "/api/v1/member/totp",
    dependencies=LOGINS_ONLY_BETWEEN,
    responses=refusals(*PASSWORD_REFUSALS, TotpAlreadyOn, TooManyChanges),
)
async def begin_totp(
    db: Db, member: Member, settings: ShopSettings, caller: Caller, data: JSONBody[CurrentPw]
) -> Answer[NewSecret]:
    """Create a secret for the authenticator app; logins ask for its codes only after `confirm`."""
    async with service.confirmed(db, member, data.currentPw, address=caller) as conn:
        return created(await service.begin_totp(conn, member.member_id, key=settings.secret_key))


@post(
    "/api/v1/member/totp/confirm",
    status_code=200,
    dependencies=LOGINS_ONLY,
    responses=refusals_of_change(TotpNotStarted, TotpAlreadyOn, TooManyChanges),
)
async def confirm_totp(
    conn: Conn, member: Member, settings: ShopSettings, data: JSONBody[TotpCode]
) -> Answer[RecoveryCodes]:
    """Turn the second factor on with the app's first code. The recovery codes are shown only here."""
    return ok(await service.confirm_totp(conn, member.member_id, data.code, key=settings.secret_key))


@post(
    "/api/v1/member/totp/disable",
    status_code=200,
    dependencies=LOGINS_ONLY_BETWEEN,
    responses=refusals(*PASSWORD_REFUSALS),
)
async def disable_totp(db: Db, member: Member, caller: Caller, data: JSONBody[CurrentPw]) -> Answer[None]:
    async with service.confirmed(db, member, data.currentPw, address=caller) as conn:
        await service.disable_totp(conn, member.member_id)
    return ok(None)


@post(
    "/api/v1/member/totp/recovery-codes",
    status_code=200,
    dependencies=LOGINS_ONLY_BETWEEN,
    responses=refusals(*PASSWORD_REFUSALS, TotpOff, TooManyChanges),
)
async def renew_recovery_codes(
    db: Db, member: Member, caller: Caller, data: JSONBody[CurrentPw]
) -> Answer[RecoveryCodes]:
    """Issue ten new recovery codes; the old ones stop working."""
    async with service.confirmed(db, member, data.currentPw, address=caller) as conn:
        return ok(await service.renew_recovery_codes(conn, member.member_id))


@post(
    "/api/v1/member/passkeys/options",
    status_code=200,
    dependencies=LOGINS_ONLY_BETWEEN,
    responses=refusals(*PASSWORD_REFUSALS, TooManyPasskeys, TooManyRequests, TooManyChanges),
)
async def begin_adding_passkey(
    db: Db, member: Member, settings: ShopSettings, caller: Caller, data: JSONBody[CurrentPw]
) -> Answer[Ceremony]:
    """The options for `navigator.credentials.create`; they work once, for five minutes."""
    async with service.confirmed(db, member, data.currentPw, address=caller) as conn:
        return ok(await ceremonies.begin_adding(conn, member.member_id, settings))


@post(
    "/api/v1/member/passkeys",
    dependencies=LOGINS_ONLY_BETWEEN,
    responses=refusals_of_change(ChallengeExpired, TooManyChanges),
)
async def add_passkey(
    db: Db, member: Member, settings: ShopSettings, data: JSONBody[NewPasskey]
) -> Answer[Passkey]:
    return created(await ceremonies.add(db, member, data, settings))


@post(
    "/api/v1/member/passkeys/{passkey_id:int}/remove",
    status_code=200,
    dependencies=LOGINS_ONLY_BETWEEN,
    responses=refusals(*PASSWORD_REFUSALS, PasskeyNotFound),
)
async def remove_passkey(
    db: Db, member: Member, caller: Caller, passkey_id: RowId, data: JSONBody[CurrentPw]
) -> Answer[None]:
    async with service.confirmed(db, member, data.currentPw, address=caller) as conn:
        await service.remove_passkey(conn, member.member_id, PasskeyId(passkey_id))
    return ok(None)


ROUTES = [
    begin_passkey_login,
    log_in_with_passkey,
    get_security,
    begin_totp,
    confirm_totp,
    disable_totp,
    renew_recovery_codes,
    begin_adding_passkey,
    add_passkey,
    remove_passkey,
]

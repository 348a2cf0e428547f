"""A member's second factor and passkeys, and logging in with one."""

from litestar import delete, get, post
from litestar.params import FromHeader, JSONBody

from ieum.shop.kernel.errors import CrossSite, InvalidFields, Unauthenticated, refusals
from ieum.shop.kernel.http import Answer, AnyRequest, Caller, Conn, Db, RowId, ShopSettings, created, ok
from ieum.shop.members.authentication import (
    MEMBERS_ONLY,
    MEMBERS_ONLY_BETWEEN,
    Member,
    refuse_other_sites,
    send_tokens,
)
from ieum.shop.members.passwords import TooBusy
from ieum.shop.members.security import ceremonies, service
from ieum.shop.members.security.refusals import (
    ChallengeExpired,
    LoginLocked,
    PasskeyNotFound,
    PasskeyRefused,
    TooManyChallenges,
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

CHANGES = (Unauthenticated, CrossSite, InvalidFields)
# Of what asks for the current password again.
ASKS_AGAIN = (*CHANGES, LoginLocked, TooBusy)


@post(
    "/api/v1/login/passkey-options",
    status_code=200,
    responses=refusals(CrossSite, TooManyChallenges),
)
async def begin_passkey_login(
    request: AnyRequest, conn: Conn, settings: ShopSettings, caller: Caller
) -> Answer[Ceremony]:
    """What to hand to `navigator.credentials.get`; good once, for five minutes."""
    refuse_other_sites(request)
    return ok(await ceremonies.begin_login(conn, settings, address=caller))


@post(
    "/api/v1/login/passkey",
    status_code=200,
    responses=refusals(PasskeyRefused, CrossSite, InvalidFields, LoginLocked, TooBusy),
)
async def log_in_with_passkey(
    request: AnyRequest,
    db: Db,
    settings: ShopSettings,
    caller: Caller,
    data: JSONBody[PasskeyLogin],
    user_agent: FromHeader[str | None] = None,
) -> Answer[None]:
    """Start a session. The tokens come back in the headers and as cookies."""
    refuse_other_sites(request)
    pair = await ceremonies.log_in(
        db, data.challenge_id, data.credential, settings, address=caller, user_agent=user_agent or ""
    )
    send_tokens(request, pair)
    return ok(None)


@get("/api/v1/member/security", dependencies=MEMBERS_ONLY, responses=refusals(Unauthenticated))
async def get_security(conn: Conn, member: Member) -> Answer[Security]:
    return ok(await service.get(conn, member.member_id))


@post(
    "/api/v1/member/totp", dependencies=MEMBERS_ONLY_BETWEEN, responses=refusals(*ASKS_AGAIN, TotpAlreadyOn)
)
async def begin_totp(
    db: Db, member: Member, settings: ShopSettings, caller: Caller, data: JSONBody[CurrentPw]
) -> Answer[NewSecret]:
    """A secret for the authenticator app; nothing is asked for before `confirm`."""
    await service.check_password(db, member.member_id, data.currentPw, address=caller)
    return created(await service.begin_totp(db, member.member_id, key=settings.secret_key))


@post(
    "/api/v1/member/totp/confirm",
    status_code=200,
    dependencies=MEMBERS_ONLY,
    responses=refusals(*CHANGES, TotpNotStarted, TotpAlreadyOn),
)
async def confirm_totp(
    conn: Conn, member: Member, settings: ShopSettings, data: JSONBody[TotpCode]
) -> Answer[RecoveryCodes]:
    """Turn it on with the app's first code. The recovery codes are shown this once."""
    return ok(await service.confirm_totp(conn, member.member_id, data.code, key=settings.secret_key))


@post(
    "/api/v1/member/totp/disable",
    status_code=200,
    dependencies=MEMBERS_ONLY_BETWEEN,
    responses=refusals(*ASKS_AGAIN),
)
async def disable_totp(db: Db, member: Member, caller: Caller, data: JSONBody[CurrentPw]) -> Answer[None]:
    await service.check_password(db, member.member_id, data.currentPw, address=caller)
    async with db.transaction() as conn:
        await service.disable_totp(conn, member.member_id)
    return ok(None)


@post(
    "/api/v1/member/totp/recovery-codes",
    status_code=200,
    dependencies=MEMBERS_ONLY_BETWEEN,
    responses=refusals(*ASKS_AGAIN, TotpOff),
)
async def renew_recovery_codes(
    db: Db, member: Member, caller: Caller, data: JSONBody[CurrentPw]
) -> Answer[RecoveryCodes]:
    """Ten new ones; those before end."""
    await service.check_password(db, member.member_id, data.currentPw, address=caller)
    async with db.transaction() as conn:
        return ok(await service.renew_recovery_codes(conn, member.member_id))


@post(
    "/api/v1/member/passkeys/options",
    status_code=200,
    dependencies=MEMBERS_ONLY_BETWEEN,
    responses=refusals(*ASKS_AGAIN, TooManyPasskeys, TooManyChallenges),
)
async def begin_adding_passkey(
    db: Db, member: Member, settings: ShopSettings, caller: Caller, data: JSONBody[CurrentPw]
) -> Answer[Ceremony]:
    """What to hand to `navigator.credentials.create`; good once, for five minutes."""
    await service.check_password(db, member.member_id, data.currentPw, address=caller)
    async with db.transaction() as conn:
        return ok(await ceremonies.begin_adding(conn, member.member_id, settings))


@post(
    "/api/v1/member/passkeys",
    dependencies=MEMBERS_ONLY_BETWEEN,
    responses=refusals(*CHANGES, ChallengeExpired),
)
async def add_passkey(
    db: Db, member: Member, settings: ShopSettings, data: JSONBody[NewPasskey]
) -> Answer[Passkey]:
    return created(await ceremonies.add(db, member.member_id, data, settings))


@delete(
    "/api/v1/member/passkeys/{passkey_id:int}",
    status_code=200,
    dependencies=MEMBERS_ONLY,
    responses=refusals(*CHANGES, PasskeyNotFound),
)
async def remove_passkey(conn: Conn, member: Member, passkey_id: RowId) -> Answer[None]:
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

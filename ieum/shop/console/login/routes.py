"""The calls of the login: in and out, invitations, and one's own sessions, passkeys and password."""

from litestar import Response, delete, get, post, put
from litestar.params import JSONBody

from ieum.shop.console.login import invitations, own, passkey_queries, passkeys, queries
from ieum.shop.console.login import service as login
from ieum.shop.console.login.refusals import (
    InvitationNotFound,
    StaffCodeWrong,
    StaffLoginFailed,
    StaffNotFound,
    StaffPasskeyRefused,
    TooManyStaffPasskeys,
)
from ieum.shop.console.login.types import (
    Acceptance,
    InvitationInfo,
    InvitationToken,
    NewStaffPasskey,
    PasswordChange,
    StaffLogin,
    StaffPasskey,
    StaffPasskeyId,
    UsedStaffSession,
)
from ieum.shop.desk import cookies
from ieum.shop.desk.access import Acting, ActorDependency, Reader, between, changes, reads
from ieum.shop.desk.refusals import NetworkNotAllowed
from ieum.shop.desk.request_ids import name_request, request_id_of
from ieum.shop.desk.types import Items, StaffSessionId
from ieum.shop.kernel.cross_site import refuse_cross_site
from ieum.shop.kernel.errors import CrossSite, InvalidFields, TooManyRequests
from ieum.shop.kernel.http import Answer, Caller, Conn, Db, RowId, ShopSettings, UserAgent, created, ok
from ieum.shop.kernel.problems import AnyRequest, refusals
from ieum.shop.kernel.settings import Settings
from ieum.shop.members.passwords import TooBusy
from ieum.shop.members.security.refusals import LoginLocked
from ieum.shop.members.security.types import Ceremony, PasskeyLogin, RecoveryCodes

_OPEN = refusals(NetworkNotAllowed, CrossSite, InvalidFields, TooManyRequests, TooBusy, LoginLocked)


def _caller(request: AnyRequest, address: str, user_agent: str | None) -> login.Caller:
    """Build the caller of login, logout or an invitation. All may call these, but not pages of other sites."""
    refuse_cross_site(request)
    return login.Caller(
        address=address,
        user_agent=user_agent or "",
        request_id=request_id_of(request),
        old_token=cookies.read(request.headers.get("cookie", ""), request.app.state.settings),
    )


def _let_in[T](data: T, token: str, settings: Settings) -> Response[Answer[T]]:
    headers = {"Set-Cookie": cookies.write(token, settings), "Cache-Control": "no-store"}
    return Response(ok(data), headers=headers)


@post(
    "/api/v1/console/session",
    status_code=200,
    middleware=[name_request],
    responses=_OPEN | refusals(StaffLoginFailed),
)
async def log_in(
    request: AnyRequest,
    db: Db,
    settings: ShopSettings,
    caller: Caller,
    data: JSONBody[StaffLogin],
    user_agent: UserAgent = None,
) -> Response[Answer[None]]:
    """Begin a session with a password and a code. Whatever is wrong, the answer is the same."""
    token = await login.log_in(db, data, settings, _caller(request, caller, user_agent))
    return _let_in(None, token, settings)


@delete("/api/v1/console/session", status_code=200, middleware=[name_request], responses=refusals(CrossSite))
async def log_out(
    request: AnyRequest, db: Db, settings: ShopSettings, caller: Caller, user_agent: UserAgent = None
) -> Response[Answer[None]]:
    """End this session; whoever has none is answered the same."""
    at_door = _caller(request, caller, user_agent)
    await login.log_out(db, at_door.old_token, at_door)
    return Response(ok(None), headers={"Set-Cookie": cookies.end(settings), "Cache-Control": "no-store"})


@post(
    "/api/v1/console/session/passkey/challenge", status_code=200, middleware=[name_request], responses=_OPEN
)
async def ask_for_passkey(
    request: AnyRequest, db: Db, settings: ShopSettings, caller: Caller, user_agent: UserAgent = None
) -> Answer[Ceremony]:
    """Ask for a passkey at the login."""
    return ok(await passkeys.begin_login(db, settings, _caller(request, caller, user_agent)))


@post(
    "/api/v1/console/session/passkey",
    status_code=200,
    middleware=[name_request],
    responses=_OPEN | refusals(StaffPasskeyRefused),
)
async def log_in_by_passkey(
    request: AnyRequest,
    db: Db,
    settings: ShopSettings,
    caller: Caller,
    data: JSONBody[PasskeyLogin],
    user_agent: UserAgent = None,
) -> Response[Answer[None]]:
    """Begin a session with a passkey that has asked for a finger, a face or a PIN."""
    token = await passkeys.log_in(
        db, data.challenge_id, data.credential, settings, _caller(request, caller, user_agent)
    )
    return _let_in(None, token, settings)


@post(
    "/api/v1/console/invitations/look-up",
    status_code=200,
    middleware=[name_request],
    responses=_OPEN | refusals(InvitationNotFound),
)
async def look_up_invitation(
    request: AnyRequest,
    db: Db,
    settings: ShopSettings,
    caller: Caller,
    data: JSONBody[InvitationToken],
    user_agent: UserAgent = None,
) -> Answer[InvitationInfo]:
    """Say whose invitation it is, and what their authenticator has to know. Looking uses nothing up."""
    return ok(await invitations.look_up(db, data.token, settings, _caller(request, caller, user_agent)))


@post(
    "/api/v1/console/invitations/acceptance",
    status_code=200,
    middleware=[name_request],
    responses=_OPEN | refusals(InvitationNotFound, StaffCodeWrong),
)
async def accept_invitation(
    request: AnyRequest,
    db: Db,
    settings: ShopSettings,
    caller: Caller,
    data: JSONBody[Acceptance],
    user_agent: UserAgent = None,
) -> Response[Answer[RecoveryCodes]]:
    """Set both factors, begin a session, and show the recovery codes, once."""
    codes, token = await invitations.accept(db, data, settings, _caller(request, caller, user_agent))
    return _let_in(RecoveryCodes(codes), token, settings)


@get("/api/v1/console/me/sessions", **reads("own"))
async def list_own_sessions(conn: Conn, staff: Reader) -> Answer[Items[UsedStaffSession]]:
    """List one's own live sessions, newest first."""
    return ok(Items(await queries.list_sessions(conn, staff.id, current=staff.session_id)))


@delete("/api/v1/console/me/sessions/{id:int}", status_code=200, **changes("own", StaffNotFound))
async def end_own_session(act: Acting, id: RowId) -> Answer[None]:
    """End one of one's own sessions."""
    await own.end_session(act, StaffSessionId(id))
    return ok(None)


@get("/api/v1/console/me/passkeys", **reads("own"))
async def list_own_passkeys(conn: Conn, staff: Reader) -> Answer[Items[StaffPasskey]]:
    return ok(Items(await passkey_queries.list_passkeys(conn, staff.id)))


@post("/api/v1/console/me/passkeys/challenge", status_code=200, **changes("own", TooManyStaffPasskeys))
async def begin_passkey(act: Acting, settings: ShopSettings) -> Answer[Ceremony]:
    """Begin to add a passkey; nothing changes until it is there."""
    act.nothing_changed()
    return ok(await passkeys.begin_adding(act.conn, act.staff, settings))


@post(
    "/api/v1/console/me/passkeys",
    **between("own", TooManyStaffPasskeys, StaffCodeWrong, LoginLocked),
)
async def add_passkey(
    actor: ActorDependency, db: Db, settings: ShopSettings, data: JSONBody[NewStaffPasskey]
) -> Answer[StaffPasskey]:
    """Add a passkey, by a code of the authenticator: a session alone must not outlive itself."""
    await login.check_code(db, actor.staff.id, data.code, settings=settings, address=actor.address)
    async with actor.transaction() as act:
        return created(await passkeys.add(act, data, settings))


@delete("/api/v1/console/me/passkeys/{id:int}", status_code=200, **changes("own", StaffNotFound))
async def remove_passkey(act: Acting, id: RowId) -> Answer[None]:
    await own.remove_passkey(act, StaffPasskeyId(id))
    return ok(None)


@put(
    "/api/v1/console/me/password",
    **between("own", StaffLoginFailed, StaffCodeWrong, LoginLocked, TooBusy),
)
async def change_password(
    actor: ActorDependency, db: Db, settings: ShopSettings, data: JSONBody[PasswordChange]
) -> Answer[None]:
    """Change one's own password; all other sessions end."""
    await own.change_password(actor, db, data, settings)
    return ok(None)


ROUTES = [
    log_in,
    log_out,
    ask_for_passkey,
    log_in_by_passkey,
    look_up_invitation,
    accept_invitation,
    list_own_sessions,
    end_own_session,
    list_own_passkeys,
    begin_passkey,
    add_passkey,
    remove_passkey,
    change_password,
]

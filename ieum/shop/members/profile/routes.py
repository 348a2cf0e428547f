"""The calls of the member's own page: profile, consents, logged-in devices."""

from litestar import delete, get, post, put
from litestar.params import JSONBody

from ieum.shop.kernel.errors import CrossSite, TooManyRequests, Unauthenticated
from ieum.shop.kernel.http import Answer, Caller, Conn, Db, RowId, ok
from ieum.shop.kernel.problems import refusals, refusals_of_change
from ieum.shop.members import looks
from ieum.shop.members.authentication import (
    LOGINS_ONLY,
    LOGINS_ONLY_BETWEEN,
    MEMBERS_ONLY,
    MEMBERS_ONLY_BETWEEN,
    Member,
)
from ieum.shop.members.notices import TooManyChanges
from ieum.shop.members.profile import consents, queries, service
from ieum.shop.members.profile.types import (
    ConsentChange,
    EmailChange,
    Ended,
    LoginDevice,
    NameChange,
    PasswordChange,
    PhoneChange,
    Profile,
)
from ieum.shop.members.security.refusals import PASSWORD_REFUSALS

LOOKS_SHOWN = 20


@get("/api/v1/member/profile", dependencies=MEMBERS_ONLY, responses=refusals(Unauthenticated))
async def get_profile(conn: Conn, member: Member) -> Answer[Profile]:
    return ok(await service.get_profile(conn, member.member_id))


@put(
    "/api/v1/member/name",
    dependencies=MEMBERS_ONLY_BETWEEN,
    responses=refusals(*PASSWORD_REFUSALS, TooManyChanges),
)
async def change_name(db: Db, member: Member, caller: Caller, data: JSONBody[NameChange]) -> Answer[Profile]:
    """Change the name. Confirmed by mail; in recovery the old name counts for another year."""
    return ok(await service.change_name(db, member, data, address=caller))


@put(
    "/api/v1/member/email",
    dependencies=MEMBERS_ONLY_BETWEEN,
    responses=refusals(*PASSWORD_REFUSALS, TooManyChanges),
)
async def change_email(
    db: Db, member: Member, caller: Caller, data: JSONBody[EmailChange]
) -> Answer[Profile]:
    """Change the mail address, with a verification where the shop asks for one. Both addresses get a mail."""
    return ok(await service.change_email(db, member, data, address=caller))


@put(
    "/api/v1/member/phone",
    dependencies=MEMBERS_ONLY_BETWEEN,
    responses=refusals(*PASSWORD_REFUSALS, TooManyChanges),
)
async def change_phone(
    db: Db, member: Member, caller: Caller, data: JSONBody[PhoneChange]
) -> Answer[Profile]:
    """Change the phone number, with a verification where the shop asks for one. Confirmed by mail."""
    return ok(await service.change_phone(db, member, data, address=caller))


@put(
    "/api/v1/member/password",
    dependencies=LOGINS_ONLY_BETWEEN,
    responses=refusals(*PASSWORD_REFUSALS, TooManyChanges),
)
async def change_password(
    db: Db, member: Member, caller: Caller, data: JSONBody[PasswordChange]
) -> Answer[Profile]:
    """Change the password. Every session but this one ends. Confirmed by mail."""
    return ok(await service.change_password(db, member, data, address=caller))


@put(
    "/api/v1/member/consents",
    dependencies=MEMBERS_ONLY,
    responses=refusals_of_change(TooManyRequests),
)
async def change_consents(
    conn: Conn, member: Member, caller: Caller, data: JSONBody[ConsentChange]
) -> Answer[Profile]:
    """Agree to advertising or withdraw; each change is recorded, and confirmed on its own medium."""
    return ok(await consents.change(conn, member, data, address=caller))


@get("/api/v1/member/sessions", dependencies=LOGINS_ONLY, responses=refusals(Unauthenticated))
async def list_sessions(conn: Conn, member: Member) -> Answer[list[LoginDevice]]:
    """List the devices on which this member is logged in: this device first, then the most recently used."""
    return ok(await service.list_devices(conn, member))


@get("/api/v1/member/looks", dependencies=MEMBERS_ONLY, responses=refusals(Unauthenticated))
async def list_looks(conn: Conn, member: Member) -> Answer[list[looks.SeenLook]]:
    """List the times at which staff saw the shop as this member does, the latest first."""
    return ok(await looks.list_of(conn, member.member_id, limit=LOOKS_SHOWN))


@delete(
    "/api/v1/member/sessions/{session_id:int}",
    status_code=200,
    dependencies=LOGINS_ONLY,
    responses=refusals_of_change(service.SessionNotFound),
)
async def end_session(conn: Conn, member: Member, session_id: RowId) -> Answer[None]:
    """Log a device out; its tokens stop working at once."""
    await service.end_session(conn, member.member_id, session_id)
    return ok(None)


@post(
    "/api/v1/member/sessions/end-others",
    status_code=200,
    dependencies=LOGINS_ONLY,
    responses=refusals(Unauthenticated, CrossSite),
)
async def end_other_sessions(conn: Conn, member: Member) -> Answer[Ended]:
    """Log every other device out, and staff who look."""
    ended = await queries.end_sessions(conn, member.member_id, but=member.session_id)
    return ok(Ended(len(ended)))


ROUTES = [
    get_profile,
    change_name,
    change_email,
    change_phone,
    change_password,
    change_consents,
    list_sessions,
    list_looks,
    end_session,
    end_other_sessions,
]

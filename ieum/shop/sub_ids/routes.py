"""The calls by which an owner manages sub-ids."""

from typing import Annotated, Literal

from litestar import delete, get, post, put
from litestar.params import JSONBody, QueryParameter

from ieum.shop.kernel.errors import InvalidFields, TooManyRequests, Unauthenticated
from ieum.shop.kernel.http import Answer, AnyRequest, Conn, Db, Page, RowId, ShopSettings, created, ok
from ieum.shop.kernel.paging import Listing
from ieum.shop.kernel.problems import refusals, refusals_of_change
from ieum.shop.kernel.texts import LINE
from ieum.shop.members.authentication import (
    MEMBERS_ONLY,
    MEMBERS_ONLY_BETWEEN,
    Member,
    RefreshTokenNeeded,
    renew_tokens,
    require_refresh_token,
)
from ieum.shop.services.service import ServiceNotFound
from ieum.shop.services.types import GrantChoice
from ieum.shop.sub_ids import making, service
from ieum.shop.sub_ids.refusals import (
    NotToBeSeenAs,
    SubIdNotFound,
    TooManySubIdChanges,
    TooManySubIdLinks,
    TooManySubIds,
    TooManySubIdsToday,
)
from ieum.shop.sub_ids.types import (
    Event,
    LinkForm,
    MadeSubId,
    PasswordLink,
    SubIdChange,
    SubIdDetail,
    SubIdFile,
    SubIdForm,
    SubIdListing,
    UsedSession,
)

Search = Annotated[str, QueryParameter(max_length=40, pattern=LINE, required=False)]
StateFilter = Annotated[
    Literal["active", "invited", "suspended", "over", "removed", "all"],
    QueryParameter(name="state", required=False),
]
READ = refusals(Unauthenticated, InvalidFields, SubIdNotFound)
TAKE = refusals_of_change(SubIdNotFound)
CHANGE = refusals_of_change(SubIdNotFound, TooManySubIdChanges)
MAKE = refusals_of_change(TooManySubIds, TooManySubIdsToday, TooManyRequests)


@get("/api/v1/sub-ids", dependencies=MEMBERS_ONLY, responses=refusals(Unauthenticated, InvalidFields))
async def list_sub_ids(
    conn: Conn, member: Member, page: Page = 1, search: Search = "", state_filter: StateFilter = "all"
) -> Answer[SubIdListing]:
    """The member's sub-ids, the newest first, but for removed ones, which `state` asks for."""
    state = None if state_filter == "all" else state_filter
    return ok(await service.list_page(conn, member.member_id, search=search, state=state, page=page))


@post("/api/v1/sub-ids", dependencies=MEMBERS_ONLY_BETWEEN, responses=MAKE)
async def make_sub_id(
    db: Db, member: Member, settings: ShopSettings, data: JSONBody[SubIdForm]
) -> Answer[MadeSubId]:
    """Make a sub-id. The link by which it chooses its password is shown only here."""
    made = await making.make(
        db, member.member_id, data, key=settings.secret_key, public_url=settings.public_url
    )
    return created(made)


@post("/api/v1/sub-ids/import", dependencies=MEMBERS_ONLY_BETWEEN, responses=MAKE)
async def import_sub_ids(
    db: Db, member: Member, settings: ShopSettings, data: JSONBody[SubIdFile]
) -> Answer[list[MadeSubId]]:
    """Make all sub-ids of a CSV file, fifty at most, or none; `fields` names every wrong line."""
    made = await making.make_from_file(
        db, member.member_id, data.csv, key=settings.secret_key, public_url=settings.public_url
    )
    return created(made)


@get("/api/v1/sub-ids/{sub_id:int}", dependencies=MEMBERS_ONLY, responses=READ)
async def get_sub_id(conn: Conn, member: Member, sub_id: RowId) -> Answer[SubIdDetail]:
    return ok(await service.get(conn, member.member_id, sub_id))


@put("/api/v1/sub-ids/{sub_id:int}", dependencies=MEMBERS_ONLY, responses=CHANGE)
async def change_sub_id(
    conn: Conn, member: Member, sub_id: RowId, data: JSONBody[SubIdChange]
) -> Answer[SubIdDetail]:
    """Change the name or the last day."""
    await service.change(conn, member.member_id, sub_id, data)
    return ok(await service.get(conn, member.member_id, sub_id))


@delete("/api/v1/sub-ids/{sub_id:int}", status_code=200, dependencies=MEMBERS_ONLY, responses=TAKE)
async def remove_sub_id(conn: Conn, member: Member, sub_id: RowId) -> Answer[None]:
    """Remove it for good: its sessions end, its devices are disconnected, its id is never given again."""
    await service.remove(conn, member.member_id, sub_id)
    return ok(None)


@post("/api/v1/sub-ids/{sub_id:int}/suspend", status_code=200, dependencies=MEMBERS_ONLY, responses=TAKE)
async def suspend_sub_id(conn: Conn, member: Member, sub_id: RowId) -> Answer[SubIdDetail]:
    """Log it out everywhere and disconnect its devices, until it is resumed."""
    await service.suspend(conn, member.member_id, sub_id)
    return ok(await service.get(conn, member.member_id, sub_id))


@post("/api/v1/sub-ids/{sub_id:int}/resume", status_code=200, dependencies=MEMBERS_ONLY, responses=CHANGE)
async def resume_sub_id(conn: Conn, member: Member, sub_id: RowId) -> Answer[SubIdDetail]:
    await service.resume(conn, member.member_id, sub_id)
    return ok(await service.get(conn, member.member_id, sub_id))


@post(
    "/api/v1/sub-ids/{sub_id:int}/link",
    dependencies=MEMBERS_ONLY,
    responses=refusals_of_change(SubIdNotFound, TooManySubIdLinks),
)
async def make_link(
    conn: Conn, member: Member, settings: ShopSettings, sub_id: RowId, data: JSONBody[LinkForm]
) -> Answer[PasswordLink]:
    """Make another link by which it chooses a password; the one before stops working."""
    link = await service.new_link(
        conn,
        member.member_id,
        sub_id,
        resets_factors=data.resets_factors,
        public_url=settings.public_url,
    )
    return created(link)


@put(
    "/api/v1/sub-ids/{sub_id:int}/services/{service_id:int}",
    dependencies=MEMBERS_ONLY,
    responses=refusals_of_change(SubIdNotFound, ServiceNotFound, TooManySubIdChanges),
)
async def grant_service(
    conn: Conn, member: Member, sub_id: RowId, service_id: RowId, data: JSONBody[GrantChoice]
) -> Answer[SubIdDetail]:
    """Let it use a service, with so many devices and changes of the address, or change that."""
    await service.grant(conn, member.member_id, sub_id, service_id, data)
    return ok(await service.get(conn, member.member_id, sub_id))


@delete(
    "/api/v1/sub-ids/{sub_id:int}/services/{service_id:int}",
    status_code=200,
    dependencies=MEMBERS_ONLY,
    responses=TAKE,
)
async def withdraw_service(
    conn: Conn, member: Member, sub_id: RowId, service_id: RowId
) -> Answer[SubIdDetail]:
    """Take a service away; the devices that it has there are removed."""
    await service.withdraw(conn, member.member_id, sub_id, service_id)
    return ok(await service.get(conn, member.member_id, sub_id))


@get("/api/v1/sub-ids/{sub_id:int}/events", dependencies=MEMBERS_ONLY, responses=READ)
async def list_events(conn: Conn, member: Member, sub_id: RowId, page: Page = 1) -> Answer[Listing[Event]]:
    """List what was done with the sub-id and by it, the newest first."""
    return ok(await service.list_events(conn, member.member_id, sub_id, page))


@get("/api/v1/sub-ids/{sub_id:int}/sessions", dependencies=MEMBERS_ONLY, responses=READ)
async def list_sessions(
    conn: Conn, member: Member, sub_id: RowId, page: Page = 1
) -> Answer[Listing[UsedSession]]:
    """The connections of its devices in the last thirty days. Where they came from is not told."""
    return ok(await service.list_sessions(conn, member.member_id, sub_id, page))


@post(
    "/api/v1/sub-ids/{sub_id:int}/act",
    status_code=200,
    dependencies=MEMBERS_ONLY_BETWEEN,
    responses=refusals_of_change(SubIdNotFound, NotToBeSeenAs, RefreshTokenNeeded, TooManySubIdChanges),
)
async def begin_acting(request: AnyRequest, db: Db, member: Member, sub_id: RowId) -> Answer[None]:
    """Look at its pages in this session, read only, until `POST /api/v1/sub-id/act/end`. New tokens come with it."""
    require_refresh_token(request)
    async with db.transaction() as conn:
        await service.begin_acting(conn, member, sub_id)
    await renew_tokens(request, db)
    return ok(None)


ROUTES = [
    list_sub_ids,
    make_sub_id,
    import_sub_ids,
    get_sub_id,
    change_sub_id,
    remove_sub_id,
    suspend_sub_id,
    resume_sub_id,
    make_link,
    grant_service,
    withdraw_service,
    list_events,
    list_sessions,
    begin_acting,
]

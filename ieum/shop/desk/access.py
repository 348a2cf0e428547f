"""Declares permissions: each route of the console names its own by `reads`, `changes` or `between`.

The permission stands in the OpenAPI document, too (`security`), from which the matrix test is made. A change is one
transaction whose last step writes it into the record; a change that notes nothing is an error of ours and answers 500.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Literal

from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.openapi.datastructures import ResponseSpec

from ieum.shop.desk import access_queries as queries
from ieum.shop.desk import cookies, sessions
from ieum.shop.desk.acting import Act, Actor, Press, hash_token, require
from ieum.shop.desk.changes import AnyChange, Outside
from ieum.shop.desk.looking import Looker
from ieum.shop.desk.permissions import OWN, Permission
from ieum.shop.desk.refusals import NetworkNotAllowed, PermissionMissing, StaffUnauthenticated
from ieum.shop.desk.registry import Desk
from ieum.shop.desk.request_ids import name_request, request_id_of
from ieum.shop.desk.types import ApprovalId, Staff
from ieum.shop.kernel.cross_site import refuse_cross_site
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import CrossSite, InvalidFields, NotFound, ShopError, TooManyRequests
from ieum.shop.kernel.http import SAFE_METHODS, provide_caller
from ieum.shop.kernel.problems import AnyRequest, refusals

# Between two notes that a session is in use: each costs a write.
TOUCH_AFTER = timedelta(minutes=1)
# Sent by what the page asks by itself: nobody is at the keyboard.
QUIET = "x-quiet"


async def _authenticate(request: AnyRequest, conn: Connection, address: str, *, holds: bool) -> Staff:
    """Find the session's person and check the route's permission.

    Raises StaffUnauthenticated, NetworkNotAllowed, PermissionMissing.
    """
    token = cookies.read(request.headers.get("cookie", ""), request.app.state.settings)
    if not token:
        raise StaffUnauthenticated
    find = queries.lock_session if holds else queries.find_session
    staff = await find(conn, hash_token(token), address=address)
    if staff is None:
        raise StaffUnauthenticated
    if not staff.allowed_from_here:
        raise NetworkNotAllowed
    permission = _permission_of(request)
    if permission != OWN:
        require(staff, permission)
    if QUIET not in request.headers and datetime.now(UTC) - staff.seen_at > TOUCH_AFTER:
        await sessions.touch_session(conn, staff.session_id)
    return staff


def _permission_of(request: AnyRequest) -> Permission | Literal["own"]:
    """The route's own, or that of the change whose name stands in the address. Raises ChangeUnknown."""
    declared: Permission | Literal["own"] | None = request.route_handler.opt["permission"]
    if declared is not None:
        return declared
    return _change_of(request).permission


def _change_of(request: AnyRequest) -> AnyChange:
    """The change whose name stands in the address. Raises ChangeUnknown."""
    desk: Desk = request.app.state.desk
    return desk.get(request.path_params["name"])


@asynccontextmanager
async def _act(
    request: AnyRequest,
    db: Database,
    address: str,
    *,
    approval: ApprovalId | None = None,
    alone: bool = False,
) -> AsyncGenerator[Act]:
    refuse_cross_site(request)
    async with db.transaction() as conn:
        staff = await _authenticate(request, conn, address, holds=True)
        act = Act(
            conn,
            staff,
            settings=request.app.state.settings,
            request_id=request_id_of(request),
            address=address,
            approval=approval,
            alone=alone,
        )
        yield act
        await act.write()


async def _provide_act(request: AnyRequest, state: State) -> AsyncGenerator[Act]:
    address = await provide_caller(request, state)
    async with _act(request, state.db, address) as act:
        yield act


async def _provide_conn(request: AnyRequest, state: State) -> AsyncGenerator[Connection]:
    address = await provide_caller(request, state)
    is_post = request.method not in SAFE_METHODS
    if is_post:
        refuse_cross_site(request)
    async with state.db.connection() as conn:
        request.scope["state"]["staff"] = await _authenticate(request, conn, address, holds=False)
        if not is_post:
            yield conn
            return
        # A read whose question is too long for an address, such as a preview: the database refuses it any change.
        async with conn.transaction():
            await conn.execute("SET TRANSACTION READ ONLY")
            yield conn


async def _provide_staff(request: AnyRequest, conn: NamedDependency[Connection]) -> Staff:
    """Provide the person who asks. Depends on `conn`, whose provider has let them in."""
    del conn
    return request.scope["state"]["staff"]


async def _provide_looker(
    request: AnyRequest, state: State, conn: NamedDependency[Connection], staff: NamedDependency[Staff]
) -> Looker:
    return Looker(conn, staff, request_id_of(request), await provide_caller(request, state), state.sealer)


async def _provide_actor(request: AnyRequest, state: State) -> Actor:
    address = await provide_caller(request, state)
    if request.method not in SAFE_METHODS:
        refuse_cross_site(request)
    async with state.db.connection() as conn:
        staff = await _authenticate(request, conn, address, holds=False)
    return Actor(staff, address, partial(_act, request, state.db, address))


async def _provide_presser(request: AnyRequest, state: State) -> AsyncGenerator[Press]:
    if _change_of(request).calls_out:
        yield Press(await _provide_actor(request, state))
        return
    async with _act(request, state.db, await provide_caller(request, state)) as act:
        yield Press(act)


async def _provide_outside(state: State) -> Outside:
    return Outside(state.db, state.feed, state.sealer, state.provider)


# What handlers ask for by name: `conn`, `staff` and `looker` of a read, `act` of a change, `actor` of what is between.
Acting = NamedDependency[Act]
Pressing = NamedDependency[Press]
OutsideDependency = NamedDependency[Outside]
DeskDependency = NamedDependency[Desk]
ActorDependency = NamedDependency[Actor]
Reader = NamedDependency[Staff]
Looking = NamedDependency[Looker]

_COMMON: tuple[type[ShopError], ...] = (
    StaffUnauthenticated,
    NetworkNotAllowed,
    PermissionMissing,
    InvalidFields,
    NotFound,
    TooManyRequests,
)


def reads(permission: Permission | Literal["own"] | None, *kinds: type[ShopError]) -> dict[str, Any]:
    """The rest of a read's declaration: `@get(path, **reads("orders.view"))`; it may ask for `conn`, `staff`, `looker`.

    A preview is a read by POST: its transaction is READ ONLY. `permission` is None if the change that is named in the
    address has it.
    """
    declared = _declare(
        permission,
        {
            "conn": Provide(_provide_conn),
            "staff": Provide(_provide_staff),
            "looker": Provide(_provide_looker),
        },
        (CrossSite, *_COMMON, *kinds),
    )
    declared["opt"]["only_reads"] = True
    return declared


def changes(permission: Permission | Literal["own"] | None, *kinds: type[ShopError]) -> dict[str, Any]:
    """Declare a writing route: it asks for `act`, one transaction, which has to record what it did."""
    return _declare(permission, {"act": Provide(_provide_act)}, (CrossSite, *_COMMON, *kinds))


def between(permission: Permission | Literal["own"], *kinds: type[ShopError]) -> dict[str, Any]:
    """Declare a route that hashes or calls a provider: it asks for `actor`, which begins transactions."""
    return _declare(permission, {"actor": Provide(_provide_actor)}, (CrossSite, *_COMMON, *kinds))


def presses(*kinds: type[ShopError]) -> dict[str, Any]:
    """Declare the press of the change that is named in the address: it asks for `act` and `outside`."""
    dependencies = {"act": Provide(_provide_presser), "outside": Provide(_provide_outside)}
    return _declare(None, dependencies, (CrossSite, *_COMMON, *kinds))


def _declare(
    permission: str | None, dependencies: dict[str, Provide], kinds: tuple[type[ShopError], ...]
) -> dict[str, Any]:
    return {
        "opt": {"permission": permission},
        "security": [{"staff": [permission] if permission else []}],
        "dependencies": dependencies,
        "middleware": [name_request],
        "responses": refusals(*dict.fromkeys(kinds)),
    }


def or_waits(declared: dict[str, Any], answer: type) -> dict[str, Any]:
    """The declaration of a change that answers 202, of this type, where a second person has to confirm it."""
    waits = ResponseSpec(answer, description="waits for a second person", generate_examples=False)
    return declared | {"responses": declared["responses"] | {202: waits}}

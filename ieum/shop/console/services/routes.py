"""Calls on services."""

from datetime import datetime
from typing import Annotated

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter

from ieum.shop.console.access import Acting, Looking, Reader, changes, reads
from ieum.shop.console.approvals.answers import answer, or_asked
from ieum.shop.console.approvals.refusals import PreviewChanged
from ieum.shop.console.lists import After, Size, Words
from ieum.shop.console.presses import PressKeyUsed
from ieum.shop.console.services import changes as pressed
from ieum.shop.console.services import evidence, extending, queries, service
from ieum.shop.console.services.filters import ServiceFilters, where_of
from ieum.shop.console.services.refusals import ServiceMissing, ServiceStays
from ieum.shop.console.services.types import (
    ExtendPress,
    ExtendWish,
    ListedService,
    ListedServiceState,
    MovePress,
    MoveWish,
    SeenSession,
    ServiceEvent,
    ServicePress,
    ServiceSheet,
    StopPress,
    StopWish,
)
from ieum.shop.console.types import Items, Listed, Preview
from ieum.shop.evacuation.refusals import MoveUnderWay, NoRoomElsewhere
from ieum.shop.ip_change.refusals import AddressAlreadyChanged, ChangeUnderWay
from ieum.shop.ip_change.replacements import NoneToReplaceWith, NotReplaceable
from ieum.shop.kernel.http import Answer, Conn, RowId, ok
from ieum.shop.kernel.sealing import Sealer

_PATH = "/api/v1/console/services/{id:int}"
Id = Annotated[int | None, QueryParameter(ge=1, le=2**63 - 1, required=False)]
State = Annotated[ListedServiceState | None, QueryParameter(name="state", required=False)]
From = Annotated[datetime | None, QueryParameter(name="from", required=False)]
To = Annotated[datetime | None, QueryParameter(name="to", required=False)]


@get("/api/v1/console/services", **reads("services.view"))
async def list_services(
    conn: Conn,
    looker: Looking,
    q: Words = None,
    member: Id = None,
    plan: Id = None,
    gateway: Id = None,
    which: State = None,
    since: From = None,
    until: To = None,
    after: After = None,
    size: Size = 50,
) -> Answer[Listed[ListedService]]:
    """The newest first, or by their ends where `from` or `to` says which; `q` is a number, an address, or a member."""
    filters = ServiceFilters(
        q=q, member=member, plan=plan, gateway=gateway, state=which, ends_from=since, ends_to=until
    )
    where = await looker.search(where_of(filters))
    return ok(await queries.list_services(conn, filters, where, after=after, size=size))


@get(_PATH, **reads("services.view", ServiceMissing))
async def get_service(conn: Conn, staff: Reader, id: RowId) -> Answer[ServiceSheet]:
    """What it is, and what can be done with it now."""
    del staff
    return ok(await service.show(conn, id))


@get(f"{_PATH}/sessions", **reads("services.view", ServiceMissing))
async def list_service_sessions(
    conn: Conn,
    staff: Reader,
    sealer: NamedDependency[Sealer],
    id: RowId,
    after: After = None,
    size: Size = 50,
) -> Answer[Listed[SeenSession]]:
    """Its use as the gateways saw it."""
    del staff
    await _must_be(conn, id)
    return ok(await evidence.list_sessions(conn, id, sealer, after=after, size=size))


@get(f"{_PATH}/timeline", **reads("services.view", ServiceMissing))
async def list_service_events(conn: Conn, staff: Reader, id: RowId) -> Answer[Items[ServiceEvent]]:
    """What happened to it, newest first."""
    del staff
    await _must_be(conn, id)
    return ok(Items(await evidence.list_events(conn, id)))


@post(
    f"{_PATH}/extension/preview",
    status_code=200,
    **reads("services.extend", ServiceMissing, ServiceStays),
)
async def preview_extension(
    conn: Conn, staff: Reader, id: RowId, data: JSONBody[ExtendWish]
) -> Answer[Preview]:
    return ok(await extending.preview(conn, staff, id, data))


@post(
    f"{_PATH}/extension",
    status_code=200,
    **or_asked(changes("services.extend", ServiceMissing, ServiceStays, PreviewChanged, PressKeyUsed)),
)
async def extend_service(
    act: Acting, id: RowId, data: JSONBody[ExtendPress]
) -> Response[Answer[ServiceSheet]]:
    """Let it run so many days longer, once by the key. Much for one day takes a second person: 202."""
    return answer(await extending.extend(act, id, data), status=200)


@post(
    f"{_PATH}/stop/preview",
    status_code=200,
    **reads("services.suspend", ServiceMissing, ServiceStays),
)
async def preview_service_stop(
    conn: Conn, staff: Reader, id: RowId, data: JSONBody[StopWish]
) -> Answer[Preview]:
    del staff
    return ok(await pressed.preview_stop(conn, id, data))


@post(
    f"{_PATH}/stop",
    status_code=200,
    **changes("services.suspend", ServiceMissing, ServiceStays, PreviewChanged),
)
async def stop_service(act: Acting, id: RowId, data: JSONBody[StopPress]) -> Answer[ServiceSheet]:
    """Stop it, or let it run again."""
    return ok(await pressed.stop(act, id, data))


@post(
    f"{_PATH}/replacement/preview",
    status_code=200,
    **reads("services.replace", ServiceMissing, ServiceStays),
)
async def preview_replacement(conn: Conn, staff: Reader, id: RowId) -> Answer[Preview]:
    del staff
    return ok(await pressed.preview_replace(conn, id))


@post(
    f"{_PATH}/replacement",
    status_code=200,
    **changes(
        "services.replace",
        ServiceMissing,
        ServiceStays,
        PreviewChanged,
        NotReplaceable,
        NoneToReplaceWith,
        ChangeUnderWay,
        AddressAlreadyChanged,
    ),
)
async def replace_address(act: Acting, id: RowId, data: JSONBody[ServicePress]) -> Answer[ServiceSheet]:
    """Another address for nothing."""
    return ok(await pressed.replace(act, id, data))


@post(
    f"{_PATH}/move/preview",
    status_code=200,
    **reads("services.move", ServiceMissing, ServiceStays),
)
async def preview_service_move(
    conn: Conn, staff: Reader, id: RowId, data: JSONBody[MoveWish]
) -> Answer[Preview]:
    del staff
    return ok(await pressed.preview_move(conn, id, data))


@post(
    f"{_PATH}/move",
    status_code=200,
    **changes("services.move", ServiceMissing, ServiceStays, PreviewChanged, MoveUnderWay, NoRoomElsewhere),
)
async def offer_service_move(act: Acting, id: RowId, data: JSONBody[MovePress]) -> Answer[ServiceSheet]:
    """Offer its member a move to another gateway."""
    return ok(await pressed.move(act, id, data))


@post(
    f"{_PATH}/move/cancellation/preview",
    status_code=200,
    **reads("services.move", ServiceMissing, ServiceStays),
)
async def preview_move_cancelled(conn: Conn, staff: Reader, id: RowId) -> Answer[Preview]:
    del staff
    return ok(await pressed.preview_cancel_move(conn, id))


@post(
    f"{_PATH}/move/cancellation",
    status_code=200,
    **changes("services.move", ServiceMissing, ServiceStays, PreviewChanged),
)
async def cancel_service_move(act: Acting, id: RowId, data: JSONBody[ServicePress]) -> Answer[None]:
    """Take the offer back, as long as its member has not pressed."""
    await pressed.cancel_move(act, id, data)
    return ok(None)


async def _must_be(conn: Conn, service: int) -> None:
    if await queries.find_service(conn, service) is None:
        raise ServiceMissing


ROUTES = [
    list_services,
    get_service,
    list_service_sessions,
    list_service_events,
    preview_extension,
    extend_service,
    preview_service_stop,
    stop_service,
    preview_replacement,
    replace_address,
    preview_service_move,
    offer_service_move,
    preview_move_cancelled,
    cancel_service_move,
]

"""Calls on gateways."""

from typing import Annotated

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from ieum.shop.console.gateways import enrolling, keys, queries, service
from ieum.shop.console.gateways.filters import GatewayFilters, Needs, where_of
from ieum.shop.console.gateways.refusals import (
    GatewayNameTaken,
    GatewayNotFound,
    GatewayStays,
    KeyCopyNotFound,
    NoEvacuation,
)
from ieum.shop.console.gateways.types import (
    CancelPress,
    EnrolmentCode,
    EvacuationPress,
    EvacuationWish,
    GatewayLine,
    GatewaySheet,
    KeyCopyContent,
    MtuPress,
    MtuWish,
    NetworkPress,
    NetworkWish,
    NewGateway,
    NewGatewayPress,
    WantedPress,
    WantedWish,
)
from ieum.shop.desk.access import Acting, Reader, WithReason, changes, reads
from ieum.shop.desk.approvals.answers import answer, or_asked
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.lists import After, Size, Words
from ieum.shop.desk.types import Listed, Preview
from ieum.shop.fleet.state_queries import GatewayState
from ieum.shop.kernel.http import Answer, Conn, RowId, ShopSettings, created, ok


@get("/api/v1/console/gateways", **reads("gateways.view"))
async def list_gateways(
    conn: Conn,
    staff: Reader,
    q: Words = None,
    which: Annotated[GatewayState | None, QueryParameter(name="state", required=False)] = None,
    needs: Annotated[Needs | None, QueryParameter(required=False)] = None,
    after: After = None,
    # As many as fit: they are few, and where one is chosen all of them are offered.
    size: Size = 200,
) -> Answer[Listed[GatewayLine]]:
    """Those that need somebody first."""
    del staff
    where = where_of(GatewayFilters(q=q, state=which, needs=needs))
    return ok(await queries.list_gateways(conn, where, after=after, size=size))


@get("/api/v1/console/gateways/{id:int}", **reads("gateways.view", GatewayNotFound))
async def get_gateway(conn: Conn, staff: Reader, id: RowId) -> Answer[GatewaySheet]:
    """How it is, what it has, and how far its evacuation is."""
    del staff
    return ok(await service.show(conn, id))


@post("/api/v1/console/gateways/preview", status_code=200, **reads("gateways.change", GatewayNameTaken))
async def preview_gateway(conn: Conn, staff: Reader, data: JSONBody[NewGateway]) -> Answer[Preview]:
    del staff
    return ok(await enrolling.preview(conn, data))


@post("/api/v1/console/gateways", **changes("gateways.change", GatewayNameTaken, PreviewChanged))
async def add_gateway(
    act: Acting, settings: ShopSettings, data: JSONBody[NewGatewayPress]
) -> Answer[EnrolmentCode]:
    """Add a gateway; the answer has the code by which its host enrols, and nobody is shown it again."""
    return created(await enrolling.add(act, data, settings))


@post("/api/v1/console/gateways/{id:int}/code", **or_asked(changes("gateways.change", GatewayNotFound)))
async def make_enrolment_code(
    act: Acting, settings: ShopSettings, id: RowId, data: JSONBody[WithReason]
) -> Response[Answer[EnrolmentCode]]:
    """A code by which a host enrols as this gateway; the present host's credential ends when it is used.

    For a running gateway it takes a second person: 202, and another call once somebody has agreed.
    """
    return answer(await enrolling.make_code(act, id, data.reason, settings), status=201)


@post(
    "/api/v1/console/gateways/{id:int}/state/preview",
    status_code=200,
    **reads("gateways.change", GatewayNotFound, GatewayStays),
)
async def preview_gateway_state(
    conn: Conn, staff: Reader, id: RowId, data: JSONBody[WantedWish]
) -> Answer[Preview]:
    del staff
    return ok(await service.preview_wanted(conn, id, data.wanted))


@post(
    "/api/v1/console/gateways/{id:int}/state",
    status_code=200,
    **changes("gateways.change", GatewayNotFound, GatewayStays, PreviewChanged),
)
async def set_gateway_state(act: Acting, id: RowId, data: JSONBody[WantedPress]) -> Answer[GatewayLine]:
    """Have it drained, put in maintenance, or serving again; it moves nobody."""
    return ok(await service.want(act, id, data))


@post(
    "/api/v1/console/gateways/{id:int}/evacuation/preview",
    status_code=200,
    **reads("gateways.change", GatewayNotFound, GatewayStays),
)
async def preview_evacuation(
    conn: Conn, staff: Reader, id: RowId, data: JSONBody[EvacuationWish]
) -> Answer[Preview]:
    del staff
    return ok(await service.preview_evacuation(conn, id, data))


@post(
    "/api/v1/console/gateways/{id:int}/evacuation",
    status_code=200,
    **changes("gateways.change", GatewayNotFound, GatewayStays, PreviewChanged),
)
async def evacuate_gateway(act: Acting, id: RowId, data: JSONBody[EvacuationPress]) -> Answer[GatewaySheet]:
    """Offer each of its services a move to another gateway."""
    return ok(await service.evacuate(act, id, data))


@post(
    "/api/v1/console/gateways/{id:int}/evacuation/cancellation/preview",
    status_code=200,
    **reads("gateways.change", GatewayNotFound, NoEvacuation),
)
async def preview_evacuation_cancelled(conn: Conn, staff: Reader, id: RowId) -> Answer[Preview]:
    del staff
    return ok(await service.preview_cancel(conn, id))


@post(
    "/api/v1/console/gateways/{id:int}/evacuation/cancellation",
    status_code=200,
    **changes("gateways.change", GatewayNotFound, NoEvacuation, PreviewChanged),
)
async def cancel_evacuation(act: Acting, id: RowId, data: JSONBody[CancelPress]) -> Answer[GatewaySheet]:
    """Leave those where they are who have not moved yet."""
    return ok(await service.cancel(act, id, data))


@post(
    "/api/v1/console/gateways/{id:int}/key-copies/{number:int}",
    status_code=200,
    **changes("gateways.change", GatewayNotFound, KeyCopyNotFound),
)
async def take_key_copy(
    act: Acting,
    id: RowId,
    number: Annotated[int, PathParameter(ge=1, le=100)],
    data: JSONBody[WithReason],
) -> Answer[KeyCopyContent]:
    """A sealed copy of the key, for a host that is built anew."""
    return ok(await keys.take_copy(act, id, number, data.reason))


@post(
    "/api/v1/console/gateways/{id:int}/forgotten-key/preview",
    status_code=200,
    **reads("gateways.change", GatewayNotFound, GatewayStays),
)
async def preview_forgotten_key(conn: Conn, staff: Reader, id: RowId) -> Answer[Preview]:
    del staff
    return ok(await keys.preview_forgetting(conn, id))


@post(
    "/api/v1/console/gateways/{id:int}/forgotten-key",
    status_code=200,
    **changes("gateways.change", GatewayNotFound, GatewayStays, PreviewChanged),
)
async def forget_key(act: Acting, id: RowId, data: JSONBody[CancelPress]) -> Answer[GatewayLine]:
    """Let a host enrol with another key, where the former one is lost with all its copies."""
    return ok(await keys.forget(act, id, data))


@post(
    "/api/v1/console/gateways/{id:int}/network/preview",
    status_code=200,
    **reads("gateways.change", GatewayNotFound, GatewayStays),
)
async def preview_tunnel_network(
    conn: Conn, staff: Reader, id: RowId, data: JSONBody[NetworkWish]
) -> Answer[Preview]:
    del staff
    return ok(await keys.preview_network(conn, id, data))


@post(
    "/api/v1/console/gateways/{id:int}/network",
    status_code=200,
    **changes("gateways.change", GatewayNotFound, GatewayStays, PreviewChanged),
)
async def change_tunnel_network(act: Acting, id: RowId, data: JSONBody[NetworkPress]) -> Answer[GatewayLine]:
    """Give it another network, while it has no devices."""
    return ok(await keys.change_network(act, id, data))


@post(
    "/api/v1/console/gateways/{id:int}/mtu/preview",
    status_code=200,
    **reads("gateways.change", GatewayNotFound, GatewayStays),
)
async def preview_mtu(conn: Conn, staff: Reader, id: RowId, data: JSONBody[MtuWish]) -> Answer[Preview]:
    del staff
    return ok(await keys.preview_mtu(conn, id, data))


@post(
    "/api/v1/console/gateways/{id:int}/mtu",
    status_code=200,
    **changes("gateways.change", GatewayNotFound, GatewayStays, PreviewChanged),
)
async def change_mtu(act: Acting, id: RowId, data: JSONBody[MtuPress]) -> Answer[GatewayLine]:
    """Give its tunnels another largest packet; nobody is cut off."""
    return ok(await keys.change_mtu(act, id, data))


ROUTES = [
    list_gateways,
    get_gateway,
    preview_gateway,
    add_gateway,
    make_enrolment_code,
    preview_gateway_state,
    set_gateway_state,
    preview_evacuation,
    evacuate_gateway,
    preview_evacuation_cancelled,
    cancel_evacuation,
    take_key_copy,
    preview_forgotten_key,
    forget_key,
    preview_tunnel_network,
    change_tunnel_network,
    preview_mtu,
    change_mtu,
]

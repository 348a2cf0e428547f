"""Calls on exit addresses and pools."""

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter

from ieum.shop.address_desk import imports, lookups, pools, queries
from ieum.shop.address_desk.listed import ADDRESSES
from ieum.shop.address_desk.refusals import (
    AddressNotFound,
    ImportHasFaults,
    LookupNotYours,
)
from ieum.shop.address_desk.types import (
    AddressMap,
    AddressSheet,
    ImportPress,
    ImportPreview,
    ImportWish,
    PoolLine,
    WhoAnswer,
)
from ieum.shop.desk import pressing
from ieum.shop.desk.access import Acting, Reader, changes, reads
from ieum.shop.desk.approvals.answers import answer
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.change_types import ChangeMade, ChangePress
from ieum.shop.desk.list_routes import route_of
from ieum.shop.desk.presses import PressKeyUsed
from ieum.shop.desk.types import ApprovalId, Items
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.kernel.http import Answer, Conn, RowId, ok
from ieum.shop.kernel.spans import network_of_24

# A file of twenty thousand lines.
IMPORT_BYTES = 4 * 1024 * 1024
Network = Annotated[str | None, QueryParameter(max_length=18, required=False)]


@get("/api/v1/console/addresses/map", **reads("addresses.view"))
async def map_network(conn: Conn, staff: Reader, network: Network = None) -> Answer[AddressMap]:
    """List the addresses of a /24 network, with their states."""
    del staff
    found = network_of_24(network or "")
    if found is None:
        raise InvalidFields(Field("network", "invalid", "203.0.113.0/24처럼 네트워크를 넣어 주세요."))
    return ok(AddressMap(str(found), await queries.list_cells(conn, found)))


@get("/api/v1/console/addresses/pools", **reads("addresses.view"))
async def list_pools(conn: Conn, staff: Reader) -> Answer[Items[PoolLine]]:
    """List how full each pool is on each gateway, as counted minutes ago, and how long it lasts at this pace."""
    del staff
    return ok(Items(await pools.list_pools(conn)))


@get("/api/v1/console/addresses/{id:int}", **reads("addresses.view", AddressNotFound))
async def get_address(conn: Conn, staff: Reader, id: RowId) -> Answer[AddressSheet]:
    """Show an address: its holders, and what is known of it."""
    del staff
    found = await queries.find_sheet(conn, id)
    if found is None:
        raise AddressNotFound
    return ok(found)


@post(
    "/api/v1/console/addresses/import/preview",
    status_code=200,
    request_max_body_size=IMPORT_BYTES,
    **reads("addresses.import"),
)
async def preview_import(conn: Conn, staff: Reader, data: JSONBody[ImportWish]) -> Answer[ImportPreview]:
    """Say of each line whether it can be imported, and why not."""
    del staff
    return ok(await imports.preview(conn, data))


@post(
    "/api/v1/console/addresses/import",
    status_code=200,
    request_max_body_size=IMPORT_BYTES,
    **changes("addresses.import", ImportHasFaults, PreviewChanged, PressKeyUsed),
)
async def import_addresses(act: Acting, data: JSONBody[ImportPress]) -> Response[Answer[ChangeMade]]:
    """Make the change `addresses.import` with a file, which is larger than the body of other changes may be."""
    wish = msgspec.to_builtins(data.wish)
    press = ChangePress(target=None, wish=wish, key=data.key, digest=data.digest, reason=data.reason)
    return answer(await pressing.press(act, imports.IMPORT, press), status=200)


@post(
    "/api/v1/console/addresses/who/{id:int}/answer",
    status_code=200,
    **changes("addresses.who", LookupNotYours),
)
async def answer_who(act: Acting, id: RowId) -> Answer[WhoAnswer]:
    """The answer to a confirmed question, for the two who asked and confirmed; `id` is that of the approval."""
    return ok(await lookups.answer(act, ApprovalId(id)))


ROUTES = [
    route_of(ADDRESSES),
    map_network,
    list_pools,
    get_address,
    preview_import,
    import_addresses,
    answer_who,
]

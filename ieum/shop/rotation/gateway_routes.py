"""The call by which gateways say that nothing is open any more by an address that a service has left."""

from typing import Annotated

import msgspec
from litestar import post
from litestar.params import JSONBody
from msgspec import Meta

from ieum.shop.gateways.routes import AUTHENTICATED, Caller
from ieum.shop.gateways.service import UnknownGateway
from ieum.shop.gateways.types import DoneTail
from ieum.shop.kernel.errors import InvalidFields
from ieum.shop.kernel.http import Conn
from ieum.shop.kernel.problems import refusals
from ieum.shop.rotation import tails


class DoneTails(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    tails: Annotated[list[DoneTail], Meta(max_length=1000)]


@post(
    "/gateway/v1/tails",
    status_code=204,
    dependencies=AUTHENTICATED,
    responses=refusals(UnknownGateway, InvalidFields),
)
async def end_tails(conn: Conn, gateway: Caller, data: JSONBody[DoneTails]) -> None:
    """Have old addresses rest by which nothing is open any more. Gateways of the version before do not say so."""
    await tails.end_done(conn, gateway, data.tails)


ROUTES = [end_tails]

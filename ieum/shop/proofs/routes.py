"""Calls by which gateways prove their addresses."""

from litestar import post
from litestar.params import JSONBody

from ieum.shop.gateways.routes import AUTHENTICATED, Caller
from ieum.shop.gateways.service import UnknownGateway
from ieum.shop.kernel.errors import InvalidFields
from ieum.shop.kernel.http import Answer, Conn, ShopSettings, ok
from ieum.shop.kernel.http import Caller as CallerAddress
from ieum.shop.kernel.problems import refusals
from ieum.shop.proofs import service
from ieum.shop.proofs.types import Reflected, Reflection, Unreachable


@post(
    "/gateway/v1/reflect",
    status_code=200,
    dependencies=AUTHENTICATED,
    responses=refusals(UnknownGateway, service.NoSuchQuestion, service.SandboxProofRefused, InvalidFields),
)
async def reflect(
    conn: Conn, gateway: Caller, caller: CallerAddress, settings: ShopSettings, data: JSONBody[Reflection]
) -> Answer[Reflected]:
    """Take a call from the address that the gateway was asked to prove, and say where it came from."""
    return ok(
        await service.reflect(
            conn, gateway, data.nonce, seen=caller, sandbox=data.sandbox, production=settings.production
        )
    )


@post(
    "/gateway/v1/unreachable",
    status_code=204,
    dependencies=AUTHENTICATED,
    responses=refusals(UnknownGateway, service.NoSuchQuestion, InvalidFields),
)
async def note_unreachable(conn: Conn, gateway: Caller, data: JSONBody[Unreachable]) -> None:
    """Hear that the gateway could not call from an address."""
    await service.note_unreachable(conn, gateway, data.nonce, reason=data.reason)


ROUTES = [reflect, note_unreachable]

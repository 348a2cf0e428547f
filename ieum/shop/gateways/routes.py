"""Calls for gateways, each authenticated with a bearer token of its own."""

from collections.abc import AsyncGenerator, AsyncIterator
from typing import Annotated

from litestar import get, post
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.params import FromHeader, JSONBody, QueryParameter
from litestar.response import Stream

from ieum.shop.gateways import enrolment, service
from ieum.shop.gateways.enrolment import Enrolled, Enrolment
from ieum.shop.gateways.messages import PROTOCOL
from ieum.shop.gateways.types import Acknowledgement, Gateway
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import InvalidFields, TooManyRequests
from ieum.shop.kernel.feed import Feed
from ieum.shop.kernel.http import Caller as CallersAddress
from ieum.shop.kernel.http import Conn, Db, connection_for
from ieum.shop.kernel.limits import MinuteCounts
from ieum.shop.kernel.problems import AnyRequest, refusals

Caller = NamedDependency[Gateway]


async def provide_gateways_conn(request: AnyRequest, state: State) -> AsyncGenerator[Connection]:
    """Provide the request's connection after authenticating the gateway on it."""
    async with connection_for(request, state) as conn:
        gateway = await service.authenticate(conn, request.headers.get("authorization", ""))
        request.scope["state"]["gateway"] = gateway
        yield conn


async def provide_gateway(request: AnyRequest, conn: Conn) -> Gateway:
    del conn
    return request.scope["state"]["gateway"]


async def provide_listener(
    db: Db, feed: NamedDependency[Feed], authorization: FromHeader[str | None] = None
) -> Gateway:
    """Authenticate the gateway of a stream, which holds no connection while it waits."""
    async with feed.doors, db.connection() as conn:
        return await service.authenticate(conn, authorization or "")


AUTHENTICATED = {"conn": Provide(provide_gateways_conn), "gateway": Provide(provide_gateway)}
LISTENING = {"gateway": Provide(provide_listener)}
Protocol = Annotated[int, QueryParameter(ge=PROTOCOL, le=2**62, required=False)]
Revision = Annotated[int, QueryParameter(ge=0, le=2**62, required=False)]


@get(
    "/gateway/v1/stream",
    media_type="application/x-ndjson",
    dependencies=LISTENING,
    responses=refusals(service.UnknownGateway, TooManyRequests, InvalidFields),
)
async def stream(
    db: Db,
    feed: NamedDependency[Feed],
    counts: NamedDependency[MinuteCounts],
    gateway: Caller,
    ask_due: NamedDependency[service.AskDue],
    revision: Revision = 0,
    protocol: Protocol = PROTOCOL,
) -> Stream:
    """Stream what the gateway should do, line by line (NDJSON), for as long as it listens.

    `protocol` is the newest that the gateway knows; there is one so far that the shop speaks.
    """
    del protocol
    if feed.count_waiting(gateway.id) >= service.MOST_OPEN_STREAMS:
        raise TooManyRequests
    counts.count("gateway streams", str(gateway.id), a_minute=service.STREAMS_A_MINUTE)

    async def lines() -> AsyncIterator[bytes]:
        async for line in service.stream(db, feed, gateway, revision, ask=ask_due):
            yield line

    # Without the second header, nginx in front would buffer lines instead of passing them on at once.
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Stream(lines(), media_type="application/x-ndjson", headers=headers)


@post(
    "/gateway/v1/ack",
    status_code=204,
    dependencies=AUTHENTICATED,
    responses=refusals(service.UnknownGateway, service.GatewayKeyChanged, InvalidFields),
)
async def acknowledge(conn: Conn, gateway: Caller, data: JSONBody[Acknowledgement]) -> None:
    await service.acknowledge(conn, gateway, data)


@post(
    "/gateway/v1/enrol",
    status_code=200,
    responses=refusals(
        enrolment.UnknownCode,
        enrolment.CodeSpent,
        enrolment.CredentialUsed,
        enrolment.GatewayRunning,
        service.GatewayKeyChanged,
        TooManyRequests,
        InvalidFields,
    ),
)
async def enrol(db: Db, caller: CallersAddress, data: JSONBody[Enrolment]) -> Enrolled:
    """Exchange a code for the gateway's credential, which the host has made and sends along."""
    return await enrolment.enrol(db, data, caller=caller)


ROUTES = [stream, acknowledge, enrol]

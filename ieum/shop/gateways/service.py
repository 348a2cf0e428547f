"""Streams to each gateway what it should do, and takes what it has done."""

import asyncio
import hashlib
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import suppress
from ipaddress import IPv4Network
from time import monotonic
from typing import NamedTuple

import msgspec

from ieum.shop.gateways import desired, queries
from ieum.shop.gateways.messages import Difference, Heartbeat, Message, Question, State
from ieum.shop.gateways.types import Acknowledgement, Gateway, GatewayId
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import ShopError, Unauthenticated
from ieum.shop.kernel.feed import Feed

HEARTBEAT_SECONDS = 10
# Of one gateway in a process. It has one, and one more or two that it has lost without the shop's hearing of it.
MOST_STREAMS = 4
# Those that were displaced end at once, but where nobody reads what they are about to send.
MOST_OPEN_STREAMS = 16
# That a gateway may begin in a minute, in each process: with 10,000 peers the first line of one keeps the event loop
# for 40 ms. An agent whose stream ends after each first line begins about as many.
STREAMS_A_MINUTE = 60
# No restore leads beyond this: 70,000 years at the million a second by which the count goes on. Whoever says more has
# it from nobody, and to count on from there would soon lead beyond what can be said (2**62), for good.
FURTHEST_REVISION = 2**61


# Asks a gateway for the addresses that are due (`proofs/service.py`, which stands above this room).
type AskDue = Callable[[Connection, GatewayId], Awaitable[list[Question]]]


class Told(NamedTuple):
    """The revision that a line brings a gateway to."""

    revision: int
    line: bytes


class UnknownGateway(Unauthenticated):
    code = "unknown_gateway"
    detail = "게이트웨이 토큰이 올바르지 않습니다. 운영자에게 새 토큰을 받아 주세요."


class GatewayKeyChanged(ShopError):
    code = "gateway_key_changed"
    title = "게이트웨이 키가 바뀌었습니다"
    detail = "등록된 공개 키와 다릅니다. 키를 바꾸려면 운영자가 먼저 초기화해야 합니다."


def new_token() -> str:
    return "gw_" + secrets.token_urlsafe(32)


def hash_token(token: str) -> bytes:
    return hashlib.sha256(b"gateway:" + token.encode()).digest()


async def authenticate(conn: Connection, authorization: str) -> Gateway:
    """Find the gateway that the bearer token belongs to. Raises UnknownGateway."""
    scheme, _, token = authorization.partition(" ")
    gateway = await queries.find_gateway(conn, hash_token(token)) if scheme == "Bearer" else None
    if gateway is None:
        raise UnknownGateway
    return gateway


async def acknowledge(conn: Connection, gateway: Gateway, ack: Acknowledgement) -> None:
    """Take what a gateway has applied. Raises GatewayKeyChanged."""
    if not await queries.acknowledge(conn, gateway.id, ack):
        raise GatewayKeyChanged
    if gateway.revision < ack.revision <= FURTHEST_REVISION:
        await queries.count_beyond(conn, gateway.id, ack.revision)


async def stream(
    db: Database, feed: Feed, gateway: Gateway, since: int, *, ask: AskDue
) -> AsyncGenerator[bytes]:
    """Yield the lines that bring a gateway from revision `since` to the newest one and keep it there.

    The first line tells everything where the gateway has nothing, or what it has may be from before its network was
    changed or the shop was restored from a backup. The stream ends when the gateway's token is replaced, and when the
    gateway has opened too many newer ones. With each heartbeat `ask` asks for the addresses that are due.
    """
    told_all = False
    next_beat = monotonic() + HEARTBEAT_SECONDS
    with feed.waiting_for(gateway.id, most=MOST_STREAMS) as changed:
        while not feed.closing and not changed.displaced:
            # Cleared before reading, so that a change during the read causes another read.
            changed.clear()
            try:
                async with feed.turns:
                    told = await _next(db, gateway, since, told_all=told_all)
            except UnknownGateway:
                return
            if told is not None:
                since, told_all = told.revision, True
                yield told.line
                # Not kept while the stream waits: of a thousand gateways with as many peers, it is half a gigabyte.
                told = None
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0, next_beat - monotonic())):
                    await changed.wait()
            # Also where changes come all the time, because addresses are asked for with it.
            if monotonic() >= next_beat:
                next_beat = monotonic() + HEARTBEAT_SECONDS
                async with feed.turns:
                    heartbeat = await _heartbeat(db, gateway, since, ask)
                yield _line(heartbeat)


async def _heartbeat(db: Database, gateway: Gateway, revision: int, ask: AskDue) -> Heartbeat:
    async with db.connection() as conn:
        await queries.note_told(conn, gateway.id, revision=revision)
        return Heartbeat(revision, await ask(conn, gateway.id))


async def _next(db: Database, gateway: Gateway, since: int, *, told_all: bool) -> Told | None:
    async with db.connection() as conn:
        # Read before the rest: a change between the reads is then sent twice, never left out.
        current = await queries.get_gateway(conn, gateway.id)
        if current.token_hash != gateway.token_hash:
            raise UnknownGateway
        if current.revision < since <= FURTHEST_REVISION:
            # The shop was restored: the gateway would take new revisions for ones that it has applied.
            await queries.count_beyond(conn, gateway.id, since)
            current = await queries.get_gateway(conn, gateway.id)
        has_nothing = not 0 < since <= FURTHEST_REVISION and not told_all
        if has_nothing or since < current.whole_since:
            return Told(current.revision, _line(await _all(conn, current)))
        if current.revision == since:
            return None
        return Told(current.revision, _line(await _differences(conn, current, since)))


async def _all(conn: Connection, gateway: Gateway) -> State:
    network = IPv4Network(gateway.tunnel_network)
    return State(
        revision=gateway.revision,
        tunnel_network=str(network),
        gateway_address=str(network[1]),
        mtu=gateway.mtu,
        exits=await desired.list_exits(conn, gateway.id, since=-1),
        endpoints=await desired.list_endpoints(conn, gateway.id, since=-1),
    )


async def _differences(conn: Connection, gateway: Gateway, since: int) -> Difference:
    return Difference(
        gateway.revision,
        await desired.list_exits(conn, gateway.id, since=since),
        await desired.list_removed_exits(conn, gateway.id, since=since),
        await desired.list_endpoints(conn, gateway.id, since=since),
        await desired.list_removed_endpoints(conn, gateway.id, since=since),
        await desired.list_traces(conn, gateway.id, since=since),
    )


def _line(message: Message) -> bytes:
    return msgspec.json.encode(message) + b"\n"

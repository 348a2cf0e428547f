"""Streams to each gateway what it should do, and takes what it has done."""

import asyncio
import hashlib
import secrets
from collections.abc import AsyncGenerator

import msgspec

from ieum.shop.fleet import queries
from ieum.shop.fleet.types import (
    Acknowledgement,
    Changes,
    Gateway,
    Heartbeat,
    Peer,
    PeerRow,
    Snapshot,
)
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import ShopError, Unauthenticated
from ieum.shop.kernel.feed import Feed

HEARTBEAT_SECONDS = 10


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
    if not await queries.acknowledge(conn, gateway.id, ack):
        raise GatewayKeyChanged


async def stream(db: Database, feed: Feed, gateway: Gateway, since: int) -> AsyncGenerator[bytes]:
    """Yield the lines that bring a gateway from revision `since` to the newest one and keep it there.

    The first line is a snapshot where the gateway has nothing, or has a newer revision than the shop (which was
    restored from a backup). The stream ends when the gateway's token is replaced.
    """
    whole = since <= 0 or since > gateway.revision
    since = 0 if whole else since
    with feed.waiting_for(gateway.id) as changed:
        while not feed.closing:
            # Cleared before reading, so that a change during the read causes another read.
            changed.clear()
            try:
                message = await _next(db, gateway, since, whole=whole)
            except UnknownGateway:
                return
            if message is not None:
                yield _line(message)
                since, whole = message.revision, False
            try:
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    await changed.wait()
            except TimeoutError:
                yield _line(Heartbeat(since))
                async with db.connection() as conn:
                    await queries.note_seen(conn, gateway.id)


async def _next(db: Database, gateway: Gateway, since: int, *, whole: bool) -> Snapshot | Changes | None:
    async with db.connection() as conn:
        # Read before the peers: a change between the two reads is then sent twice, never left out.
        current = await queries.get_gateway(conn, gateway.id)
        if current.token_hash != gateway.token_hash:
            raise UnknownGateway
        now = current.revision
        if not whole and now == since:
            return None
        if now < since:
            # The shop was restored meanwhile: the gateway would take new revisions for ones that it has applied.
            since, whole = 0, True
        rows = await queries.list_peers_since(conn, gateway.id, since, living_only=whole)
    live = [_peer(row) for row in rows if not row.removed]
    if whole:
        return Snapshot(now, live)
    return Changes(now, live, [row.public_key for row in rows if row.removed])


def _peer(row: PeerRow) -> Peer:
    return Peer(row.public_key, row.tunnel_address, row.exit_address, row.until)


def _line(message: Snapshot | Changes | Heartbeat) -> bytes:
    return msgspec.json.encode(message) + b"\n"

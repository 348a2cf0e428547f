"""Shared parts of handlers: the envelope, the connection, the caller's address and accepted encodings."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Iterable
from contextlib import AbstractAsyncContextManager
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Annotated, Any

import msgspec
from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import ClientException, InternalServerException, SerializationException
from litestar.params import HeaderParameter, PathParameter, QueryParameter

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.problems import AnyRequest
from ieum.shop.kernel.settings import Networks, Settings

# A body has this long to arrive, and longer by what has arrived: a phone with 64 kbit/s still sends its picture.
BODY_SECONDS = 15
BODY_BYTES_A_SECOND = 8_000

# Headers that a proxy, load balancer or CDN adds to what it passes on, by name and by how the name begins.
FORWARDED = {
    "forwarded",
    "via",
    "x-real-ip",
    "cdn-loop",
    "x-client-ip",
    "x-cluster-client-ip",
    "true-client-ip",
    "client-ip",
    "x-remote-ip",
    "x-remote-addr",
    "x-proxyuser-ip",
    "x-amzn-trace-id",
    "x-cloud-trace-context",
}
FORWARDED_BEGIN = (
    "x-forwarded",
    "x-original-",
    "cf-",
    "fastly-",
    "x-envoy-",
    "x-azure-",
    "akamai-",
    "x-akamai-",
)

log = logging.getLogger(__name__)

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class BodyBrokenOffError(ClientException):
    """The caller hung up before the end of the body, which is no error of ours."""


class BodyTooSlowError(ClientException):
    """The caller stopped sending, or sends a few bytes now and then to keep the connection (slowloris)."""

    status_code = 408


class NotJsonError(ClientException):
    """A form, or a text that browsers send to other sites without asking them (CORS, "simple requests")."""

    status_code = 415


class ShopRequest(Request[Any, Any, Any]):
    """Litestar's request, but what callers send wrong answers 4xx: broken JSON, other formats, broken-off bodies."""

    async def json(self) -> Any:
        if self.content_type[0] != "application/json" and not self.content_type[0].endswith("+json"):
            raise NotJsonError
        try:
            return await super().json()
        except (UnicodeDecodeError, RecursionError) as error:
            raise SerializationException("text that is not UTF-8, or nested too deep") from error

    async def stream(self) -> AsyncGenerator[bytes]:
        begin, received = time.monotonic(), 0
        chunks = super().stream()
        try:
            while True:
                left = begin + BODY_SECONDS + received / BODY_BYTES_A_SECOND - time.monotonic()
                async with asyncio.timeout(left):
                    chunk = await anext(chunks, None)
                if chunk is None:
                    return
                received += len(chunk)
                yield chunk
        except TimeoutError:
            # HTTP/2 has no such header, and ends the stream alone.
            closes = self.scope["http_version"].startswith("1")
            raise BodyTooSlowError(headers={"Connection": "close"} if closes else None) from None
        except InternalServerException as error:
            if not self.is_connected:
                raise
            raise BodyBrokenOffError from error


class Answer[T](msgspec.Struct):
    """The envelope of every answer (spec section 7)."""

    status: int
    data: T


def ok[T](data: T) -> Answer[T]:
    return Answer(200, data)


def created[T](data: T) -> Answer[T]:
    return Answer(201, data)


Conn = NamedDependency[Connection]
Db = NamedDependency[Database]
ShopSettings = NamedDependency[Settings]
# The caller's address in canonical form: 203.0.113.7, 2001:db8::7.
Caller = NamedDependency[str]
# With a name, because Litestar would otherwise look for a header called `user_agent`.
UserAgent = Annotated[str | None, HeaderParameter(name="user-agent")]

RowId = Annotated[int, PathParameter(ge=1, le=2**63 - 1)]
Page = Annotated[int, QueryParameter(ge=1, le=100_000, required=False)]


def connection_for(request: AnyRequest, state: State) -> AbstractAsyncContextManager[Connection]:
    """Open the request's connection: one transaction for a change; none for a read, which saves two round trips."""
    db: Database = state.db
    return db.connection() if request.method in SAFE_METHODS else db.transaction()


async def provide_conn(request: AnyRequest, state: State) -> AsyncGenerator[Connection]:
    """Provide the connection of calls that are open to everybody.

    No other dependency of such a call may refuse, or Litestar would leave the connection to the garbage
    collector. Where callers must authenticate, the provider of the connection does that too.
    """
    async with connection_for(request, state) as conn:
        yield conn


async def provide_caller(request: AnyRequest, state: State) -> str:
    _warn_of_unknown_proxy(request, state)
    address = caller_address(
        request.client.host if request.client else "",
        request.headers.getall("x-forwarded-for", []),
        trusted=state.settings.trusted_proxies,
    )
    return str(address)


def is_forwarded(request: AnyRequest) -> bool:
    """Tell whether a proxy, ours or not, says that it forwards for somebody else."""
    names = [name.lower() for name in request.headers]
    return any(name in FORWARDED or name.startswith(FORWARDED_BEGIN) for name in names)


def _warn_of_unknown_proxy(request: AnyRequest, state: State) -> None:
    """Say once in a process that all callers look like one, because nobody told us of the proxy in front."""
    settings: Settings = state.settings
    if settings.trusted_proxies or not settings.production or not is_forwarded(request):
        return
    if not state.get("has_warned_of_proxy"):
        state.has_warned_of_proxy = True
        log.warning(
            "a request came through a proxy, but IEUM_TRUSTED_PROXIES is empty: every visitor counts as the proxy's "
            "address in limits, logins and blocks. Set it to the addresses of your own proxies."
        )


def caller_address(peer: str, forwarded: Iterable[str], *, trusted: Networks) -> IPv4Address | IPv6Address:
    """Return the address nearest to us that is not one of our own proxies.

    `X-Forwarded-For` is read from its end, and only while the hops are our proxies: anything before
    that is whatever the caller wrote.
    """
    address = _parse(peer) or IPv4Address("0.0.0.0")  # noqa: S104 - "unknown", not a listening address
    for hop in reversed([hop.strip() for line in forwarded for hop in line.split(",")]):
        if address not in trusted:
            break
        earlier = _parse(hop)
        if earlier is None:
            break
        address = earlier
    return address


def accepted_encodings(header: str) -> set[str]:
    """Return the encodings that an `Accept-Encoding` header allows; `br;q=0` refuses brotli."""
    return {name for name, weight in map(_weighted, header.split(",")) if weight.strip("0.")}


def _weighted(part: str) -> tuple[str, str]:
    name, _, weight = part.partition(";")
    return name.strip(), weight.strip().removeprefix("q=") or "1"


def _parse(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an address; None for anything else and for an address with a zone, which is valid on its link only."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    if isinstance(address, IPv4Address):
        return address
    return None if address.scope_id else address.ipv4_mapped or address

"""The HTTP client for the shop: one endless stream to read, and what is told to it."""

import asyncio
import base64
import contextlib
import random
import socket
import ssl
from collections.abc import AsyncGenerator, Sequence
from datetime import UTC, datetime
from typing import Self
from urllib.parse import urlsplit

import httpx
import msgspec

from ieum.gateway.protocol import (
    PROTOCOL,
    UNREADABLE,
    Ack,
    Health,
    Knock,
    Message,
    PeerUsage,
    Reflection,
    TailDone,
    TailsDone,
    Unreachable,
    Usage,
)

# A state of 20,000 exits and endpoints is a tenth of it.
LONGEST_LINE = 64_000_000
_LONGEST_ANSWER = 10_000
STREAM_TIMEOUT = 30.0  # seconds; the shop sends a heartbeat every ten
# A box without power answers nothing at all; the other one should be asked soon.
_CALL = httpx.Timeout(15.0, connect=3.0)
_FOR_A_PERSON = {401, 403, 404, 409}
# The box, or its database, is out of order: for a moment, or until another one has taken over.
_OUT_OF_ORDER = {502, 503, 504}
# With these, in seconds, a connection to a box without power is broken after eleven, long before its silence counts.
_NOTICING = [
    (socket.IPPROTO_TCP, getattr(socket, name), value)
    for name, value in (("TCP_KEEPIDLE", 5), ("TCP_KEEPINTVL", 2), ("TCP_KEEPCNT", 3))
    if hasattr(socket, name)
]


def machine_trust(*urls: str) -> ssl.SSLContext | bool:
    """Load the certificates that the machine trusts, as for the proofs of addresses: an own authority counts, too.

    Plain http needs no certificates, so none are loaded. A scheme may be written in capitals.
    """
    return any(urlsplit(one).scheme != "http" for one in urls) and ssl.create_default_context()


class ShopRefusedError(Exception):
    """The shop answered with an error status."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(f"the shop answers {status} {code}".rstrip())
        self.status = status
        self.code = code

    @classmethod
    def of(cls, status: int, body: bytes) -> Self:
        try:
            return cls(status, msgspec.json.decode(body, type=_Problem).code)
        except UNREADABLE:
            return cls(status, "")


class _Problem(msgspec.Struct):
    code: str = ""


class ShopClient:
    def __init__(
        self,
        url: str | Sequence[str],
        token: str,
        *,
        silence: float = STREAM_TIMEOUT,
        pretends: bool = False,
    ) -> None:
        """`url`: the shop's, or those of its boxes, of which one is used as long as it is in order.

        `pretends`: what it reports of use is made up, and it says so.
        """
        self._pretends = pretends
        urls = [url] if isinstance(url, str) else url
        self._boxes = [one.rstrip("/") for one in urls]
        self._box = 0
        self._http = httpx.AsyncClient(
            headers={"authorization": f"Bearer {token}"},
            timeout=_CALL,
            transport=httpx.AsyncHTTPTransport(
                verify=machine_trust(*urls),
                socket_options=[(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1), *_NOTICING],
            ),
        )
        self._silence = httpx.Timeout(_CALL.connect, read=silence)
        self._decoder = msgspec.json.Decoder(Message)
        self._heard = asyncio.Event()

    async def close(self) -> None:
        await self._http.aclose()

    async def messages(self, revision: int) -> AsyncGenerator[Message]:
        """Follow the stream from this revision on; ends or raises if the connection is lost or silent."""
        asked = {"revision": revision, "protocol": PROTOCOL}
        box = self._boxes[self._box]
        request = self._http.stream("GET", f"{box}/gateway/v1/stream", params=asked, timeout=self._silence)
        async with self._leaving_it_where_it_fails(box), request as response:
            if not response.is_success:
                raise ShopRefusedError.of(response.status_code, await _beginning(response))
            async with contextlib.aclosing(_lines(response)) as lines:
                async for line in lines:
                    if line:
                        message = self._decoder.decode(line)
                        self._heard.set()
                        yield message
            # It was ended in good order, by a box that is going to stop.
            self._leave(box)

    @contextlib.asynccontextmanager
    async def _leaving_it_where_it_fails(self, box: str) -> AsyncGenerator[None]:
        """Ask another box the next time, where this one does not answer or is out of order."""
        try:
            yield
        except httpx.TransportError:
            self._leave(box)
            raise
        except ShopRefusedError as refused:
            if refused.status in _OUT_OF_ORDER:
                self._leave(box)
            raise

    def _leave(self, box: str) -> None:
        """Once only, although several calls may have met the same."""
        if box == self._boxes[self._box]:
            self._box = (self._box + 1) % len(self._boxes)

    async def wait_for_word(self, longest: float) -> None:
        """Return as soon as the stream brings a message, and after `longest` seconds at the latest."""
        self._heard.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(longest):
                await self._heard.wait()

    async def acknowledge(self, ack: Ack) -> None:
        await self._post("/gateway/v1/ack", ack)

    async def report(self, peers: list[PeerUsage], *, partial: bool) -> None:
        usage = Usage(peers, datetime.now(UTC), partial, sandbox=self._pretends)
        await self._post("/gateway/v1/usage", usage)

    async def say_done(self, tails: list[TailDone]) -> None:
        """A shop that does not know the call answers 404: it ends tails by the clock alone."""
        await self._post("/gateway/v1/tails", TailsDone(tails))

    async def say_health(self, health: Health) -> None:
        """A shop that does not know the call answers 404."""
        await self._post("/gateway/v1/health", health)

    async def knock(self, datagram: bytes) -> None:
        """Have the shop send this to the port by which customers come. A shop that does not know the call says 404."""
        await self._post("/gateway/v1/knock", Knock(base64.b64encode(datagram).decode()))

    async def say_proven(self, nonce: str) -> None:
        """Without a call from the address: only a shop that is no production one believes it."""
        await self._post("/gateway/v1/reflect", Reflection(nonce, sandbox=True))

    async def say_unreachable(self, nonce: str, reason: str) -> None:
        await self._post("/gateway/v1/unreachable", Unreachable(nonce, reason))

    async def _post(
        self, path: str, body: Ack | Usage | TailsDone | Health | Knock | Reflection | Unreachable
    ) -> None:
        box = self._boxes[self._box]
        async with self._leaving_it_where_it_fails(box):
            content, headers = msgspec.json.encode(body), {"content-type": "application/json"}
            async with self._http.stream("POST", box + path, content=content, headers=headers) as response:
                answer = await _beginning(response)
                if not response.is_success:
                    raise ShopRefusedError.of(response.status_code, answer)


async def _beginning(response: httpx.Response) -> bytes:
    """As much of an answer as anybody needs: the memory is not for who answers without end."""
    content = b""
    async for part in response.aiter_bytes(_LONGEST_ANSWER):
        content += part
        if len(content) >= _LONGEST_ANSWER:
            break
    return content


async def _lines(response: httpx.Response) -> AsyncGenerator[bytes]:
    """The lines of a stream. Raises DecodeError where one does not end."""
    begun, length = list[bytes](), 0
    async for part in response.aiter_bytes():
        *lines, rest = part.split(b"\n")
        for line in lines:
            yield b"".join((*begun, line)).rstrip(b"\r")
            begun, length = [], 0
        begun.append(rest)
        length += len(rest)
        if length > LONGEST_LINE:
            raise msgspec.DecodeError(f"a line of more than {LONGEST_LINE:,} bytes")


def describe(failure: Exception) -> str:
    """Describe a failed call for the log."""
    match failure:
        case ShopRefusedError(status=401):
            return "the shop does not accept this gateway's token; give it a new one (401)"
        case ShopRefusedError(code="gateway_key_changed"):
            return "the shop has another public key for this gateway; reset the key there (409)"
        case httpx.ReadTimeout():
            return "the shop was silent for too long"
        case msgspec.DecodeError() | UnicodeDecodeError() | RecursionError():
            return f"the shop's message cannot be read: {failure}"
        case _:
            return str(failure) or type(failure).__name__


class BackOff:
    """Waits that double from one second up to thirty, each with jitter so that gateways do not retry in step."""

    def __init__(self) -> None:
        self._longest = 1.0

    def next(self) -> float:
        """Seconds to wait before the next try."""
        delay = random.uniform(self._longest / 2, self._longest)  # noqa: S311 - spreads load, hides nothing
        self._longest = min(self._longest * 2, 30.0)
        return delay

    def after(self, failure: Exception) -> float:
        """Return seconds to wait after the shop's failure; the most at once if only a person can fix it.

        A shop that is out of order is asked at least every four seconds: it is back as soon as another box is the
        primary.
        """
        if isinstance(failure, ShopRefusedError):
            if failure.status in _FOR_A_PERSON:
                self._longest = 30.0
            elif failure.status in _OUT_OF_ORDER:
                self._longest = min(self._longest, 4.0)
        return self.next()

    def reset(self) -> None:
        self._longest = 1.0

"""The HTTP client for the shop: one endless stream to read, and what is told to it."""

import asyncio
import contextlib
import random
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from typing import Self
from urllib.parse import urlsplit

import httpx
import msgspec

from ieum.gateway.protocol import (
    PROTOCOL,
    Ack,
    Health,
    Message,
    PeerUsage,
    Reflection,
    TailDone,
    TailsDone,
    Unreachable,
    Usage,
)

STREAM_TIMEOUT = 30.0  # seconds; the shop sends a heartbeat every ten
_CALL = httpx.Timeout(15.0)
_FOR_A_PERSON = {401, 403, 404, 409}


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
        except (msgspec.DecodeError, UnicodeDecodeError):
            return cls(status, "")


class _Problem(msgspec.Struct):
    code: str = ""


class ShopClient:
    def __init__(
        self, url: str, token: str, *, silence: float = STREAM_TIMEOUT, pretends: bool = False
    ) -> None:
        """`pretends`: what it reports of use is made up, and it says so."""
        self._pretends = pretends
        self._http = httpx.AsyncClient(
            base_url=url.rstrip("/"),
            headers={"authorization": f"Bearer {token}"},
            timeout=_CALL,
            # Plain http needs no certificates, so none are loaded. A scheme may be written in capitals.
            verify=urlsplit(url).scheme != "http",
        )
        self._silence = httpx.Timeout(_CALL.connect, read=silence)
        self._decoder = msgspec.json.Decoder(Message)
        self._heard = asyncio.Event()

    async def close(self) -> None:
        await self._http.aclose()

    async def messages(self, revision: int) -> AsyncGenerator[Message]:
        """Follow the stream from this revision on; ends or raises if the connection is lost or silent."""
        asked = {"revision": revision, "protocol": PROTOCOL}
        request = self._http.stream("GET", "/gateway/v1/stream", params=asked, timeout=self._silence)
        async with request as response:
            if not response.is_success:
                await response.aread()
                raise ShopRefusedError.of(response.status_code, response.content)
            async for line in response.aiter_lines():
                if line:
                    message = self._decoder.decode(line)
                    self._heard.set()
                    yield message

    async def wait_for_word(self, longest: float) -> None:
        """Return as soon as the stream brings a message, and after `longest` seconds at the latest."""
        self._heard.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(longest):
                await self._heard.wait()

    async def acknowledge(self, ack: Ack) -> None:
        await self._post("/gateway/v1/ack", ack)

    async def report(self, peers: list[PeerUsage], *, protocol: int, partial: bool) -> None:
        sent_at = datetime.now(UTC) if protocol > 1 else None
        usage = Usage(peers, sent_at, partial and protocol > 1, sandbox=self._pretends)
        await self._post("/gateway/v1/usage", usage)

    async def say_done(self, tails: list[TailDone]) -> None:
        """A shop that does not know the call answers 404: it ends tails by the clock alone."""
        await self._post("/gateway/v1/tails", TailsDone(tails))

    async def say_health(self, health: Health) -> None:
        """A shop that does not know the call answers 404."""
        await self._post("/gateway/v1/health", health)

    async def say_proven(self, nonce: str) -> None:
        """Without a call from the address: only a shop that is no production one believes it."""
        await self._post("/gateway/v1/reflect", Reflection(nonce, sandbox=True))

    async def say_unreachable(self, nonce: str, reason: str) -> None:
        await self._post("/gateway/v1/unreachable", Unreachable(nonce, reason))

    async def _post(
        self, path: str, body: Ack | Usage | TailsDone | Health | Reflection | Unreachable
    ) -> None:
        response = await self._http.post(
            path, content=msgspec.json.encode(body), headers={"content-type": "application/json"}
        )
        if not response.is_success:
            raise ShopRefusedError.of(response.status_code, response.content)


def describe(failure: Exception) -> str:
    """What the log says of a call that failed."""
    match failure:
        case ShopRefusedError(status=401):
            return "the shop does not accept this gateway's token; give it a new one (401)"
        case ShopRefusedError(code="gateway_key_changed"):
            return "the shop has another public key for this gateway; reset the key there (409)"
        case httpx.ReadTimeout():
            return "the shop was silent for too long"
        case msgspec.DecodeError():
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
        """The same after a failure of the shop's; the longest wait at once after one that only a person can fix."""
        if isinstance(failure, ShopRefusedError) and failure.status in _FOR_A_PERSON:
            self._longest = 30.0
        return self.next()

    def reset(self) -> None:
        self._longest = 1.0

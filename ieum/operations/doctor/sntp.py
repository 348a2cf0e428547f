"""Asks a time server how far this machine's clock is off, by one packet (RFC 4330, section 5)."""

import asyncio
import secrets
import struct
import time
from typing import Any

# Seconds between 1900, where NTP begins to count, and 1970.
_EPOCH = 2_208_988_800
# Version 4, a client.
_QUESTION = 0x23
_SERVER = 4
_PACKET = struct.Struct("!BBBb11I")
_STRATUMS = range(1, 16)


class NoTimeError(Exception):
    """The server gave no usable answer."""


class _Answer(asyncio.DatagramProtocol):
    def __init__(self) -> None:
        self.came: asyncio.Future[tuple[bytes, float]] = asyncio.get_running_loop().create_future()

    def datagram_received(self, data: bytes, addr: tuple[str | Any, int]) -> None:
        del addr
        if not self.came.done():
            self.came.set_result((data, time.time()))

    def error_received(self, exc: Exception) -> None:
        if not self.came.done():
            self.came.set_exception(exc)


async def offset(host: str, port: int, *, patience: float) -> float:
    """Return by how many seconds this clock is behind the server's; negative where it is ahead. Raises NoTimeError."""
    try:
        async with asyncio.timeout(patience):
            return await _ask(host, port)
    except (OSError, TimeoutError) as error:
        raise NoTimeError(type(error).__name__) from error


async def _ask(host: str, port: int) -> float:
    loop = asyncio.get_running_loop()
    transport, protocol = await loop.create_datagram_endpoint(_Answer, remote_addr=(host, port))
    try:
        # What a client sends as its time comes back, and proves that the answer is one to this question.
        nonce = secrets.token_bytes(8)
        asked = time.time()
        transport.sendto(bytes([_QUESTION]) + bytes(39) + nonce)
        data, heard = await protocol.came
    finally:
        transport.close()
    if len(data) < _PACKET.size or data[24:32] != nonce:
        raise NoTimeError("an answer to another question")
    mode, stratum, *_, got_s, got_f, sent_s, sent_f = _PACKET.unpack(data[: _PACKET.size])
    if mode & 7 != _SERVER or stratum not in _STRATUMS:
        raise NoTimeError("the server does not know the time")
    got, sent = _unix(got_s, got_f), _unix(sent_s, sent_f)
    return ((got - asked) + (sent - heard)) / 2


def _unix(seconds: int, fraction: int) -> float:
    return seconds - _EPOCH + fraction / 2**32

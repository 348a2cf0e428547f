"""Knock at a gateway's port of WireGuard from here, as a customer's device does.

The gateway makes the handshake itself and sees whether it arrives: the shop needs no key, and the answer is dropped.
"""

import asyncio
import base64
import binascii
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.kernel.errors import Field, InvalidFields, ShopError

A_MINUTE = 10
_LENGTH = 148  # of the first message of a handshake
_FIRST_MESSAGE = b"\x01\0\0\0"


class KnocksNowhere(ShopError):
    status = 404
    code = "knocks_nowhere"
    title = "보내지 않았습니다"
    detail = "운영 환경의 상점만 게이트웨이의 포트를 두드립니다."


class Knock(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    datagram: Annotated[str, Meta(max_length=200)]


def read(knock: Knock) -> bytes:
    """Decodes the first message of a handshake. Raises InvalidFields for anything else."""
    try:
        datagram = base64.b64decode(knock.datagram, validate=True)
    except binascii.Error:
        datagram = b""
    if len(datagram) != _LENGTH or not datagram.startswith(_FIRST_MESSAGE):
        raise InvalidFields(Field("datagram", "invalid", "WireGuard의 첫 메시지가 아닙니다."))
    return datagram


async def send(endpoint: str, datagram: bytes) -> None:
    """Send a datagram to a gateway's address and port. A name that is not resolved sends none."""
    host, _, port = endpoint.rpartition(":")
    loop = asyncio.get_running_loop()
    try:
        transport, _ = await loop.create_datagram_endpoint(
            asyncio.DatagramProtocol, remote_addr=(host.strip("[]"), int(port))
        )
    except OSError:
        return
    transport.sendto(datagram)
    transport.close()

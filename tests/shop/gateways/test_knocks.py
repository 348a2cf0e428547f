"""The shop knocks at a gateway's port with the gateway's own handshake."""

import base64
import socket
from typing import Any

import pytest

from ieum.shop.gateways import knocks
from ieum.shop.gateways.knocks import Knock
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import InvalidFields
from tests.shop.builders.gateways import BEARER, a_gateway
from tests.shop.builders.shops import Client

DATAGRAM = b"\1\0\0\0" + bytes(144)


def coded(datagram: bytes) -> str:
    return base64.b64encode(datagram).decode()


async def test_it_arrives_at_the_gateways_port() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as port:
        port.bind(("127.0.0.1", 0))
        port.settimeout(10)

        await knocks.send(f"127.0.0.1:{port.getsockname()[1]}", DATAGRAM)

        assert port.recv(2000) == DATAGRAM


async def test_a_name_that_is_not_known_is_knocked_at_by_nobody() -> None:
    await knocks.send("gateway.invalid:51820", DATAGRAM)


@pytest.mark.parametrize(
    "datagram",
    [
        pytest.param("*", id="no base64"),
        pytest.param(coded(DATAGRAM[:-1]), id="too short"),
        pytest.param(coded(b"\4" + DATAGRAM[1:]), id="another message"),
        pytest.param("", id="nothing"),
    ],
)
def test_nothing_but_a_first_message_is_sent(datagram: str) -> None:
    with pytest.raises(InvalidFields):
        knocks.read(Knock(datagram))


async def knock(client: Client, **more: Any) -> int:
    body = {"datagram": coded(DATAGRAM)}
    return (await client.post("/gateway/v1/knock", json=body, **more)).status_code


async def test_a_shop_that_is_none_of_production_knocks_nowhere(client: Client, conn: Connection) -> None:
    await a_gateway(conn)

    assert (await knock(client, headers=BEARER), await knock(client)) == (404, 401)

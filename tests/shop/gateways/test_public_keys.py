"""Public keys by which a handshake would have a secret that everybody knows."""

import base64
import secrets

import msgspec
import pytest

from ieum.gateway.keys import public_key, x25519
from ieum.shop.gateways import enrolment
from ieum.shop.gateways.types import PublicKey
from ieum.shop.kernel.db import Connection, fetch_one
from tests.shop.builders.device_links import a_maker, look_up, made, use
from tests.shop.builders.services import add_device
from tests.shop.builders.shops import Client

P = 2**255 - 19
OF_ORDER_8 = (
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
)
LOW = [0, 1, P - 1, P, P + 1, *(int.from_bytes(bytes.fromhex(one), "little") for one in OF_ORDER_8)]


def is_taken(number: int) -> bool:
    try:
        msgspec.convert(base64.b64encode(number.to_bytes(32, "little")).decode(), PublicKey)
    except msgspec.ValidationError:
        return False
    return True


@pytest.mark.parametrize("point", LOW)
def test_a_point_of_low_order_is_no_key(point: int) -> None:
    """Eight times each of them is nothing, whatever the other side's key is."""
    with pytest.raises(ValueError, match="shared key"):
        x25519(bytes([8]) + bytes(31), point.to_bytes(32, "little"))

    assert not is_taken(point)


def test_nothing_beyond_the_field_and_no_top_bit_is_a_key() -> None:
    assert not any(map(is_taken, range(P, 2**255)))
    assert not any(is_taken(2**255 | secrets.randbits(255)) for _ in range(1_000))
    assert is_taken(P - 2)
    assert is_taken(2)


def test_keys_that_programs_make_are_taken() -> None:
    for _ in range(50):
        made = public_key(base64.b64encode(secrets.token_bytes(32)).decode())
        assert msgspec.convert(made, PublicKey) == made


async def test_no_key_of_low_order_comes_in_anywhere(client: Client, conn: Connection) -> None:
    """Not with a device, a new key, a link for somebody else's device, or the host of a gateway."""
    maker, zeros = await a_maker(conn), base64.b64encode(bytes(32)).decode()
    device = (await add_device(client, maker.headers, maker.service)).json()["data"]["device"]["id"]
    token = (await made(client, maker))["token"]
    code = await enrolment.issue_code(
        conn, await fetch_one(conn, str, "SELECT name FROM gateways"), takes_over=False
    )
    path = f"/api/v1/services/{maker.service}/devices/{device}/key"
    host = {"code": code, "token": "gw_" + "t" * 43, "publicKey": zeros}

    answers = {
        "device": await add_device(client, maker.headers, maker.service, key=zeros),
        "new key": await client.put(path, json={"publicKey": zeros}, headers=maker.headers),
        "link": await use(client, token, zeros),
        "link looked up": await look_up(client, token, publicKey=zeros),
        "gateway": await client.post("/gateway/v1/enrol", json=host),
    }

    assert {door: answer.status_code for door, answer in answers.items()} == dict.fromkeys(answers, 422)

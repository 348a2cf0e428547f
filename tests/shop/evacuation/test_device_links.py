"""A link for a device outlives the move of its service to another gateway."""

from ieum.shop.kernel.db import Connection, Database, execute
from tests.shop.builders.device_links import Maker, look_up, made, use
from tests.shop.builders.evacuations import a_place, a_resident, evacuate, press
from tests.shop.builders.gateways import a_key
from tests.shop.builders.shops import Client


async def test_what_a_link_sets_up_is_where_its_service_is(
    client: Client, conn: Connection, db: Database
) -> None:
    place = await a_place(conn)
    await execute(conn, "UPDATE plans SET device_limit = 5")
    resident = await a_resident(conn, place)
    maker = Maker(resident.member, resident.service, resident.headers)
    before, after, key = await made(client, maker), await made(client, maker), a_key()
    old = (await use(client, before["token"], key)).json()["data"]

    await evacuate(conn, db, place)
    moved = await press(client, resident)
    again = (await use(client, before["token"], key)).json()["data"]
    seen = (await look_up(client, before["token"], publicKey=key)).json()["data"]["setup"]
    new = (await use(client, after["token"])).json()["data"]

    assert moved.status_code == 200, moved.text
    assert old["tunnel"]["serverPublicKey"] == "G" * 42 + "A="
    # The same answer in what is the device's own; the rest as it is now.
    assert again["device"]["id"] == old["device"]["id"]
    assert seen == again
    assert {one["tunnel"]["serverPublicKey"] for one in (again, new)} == {"N" * 42 + "A="}
    assert again["address"] == new["address"] != old["address"]

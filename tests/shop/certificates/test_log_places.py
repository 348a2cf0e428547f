"""A certificate carries its place in the log of addresses, from which anybody computes the way to a signed head."""

from hashlib import sha256

from ieum.shop.address_log import service as log
from ieum.shop.kernel.db import Connection, Database, fetch_one
from ieum.shop.services import service as services
from tests.shop.builders.certificates import a_holding, issue, show
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.shops import Client


async def test_the_place_of_the_beginning_is_in_what_is_signed(
    client: Client, conn: Connection, db: Database
) -> None:
    holder = await a_holding(conn)
    await log.append(db, SEALER)

    document = await show(client, holder.headers, await issue(client, holder.headers, holder.service))

    place = document["log"]
    own = sha256(place["entry"].encode()).digest()
    assert sha256(bytes.fromhex(place["previous"]) + own).hexdigest() == place["hash"]
    assert document["address"] in place["entry"]
    head = await fetch_one(conn, bytes, "SELECT head FROM address_log_days ORDER BY day DESC LIMIT 1")
    assert head.hex() == place["hash"]


async def test_what_has_begun_just_now_has_its_place_in_the_next_version(
    client: Client, conn: Connection, db: Database
) -> None:
    holder = await a_holding(conn)
    number = await issue(client, holder.headers, holder.service)
    assert (await show(client, holder.headers, number))["log"] is None

    await log.append(db, SEALER)
    await services.suspend(conn, [holder.service])

    assert (await show(client, holder.headers, number))["log"]["index"] == 1

"""Tunnel addresses: a gateway's own, no two alike, used again after a rest."""

import asyncio

from ieum.shop.gateways import tunnels
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, execute, fetch_all
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.gateways import a_gateway
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.services import a_service, add_device, show_service
from tests.shop.builders.shops import Client, Shop


async def a_small_gateway(conn: Connection, network: str = "172.20.0.0/29") -> GatewayId:
    gateway = GatewayId(await a_gateway(conn, token="gw_small"))
    await execute(conn, "UPDATE gateways SET tunnel_network = %(network)s::cidr", network=network)
    return gateway


async def rest(conn: Connection, *, hours: int) -> None:
    """Let so many hours pass for the addresses that rest."""
    await execute(
        conn, "UPDATE free_tunnels SET free_at = free_at - make_interval(hours => %(hours)s)", hours=hours
    )


async def test_each_gateway_counts_for_itself_and_its_first_address_is_its_own(conn: Connection) -> None:
    small = await a_small_gateway(conn)
    other = GatewayId(await a_gateway(conn, token="gw_other"))

    taken = [await tunnels.take(conn, gateway) for gateway in (small, small, other, other)]

    assert taken == ["172.20.0.2", "172.20.0.3", "10.64.0.2", "10.64.0.3"]


async def test_a_full_network_gives_no_address_and_the_last_one_is_not_the_broadcast(
    conn: Connection,
) -> None:
    gateway = await a_small_gateway(conn)

    taken = [await tunnels.take(conn, gateway) for _ in range(7)]

    assert taken == [*(f"172.20.0.{n}" for n in range(2, 7)), None, None]


async def test_the_address_of_a_removed_device_is_used_again_after_a_day(
    client: Client, conn: Connection
) -> None:
    gateway = await a_small_gateway(conn)
    member = await a_member(conn)
    plan = await a_plan(conn, gateway=gateway, device_limit=5)
    service = await a_service(conn, member, plan=plan)
    headers = await a_login(conn, member)
    for _ in range(5):
        assert (await add_device(client, headers, service)).status_code == 201
    [first, *_] = (await show_service(client, headers, service))["devices"]

    await client.delete(f"/api/v1/services/{service}/devices/{first['id']}", headers=headers)
    at_once = await add_device(client, headers, service)
    await rest(conn, hours=23)
    too_early = await add_device(client, headers, service)
    await rest(conn, hours=1)
    after_a_day = await add_device(client, headers, service)

    assert [answer.json()["code"] for answer in (at_once, too_early)] == ["gateway_full"] * 2
    assert after_a_day.status_code == 201, after_a_day.text
    assert after_a_day.json()["data"]["device"]["tunnelAddress"] == first["tunnelAddress"]


async def test_a_refused_key_costs_no_address(client: Client, conn: Connection) -> None:
    gateway = await a_small_gateway(conn)
    member = await a_member(conn)
    service = await a_service(conn, member, plan=await a_plan(conn, gateway=gateway, device_limit=5))
    headers = await a_login(conn, member)
    added = (await add_device(client, headers, service)).json()["data"]["device"]

    refused = await add_device(client, headers, service, key=added["publicKey"])
    next_one = (await add_device(client, headers, service)).json()["data"]["device"]

    assert refused.json()["code"] == "public_key_taken"
    assert [added["tunnelAddress"], next_one["tunnelAddress"]] == ["172.20.0.2", "172.20.0.3"]


async def test_no_two_take_the_same_address_at_once(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        gateway = await a_small_gateway(conn, "172.20.0.0/24")
        await execute(
            conn,
            """
            INSERT INTO free_tunnels (gateway_id, address, free_at)
            SELECT %(gateway)s, inet '172.20.0.200' + n, now() - interval '1 hour' FROM generate_series(0, 4) n
            """,
            gateway=gateway,
        )

    async def take() -> str | None:
        async with shop.db.transaction() as conn:
            address = await tunnels.take(conn, gateway)
            # sleep: keeps this transaction open, so that the others meet its locks.
            await asyncio.sleep(0.01)
            return address

    taken = await asyncio.gather(*(take() for _ in range(10)))

    assert sorted(map(str, taken)) == sorted(
        [*(f"172.20.0.{n}" for n in range(200, 205)), *(f"172.20.0.{n}" for n in range(2, 7))]
    )
    async with shop.db.connection() as conn:
        assert await fetch_all(conn, str, "SELECT host(address) FROM free_tunnels") == []

"""Whether a member calls from an address of their own."""

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.services import service as services
from ieum.shop.services.types import ServiceId
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.services import a_device, a_service
from tests.shop.builders.shops import Client

PATH = "/api/v1/services/connection"
# Where the requests of tests come from.
OURS = "127.0.0.1"


async def a_holder_of(conn: Connection, address: str) -> dict[str, str]:
    """The headers of a member whose only service goes out through this address."""
    member = await a_member(conn)
    service = await a_service(conn, member)
    await execute(
        conn,
        """
        UPDATE exit_addresses e SET address = %(address)s::inet FROM leases l
         WHERE l.address_id = e.id AND l.service_id = %(service)s
        """,
        address=address,
        service=service,
    )
    return await a_login(conn, member)


@pytest.mark.parametrize(("address", "connected"), [(OURS, True), ("198.51.100.7", False)])
async def test_who_comes_through_their_own_address_is_connected(
    client: Client, conn: Connection, address: str, connected: bool
) -> None:
    headers = await a_holder_of(conn, address)

    answer = await client.get(PATH, headers=headers)

    # Nothing but the word: the address itself would be personal data.
    assert (answer.status_code, answer.json()["data"]) == (200, {"connected": connected, "waiting": False})


async def test_the_address_of_somebody_else_is_none_of_ours(client: Client, conn: Connection) -> None:
    await a_holder_of(conn, OURS)

    answer = await client.get(PATH, headers=await a_login(conn, await a_member(conn)))

    assert answer.json()["data"] == {"connected": False, "waiting": False}


@pytest.mark.parametrize(
    "end",
    [
        "UPDATE services SET starts_at = starts_at - interval '2 days', ends_at = now()",
        "UPDATE leases SET state = 'ended', ended_at = now()",
    ],
    ids=["period over", "address given back"],
)
async def test_a_service_that_has_ended_connects_nobody(client: Client, conn: Connection, end: str) -> None:
    headers = await a_holder_of(conn, OURS)
    await execute(conn, end)  # pyright: ignore[reportArgumentType]

    assert (await client.get(PATH, headers=headers)).json()["data"] == {"connected": False, "waiting": False}


@pytest.mark.parametrize(
    ("gateway", "waiting"),
    [
        ("endpoint = '127.0.0.1:51820'", True),
        ("endpoint = '198.51.100.7:51820', tunnel_network = '127.0.0.0/8'", True),
        ("endpoint = '198.51.100.7:51820'", False),
    ],
    ids=["by its gateway's address", "on its gateway's host", "from elsewhere"],
)
async def test_a_device_whose_service_is_over_waits_behind_its_gateway(
    client: Client, conn: Connection, gateway: str, waiting: bool
) -> None:
    headers = await a_holder_of(conn, "198.51.100.9")
    await a_device(conn, await fetch_one(conn, ServiceId, "SELECT id FROM services"))
    await execute(conn, f"UPDATE gateways SET {gateway}")  # pyright: ignore[reportArgumentType]
    before = (await client.get(PATH, headers=headers)).json()["data"]
    await execute(conn, "UPDATE services SET starts_at = starts_at - interval '2 days', ends_at = now()")
    await services.expire_due(conn, limit=10)

    after = (await client.get(PATH, headers=headers)).json()["data"]

    assert (before["waiting"], after) == (False, {"connected": False, "waiting": waiting})
    of_another = await client.get(PATH, headers=await a_login(conn, await a_member(conn)))
    assert of_another.json()["data"]["waiting"] is False


async def test_a_visitor_is_told_nothing(client: Client) -> None:
    assert (await client.get(PATH)).status_code == 401

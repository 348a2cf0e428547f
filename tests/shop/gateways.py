"""A gateway and its peers, as tests need them."""

from datetime import UTC, datetime

from ieum.shop.fleet import queries
from ieum.shop.fleet.types import GatewayId
from ieum.shop.kernel.db import Connection

BEARER = {"Authorization": "Bearer gw_test"}


LATER = datetime(2030, 1, 1, tzinfo=UTC)


async def put(conn: Connection, gateway: int, key: str, number: int) -> None:
    await queries.put_peer(
        conn,
        GatewayId(gateway),
        key,
        tunnel_address=f"10.64.1.{number}",
        exit_address=f"203.0.113.{number}",
        until=LATER,
    )


def peer(key: str, number: int) -> dict[str, str]:
    return {
        "publicKey": key,
        "tunnelAddress": f"10.64.1.{number}",
        "exitAddress": f"203.0.113.{number}",
        "until": "2030-01-01T00:00:00Z",
    }


async def revision_of(conn: Connection, gateway: int) -> int:
    return (await queries.get_gateway(conn, GatewayId(gateway))).revision

"""A gateway and its peers, as tests need them."""

from datetime import UTC, datetime

from ieum.shop.fleet import queries
from ieum.shop.fleet.types import GatewayId
from ieum.shop.kernel.db import Connection, execute

BEARER = {"Authorization": "Bearer gw_test"}


LATER = datetime(2030, 1, 1, tzinfo=UTC)


async def put(conn: Connection, gateway: int, key: str, number: int) -> None:
    await execute(
        conn,
        """
        INSERT INTO gateway_peers (gateway_id, public_key, tunnel_address, exit_address, until)
        VALUES (%(gateway)s, %(key)s, %(tunnel_address)s, %(exit_address)s, %(until)s)
        ON CONFLICT (gateway_id, public_key) DO UPDATE
           SET tunnel_address = excluded.tunnel_address, exit_address = excluded.exit_address,
               until = excluded.until, removed_at = NULL
        """,
        gateway=gateway,
        key=key,
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

"""What a gateway is told: exits and endpoints, without an address that is leased."""

from datetime import UTC, datetime
from typing import NamedTuple

from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.services.types import ServiceId
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_member
from tests.shop.builders.services import a_service

LATER = datetime(2030, 1, 1, tzinfo=UTC)


class Way(NamedTuple):
    """A service's exit, and a device that uses it, with the ids that the gateway hears."""

    service: ServiceId
    exit: str
    key: str
    endpoint: str


async def put_exit(conn: Connection, gateway: int, service: ServiceId, number: int) -> str:
    """Raises the revision by one."""
    return await fetch_one(
        conn,
        str,
        """
        INSERT INTO exits (gateway_id, service_id, address, until)
        VALUES (%(gateway)s, %(service)s, %(address)s, %(until)s)
        ON CONFLICT (gateway_id, service_id) DO UPDATE SET address = excluded.address, removed_at = NULL
        RETURNING id::text
        """,
        gateway=gateway,
        service=service,
        address=f"203.0.113.{number}",
        until=LATER,
    )


async def put_endpoint(conn: Connection, gateway: int, exit_: str, key: str, number: int) -> str:
    """Raises the revision by one."""
    return await fetch_one(
        conn,
        str,
        """
        INSERT INTO endpoints (gateway_id, exit_id, kind, identity, tunnel_address)
        VALUES (%(gateway)s, %(exit)s::bigint, 'wireguard', %(key)s, %(tunnel)s)
        ON CONFLICT (gateway_id, kind, identity) DO UPDATE
           SET exit_id = excluded.exit_id, tunnel_address = excluded.tunnel_address, removed_at = NULL
        RETURNING id::text
        """,
        gateway=gateway,
        exit=exit_,
        key=key,
        tunnel=f"10.64.1.{number}",
    )


async def a_way(conn: Connection, gateway: int, key: str, number: int) -> Way:
    """A new service with one device, which leaves by 203.0.113.`number`. Raises the revision by two."""
    service = await a_service(
        conn, await a_member(conn), plan=await a_plan(conn, gateway=gateway, addresses=1)
    )
    exit_ = await put_exit(conn, gateway, service, number)
    return Way(service, exit_, key, await put_endpoint(conn, gateway, exit_, key, number))


async def remove_exit(conn: Connection, exit_: str) -> None:
    await execute(conn, "UPDATE exits SET removed_at = now() WHERE id = %(exit)s::bigint", exit=exit_)


def exit_on_the_wire(way: Way, number: int) -> dict[str, str | None]:
    return {
        "id": way.exit,
        "address": f"203.0.113.{number}",
        "until": "2030-01-01T00:00:00Z",
        "tailAddress": None,
        "tailUntil": None,
        "uploadMbit": None,
        "downloadMbit": None,
        "connections": None,
        "shopUntil": None,
    }


def endpoint_on_the_wire(way: Way, number: int) -> dict[str, str]:
    return {
        "id": way.endpoint,
        "exit": way.exit,
        "kind": "wireguard",
        "identity": way.key,
        "tunnelAddress": f"10.64.1.{number}",
    }

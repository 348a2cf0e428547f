"""Tickets, and the changes of fixed addresses that they pay for."""

from typing import Any, NamedTuple

import httpx

from ieum.shop.gateways import desired
from ieum.shop.ip_change import service as changes
from ieum.shop.ip_change.types import ChangeId
from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.members.types import MemberId
from ieum.shop.services.types import ServiceId
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.services import a_device, a_service
from tests.shop.builders.shops import Client, Headers


class Holder(NamedTuple):
    """A member with tickets and a static service, and the address that it has now."""

    member: MemberId
    headers: Headers
    service: ServiceId
    address: str


async def give_tickets(conn: Connection, member: MemberId, number: int) -> None:
    await execute(conn, "UPDATE site_config SET ticket_enabled = true")
    await execute(
        conn,
        """
        INSERT INTO ticket_entries (member_id, amount, kind, expires_at)
        VALUES (%(member)s, %(number)s, 'granted', now() + interval '1 year')
        """,
        member=member,
        number=number,
    )


async def a_holder(
    conn: Connection, *, tickets: int = 1, addresses: int = 4, connected: bool = True
) -> Holder:
    """Where `connected`, a device uses the service, so that its gateway has something to acknowledge; it called."""
    member = await a_member(conn)
    await give_tickets(conn, member, tickets)
    service = await a_service(conn, member, plan=await a_plan(conn, addresses=addresses))
    if connected:
        await a_device(conn, service)
        await let_gateways_call(conn)
    address = (await live_addresses(conn, service))[0]
    return Holder(member, await a_login(conn, member), service, address)


async def a_change(conn: Connection, member: MemberId, service: ServiceId) -> ChangeId:
    """A change that waits for its gateway."""
    await give_tickets(conn, member, 1)
    await desired.put_exits_of(conn, [service])
    old = await fetch_one(
        conn,
        int,
        "SELECT id FROM leases WHERE service_id = %(service)s AND state = 'active'",
        service=service,
    )
    return await fetch_one(
        conn,
        ChangeId,
        """
        WITH taken AS (
            INSERT INTO ticket_entries (member_id, amount, kind, service_id, grant_id)
            SELECT member_id, -1, 'reserved', %(service)s, id FROM ticket_entries WHERE member_id = %(member)s
            RETURNING id
        )
        INSERT INTO ip_changes (service_id, reservation, old_lease_id, new_lease_id, state, revision)
        SELECT %(service)s, id, %(old)s, %(old)s, 'waiting', 1000 FROM taken RETURNING id
        """,
        member=member,
        service=service,
        old=old,
    )


async def change(client: Client, holder: Holder, address: str | None = None, **more: str) -> httpx.Response:
    return await client.post(
        f"/api/v1/services/{holder.service}/ip-change",
        json={"address": address or holder.address} | more,
        headers=holder.headers,
    )


async def undo(client: Client, holder: Holder, changed: int, address: str) -> httpx.Response:
    """`address`: the one that the member sees."""
    return await client.post(
        f"/api/v1/ip-changes/{changed}/undo", json={"address": address}, headers=holder.headers
    )


async def done(
    client: Client, conn: Connection, holder: Holder, address: str | None = None
) -> dict[str, Any]:
    """A change that the gateway has acknowledged."""
    answer = await change(client, holder, address)
    assert answer.status_code == 200, answer.text
    await let_gateways_acknowledge(conn)
    await changes.settle(conn, answer.json()["data"]["id"])
    return answer.json()["data"]


async def settle_all(db: Database) -> None:
    await changes.settle_due(db, after=ChangeId(0), limit=100)


async def let_gateways_acknowledge(
    conn: Connection, *, error: str | None = None, faulty: list[int] | None = None
) -> None:
    """Every gateway has applied what it was told, with or without a problem. When it last called stays as it was.

    `faulty`: the endpoints that the problem is about alone.
    """
    await execute(
        conn,
        """
        UPDATE gateways
           SET acked_revision = revision, last_error = %(error)s, faulty_endpoints = %(faulty)s::bigint[]
        """,
        error=error,
        faulty=faulty,
    )


async def let_gateways_call(conn: Connection, *, seconds_ago: float = 0) -> None:
    """When every gateway was heard of last."""
    await execute(
        conn,
        "UPDATE gateways SET last_seen_at = now() - make_interval(secs => %(by)s)",
        by=seconds_ago,
    )


async def list_changes(client: Client, holder: Holder) -> list[dict[str, Any]]:
    return (await client.get("/api/v1/ip-changes", headers=holder.headers)).json()["data"]["items"]


async def tickets(client: Client, holder: Holder) -> int:
    return (await client.get("/api/v1/member", headers=holder.headers)).json()["data"]["ipTicket"]


async def live_addresses(conn: Connection, service: int) -> list[str]:
    return await fetch_all(
        conn,
        str,
        """
        SELECT host(e.address) FROM leases l JOIN exit_addresses e ON e.id = l.address_id
         WHERE l.service_id = %(service)s AND l.state = 'active'
        """,
        service=service,
    )


async def entries(conn: Connection, member: MemberId) -> list[str]:
    """What happened to the member's tickets, the first first."""
    return await fetch_all(
        conn, str, "SELECT kind FROM ticket_entries WHERE member_id = %(member)s ORDER BY id", member=member
    )

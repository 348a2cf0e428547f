"""Dynamic services, and what changes their addresses."""

from datetime import timedelta
from typing import Any, NamedTuple

import httpx

from ieum.shop.catalog.types import PlanId
from ieum.shop.gateways import desired
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.members.types import MemberId
from ieum.shop.services.types import ServiceId
from tests.shop.builders.catalog import a_dynamic_plan
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.services import a_device, a_service
from tests.shop.builders.shops import Client, Headers


class Held(NamedTuple):
    """A running dynamic service, and the headers of its member."""

    service: ServiceId
    headers: Headers
    plan: PlanId
    member: MemberId


async def a_dynamic_service(
    conn: Connection, *, addresses: int = 20, plan: PlanId | None = None, gateway: int | None = None
) -> Held:
    member = await a_member(conn)
    plan = plan or await a_dynamic_plan(conn, addresses=addresses, gateway=gateway)
    return Held(await a_service(conn, member, plan=plan), await a_login(conn, member), plan, member)


async def rotate(client: Client, held: Held) -> httpx.Response:
    return await client.post(f"/api/v1/services/{held.service}/rotation", json={}, headers=held.headers)


async def rotation(client: Client, held: Held) -> dict[str, Any]:
    return (await client.get(f"/api/v1/services/{held.service}/rotation", headers=held.headers)).json()[
        "data"
    ]


async def choose(
    client: Client,
    held: Held,
    *,
    timer: int | None = None,
    on_reconnect: bool = False,
    let_run: bool = False,
) -> httpx.Response:
    return await client.put(
        f"/api/v1/services/{held.service}/rotation",
        json={"timer": timer, "onReconnect": on_reconnect, "letRun": let_run},
        headers=held.headers,
    )


async def a_link(client: Client, held: Held, *networks: str) -> dict[str, Any]:
    answer = await client.post(
        f"/api/v1/services/{held.service}/rotation/links",
        json={"name": "스크립트", "networks": list(networks)},
        headers=held.headers,
    )
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


async def a_tail(client: Client, conn: Connection, gateway: int) -> Held:
    """A service that has just left an address which runs on."""
    held = await a_dynamic_service(conn, gateway=gateway)
    await a_device(conn, held.service)
    await choose(client, held, let_run=True)
    await rotate(client, held)
    return held


async def tails_of(conn: Connection, gateway: int) -> list[dict[str, Any]]:
    """The tails as the gateway hears of them, in the words in which it speaks of them."""
    exits = await desired.list_exits(conn, GatewayId(gateway), since=-1)
    return [
        {"exit": one.id, "address": one.tail_address, "until": one.tail_until.isoformat()}
        for one in exits
        if one.tail_until
    ]


async def pass_time(conn: Connection, by: timedelta) -> None:
    """Let so much time pass for all that changes of addresses wait for."""
    await execute(
        conn,
        """
        UPDATE rotations SET changed_at = changed_at - %(by)s, next_at = next_at - %(by)s
        """,
        by=by,
    )
    await execute(conn, "UPDATE leases SET tail_until = tail_until - %(by)s WHERE state = 'tail'", by=by)


async def addresses_of(conn: Connection, service: ServiceId) -> list[str]:
    """All addresses that the service ever had, the first one first."""
    return await fetch_all(
        conn,
        str,
        """
        SELECT host(e.address) FROM leases l JOIN exit_addresses e ON e.id = l.address_id
         WHERE l.service_id = %(service)s ORDER BY l.id
        """,
        service=service,
    )

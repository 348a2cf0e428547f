"""A gateway that is evacuated, a second one, and a member with a service on the first."""

from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import httpx

from ieum.shop.catalog.types import PlanId
from ieum.shop.evacuation import notices, queries, service
from ieum.shop.evacuation.types import Evacuation
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.members.types import MemberId
from ieum.shop.services.types import ServiceId
from ieum.shop.stock import moves
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.gateways import a_gateway
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.services import a_device, a_service
from tests.shop.builders.shops import Client, Headers

OLD, NEW = "gw_test", "gw_new"


class Place(NamedTuple):
    """`old` is to be evacuated; `new` has addresses of the same pool."""

    old: int
    new: int
    plan: PlanId


class Resident(NamedTuple):
    member: MemberId
    headers: Headers
    service: ServiceId
    key: str


async def a_place(
    conn: Connection, *, room: int = 3, addresses: int = 3, plan: PlanId | None = None
) -> Place:
    """`room`: so many addresses of 198.51.100.0/24 are free on the new gateway."""
    old = await a_gateway(conn, token=OLD)
    new = await a_gateway(conn, token=NEW, public_key="N" * 42 + "A=")
    plan = plan or await a_plan(conn, gateway=old, addresses=addresses)
    await add_room(conn, plan, new, room)
    return Place(old, new, plan)


async def add_room(conn: Connection, plan: PlanId, gateway: int, number: int, *, first: int = 1) -> None:
    await execute(
        conn,
        """
        INSERT INTO exit_addresses (pool_id, gateway_id, address, proven_at, proven_by, cleared_at)
        SELECT pool_id, %(gateway)s, inet '198.51.100.0' + (n + %(first)s - 1), now(), 'call', now()
          FROM plans, generate_series(1, %(number)s) n WHERE plans.id = %(plan)s
        """,
        gateway=gateway,
        number=number,
        first=first,
        plan=plan,
    )


async def a_resident(conn: Connection, place: Place, *, member: MemberId | None = None) -> Resident:
    """A member with a service and a device on the old gateway, by which the new ones are not taken yet."""
    await execute(conn, "UPDATE gateways SET wanted = 'draining' WHERE id = %(new)s", new=place.new)
    member = member or await a_member(conn)
    service = await a_service(conn, member, plan=place.plan)
    await execute(conn, "UPDATE gateways SET wanted = 'serving' WHERE id = %(new)s", new=place.new)
    return Resident(member, await a_login(conn, member), service, await a_device(conn, service))


async def evacuate(conn: Connection, db: Database, place: Place, *, days: int = 10) -> Evacuation:
    """Begin, plan and mail."""
    name = await fetch_one(conn, str, "SELECT name FROM gateways WHERE id = %(old)s", old=place.old)
    async with db.transaction() as begun:
        evacuation = await service.begin(
            begun, name, until=datetime.now(UTC) + timedelta(days=days), reason="통신사 회선 교체"
        )
    assert evacuation is not None
    await service.plan(db, evacuation)
    await notices.tell_offered(db)
    return evacuation


async def an_offer(conn: Connection, plan: PlanId, service_id: ServiceId) -> None:
    """An address on another gateway is kept for the service; nothing else is changed or mailed."""
    await add_room(conn, plan, await a_gateway(conn, token=NEW, public_key="N" * 42 + "A="), 1)
    coming = await moves.keep_address(conn, service_id)
    assert coming is not None
    gateway = await fetch_one(conn, GatewayId, "SELECT min(id) FROM gateways")
    await queries.insert_evacuation(
        conn, gateway, until=datetime.now(UTC) + timedelta(days=9), reason="회선 교체"
    )
    evacuation = await queries.find_open(conn, gateway)
    assert evacuation is not None
    await queries.insert_move(conn, evacuation.id, service_id, new_gateway=coming.gateway_id, least_days=7)


async def press(client: Client, resident: Resident) -> httpx.Response:
    return await client.post(f"/api/v1/services/{resident.service}/move", headers=resident.headers)


async def move_of(client: Client, resident: Resident) -> dict[str, Any]:
    answer = await client.get(f"/api/v1/services/{resident.service}/move", headers=resident.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def connect_at(conn: Connection, resident: Resident, gateway: int) -> None:
    """A device of the service is seen at a gateway now."""
    await execute(
        conn,
        """
        INSERT INTO device_usage (device_id, first_handshake_at, last_handshake_at, session_began_at, session_exit)
        SELECT d.id, clock_timestamp(), clock_timestamp(), clock_timestamp(), x.address
          FROM devices d JOIN exits x ON x.service_id = d.service_id AND x.gateway_id = %(gateway)s
         WHERE d.service_id = %(service)s
        ON CONFLICT (device_id) DO UPDATE
           SET last_handshake_at = excluded.last_handshake_at, session_began_at = excluded.session_began_at,
               session_exit = excluded.session_exit
        """,
        gateway=gateway,
        service=resident.service,
    )


async def the_day_comes(conn: Connection) -> None:
    await execute(conn, "UPDATE service_moves SET until = now() WHERE closed_at IS NULL")


async def served(conn: Connection, resident: Resident) -> list[tuple[int, str]]:
    """By which gateways and addresses devices of the service may go out now."""
    rows = await fetch_all(
        conn,
        list[Any],
        """
        SELECT jsonb_build_array(x.gateway_id, host(x.address))
          FROM exits x JOIN endpoints p ON p.exit_id = x.id AND p.removed_at IS NULL
         WHERE x.service_id = %(service)s AND x.removed_at IS NULL AND x.shop_until IS NULL ORDER BY x.gateway_id
        """,
        service=resident.service,
    )
    return [(gateway, address) for gateway, address in rows]


async def leases_of(conn: Connection, resident: Resident) -> list[str]:
    """The states of the leases that the service has or had, without one that only waited for it."""
    return await fetch_all(
        conn,
        str,
        """
        SELECT state FROM leases
         WHERE service_id = %(service)s AND (active_at IS NOT NULL OR state <> 'ended') ORDER BY id
        """,
        service=resident.service,
    )


async def state_of_move(conn: Connection, resident: Resident) -> str:
    return await fetch_one(
        conn,
        str,
        "SELECT state FROM service_moves WHERE service_id = %(service)s ORDER BY id DESC LIMIT 1",
        service=resident.service,
    )


async def mails_to(conn: Connection, resident: Resident) -> list[str]:
    """The subjects of the mails about moves."""
    return await fetch_all(
        conn,
        str,
        """
        SELECT subject FROM messages
         WHERE member_id = %(member)s AND (reference LIKE 'evacuation%%' OR reference LIKE 'moved:%%') ORDER BY id
        """,
        member=resident.member,
    )

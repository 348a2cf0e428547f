"""Reports of gateways, and what they leave on record."""

from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import httpx

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.members.types import MemberId
from ieum.shop.services.types import ServiceId
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.gateways import BEARER, a_gateway
from tests.shop.builders.members import a_member
from tests.shop.builders.services import a_device, a_service
from tests.shop.builders.shops import Client

HOME, OFFICE = "198.51.100.7", "198.51.100.8"


class Used(NamedTuple):
    """A member's device on a gateway whose token is `gw_test`."""

    member: MemberId
    service: ServiceId
    key: str
    exit: str
    gateway: int


async def a_used_device(conn: Connection, *, days_ago: int = 40, gateway: int | None = None) -> Used:
    member = await a_member(conn)
    gateway = gateway or await a_gateway(conn, token="gw_test")
    service = await a_service(conn, member, plan=await a_plan(conn, gateway=gateway))
    key = await a_device(conn, service)
    await execute(
        conn,
        "UPDATE devices SET created_at = now() - make_interval(days => %(days)s)",
        days=days_ago,
    )
    address = await fetch_one(
        conn, str, "SELECT host(address) FROM exits WHERE service_id = %(service)s", service=service
    )
    return Used(member, service, key, address, gateway)


def line(used: Used, **fields: Any) -> dict[str, Any]:
    """What a gateway reports of the device: connected from home by its exit, just now."""
    now = datetime.now(UTC)
    told = {
        "publicKey": used.key,
        "lastHandshakeAt": now.isoformat(),
        "rxBytes": 100,
        "txBytes": 1000,
        "epoch": 7,
        "at": now.isoformat(),
        "since": None,
        "exitAddress": used.exit,
        "clientAddress": HOME,
    }
    return told | {
        name: value.isoformat() if isinstance(value, datetime) else value for name, value in fields.items()
    }


async def report(
    client: Client,
    *lines: dict[str, Any],
    sent_at: datetime | None = None,
    partial: bool = False,
    sandbox: bool = False,
) -> httpx.Response:
    body: dict[str, Any] = {"peers": list(lines), "partial": partial, "sandbox": sandbox}
    if sent_at:
        body["sentAt"] = sent_at.isoformat()
    return await client.post("/gateway/v1/usage", json=body, headers=BEARER)


async def sessions_of(conn: Connection) -> list[str]:
    """Ended sessions as exit, seconds and bytes, the oldest first."""
    return await fetch_all(
        conn,
        str,
        """
        SELECT concat_ws(' ', host(exit_address), extract(epoch FROM ended_at - began_at)::integer, rx_bytes, tx_bytes)
          FROM usage_sessions ORDER BY began_at, id
        """,
    )


async def hours_of(conn: Connection) -> list[str]:
    return await fetch_all(
        conn,
        str,
        "SELECT concat_ws(' ', rx_bytes, tx_bytes) FROM usage_hours ORDER BY hour, device_id",
    )


def ago(**span: float) -> datetime:
    return datetime.now(UTC) - timedelta(**span)


def within_a_month(**span: float) -> datetime:
    """A moment from which so long a time lies in one month of Seoul, and is over: what is counted is cut at months."""
    length = timedelta(**span)
    begin = datetime.now(SEOUL) - length
    if begin.month != datetime.now(SEOUL).month:
        begin = begin.replace(day=1, hour=0, minute=0, second=0, microsecond=0) + timedelta(days=20)
    return begin.astimezone(UTC)

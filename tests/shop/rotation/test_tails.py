"""What becomes of open connections: they end with the change, or run on by the old address for a while."""

from datetime import timedelta

import pytest

from ieum.shop.gateways import desired
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, Database, fetch_all, fetch_one
from ieum.shop.rotation import service as rotations
from ieum.shop.services import service as services
from ieum.shop.stock import leases
from tests.shop.builders.catalog import a_dynamic_plan
from tests.shop.builders.gateways import a_gateway
from tests.shop.builders.rotation import (
    a_dynamic_service,
    addresses_of,
    choose,
    pass_time,
    rotate,
    rotation,
)
from tests.shop.builders.services import a_device
from tests.shop.builders.shops import Client

MINUTE = timedelta(minutes=1)


async def states(conn: Connection) -> list[str]:
    return await fetch_all(conn, str, "SELECT state FROM leases ORDER BY id")


async def test_cut_now_gives_the_old_address_back_at_once(client: Client, conn: Connection) -> None:
    held = await a_dynamic_service(conn)
    await a_device(conn, held.service)

    await rotate(client, held)

    assert await states(conn) == ["ended", "active"]
    assert (await rotation(client, held))["tailAddress"] is None
    assert await fetch_one(conn, bool, "SELECT bool_and(tail_address IS NULL) FROM exits")


async def test_let_run_keeps_the_old_address_and_tells_the_gateway(client: Client, conn: Connection) -> None:
    gateway = await a_gateway(conn)
    held = await a_dynamic_service(conn, gateway=gateway)
    await a_device(conn, held.service)
    await choose(client, held, let_run=True)

    changed = (await rotate(client, held)).json()["data"]

    assert await states(conn) == ["tail", "active"]
    shown = await rotation(client, held)
    assert (shown["address"], shown["tailAddress"]) == (changed["new"], changed["old"])
    [told] = await desired.list_exits(conn, GatewayId(gateway), since=-1)
    assert (told.address, told.tail_address) == (changed["new"], changed["old"])
    free = "SELECT available_at IS NOT NULL FROM exit_addresses WHERE host(address) = %(old)s"
    assert not await fetch_one(conn, bool, free, old=changed["old"])


async def test_a_tail_ends_after_ten_minutes_and_its_address_is_free(
    client: Client, conn: Connection, db: Database
) -> None:
    held = await a_dynamic_service(conn)
    await a_device(conn, held.service)
    await choose(client, held, let_run=True)
    old = (await rotate(client, held)).json()["data"]["old"]

    async with db.transaction() as own:
        early = await rotations.end_due_tails(own, limit=10)
        await pass_time(conn, timedelta(minutes=11))
        late = [await rotations.end_due_tails(own, limit=10) for _ in range(2)]

    assert (early, late) == (0, [1, 0])
    assert await states(conn) == ["ended", "active"]
    assert await fetch_one(conn, bool, "SELECT bool_and(tail_address IS NULL) FROM exits")
    free = "SELECT available_at <= now() FROM exit_addresses WHERE host(address) = %(old)s"
    assert await fetch_one(conn, bool, free, old=old)
    # The history says that it ran on.
    past = (await client.get(f"/api/v1/services/{held.service}/addresses", headers=held.headers)).json()[
        "data"
    ]
    assert [(one["address"] == old, one["tailUntil"] is not None) for one in past] == [
        (False, False),
        (True, True),
    ]


async def test_a_tail_that_has_begun_since_is_not_cut(
    client: Client, conn: Connection, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = await a_dynamic_service(conn)
    await choose(client, held, let_run=True)
    await rotate(client, held)

    async def list_from_before(_: Connection, *, limit: int) -> list[int]:
        """As a snapshot has it, from when the service had another tail."""
        return list[int]([held.service])[:limit]

    monkeypatch.setattr(leases, "list_due_tails", list_from_before)
    async with db.transaction() as own:
        await rotations.end_due_tails(own, limit=10)

    assert await states(conn) == ["tail", "active"]


async def test_a_further_change_ends_the_tail(client: Client, conn: Connection) -> None:
    held = await a_dynamic_service(conn)
    await a_device(conn, held.service)
    await choose(client, held, let_run=True)
    await rotate(client, held)
    await pass_time(conn, MINUTE)

    await rotate(client, held)

    assert await states(conn) == ["ended", "tail", "active"]
    had = await addresses_of(conn, held.service)
    assert await fetch_all(conn, str, "SELECT host(tail_address) FROM exits") == [had[1]]


async def test_the_end_of_a_service_ends_its_tail(client: Client, conn: Connection) -> None:
    held = await a_dynamic_service(conn)
    await a_device(conn, held.service)
    await choose(client, held, let_run=True)
    await rotate(client, held)

    await services.end(conn, [held.service])

    assert await states(conn) == ["ended", "ended"]
    assert await fetch_one(conn, int, "SELECT count(*) FROM exits WHERE removed_at IS NULL") == 0


async def test_who_lets_connections_run_keeps_nobody_else_from_changing(
    client: Client, conn: Connection
) -> None:
    """Nine of ten addresses are sold. A tail takes one more, so there is none where that would be the last."""
    gateway = await a_gateway(conn)
    plan = await a_dynamic_plan(conn, addresses=10, gateway=gateway)
    one, *others = [await a_dynamic_service(conn, plan=plan) for _ in range(9)]
    await choose(client, one, let_run=True)

    answers: list[int] = []
    for _ in range(3):
        answers += [(await rotate(client, held)).status_code for held in (one, *others)]
        await pass_time(conn, MINUTE * 2)

    assert set(answers) == {200}
    assert "tail" not in await states(conn)

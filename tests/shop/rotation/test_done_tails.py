"""Gateways say when nothing is open any more by an old address, which then rests no longer."""

import asyncio
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.members.types import Viewer
from ieum.shop.rotation import service as rotations
from tests.shop.builders.gateways import BEARER, a_gateway, revision_of
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.rotation import (
    a_dynamic_service,
    a_tail,
    choose,
    pass_time,
    rotate,
    rotation,
    tails_of,
)
from tests.shop.builders.services import a_device
from tests.shop.builders.shops import Client, Shop


async def say_done(client: Client, *tails: dict[str, Any], token: str = "gw_test") -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}"} if token != "gw_test" else BEARER
    return await client.post("/gateway/v1/tails", json={"tails": list(tails)}, headers=headers)


async def states(conn: Connection) -> list[str]:
    return await fetch_all(conn, str, "SELECT state FROM leases ORDER BY id")


async def test_a_tail_that_is_done_ends_and_its_address_is_free(client: Client, conn: Connection) -> None:
    gateway = await a_gateway(conn)
    held = await a_tail(client, conn, gateway)
    tails = await tails_of(conn, gateway)
    revision = await revision_of(conn, gateway)

    answers = [(await say_done(client, *tails)).status_code for _ in range(2)]

    assert (answers, len(tails)) == ([204, 204], 1)
    assert await states(conn) == ["ended", "active"]
    assert (await tails_of(conn, gateway), (await rotation(client, held))["tailAddress"]) == ([], None)
    # Once, although it was said twice.
    assert await revision_of(conn, gateway) == revision + 1
    free = "SELECT available_at <= now() FROM exit_addresses WHERE host(address) = %(old)s"
    assert await fetch_one(conn, bool, free, old=tails[0]["address"])


async def test_the_history_says_when_a_tail_really_ended(client: Client, conn: Connection) -> None:
    gateway = await a_gateway(conn)
    held = await a_tail(client, conn, gateway)

    await say_done(client, *await tails_of(conn, gateway))

    assert await fetch_one(
        conn, bool, "SELECT ended_at < tail_until AND ended_at >= left_at FROM leases WHERE state = 'ended'"
    )
    past = await client.get(f"/api/v1/services/{held.service}/addresses", headers=held.headers)
    ended = await fetch_one(conn, datetime, "SELECT ended_at FROM leases WHERE state = 'ended'")
    assert datetime.fromisoformat(past.json()["data"][1]["tailUntil"]) == ended


async def test_what_is_said_of_an_earlier_tail_ends_no_later_one(client: Client, conn: Connection) -> None:
    """The agent has looked, and the service has changed its address before the call arrives."""
    gateway = await a_gateway(conn)
    held = await a_tail(client, conn, gateway)
    earlier = await tails_of(conn, gateway)
    await pass_time(conn, timedelta(minutes=1))
    await rotate(client, held)
    [now] = await tails_of(conn, gateway)

    of_long_ago = "2026-01-01T00:00:00+00:00"  # all that a test does has one moment

    await say_done(client, *earlier, now | {"until": of_long_ago}, now | {"address": "198.18.9.9"})

    assert await states(conn) == ["ended", "tail", "active"]


async def test_a_gateway_ends_no_tail_of_another(client: Client, conn: Connection) -> None:
    gateway = await a_gateway(conn)
    await a_gateway(conn, token="gw_other", public_key=None)
    await a_tail(client, conn, gateway)

    answer = await say_done(client, *await tails_of(conn, gateway), token="gw_other")

    assert answer.status_code == 204
    assert await states(conn) == ["tail", "active"]


async def test_an_exit_that_is_no_number_is_refused(client: Client, conn: Connection) -> None:
    await a_gateway(conn)

    answer = await say_done(
        client, {"exit": "1 OR 1=1", "address": "203.0.113.1", "until": "2026-11-23T00:00:00Z"}
    )

    assert answer.status_code == 422


async def test_a_tail_that_a_change_ends_at_the_same_moment_ends_once(shop: Shop) -> None:
    """The call waits for the change, and must not take the tail that the change begins for the one that it ends."""
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn)
        held = await a_dynamic_service(conn, gateway=gateway)
        await a_device(conn, held.service)
    await choose(shop.client, held, let_run=True)
    await rotate(shop.client, held)
    async with shop.db.transaction() as conn:
        tails = await tails_of(conn, gateway)
        await execute(conn, "UPDATE rotations SET changed_at = changed_at - interval '1 minute'")

    async with shop.db.transaction() as conn:
        await rotations.change(conn, Viewer(held.member), held.service)
        saying = asyncio.create_task(say_done(shop.client, *tails))
        await until_one_waits_for_a_lock(shop.db)
    answer = await saying

    assert answer.status_code == 204
    async with shop.db.connection() as conn:
        assert await states(conn) == ["ended", "tail", "active"]
        tail = "SELECT host(tail_address) FROM exits"
        assert [one["address"] for one in await tails_of(conn, gateway)] == [await fetch_one(conn, str, tail)]


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        pytest.param({"address": "203.0.113.999"}, 422, id="no address"),
        pytest.param({"until": "0001-01-01T00:00:00+23:59"}, 422, id="before the calendar"),
        pytest.param({"until": "9999-12-31T23:59:59-23:59"}, 422, id="after the calendar"),
        pytest.param(
            {"until": "2026-12-01T00:00:00+23:59"}, 204, id="an offset that PostgreSQL does not know"
        ),
    ],
)
async def test_what_is_wrong_with_a_tail_is_refused_and_ends_none(
    client: Client, conn: Connection, wrong: dict[str, str], status: int
) -> None:
    gateway = await a_gateway(conn)
    await a_tail(client, conn, gateway)
    [tail] = await tails_of(conn, gateway)

    answer = await say_done(client, tail | wrong)

    assert answer.status_code == status
    assert await states(conn) == ["tail", "active"]

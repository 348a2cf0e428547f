"""Gateways say how their hosts are: alarms about their clocks and their tables of connections."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ieum.shop.fleet import hosts
from ieum.shop.kernel.db import Connection, fetch_all
from tests.shop.builders.fleet import BEARER, a_gateway
from tests.shop.builders.shops import Client


async def say(client: Client, *, behind: float = 0, **more: Any) -> int:
    sent_at = datetime.now(UTC) - timedelta(seconds=behind)
    body = {"sentAt": sent_at.isoformat(), **more}
    return (await client.post("/gateway/v1/health", json=body, headers=BEARER)).status_code


async def alarms(conn: Connection) -> list[str]:
    return await fetch_all(conn, str, "SELECT kind FROM alarms WHERE cleared_at IS NULL ORDER BY kind")


@pytest.mark.parametrize("behind", [30, -30], ids=["behind", "ahead"])
async def test_a_clock_that_is_off_twice_in_a_row_is_an_alarm_until_it_is_right(
    client: Client, conn: Connection, behind: float
) -> None:
    await a_gateway(conn)
    standing: list[list[str]] = []

    for off in (behind, 0, behind, behind, behind, 0):
        await say(client, behind=off)
        standing.append(await alarms(conn))

    assert standing == [[], [], [], [hosts.CLOCK], [hosts.CLOCK], []]
    [detail] = await fetch_all(conn, str, "SELECT detail FROM alarms")
    assert f"30초 {'느립니다' if behind > 0 else '빠릅니다'}" in detail


async def test_calls_that_are_slow_for_a_while_are_no_clock_that_is_behind(
    client: Client, conn: Connection
) -> None:
    await a_gateway(conn)
    standing: list[list[str]] = []

    for behind in (*[8] * 9, 30):
        await say(client, behind=behind)
        standing.append(await alarms(conn))

    assert standing == [[]] * 9 + [[hosts.CLOCK]]


async def test_a_table_of_connections_that_fills_is_an_alarm_until_there_is_room(
    client: Client, conn: Connection
) -> None:
    await a_gateway(conn)
    standing: list[list[str]] = []

    for connections in (80, 81, 100, 75, 70, 69):
        await say(client, connections=connections * 1000, mostConnections=100_000)
        standing.append(await alarms(conn))

    assert standing == [[], [hosts.FULL], [hosts.FULL], [hosts.FULL], [hosts.FULL], []]


async def test_one_gateway_does_not_speak_for_another(client: Client, conn: Connection) -> None:
    await a_gateway(conn)
    other = await a_gateway(conn, token="gw_other", public_key=None)

    await say(client, connections=90, mostConnections=100)

    assert await fetch_all(conn, int, "SELECT count(*) FROM gateways WHERE tracked_connections = 90") == [1]
    assert await fetch_all(conn, int, "SELECT id FROM gateways WHERE host_reported_at IS NULL") == [other]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"sentAt": "2026-11-23T00:00:00"},
        {"sentAt": "2026-11-23T00:00:00Z", "mostConnections": 0},
        {"sentAt": "2026-11-23T00:00:00Z", "connections": -1},
    ],
    ids=["no-time", "no-zone", "no-room", "less-than-none"],
)
async def test_what_no_host_can_be_is_refused(client: Client, conn: Connection, body: dict[str, Any]) -> None:
    await a_gateway(conn)

    answer = await client.post("/gateway/v1/health", json=body, headers=BEARER)

    assert answer.status_code == 422

"""Gateways say how their hosts are: alarms about their clocks and their tables of connections."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ieum.shop.gateways import hosts, states
from ieum.shop.kernel.db import Connection, Database, fetch_all, fetch_one
from ieum.shop.status.queries import measure
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.gateways import BEARER, a_gateway
from tests.shop.builders.shops import Client


async def say(client: Client, *, behind: float = 0, **more: Any) -> int:
    sent_at = datetime.now(UTC) - timedelta(seconds=behind)
    body = {"sentAt": sent_at.isoformat(), **more}
    return (await client.post("/gateway/v1/health", json=body, headers=BEARER)).status_code


async def alarms(conn: Connection) -> list[str]:
    return await fetch_all(conn, str, "SELECT kind FROM alarms WHERE cleared_at IS NULL ORDER BY kind")


STOPPED = {"kind": "forwarding", "line": "kt", "detail": "ip filter FORWARD"}


async def test_what_stops_customers_is_an_alarm_and_off_sale_until_it_is_over(
    client: Client, conn: Connection, db: Database
) -> None:
    gateway = await a_gateway(conn)
    await a_plan(conn, gateway=gateway)
    seen: list[tuple[list[str], str, int]] = []

    for troubles in ([], [STOPPED], []):
        assert await say(client, troubles=troubles) == 204
        await states.watch(db)
        state = await fetch_one(conn, str, "SELECT state FROM gateways")
        seen.append((await alarms(conn), state, len((await measure(conn)).regions_stopped)))

    assert seen == [([], "serving", 0), ([hosts.BLOCKED], "lost", 1), ([], "serving", 0)]
    [detail] = await fetch_all(conn, str, "SELECT detail FROM alarms")
    assert "회선 kt" in detail
    assert "ip filter FORWARD" in detail


async def test_what_was_said_stands_while_an_agent_that_has_just_started_does_not_know(
    client: Client, conn: Connection
) -> None:
    await a_gateway(conn)
    await say(client, troubles=[STOPPED])

    await say(client, untried=True)
    meanwhile = await alarms(conn)
    await say(client)

    assert (meanwhile, await alarms(conn)) == ([hosts.BLOCKED], [])


async def test_a_knock_that_is_not_heard_is_an_alarm_and_stays_on_sale(
    client: Client, conn: Connection, db: Database
) -> None:
    """It may be the shop that cannot send: nothing of a member is known to be wrong."""
    await a_gateway(conn)

    await say(client, troubles=[{"kind": "outside"}])
    await states.watch(db)

    assert await alarms(conn) == [hosts.BLOCKED]
    assert await fetch_one(conn, str, "SELECT state FROM gateways") == "serving"


async def test_other_troubles_take_the_place_of_those_before(client: Client, conn: Connection) -> None:
    await a_gateway(conn)

    await say(client, troubles=[STOPPED])
    await say(client, troubles=[{"kind": "port"}])

    [detail] = await fetch_all(conn, str, "SELECT detail FROM alarms WHERE cleared_at IS NULL")
    assert "WireGuard" in detail


@pytest.mark.parametrize(
    "trouble",
    [
        {"kind": "else"},
        {"kind": "port", "line": "x" * 101},
        {"kind": "port", "detail": "x" * 201},
        {"kind": 1},
    ],
)
async def test_troubles_that_the_shop_does_not_know_are_refused(
    client: Client, conn: Connection, trouble: dict[str, Any]
) -> None:
    await a_gateway(conn)

    assert await say(client, troubles=[trouble]) in {400, 422}


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


@pytest.mark.parametrize("field", ["line", "detail"])
async def test_what_cannot_be_stored_is_refused(client: Client, conn: Connection, field: str) -> None:
    await a_gateway(conn)

    assert await say(client, troubles=[{"kind": "forwarding", field: "a\0b"}]) == 422


async def test_a_gateway_that_makes_alarms_come_and_go_is_slowed_down(
    client: Client, conn: Connection
) -> None:
    await a_gateway(conn)

    said = [await say(client, troubles=[STOPPED] * (number % 2)) for number in range(hosts.A_MINUTE + 1)]

    assert said == [204] * hosts.A_MINUTE + [429]

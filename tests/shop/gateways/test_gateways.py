"""The gateways' side: who they are and what they report."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest

from ieum.shop.gateways import service
from ieum.shop.kernel.db import Connection, execute, fetch_one
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.gateways import BEARER, a_gateway, a_key, revision_of
from tests.shop.builders.members import a_member
from tests.shop.builders.services import a_device, a_service
from tests.shop.builders.shops import Client


async def ack(
    client: Client, key: str, *, revision: int = 0, error: str | None = None, headers: dict[str, str] = BEARER
) -> int:
    answer = await client.post(
        "/gateway/v1/ack",
        json={"revision": revision, "publicKey": key, "agent": "ieum/0.1.0", "error": error},
        headers=headers,
    )
    return answer.status_code


async def report(client: Client, *peers: dict[str, Any], headers: dict[str, str] = BEARER) -> int:
    usage = {"lastHandshakeAt": None, "rxBytes": 1, "txBytes": 1}
    answer = await client.post(
        "/gateway/v1/usage", json={"peers": [usage | one for one in peers]}, headers=headers
    )
    return answer.status_code


async def a_served_device(conn: Connection, gateway: int) -> str:
    """The key of a device whose service leaves from this gateway."""
    member = await a_member(conn)
    return await a_device(conn, await a_service(conn, member, plan=await a_plan(conn, gateway=gateway)))


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/gateway/v1/stream"), ("POST", "/gateway/v1/ack"), ("POST", "/gateway/v1/usage")],
)
@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({}, id="no token"),
        pytest.param({"Authorization": "Bearer gw_other"}, id="another token"),
        pytest.param({"Authorization": "Bearer "}, id="an empty token"),
        pytest.param({"Authorization": "Basic gw_test"}, id="another scheme"),
        pytest.param({"Authorization": "gw_test"}, id="no scheme"),
    ],
)
async def test_a_gateway_needs_its_token(
    client: Client, conn: Connection, method: str, path: str, headers: dict[str, str]
) -> None:
    await a_gateway(conn, token="gw_test")
    body: dict[str, Any] = {"revision": 0, "publicKey": a_key(), "agent": "", "peers": []}

    # Where it were let in, the stream would have no end.
    async with asyncio.timeout(30):
        answer = await client.request(method, path, json=body, headers=headers)

    assert (answer.status_code, answer.json()["code"]) == (401, "unknown_gateway")


async def test_a_replaced_token_is_refused(client: Client, conn: Connection) -> None:
    gateway = await a_gateway(conn, token="gw_test", public_key=None)
    await execute(
        conn,
        "UPDATE gateways SET token_hash = %(hash)s WHERE id = %(id)s",
        hash=service.hash_token("gw_new"),
        id=gateway,
    )

    assert await ack(client, a_key()) == 401
    assert await ack(client, a_key(), headers={"Authorization": "Bearer gw_new"}) == 204


async def test_the_first_acknowledged_key_is_stored_and_another_is_refused(
    client: Client, conn: Connection
) -> None:
    await a_gateway(conn, token="gw_test", public_key=None)
    first = a_key()

    assert [await ack(client, first), await ack(client, a_key()), await ack(client, first)] == [204, 409, 204]
    assert await fetch_one(conn, str, "SELECT public_key FROM gateways") == first


async def test_an_acknowledgement_is_stored(client: Client, conn: Connection) -> None:
    gateway = await a_gateway(conn, token="gw_test")
    await a_served_device(conn, gateway)
    newest = await revision_of(conn, gateway)

    status = await ack(client, "G" * 42 + "A=", revision=newest, error="nft: 규칙을 읽을 수 없음")

    noted = await fetch_one(
        conn,
        str,
        """
        SELECT concat_ws('|', acked_revision, last_error, agent, acked_at IS NOT NULL, last_seen_at IS NOT NULL)
          FROM gateways
        """,
    )
    assert (status, noted) == (204, f"{newest}|nft: 규칙을 읽을 수 없음|ieum/0.1.0|t|t")


async def test_the_endpoints_that_a_problem_is_about_are_stored_until_there_is_none(
    client: Client, conn: Connection
) -> None:
    await a_gateway(conn, token="gw_test")
    seen: list[str] = []

    for told in ({"error": "peer a: twice", "faulty": ["7", "12"]}, {"error": "nft: no"}):
        body = {"revision": 0, "publicKey": "G" * 42 + "A=", "agent": "ieum/0.1.0"} | told
        answer = await client.post("/gateway/v1/ack", json=body, headers=BEARER)
        assert answer.status_code == 204, answer.text
        seen.append(await fetch_one(conn, str, "SELECT coalesce(faulty_endpoints::text, '-') FROM gateways"))

    assert seen == ["{7,12}", "-"]


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"revision": -1}, id="a negative revision"),
        pytest.param({"revision": 2**63}, id="a revision beyond numbers"),
        pytest.param({"publicKey": "x"}, id="no key"),
        pytest.param({"publicKey": "A" * 43 + "=\n"}, id="a line break after the key"),
        pytest.param({"agent": "x" * 61}, id="an endless name"),
        pytest.param({"faulty": ["7; DROP"]}, id="an endpoint that is no number"),
        pytest.param({"faulty": ["7"] * 201}, id="endless endpoints"),
        pytest.param({"agent": "a\0b"}, id="NUL in the agent"),
        pytest.param({"error": "a\0b"}, id="NUL in the error"),
        pytest.param({"error": "x" * 2001}, id="an endless error"),
        pytest.param({"more": 1}, id="a field that is not there"),
    ],
)
async def test_an_acknowledgement_with_missing_or_wrong_fields_is_refused(
    client: Client, conn: Connection, wrong: dict[str, Any]
) -> None:
    await a_gateway(conn, token="gw_test", public_key=None)
    body: dict[str, Any] = {"revision": 0, "publicKey": a_key(), "agent": "ieum/0.1.0", "error": None} | wrong

    answer = await client.post("/gateway/v1/ack", json=body, headers=BEARER)

    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_fields"), answer.text


async def test_a_gateway_reports_traffic_of_its_own_peers_only(client: Client, conn: Connection) -> None:
    mine, other = await a_gateway(conn, token="gw_test"), await a_gateway(conn, token="gw_other")
    own, foreign = await a_served_device(conn, mine), await a_served_device(conn, other)

    status = await report(client, {"publicKey": own}, {"publicKey": foreign}, {"publicKey": a_key()})

    counted = await fetch_one(
        conn,
        str,
        "SELECT string_agg(d.public_key, ',') FROM device_usage u JOIN devices d ON d.id = u.device_id",
    )
    assert (status, counted) == (204, own)


async def test_a_later_report_adds_to_the_figures_and_never_forgets_a_handshake(
    client: Client, conn: Connection
) -> None:
    key = await a_served_device(conn, await a_gateway(conn, token="gw_test"))
    await execute(conn, "UPDATE devices SET created_at = '2026-10-31'")

    await report(client, {"publicKey": key, "lastHandshakeAt": "2026-11-01T00:00:00Z", "rxBytes": 900})
    await report(client, {"publicKey": key, "lastHandshakeAt": "2026-11-02T00:00:00Z", "rxBytes": 5})
    await report(client, {"publicKey": key, "lastHandshakeAt": None, "rxBytes": 7})

    noted = await fetch_one(
        conn, str, "SELECT concat_ws('|', first_handshake_at, last_handshake_at, rx_bytes) FROM device_usage"
    )
    assert noted == "2026-11-01 00:00:00+00|2026-11-02 00:00:00+00|907"


async def test_a_peer_reported_twice_at_once_counts_once(client: Client, conn: Connection) -> None:
    key = await a_served_device(conn, await a_gateway(conn, token="gw_test"))

    status = await report(client, {"publicKey": key, "rxBytes": 5}, {"publicKey": key, "rxBytes": 7})

    assert (status, await fetch_one(conn, int, "SELECT count(*) FROM device_usage")) == (204, 1)


@pytest.mark.parametrize(
    "moment",
    [
        pytest.param("9999-12-31T23:59:59-23:59", id="after the end of time"),
        pytest.param("0001-01-01T00:00:00+23:59", id="before its beginning"),
        pytest.param("2099-01-01T00:00:00Z", id="by a clock that is ahead"),
    ],
)
async def test_a_wrong_clock_of_a_gateway_cannot_break_or_fake_a_connection(
    client: Client, conn: Connection, moment: str
) -> None:
    key = await a_served_device(conn, await a_gateway(conn, token="gw_test"))

    status = await report(client, {"publicKey": key, "lastHandshakeAt": moment})

    assert status == 204
    noted = await fetch_one(conn, datetime, "SELECT coalesce(last_handshake_at, now()) FROM device_usage")
    assert noted <= datetime.now(UTC)


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"rxBytes": -1}, id="negative bytes"),
        pytest.param({"txBytes": 2**63}, id="bytes beyond numbers"),
        pytest.param({"rxBytes": "many"}, id="bytes as text"),
        pytest.param({"lastHandshakeAt": "yesterday"}, id="no time"),
        pytest.param({"lastHandshakeAt": "2026-11-20T00:00:00"}, id="a time of no zone"),
        pytest.param({"publicKey": "x"}, id="no key"),
        pytest.param({"destination": "1.1.1.1"}, id="where it went"),
    ],
)
async def test_a_report_with_missing_or_wrong_fields_is_refused(
    client: Client, conn: Connection, wrong: dict[str, Any]
) -> None:
    key = await a_served_device(conn, await a_gateway(conn, token="gw_test"))

    status = await report(
        client, {"publicKey": key, "lastHandshakeAt": "2026-11-20T00:00:00Z"}, {"publicKey": key} | wrong
    )

    assert status == 422

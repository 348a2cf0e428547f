"""What a member holds."""

from datetime import timedelta

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.members.types import Viewer
from ieum.shop.services import queries
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.services import a_service, show_service
from tests.shop.builders.shops import Client

PAST = timedelta(days=-40)


async def test_a_service_shows_what_was_bought_and_until_when(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    service = await a_service(conn, member)

    data = await show_service(client, await a_login(conn, member), service)

    assert data.pop("startsAt").endswith("Z")
    assert data.pop("endsAt").endswith("T15:00:00Z")
    assert data.pop("address").startswith("100.")
    assert 28 <= data.pop("daysLeft") <= 32
    assert data.pop("planId") > 0
    assert data == {
        "id": service,
        "kind": "static",
        "planName": "KT 고정 IP",
        "carrier": "KT",
        "region": "서울",
        "addressFlagged": False,
        "pretendedUse": False,
        "move": None,
        "state": "active",
        "deviceLimit": 2,
        "connections": 1,
        "subscriptionId": None,
        "mayRenew": True,
        "mayComeBackUntil": None,
        "refunded": False,
        "refundedAt": None,
        "rights": None,
        "connected": False,
        "lastHandshakeAt": None,
        "devices": [],
    }


@pytest.mark.parametrize("state", ["visible", "hidden", "sold_out"])
async def test_a_holder_sees_their_plan_for_renewal(client: Client, conn: Connection, state: str) -> None:
    member, plan = await a_member(conn), await a_plan(conn, addresses=1, discounts={3: 10})
    service = await a_service(conn, member, plan=plan)
    await execute(conn, "UPDATE plans SET state = %(state)s", state=state)
    headers = await a_login(conn, member)

    answer = await client.get(f"/api/v1/services/{service}/plan", headers=headers)

    data = answer.json()["data"]
    assert (answer.status_code, data["id"], data["kind"]) == (200, plan, "static")
    assert (data["state"], data["stock"]) == ("visible", None)
    assert [(price["months"], price["amount"]) for price in data["prices"]] == [
        (1, 33_000),
        (3, 89_100),
        (12, 316_800),
    ]
    assert (await show_service(client, headers, service))["mayRenew"]


async def test_a_hidden_plan_is_shown_to_nobody_else(client: Client, conn: Connection) -> None:
    service = await a_service(conn, await a_member(conn))
    await execute(conn, "UPDATE plans SET state = 'hidden'")

    answer = await client.get(
        f"/api/v1/services/{service}/plan", headers=await a_login(conn, await a_member(conn))
    )
    nobody = await client.get(f"/api/v1/services/{service}/plan")

    assert (answer.status_code, answer.json()["code"]) == (404, "service_not_found")
    assert nobody.status_code == 401
    assert (await client.get("/api/v1/catalog/plans?kind=static")).json()["data"] == []


async def test_running_services_come_first_then_the_newest(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    plan = await a_plan(conn)
    over = await a_service(conn, member, plan=plan, starts=PAST)
    first, second = await a_service(conn, member, plan=plan), await a_service(conn, member, plan=plan)
    headers = await a_login(conn, member)

    listed = {
        state: (await client.get(f"/api/v1/services?state={state}", headers=headers)).json()["data"]
        for state in ("all", "active", "suspended", "expired", "ended")
    }

    assert {state: [item["id"] for item in found["items"]] for state, found in listed.items()} == {
        "all": [second, first, over],
        "active": [second, first],
        "suspended": [],
        "expired": [over],
        "ended": [],
    }
    assert [found["total"] for found in listed.values()] == [3, 2, 0, 1, 0]
    assert listed["expired"]["items"][0]["daysLeft"] == 0


async def test_services_are_listed_twenty_to_a_page(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    plan = await a_plan(conn, addresses=23)
    held = [await a_service(conn, member, plan=plan) for _ in range(23)]
    headers = await a_login(conn, member)

    pages = [
        (await client.get(f"/api/v1/services?page={page}", headers=headers)).json()["data"]
        for page in (1, 2, 3)
    ]

    assert [(page["page"], page["pageSize"], page["total"]) for page in pages] == [
        (1, 20, 23),
        (2, 20, 23),
        (3, 20, 23),
    ]
    seen = [item["id"] for page in pages for item in page["items"]]
    assert seen == sorted(held, reverse=True)


@pytest.mark.parametrize("query", ["page=0", "page=-1", "page=x", "page=100001", "state=gone", "page=%00"])
async def test_a_wrong_page_is_refused(client: Client, conn: Connection, query: str) -> None:
    headers = await a_login(conn, await a_member(conn))

    answer = await client.get(f"/api/v1/services?{query}", headers=headers)

    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_fields")


async def test_a_members_services_are_planned_once_also_in_a_new_shop(conn: Connection) -> None:
    """PostgreSQL knows nothing yet of its tables there, and planned one service anew each time: 1 ms instead of 0.1."""
    owner = Viewer(await a_member(conn), None)

    for _ in range(20):
        await queries.list_services(conn, owner, state=None, service=1, limit=1, offset=0)
        await queries.list_services(conn, owner, state=None, service=None, limit=20, offset=0)
        await queries.count_services(conn, owner, state=None)

    counted = """
        SELECT array_agg(custom_plans) FROM pg_prepared_statements WHERE statement LIKE %(own)s
    """
    # The first five of each are always planned by themselves.
    assert await fetch_one(conn, list[int], counted, own="%WITH own AS%") == [5, 5, 5]

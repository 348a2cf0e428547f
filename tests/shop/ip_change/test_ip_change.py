"""A fixed address given up for another one, for a ticket."""

import asyncio
from typing import Any

import httpx
import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.members.types import MemberId
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.fleet import a_key
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.services import a_device, a_service, add_device, let_connect, show_service
from tests.shop.builders.shops import Client, Shop


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


async def change(client: Client, headers: dict[str, str], service: int, address: str) -> httpx.Response:
    return await client.post(
        f"/api/v1/services/{service}/ip-change", json={"address": address}, headers=headers
    )


async def tickets(client: Client, headers: dict[str, str]) -> int:
    answer = await client.get("/api/v1/member", headers=headers)
    return answer.json()["data"]["ipTicket"]


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


async def test_a_ticket_changes_the_address_of_every_device(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    await give_tickets(conn, member, 2)
    service = await a_service(conn, member)
    headers = await a_login(conn, member)
    for _ in range(2):
        await add_device(client, headers, service, key=a_key())
    before = (await show_service(client, headers, service))["address"]

    answer = await change(client, headers, service, before)

    assert answer.status_code == 200, answer.text
    data = answer.json()["data"]
    assert (data["previousAddress"], data["ipTicket"]) == (before, 1)
    assert data["address"] != before
    assert (await show_service(client, headers, service))["address"] == data["address"]
    exits = await fetch_all(conn, str, "SELECT host(address) FROM exits WHERE removed_at IS NULL")
    assert exits == [data["address"]]
    assert await tickets(client, headers) == 1
    listed = (await client.get("/api/v1/ip-changes", headers=headers)).json()["data"]
    assert listed["total"] == 1
    assert (listed["items"][0]["previousAddress"], listed["items"][0]["address"]) == (before, data["address"])


async def test_the_old_address_cools_down_before_it_is_sold_again(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    await give_tickets(conn, member, 1)
    service = await a_service(conn, member)
    await a_device(conn, service)
    await let_connect(conn, service)
    headers = await a_login(conn, member)
    before = (await show_service(client, headers, service))["address"]

    await change(client, headers, service, before)

    rests = "SELECT available_at > now() + interval '6 days' FROM exit_addresses WHERE address = %(address)s::inet"
    assert await fetch_one(conn, bool, rests, address=before)


async def test_an_address_of_another_network_is_preferred(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    await give_tickets(conn, member, 1)
    plan = await a_plan(conn, addresses=4)
    service = await a_service(conn, member, plan=plan)
    headers = await a_login(conn, member)
    await execute(
        conn,
        """
        INSERT INTO exit_addresses (pool_id, gateway_id, address, available_at)
        SELECT pool_id, gateway_id, inet '198.51.100.7', now() FROM exit_addresses e
          JOIN plans p USING (pool_id) WHERE p.id = %(plan)s LIMIT 1
        """,
        plan=plan,
    )

    answer = await change(client, headers, service, (await show_service(client, headers, service))["address"])

    assert answer.json()["data"]["address"] == "198.51.100.7"


async def test_a_ticket_stays_good_when_the_shop_no_longer_sells_any(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn)
    await give_tickets(conn, member, 2)
    service = await a_service(conn, member)
    headers = await a_login(conn, member)
    await execute(conn, "UPDATE site_config SET ticket_enabled = false")
    before = (await show_service(client, headers, service))["address"]

    answer = await change(client, headers, service, before)

    assert (answer.status_code, answer.json()["data"]["ipTicket"]) == (200, 1)
    assert answer.json()["data"]["address"] != before


@pytest.mark.parametrize(
    ("number", "spoil", "code"),
    [
        pytest.param(0, "SELECT 1", "no_ticket", id="no ticket"),
        pytest.param(1, "UPDATE exit_addresses SET available_at = NULL", "no_other_address", id="none left"),
        pytest.param(
            1,
            "UPDATE services SET starts_at = now() - interval '9 days', ends_at = now() - interval '1 second'",
            "service_not_active",
            id="over",
        ),
    ],
)
async def test_a_refused_change_changes_nothing(
    client: Client, conn: Connection, number: int, spoil: Any, code: str
) -> None:
    member = await a_member(conn)
    await give_tickets(conn, member, number or 1)
    service = await a_service(conn, member)
    headers = await a_login(conn, member)
    before = (await show_service(client, headers, service))["address"]
    if not number:
        await execute(
            conn,
            """
            INSERT INTO ticket_entries (member_id, amount, kind, grant_id)
            SELECT member_id, -1, 'expired', id FROM ticket_entries WHERE member_id = %(member)s
            """,
            member=member,
        )
    await execute(conn, spoil)

    answer = await change(client, headers, service, before)

    assert answer.json()["code"] == code
    assert await live_addresses(conn, service) == [before]
    assert await tickets(client, headers) == number


async def test_a_repeated_request_takes_no_second_ticket(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    await give_tickets(conn, member, 2)
    service = await a_service(conn, member)
    headers = await a_login(conn, member)
    before = (await show_service(client, headers, service))["address"]

    await change(client, headers, service, before)
    again = await change(client, headers, service, before)

    assert (again.status_code, again.json()["code"]) == (409, "address_already_changed")
    assert await tickets(client, headers) == 1


async def test_the_member_is_told_once_of_both_addresses(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    await give_tickets(conn, member, 2)
    service = await a_service(conn, member)
    headers = await a_login(conn, member)
    before = (await show_service(client, headers, service))["address"]

    after = (await change(client, headers, service, before)).json()["data"]["address"]
    await change(client, headers, service, before)

    told = await fetch_all(
        conn, list[str], "SELECT jsonb_build_array(recipient, subject, body, button_path) FROM messages"
    )
    assert [mail[0:2] for mail in told] == [["hong@example.com", "[이음] IP 변경이 완료되었습니다"]]
    for line in (f"이전 IP: {before}", f"새 IP: {after}", "남은 교체권: 1장"):
        assert line in told[0][2]
    assert told[0][3] == "/mypage/service-status/normal"
    # There and back: each change is one of its own.
    await change(client, headers, service, after)
    assert await fetch_one(conn, int, "SELECT count(*) FROM messages") == 2


async def test_two_requests_at_once_make_one_change(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        member = await a_member(conn)
        await give_tickets(conn, member, 2)
        service = await a_service(conn, member)
        headers = await a_login(conn, member)
    before = (await show_service(shop.client, headers, service))["address"]

    answers = await asyncio.gather(*(change(shop.client, headers, service, before) for _ in range(4)))

    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    assert await tickets(shop.client, headers) == 1


async def test_one_ticket_serves_one_of_two_services(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        member = await a_member(conn)
        await give_tickets(conn, member, 1)
        plan = await a_plan(conn, addresses=6)
        services = [await a_service(conn, member, plan=plan) for _ in range(2)]
        headers = await a_login(conn, member)
    before = {one: (await show_service(shop.client, headers, one))["address"] for one in services}

    answers = await asyncio.gather(*(change(shop.client, headers, one, before[one]) for one in services))

    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert await tickets(shop.client, headers) == 0


async def test_another_members_service_is_not_found(client: Client, conn: Connection) -> None:
    owner, other = await a_member(conn), await a_member(conn)
    await give_tickets(conn, other, 1)
    service = await a_service(conn, owner)
    before = (await show_service(client, await a_login(conn, owner), service))["address"]

    answer = await change(client, await a_login(conn, other), service, before)

    assert (answer.status_code, answer.json()["code"]) == (404, "service_not_found")

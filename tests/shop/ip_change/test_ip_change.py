"""A fixed address given up for another one, for a ticket."""

import asyncio
from typing import Any

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.changes import (
    Holder,
    a_holder,
    change,
    done,
    entries,
    give_tickets,
    let_gateways_acknowledge,
    list_changes,
    live_addresses,
    tickets,
)
from tests.shop.builders.gateways import a_key
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.services import a_service, add_device, let_connect, show_service
from tests.shop.builders.shops import Client, Shop


async def preview(client: Client, holder: Holder) -> dict[str, Any]:
    answer = await client.get(f"/api/v1/services/{holder.service}/ip-change", headers=holder.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def another_network(conn: Connection, holder: Holder) -> None:
    """A free address of another /24 network, in the service's pool and on its gateway."""
    await execute(
        conn,
        """
        INSERT INTO exit_addresses (pool_id, gateway_id, address, available_at, proven_at, proven_by, cleared_at)
        SELECT e.pool_id, e.gateway_id, inet '198.51.100.7', now(), now(), 'call', now()
          FROM leases l JOIN exit_addresses e ON e.id = l.address_id
         WHERE l.service_id = %(service)s AND l.state = 'active'
        """,
        service=holder.service,
    )


async def test_a_ticket_changes_the_address_of_every_device(client: Client, conn: Connection) -> None:
    holder = await a_holder(conn, tickets=2)
    await add_device(client, holder.headers, holder.service, key=a_key())

    answer = await change(client, holder)

    assert answer.status_code == 200, answer.text
    data = answer.json()["data"]
    assert (data["previousAddress"], data["state"], data["ipTicket"]) == (holder.address, "waiting", 1)
    assert data["address"] != holder.address
    assert (await show_service(client, holder.headers, holder.service))["address"] == data["address"]
    exits = await fetch_all(conn, str, "SELECT host(address) FROM exits WHERE removed_at IS NULL")
    assert exits == [data["address"]]
    assert await tickets(client, holder) == 1
    (listed,) = await list_changes(client, holder)
    assert (listed["previousAddress"], listed["address"]) == (holder.address, data["address"])


@pytest.mark.parametrize("connected", [pytest.param(True, id="used"), pytest.param(False, id="never used")])
async def test_the_old_address_cools_down_before_it_is_sold_again(
    client: Client, conn: Connection, *, connected: bool
) -> None:
    holder = await a_holder(conn, connected=connected)
    if connected:
        await let_connect(conn, holder.service)

    await change(client, holder)

    rests = "SELECT available_at > now() + interval '6 days' FROM exit_addresses WHERE address = %(address)s::inet"
    assert await fetch_one(conn, bool, rests, address=holder.address)


async def test_an_address_of_another_network_is_preferred(client: Client, conn: Connection) -> None:
    holder = await a_holder(conn)
    await another_network(conn, holder)

    assert (await change(client, holder)).json()["data"]["address"] == "198.51.100.7"


async def test_a_preview_says_what_a_change_would_mean(client: Client, conn: Connection) -> None:
    holder = await a_holder(conn, tickets=2, addresses=4)
    await another_network(conn, holder)

    seen = await preview(client, holder)

    until = seen.pop("ticketUntil")
    assert until is not None
    assert seen == {
        "serviceId": holder.service,
        "address": holder.address,
        "carrier": "KT",
        "region": "서울",
        "candidates": 4,
        "otherNetworks": 1,
        "restSeconds": 7 * 86_400,
        "isFinal": False,
        "ipTicket": 2,
    }


@pytest.mark.parametrize(
    ("carrier", "region", "expected"),
    [("KT", "서울", (1, 200)), ("KT", "부산", (0, 409)), ("SKT", "서울", (0, 409))],
)
async def test_a_further_pool_of_the_plan_counts_in_the_same_region(
    client: Client, conn: Connection, carrier: str, region: str, expected: tuple[int, int]
) -> None:
    """A plan has pools elsewhere for services that move to another gateway."""
    holder = await a_holder(conn, addresses=1)
    await execute(
        conn,
        """
        WITH pool AS (
            INSERT INTO address_pools (code, carrier, region) VALUES ('other', %(carrier)s, %(region)s) RETURNING id
        ), sold AS (
            INSERT INTO plan_pools SELECT p.id, pool.id FROM plans p, pool WHERE p.kind = 'static'
        )
        INSERT INTO exit_addresses (pool_id, gateway_id, address, proven_at, proven_by, cleared_at)
        SELECT pool.id, e.gateway_id, '198.51.100.9', now(), 'call', now() FROM pool, exit_addresses e
        """,
        carrier=carrier,
        region=region,
    )

    seen = await preview(client, holder)

    assert (seen["candidates"], (await change(client, holder)).status_code) == expected


async def test_a_preview_without_a_ticket_or_an_address_says_so(client: Client, conn: Connection) -> None:
    holder = await a_holder(conn, addresses=1)
    await execute(conn, "UPDATE site_config SET cool_down = interval '0'")
    await execute(
        conn,
        """
        INSERT INTO ticket_entries (member_id, amount, kind, grant_id)
        SELECT member_id, -1, 'expired', id FROM ticket_entries
        """,
    )

    seen = await preview(client, holder)

    assert (seen["candidates"], seen["ipTicket"], seen["ticketUntil"], seen["restSeconds"]) == (0, 0, None, 0)


async def test_a_ticket_stays_good_when_the_shop_no_longer_sells_any(
    client: Client, conn: Connection
) -> None:
    holder = await a_holder(conn, tickets=2)
    await execute(conn, "UPDATE site_config SET ticket_enabled = false")

    answer = await change(client, holder)

    assert (answer.status_code, answer.json()["data"]["ipTicket"]) == (200, 1)
    assert answer.json()["data"]["address"] != holder.address


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
    holder = await a_holder(conn)
    if not number:
        await execute(
            conn,
            """
            INSERT INTO ticket_entries (member_id, amount, kind, grant_id)
            SELECT member_id, -1, 'expired', id FROM ticket_entries WHERE member_id = %(member)s
            """,
            member=holder.member,
        )
    await execute(conn, spoil)

    answer = await change(client, holder)

    assert answer.json()["code"] == code
    assert await live_addresses(conn, holder.service) == [holder.address]
    assert await tickets(client, holder) == number
    assert await list_changes(client, holder) == []


async def test_a_repeated_request_takes_no_second_ticket(client: Client, conn: Connection) -> None:
    holder = await a_holder(conn, tickets=2)
    await done(client, conn, holder)

    again = await change(client, holder)

    assert (again.status_code, again.json()["code"]) == (409, "address_already_changed")
    assert await tickets(client, holder) == 1


async def test_the_reason_is_kept_and_shown(client: Client, conn: Connection) -> None:
    holder = await a_holder(conn)

    await change(client, holder, reason="blocked", words=" 게임 서버에서 막혔습니다 ")

    assert [one["reason"] for one in await list_changes(client, holder)] == ["blocked"]
    assert await fetch_all(conn, str, "SELECT words FROM ip_changes") == ["게임 서버에서 막혔습니다"]


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"reason": "because"}, id="a reason of one's own"),
        pytest.param({"words": "가" * 201}, id="too many words"),
        pytest.param({"address": "here"}, id="no address"),
    ],
)
async def test_what_is_not_on_the_form_is_refused(
    client: Client, conn: Connection, wrong: dict[str, str]
) -> None:
    holder = await a_holder(conn)

    answer = await client.post(
        f"/api/v1/services/{holder.service}/ip-change",
        json={"address": holder.address} | wrong,
        headers=holder.headers,
    )

    assert answer.status_code == 422
    assert await tickets(client, holder) == 1


async def test_the_member_is_told_once_of_both_addresses(client: Client, conn: Connection) -> None:
    holder = await a_holder(conn, tickets=2, connected=False)
    await execute(conn, "DELETE FROM messages")

    after = (await done(client, conn, holder))["address"]
    await change(client, holder)

    told = await fetch_all(
        conn, list[str], "SELECT jsonb_build_array(recipient, subject, body, button_path) FROM messages"
    )
    assert [mail[0:2] for mail in told] == [["hong@example.com", "[이음] IP 변경이 완료되었습니다"]]
    for line in (
        f"이전 IP: {holder.address}",
        f"새 IP: {after}",
        "남은 교체권: 1장",
        "되돌리실 수 있습니다.",
    ):
        assert line in told[0][2]
    assert told[0][3] == "/mypage/service-status/normal"
    # Each change is one of its own.
    await change(client, holder, after)
    assert await fetch_one(conn, int, "SELECT count(*) FROM messages") == 2


async def test_another_change_waits_for_the_first(client: Client, conn: Connection) -> None:
    holder = await a_holder(conn, tickets=2)
    after = (await change(client, holder)).json()["data"]["address"]

    second = await change(client, holder, after)

    assert (second.status_code, second.json()["code"]) == (409, "ip_change_under_way")
    assert await entries(conn, holder.member) == ["granted", "reserved"]
    await let_gateways_acknowledge(conn)


async def test_two_requests_at_once_make_one_change(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        holder = await a_holder(conn, tickets=2)

    answers = await asyncio.gather(*(change(shop.client, holder) for _ in range(4)))

    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    assert await tickets(shop.client, holder) == 1


async def test_one_ticket_serves_one_of_two_services(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        member = await a_member(conn)
        await give_tickets(conn, member, 1)
        plan = await a_plan(conn, addresses=6)
        headers = await a_login(conn, member)
        holders: list[Holder] = []
        for _ in range(2):
            service = await a_service(conn, member, plan=plan)
            holders.append(Holder(member, headers, service, (await live_addresses(conn, service))[0]))

    answers = await asyncio.gather(*(change(shop.client, one) for one in holders))

    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert await tickets(shop.client, holders[0]) == 0


async def test_another_members_service_is_not_found(client: Client, conn: Connection) -> None:
    owner, other = await a_holder(conn), await a_holder(conn)

    answer = await change(client, owner._replace(headers=other.headers))

    assert (answer.status_code, answer.json()["code"]) == (404, "service_not_found")

"""No change begins that its gateway could not hear of: else tries would take one address after another from sale."""

import asyncio
from datetime import timedelta

import pytest

from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.members.types import MemberId
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.changes import (
    Holder,
    a_holder,
    change,
    entries,
    give_tickets,
    let_gateways_acknowledge,
    let_gateways_call,
    live_addresses,
    settle_all,
)
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.services import a_device, a_service
from tests.shop.builders.shops import Client, Shop


async def let_minutes_pass(conn: Connection, minutes: int = 11) -> None:
    """The gateways are heard of all the while."""
    await execute(
        conn,
        """
        UPDATE ip_changes SET requested_at = requested_at - make_interval(mins => %(by)s),
                              settled_at = settled_at - make_interval(mins => %(by)s)
        """,
        by=minutes,
    )


async def taken_back(client: Client, conn: Connection, db: Database, holder: Holder) -> None:
    answer = await change(client, holder)
    assert answer.status_code == 200, answer.text
    await let_minutes_pass(conn)
    await settle_all(db)
    assert await live_addresses(conn, holder.service) == [holder.address]


async def rest_of(conn: Connection, address: str) -> timedelta:
    rest = "SELECT available_at - now() FROM exit_addresses WHERE host(address) = %(address)s"
    return await fetch_one(conn, timedelta, rest, address=address)


@pytest.mark.parametrize("last", ["26 seconds", None])
async def test_no_change_begins_while_its_gateway_is_away(
    client: Client, conn: Connection, last: str | None
) -> None:
    holder = await a_holder(conn)
    await execute(conn, "UPDATE gateways SET last_seen_at = now() - %(last)s::interval", last=last)

    answer = await change(client, holder)

    assert (answer.status_code, answer.json()["code"]) == (409, "ip_change_gateway_away")
    assert await entries(conn, holder.member) == ["granted"]
    assert await live_addresses(conn, holder.service) == [holder.address]
    assert await fetch_one(conn, int, "SELECT count(*) FROM leases") == 1


async def test_after_one_that_was_taken_back_the_gateway_answers_first(
    client: Client, conn: Connection, db: Database
) -> None:
    holder = await a_holder(conn)
    await taken_back(client, conn, db, holder)
    await let_gateways_call(conn)

    before = await change(client, holder)
    await let_gateways_acknowledge(conn)
    after = await change(client, holder)

    assert before.json()["code"] == "ip_change_gateway_away"
    assert after.status_code == 200, after.text


async def test_a_member_may_have_three_taken_back_in_a_day(
    client: Client, conn: Connection, db: Database
) -> None:
    holder = await a_holder(conn, addresses=8)
    for _ in range(3):
        await taken_back(client, conn, db, holder)
        await let_gateways_acknowledge(conn)

    refused = await change(client, holder)
    await let_minutes_pass(conn, 24 * 60)
    a_day_later = await change(client, holder)

    assert (refused.status_code, refused.json()["code"]) == (409, "ip_change_taken_back_too_often")
    assert "교체권은 사용되지 않았습니다" in refused.json()["detail"]
    assert a_day_later.status_code == 200, a_day_later.text


async def a_member_with_services(conn: Connection, number: int) -> tuple[MemberId, list[Holder]]:
    member = await a_member(conn)
    await give_tickets(conn, member, number)
    plan = await a_plan(conn, addresses=3 * number)
    headers = await a_login(conn, member)
    holders: list[Holder] = []
    for _ in range(number):
        service = await a_service(conn, member, plan=plan)
        await a_device(conn, service)
        holders.append(Holder(member, headers, service, (await live_addresses(conn, service))[0]))
    await let_gateways_call(conn)
    return member, holders


async def test_changes_that_wait_count_too_however_many_are_pressed_at_once(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        member, holders = await a_member_with_services(conn, 5)

    answers = await asyncio.gather(*(change(shop.client, holder) for holder in holders))

    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 409, 409]
    async with shop.db.connection() as conn:
        assert (await entries(conn, member)).count("reserved") == 3
        assert len(await fetch_all(conn, int, "SELECT id FROM leases WHERE cause = 'ticket'")) == 3


@pytest.mark.parametrize(
    ("seconds_ago", "rest"),
    [
        pytest.param(20, timedelta(hours=1), id="it listened no more when the change was requested"),
        pytest.param(5, timedelta(days=7), id="it listened then, and may have applied it"),
    ],
)
async def test_an_address_that_no_gateway_heard_of_rests_an_hour(
    client: Client, conn: Connection, db: Database, seconds_ago: int, rest: timedelta
) -> None:
    holder = await a_holder(conn)
    await execute(conn, "UPDATE site_config SET cool_down = interval '7 days'")
    await let_gateways_call(conn, seconds_ago=seconds_ago)
    tried = (await change(client, holder)).json()["data"]["address"]
    await let_gateways_call(conn, seconds_ago=seconds_ago + 11 * 60)
    await let_minutes_pass(conn)

    await settle_all(db)

    assert await rest_of(conn, tried) == rest
    assert await live_addresses(conn, holder.service) == [holder.address]

"""Points and tickets that staff give and take: never below zero, and much of it takes two people."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ieum.shop.kernel.db import Connection, fetch_all, fetch_one
from ieum.shop.members.queries import lock_row
from ieum.shop.members.types import MemberId
from tests.shop.builders.catalog import a_plan, a_ticket_plan
from tests.shop.builders.desk import body_of, path_of, press, preview
from tests.shop.builders.locks import until_so_many_wait_for_locks
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.orders import an_order, grant_tickets
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.staff import Login, a_staff
from tests.shop.builders.sub_ids import a_sub_id


def named(of: str, amount: int) -> tuple[str, dict[str, int]]:
    """The change that gives so much, or takes it if it is negative, and its wish."""
    return (f"members.{of}" if amount > 0 else f"members.{of}_taken"), {of: abs(amount)}


async def seen(client: Client, by: Login, member: MemberId, of: str, amount: int, **more: Any) -> Any:
    name, wish = named(of, amount)
    return await preview(client, by, name, member, **wish, **more)


async def change(client: Client, by: Login, member: MemberId, of: str, amount: int, **more: Any) -> Any:
    """Look at the preview and press the button; each time with another key."""
    name, wish = named(of, amount)
    return await press(client, by, name, member, **wish, **more)


async def points(conn: Connection, member: MemberId) -> int:
    return await fetch_one(
        conn,
        int,
        "SELECT coalesce(sum(amount), 0)::bigint FROM point_entries WHERE member_id = %(member)s",
        member=member,
    )


async def tickets(conn: Connection, member: MemberId) -> list[int]:
    """What is left of each grant, the oldest first."""
    return await fetch_all(
        conn,
        int,
        "SELECT left_over FROM ticket_grants WHERE member_id = %(member)s ORDER BY id",
        member=member,
    )


async def test_points_are_given_as_the_preview_says_and_the_record_knows_why(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "members.points")
    member = await a_member(conn, points=1_000)

    shown = (await seen(client, staff, member, "points", amount=500)).json()["data"]
    answer = await change(client, staff, member, "points", amount=500)

    assert {row["label"]: (row.get("before"), row["value"]) for row in shown["rows"]}["남는 포인트"] == (
        "1,000포인트",
        "1,500포인트",
    )
    assert (answer.status_code, await points(conn, member)) == (200, 1_500)
    record = await fetch_all(
        conn,
        str,
        "SELECT concat_ws('|', action, object_id, reason, before->>'points', after->>'points') FROM staff_record",
    )
    assert record == [f"members.points|{member}|고객 요청|1000|1500"]


async def test_nobody_is_left_with_less_than_nothing(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "members.points")
    member = await a_member(conn, points=1_000)

    too_much = await seen(client, staff, member, "points", amount=-1_001)
    no_tickets = await seen(client, staff, member, "tickets", amount=-1)
    nothing = [
        await preview(client, staff, name, member, points=0)
        for name in ("members.points", "members.points_taken")
    ]
    taken = await change(client, staff, member, "points", amount=-1_000)

    assert [answer.json()["detail"] for answer in (too_much, no_tickets)] == [
        "회원에게 남은 것은 1,000포인트입니다. 그 안에서 회수해 주세요.",
        "회원에게 남은 것은 IP 교체권 0장입니다. 그 안에서 회수해 주세요.",
    ]
    assert [answer.status_code for answer in (too_much, no_tickets, *nothing)] == [409, 409, 422, 422]
    assert (taken.status_code, await points(conn, member)) == (200, 0)


async def test_the_button_does_nothing_once_the_balance_is_another(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "members.points")
    member = await a_member(conn, points=1_000)
    more = await body_of(client, staff, "members.points", member, points=300)

    first = await change(client, staff, member, "points", amount=-1_000)
    second = await client.post(path_of("members.points"), json=more, headers=staff.headers)

    assert (first.status_code, second.json()["code"]) == (200, "preview_changed")
    assert await points(conn, member) == 0


async def test_of_two_who_take_the_same_points_one_is_told_that_they_are_gone(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        both = [await a_staff(conn, "members.points") for _ in range(2)]
        member = await a_member(conn, points=1_000)

    async with shop.db.transaction() as holder:
        await lock_row(holder, member)
        pressed = [
            asyncio.create_task(change(shop.client, by, member, "points", amount=-1_000)) for by in both
        ]
        await until_so_many_wait_for_locks(shop.db, 2)
    answers = await asyncio.gather(*pressed)

    async with shop.db.connection() as conn:
        assert await points(conn, member) == 0
    assert sorted(str(answer.json().get("code")) for answer in answers) == ["None", "change_stays"]


async def test_above_the_limit_of_a_day_a_second_person_confirms(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "members.points")
    second = await a_staff(conn, "members.points", "approvals.confirm")
    member = await a_member(conn)
    await change(client, staff, member, "points", amount=180_000)

    asked = await change(client, staff, member, "points", amount=120_001)
    before = await points(conn, member)
    wish = asked.json()["data"]
    confirmed = await client.post(
        f"/api/v1/console/approvals/{wish['approvalId']}/confirmation",
        json={"digest": wish["preview"]["digest"]},
        headers=second.headers,
    )
    exactly = await change(client, staff, await a_member(conn), "points", amount=120_000)

    assert (asked.status_code, before) == (202, 180_000)
    assert confirmed.json()["data"]["state"] == "confirmed"
    assert await points(conn, member) == 300_001
    assert exactly.status_code == 200


async def test_two_of_the_staff_at_once_do_not_give_more_than_one_may_alone(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        one, two = await a_staff(conn, "members.points"), await a_staff(conn, "members.points")
        member = await a_member(conn)

    async with shop.db.transaction() as holder:
        await lock_row(holder, member)
        pressed = [
            asyncio.create_task(change(shop.client, by, member, "points", amount=60_000)) for by in (one, two)
        ]
        await until_so_many_wait_for_locks(shop.db, 2)
    answers = await asyncio.gather(*pressed)

    async with shop.db.connection() as conn:
        assert await points(conn, member) == 60_000
    assert {answer.json().get("code") for answer in answers} == {None, "preview_changed"}


async def test_tickets_are_good_for_the_days_that_were_said_and_count_at_their_price(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "members.points")
    member = await a_member(conn)
    await a_ticket_plan(conn, prices={12: 15_000})

    given = await change(client, staff, member, "tickets", amount=20, days=30)
    more = await change(client, staff, member, "tickets", amount=1, days=30)

    assert (given.status_code, more.status_code) == (200, 202)
    assert await tickets(conn, member) == [20]
    days = await fetch_one(
        conn,
        int,
        "SELECT ((expires_at AT TIME ZONE 'Asia/Seoul')::date - (now() AT TIME ZONE 'Asia/Seoul')::date)"
        "  FROM ticket_entries WHERE member_id = %(member)s",
        member=member,
    )
    assert days == 30


async def test_bought_tickets_are_taken_last_and_the_preview_says_what_that_costs(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "members.points")
    member = await a_member(conn)
    order = await an_order(conn, member, await a_plan(conn), state="paid")
    await grant_tickets(conn, member, order, 3, expires_at=datetime.now(UTC) + timedelta(days=5))
    await change(client, staff, member, "tickets", amount=2, days=90)

    free = (await seen(client, staff, member, "tickets", amount=-2)).json()["data"]
    costly = (await seen(client, staff, member, "tickets", amount=-3)).json()["data"]
    taken = await change(client, staff, member, "tickets", amount=-3)

    assert free["warnings"] == []
    assert "구매한 교체권 1장" in costly["warnings"][0]
    assert taken.status_code == 200
    assert await tickets(conn, member) == [2, 0]


@pytest.mark.parametrize("of", ["points", "tickets"])
async def test_a_sub_id_has_neither(client: Client, conn: Connection, of: str) -> None:
    staff = await a_staff(conn, "members.points")
    sub_id = await a_sub_id(conn, await a_member(conn))

    answers = [await seen(client, staff, sub_id, of, amount=amount) for amount in (1, -1)]

    assert [(answer.json()["code"], answer.json()["detail"]) for answer in answers] == [
        ("change_stays", "서브 아이디를 만든 회원에게 할 수 있습니다.")
    ] * 2


async def test_members_read_in_their_own_list_what_they_were_given(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "members.points")
    member = await a_member(conn)
    await change(client, staff, member, "points", amount=700)
    await change(client, staff, member, "tickets", amount=1, days=10)
    headers = await a_login(conn, member)

    own_points = (await client.get("/api/v1/member/points", headers=headers)).json()["data"]["items"]
    own_tickets = (await client.get("/api/v1/member/tickets", headers=headers)).json()["data"]["items"]

    assert [(one["kind"], one["amount"]) for one in own_points + own_tickets] == [
        ("given", 700),
        ("given", 1),
    ]

"""What one person gives alone in a day and one member receives: one sum of points, tickets, days and refunds."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from ieum.shop.console.actions import DESK
from ieum.shop.desk import gifts
from ieum.shop.desk.bulk import jobs, sets
from ieum.shop.desk.bulk.types import BulkRunId
from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from tests.shop.builders.catalog import a_plan, a_ticket_plan
from tests.shop.builders.desk import in_bulk
from tests.shop.builders.locks import until_so_many_wait_for_locks
from tests.shop.builders.members import a_member
from tests.shop.builders.presses import a_press_key
from tests.shop.builders.refunds import a_paid
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.staff import Login, a_staff
from tests.shop.builders.whole_shop import settings_of

CONSOLE = "/api/v1/console"
GIVES = ("members.points", "services.extend", "orders.refund", "bulk.run")
LIMIT = 300_000
A_SHOP = settings_of("postgresql://unread", Path("unread"))
POINTS = "changes/members.points"


async def body_of(client: Client, by: Login, path: str, wish: dict[str, Any]) -> dict[str, Any]:
    seen = await client.post(f"{CONSOLE}/{path}/preview", json=wish, headers=by.headers)
    assert seen.status_code == 200, seen.text
    return wish | {"key": a_press_key(), "digest": seen.json()["data"]["digest"], "reason": "보상"}


async def press(client: Client, by: Login, path: str, **wish: Any) -> Any:
    """Look at the preview, and press."""
    body = await body_of(client, by, path, wish)
    return await client.post(f"{CONSOLE}/{path}", json=body, headers=by.headers)


async def confirm(client: Client, by: Login, asked: Any) -> Any:
    approval = asked.json()["data"]["approvalId"]
    shown = (await client.get(f"{CONSOLE}/approvals/{approval}", headers=by.headers)).json()["data"]
    return await client.post(
        f"{CONSOLE}/approvals/{approval}/confirmation",
        json={"digest": shown["preview"]["digest"]},
        headers=by.headers,
    )


async def given(conn: Connection, by: Login) -> int:
    return (await gifts.find_budget(conn, by.staff, None)).given


async def ends(conn: Connection, service: int) -> str:
    return await fetch_one(conn, str, "SELECT ends_at::text FROM services WHERE id = %(id)s", id=service)


@pytest.mark.parametrize("kind", ["points", "tickets", "days", "refund", "bulk points", "bulk days"])
async def test_each_kind_counts_and_is_stopped_by_what_the_others_have_counted(
    client: Client, conn: Connection, till: Any, kind: str
) -> None:
    """33,000 won a month make 1,100 won a day, and a ticket costs 5,500."""
    await a_ticket_plan(conn)
    by = await a_staff(conn, *GIVES, "services.view", "members.view")
    member = await a_member(conn)
    service = await a_service(conn, await a_member(conn), plan=await a_plan(conn))
    paid = (await a_paid(till)).order_id
    presses: dict[str, tuple[int, str, dict[str, Any]]] = {
        "points": (5_000, POINTS, {"target": member, "wish": {"points": 5_000}}),
        "tickets": (
            55_000,
            "changes/members.tickets",
            {"target": member, "wish": {"tickets": 10, "days": 30}},
        ),
        "days": (11_000, "changes/services.extend", {"target": service, "wish": {"days": 10}}),
        "refund": (33_000, "changes/orders.refund", {"target": paid, "wish": {"kind": "rules"}}),
        "bulk points": (7_000, "bulk", in_bulk(change="members.points", ids=[member], points=7_000)),
        "bulk days": (2_200, "bulk", in_bulk(change="services.extend", ids=[service], days=2)),
    }
    worth, path, wish = presses[kind]
    other = await a_member(conn)
    await press(client, by, POINTS, target=other, wish={"points": LIMIT - worth})

    exactly = await press(client, by, path, **wish)
    counted = await given(conn, by)
    await execute(conn, "DELETE FROM staff_gifts")
    await press(client, by, POINTS, target=other, wish={"points": LIMIT - worth + 1})
    if kind == "refund":
        wish["target"] = (await a_paid(till)).order_id
    seen = await client.post(f"{CONSOLE}/{path}/preview", json=wish, headers=by.headers)
    more = await press(client, by, path, **wish)

    assert (exactly.status_code, counted, more.status_code) == (
        201 if path == "bulk" else 200,
        LIMIT,
        202,
    )
    assert f"{worth:,}원어치" in seen.json()["data"]["warnings"][-1]
    assert await given(conn, by) == LIMIT - worth + 1


async def test_earned_points_that_a_refund_leaves_with_the_member_are_given_too(
    client: Client, conn: Connection, till: Any
) -> None:
    """An operator's amount is final: points that the order earned and that were spent are not deducted from it."""
    by = await a_staff(conn, *GIVES)
    order = (await a_paid(till)).order_id
    balance = await fetch_one(conn, int, "SELECT coalesce(sum(amount), 0)::bigint FROM point_entries")
    await execute(
        conn,
        "UPDATE orders SET points_earned = %(points)s WHERE id = %(id)s",
        points=balance + 3_000,
        id=order,
    )

    done = await press(
        client, by, "changes/orders.refund", target=order, wish={"kind": "all", "words": "보상"}
    )

    assert done.status_code == 200, done.text
    assert await given(conn, by) == 36_000


async def test_a_member_receives_no_more_in_a_day_however_many_give(client: Client, conn: Connection) -> None:
    one, two = [await a_staff(conn, *GIVES) for _ in range(2)]
    member, other = await a_member(conn), await a_member(conn)
    await press(client, one, POINTS, target=member, wish={"points": 200_000})

    more = await press(client, two, POINTS, target=member, wish={"points": 100_001})
    to_another = await press(client, two, POINTS, target=other, wish={"points": 100_001})

    assert (more.status_code, to_another.status_code) == (202, 200)


async def test_a_bulk_change_gives_a_member_no_more_than_is_left_of_their_day(
    client: Client, conn: Connection, db: Database
) -> None:
    one, two = [await a_staff(conn, *GIVES, "members.view") for _ in range(2)]
    full, other = await a_member(conn), await a_member(conn)
    await press(client, one, POINTS, target=full, wish={"points": LIMIT})

    made = await press(client, two, "bulk", **in_bulk(change="members.points", ids=[full, other], points=10))
    while await jobs.go_on(db, DESK, A_SHOP, BulkRunId(made.json()["data"]["runId"])):
        pass

    states = "SELECT object_id || ' ' || state FROM bulk_rows ORDER BY object_id"
    assert await fetch_all(conn, str, states) == [f"{full} skipped", f"{other} done"]
    received = [(await gifts.find_budget(conn, None, member)).received for member in (full, other)]
    assert received == [LIMIT, 10]


async def test_a_row_that_was_given_nothing_counts_in_nobodys_day(
    client: Client, conn: Connection, db: Database
) -> None:
    by = await a_staff(conn, *GIVES, "services.view")
    member = await a_member(conn)
    service = await a_service(conn, member, plan=await a_plan(conn))
    made = await press(client, by, "bulk", **in_bulk(change="services.extend", ids=[service], days=10))
    await execute(conn, "UPDATE services SET state = 'suspended' WHERE id = %(id)s", id=service)

    while await jobs.go_on(db, DESK, A_SHOP, BulkRunId(made.json()["data"]["runId"])):
        pass

    assert await fetch_all(conn, str, "SELECT state FROM bulk_rows") == ["skipped"]
    assert (await gifts.find_budget(conn, None, member)).received == 0


async def test_more_rows_than_one_person_may_touch_take_two_whatever_is_done(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sets, "ROWS_ALONE", 1)
    by = await a_staff(conn, "bulk.run", "services.suspend", "services.view")
    plan = await a_plan(conn)
    ids = [await a_service(conn, await a_member(conn), plan=plan) for _ in range(2)]

    few = await press(client, by, "bulk", **in_bulk(change="services.stop", ids=ids[:1]))
    many = await press(client, by, "bulk", **in_bulk(change="services.stop", ids=ids))

    assert (few.status_code, many.status_code) == (201, 202)


async def test_a_set_that_is_cut_into_small_runs_takes_two_as_the_whole_does(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sets, "ROWS_ALONE", 2)
    by, other = [await a_staff(conn, "bulk.run", "services.suspend", "services.view") for _ in range(2)]
    plan = await a_plan(conn)
    ids = [await a_service(conn, await a_member(conn), plan=plan) for _ in range(3)]

    runs = [
        await press(client, one, "bulk", **in_bulk(change="services.stop", ids=rows))
        for one, rows in [(by, ids[:2]), (by, ids[2:]), (other, ids[2:])]
    ]
    await execute(conn, "UPDATE bulk_runs SET made_at = made_at - interval '1 day'")
    tomorrow = await press(client, by, "bulk", **in_bulk(change="services.stop", ids=ids[2:]))

    assert [run.status_code for run in [*runs, tomorrow]] == [201, 202, 201, 201]


async def test_what_a_second_person_has_confirmed_counts_in_nobodys_day(
    client: Client, conn: Connection
) -> None:
    by, second = await a_staff(conn, *GIVES), await a_staff(conn, *GIVES, "approvals.confirm")
    member = await a_member(conn)
    service = await a_service(conn, member, plan=await a_plan(conn))
    before = await ends(conn, service)

    asked = await press(client, by, "changes/services.extend", target=service, wish={"days": 366})
    waits = await ends(conn, service)
    done = await confirm(client, second, asked)

    assert (asked.status_code, waits) == (202, before)
    assert done.json()["data"]["state"] == "confirmed"
    assert await ends(conn, service) > before
    assert [await given(conn, one) for one in (by, second)] == [0, 0]
    assert (await press(client, by, POINTS, target=member, wish={"points": LIMIT})).status_code == 200


async def test_two_presses_at_once_do_not_both_stay_below_the_limit(shop: Shop) -> None:
    """The same person in two browsers, to two members: only the sum of their day stands between."""
    async with shop.db.transaction() as conn:
        by = await a_staff(conn, *GIVES)
        members = [await a_member(conn) for _ in range(2)]
    bodies = [
        await body_of(shop.client, by, POINTS, {"target": member, "wish": {"points": 160_000}})
        for member in members
    ]
    async with shop.db.transaction() as conn:
        again = await a_session_of(conn, by)

    async with shop.db.transaction() as holder:
        await gifts.hold(holder, by.staff, None)
        pressed = [
            asyncio.create_task(shop.client.post(f"{CONSOLE}/{POINTS}", json=body, headers=login.headers))
            for body, login in zip(bodies, [by, again], strict=True)
        ]
        await until_so_many_wait_for_locks(shop.db, 2)
    answers = await asyncio.gather(*pressed)

    assert sorted(answer.status_code for answer in answers) == [200, 202]


async def a_session_of(conn: Connection, by: Login) -> Login:
    """Another browser of the same person."""
    other = await a_staff(conn)
    await execute(
        conn,
        "UPDATE staff_sessions SET staff_id = %(staff)s WHERE id = %(session)s",
        staff=by.staff,
        session=other.session,
    )
    return other


async def test_a_plan_without_a_price_is_worth_a_month_of_the_dearest(conn: Connection) -> None:
    priced, bare = await a_plan(conn), await a_plan(conn)
    await execute(conn, "ALTER TABLE plan_prices DISABLE TRIGGER USER")
    await execute(conn, "DELETE FROM plan_prices WHERE plan_id = %(plan)s", plan=bare)

    worths = await fetch_all(
        conn,
        int,
        """
        SELECT worth::bigint
          FROM (VALUES (dearest_month(%(priced)s)), (dearest_month(%(bare)s)), (dearest_ticket()::numeric)) v (worth)
        """,
        priced=priced,
        bare=bare,
    )

    assert worths == [33_000, 33_000, 33_000]

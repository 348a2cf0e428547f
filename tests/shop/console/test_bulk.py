"""One change to many rows: what is frozen is done, once each, with a result; it can be stopped and taken back."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from ieum.shop.console.actions import DESK
from ieum.shop.desk.bulk import jobs, sets
from ieum.shop.desk.bulk.types import BulkRunId
from ieum.shop.desk.permissions import Permission
from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.services import extensions
from ieum.shop.services import service as services
from ieum.shop.services.types import ServiceId
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.desk import in_bulk, preview
from tests.shop.builders.evacuations import a_place, a_resident, add_room
from tests.shop.builders.gateways import a_gateway
from tests.shop.builders.locks import after_all_have_looked
from tests.shop.builders.members import a_member
from tests.shop.builders.presses import a_press_key
from tests.shop.builders.services import a_renewal, a_service
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.staff import Login, a_role, a_staff
from tests.shop.builders.sub_ids import a_sub_id
from tests.shop.builders.whole_shop import settings_of

BULK = "/api/v1/console/bulk"
A_SHOP = settings_of("postgresql://unread", Path("unread"))
REASON = {"reason": "어제의 장애 보상"}


def written(form: dict[str, Any]) -> dict[str, Any]:
    return form if "wish" in form else in_bulk(**form)


async def look(client: Client, by: Login, **form: Any) -> Any:
    return await client.post(f"{BULK}/preview", json=written(form), headers=by.headers)


async def press(client: Client, by: Login, **form: Any) -> Any:
    """Look at the preview, and press."""
    seen = await look(client, by, **form)
    assert seen.status_code == 200, seen.text
    body = written(form) | REASON | {"key": a_press_key(), "digest": seen.json()["data"]["digest"]}
    return await client.post(BULK, json=body, headers=by.headers)


async def run_of(client: Client, by: Login, **form: Any) -> BulkRunId:
    return BulkRunId((await press(client, by, **form)).json()["data"]["runId"])


async def undo(client: Client, by: Login, run: int) -> Any:
    seen = await client.post(f"{BULK}/{run}/undo/preview", json={}, headers=by.headers)
    if seen.status_code != 200:
        return seen
    body = REASON | {"key": a_press_key(), "digest": seen.json()["data"]["digest"]}
    return await client.post(f"{BULK}/{run}/undo", json=body, headers=by.headers)


async def finish(db: Database, run: int) -> None:
    while await jobs.go_on(db, DESK, A_SHOP, BulkRunId(run)):
        pass


async def results(client: Client, by: Login, run: int, query: str = "") -> list[tuple[int, str]]:
    answer = await client.get(f"{BULK}/{run}/rows{query}", headers=by.headers)
    return [(row["objectId"], row["state"]) for row in answer.json()["data"]["items"]]


async def state_of(client: Client, by: Login, run: int) -> dict[str, Any]:
    return (await client.get(f"{BULK}/{run}", headers=by.headers)).json()["data"]["run"]


async def ends(conn: Connection) -> list[datetime]:
    return await fetch_all(conn, datetime, "SELECT ends_at FROM services ORDER BY id")


async def some_services(conn: Connection, count: int) -> list[int]:
    plan = await a_plan(conn)
    return [await a_service(conn, await a_member(conn), plan=plan) for _ in range(count)]


async def points_of(conn: Connection, member: int) -> int:
    return await fetch_one(
        conn,
        int,
        "SELECT coalesce(sum(amount), 0) FROM point_entries WHERE member_id = %(member)s",
        member=member,
    )


@pytest.fixture
async def staff(conn: Connection) -> Login:
    return await a_staff(
        conn,
        "bulk.run",
        "services.extend",
        "services.suspend",
        "services.move",
        "members.points",
        "record.view",
    )


async def test_everything_that_a_list_finds_gets_three_days_and_each_row_says_so(
    client: Client, conn: Connection, db: Database, staff: Login
) -> None:
    chosen = await some_services(conn, 3)
    await execute(
        conn, "UPDATE services SET state = 'ended', closed_at = now() WHERE id = %(id)s", id=chosen[2]
    )
    before = await ends(conn)

    seen = (await look(client, staff, change="services.extend", query="", days=3)).json()["data"]
    run = await run_of(client, staff, change="services.extend", query="", days=3)
    await finish(db, run)

    assert seen["count"] == 2
    assert {row["label"]: row["value"] for row in seen["rows"]} == {
        "대상": "2개",
        "제외": "1개 (지금 상태에서는 할 수 없음)",
        "늘리는 날": "3일씩",
        "합계": "6일",
    }
    assert [b - a for a, b in zip(before, await ends(conn), strict=True)] == [
        timedelta(days=3),
        timedelta(days=3),
        timedelta(),
    ]
    assert await results(client, staff, run) == [(chosen[0], "done"), (chosen[1], "done")]
    found = await state_of(client, staff, run)
    assert (found["state"], found["done"], found["total"]) == ("done", 2, 2)


async def test_every_row_is_on_record_under_the_name_of_who_pressed(
    client: Client, conn: Connection, db: Database, staff: Login
) -> None:
    chosen = await some_services(conn, 2)

    run = await run_of(client, staff, change="services.extend", ids=chosen, days=1)
    await finish(db, run)
    record = (await client.get("/api/v1/console/record", headers=staff.headers)).json()["data"]["items"]

    assert [(entry["action"], entry["objectId"]) for entry in reversed(record)] == [
        ("bulk.run", str(run)),
        ("services.extend", str(chosen[0])),
        ("services.extend", str(chosen[1])),
    ]
    assert {entry["staff"]["id"] for entry in record} == {staff.staff}
    assert {entry["reason"] for entry in record} == {"어제의 장애 보상"}
    assert len({entry["requestId"] for entry in record}) == 1


async def test_the_set_is_frozen_at_the_press(
    client: Client, conn: Connection, db: Database, staff: Login
) -> None:
    await some_services(conn, 1)
    run = await run_of(client, staff, change="services.extend", query="", days=1)
    late = (await some_services(conn, 1))[0]
    before = (await ends(conn))[-1]
    await finish(db, run)

    assert (await ends(conn))[-1] == before
    assert late not in dict(await results(client, staff, run))


async def test_a_set_that_is_another_one_by_now_is_shown_again(
    client: Client, conn: Connection, staff: Login
) -> None:
    """Of as many rows, too: one has ended, and another has begun."""
    chosen = await some_services(conn, 2)
    form = in_bulk(change="services.extend", query="", days=1)
    digest = (await look(client, staff, **form)).json()["data"]["digest"]
    await execute(
        conn, "UPDATE services SET state = 'ended', closed_at = now() WHERE id = %(id)s", id=chosen[0]
    )
    await some_services(conn, 1)

    body = form | REASON | {"digest": digest, "key": a_press_key()}
    answer = await client.post(BULK, json=body, headers=staff.headers)

    assert (answer.status_code, answer.json()["code"]) == (409, "preview_changed")
    assert await fetch_one(conn, int, "SELECT count(*) FROM bulk_runs") == 0


async def test_a_worker_that_is_killed_between_rows_does_none_twice(
    client: Client, conn: Connection, db: Database, staff: Login, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = await some_services(conn, 3)
    before = await ends(conn)
    run = await run_of(client, staff, change="services.extend", ids=chosen, days=2)
    await jobs.go_on(db, DESK, A_SHOP, run)

    async def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(jobs.queries, "settle", killed)
        with pytest.raises(KeyboardInterrupt):
            await jobs.go_on(db, DESK, A_SHOP, run)
    await finish(db, run)
    await finish(db, run)

    assert [b - a for a, b in zip(before, await ends(conn), strict=True)] == [timedelta(days=2)] * 3
    assert (await state_of(client, staff, run))["done"] == 3


async def test_a_run_that_is_stopped_does_no_further_row_and_what_is_done_can_be_taken_back(
    client: Client, conn: Connection, db: Database, staff: Login
) -> None:
    chosen = await some_services(conn, 3)
    before = await ends(conn)
    run = await run_of(client, staff, change="services.extend", ids=chosen, days=5)
    await jobs.go_on(db, DESK, A_SHOP, run)
    early = await undo(client, staff, run)

    stopped = await client.post(f"{BULK}/{run}/cancel", json=REASON, headers=staff.headers)
    again = await client.post(f"{BULK}/{run}/cancel", json=REASON, headers=staff.headers)
    await finish(db, run)
    after = await ends(conn)
    back = await undo(client, staff, run)
    await finish(db, back.json()["data"]["runId"])

    assert early.json()["code"] == "bulk_stays"
    assert stopped.json()["data"]["run"]["state"] == "cancelled"
    assert again.json()["code"] == "bulk_stays"
    assert [b - a for a, b in zip(before, after, strict=True)] == [
        timedelta(days=5),
        timedelta(),
        timedelta(),
    ]
    assert await ends(conn) == before
    assert (await undo(client, staff, run)).json()["code"] == "bulk_stays"
    assert await results(client, staff, run, "?state=waiting") == [
        (chosen[1], "waiting"),
        (chosen[2], "waiting"),
    ]


async def test_days_stay_where_a_period_was_paid_for_after_them(
    client: Client, conn: Connection, db: Database, staff: Login
) -> None:
    service = (await some_services(conn, 1))[0]
    run = await run_of(client, staff, change="services.extend", ids=[service], days=5)
    await finish(db, run)
    paid = await a_renewal(conn, ServiceId(service))
    await services.prolong(conn, [ServiceId(service)], paid, 1, now=datetime.now(UTC))
    before = await ends(conn)

    back = (await undo(client, staff, run)).json()["data"]["runId"]
    await finish(db, back)

    assert await ends(conn) == before
    assert await results(client, staff, back) == [(service, "skipped")]


async def test_a_row_that_is_refused_or_broken_keeps_no_other_waiting(
    client: Client, conn: Connection, db: Database, staff: Login, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = await some_services(conn, 3)
    run = await run_of(client, staff, change="services.extend", ids=chosen, days=1)
    real = extensions.extend

    async def breaks(conn: Connection, ids: list[Any], *, days: int, key: str) -> list[Any]:
        if ids == [chosen[1]]:
            raise ZeroDivisionError
        return await real(conn, ids, days=days, key=key)

    monkeypatch.setattr(extensions, "extend", breaks)
    await execute(
        conn, "UPDATE services SET state = 'ended', closed_at = now() WHERE id = %(id)s", id=chosen[0]
    )
    await finish(db, run)

    assert await results(client, staff, run) == [
        (chosen[0], "skipped"),
        (chosen[1], "failed"),
        (chosen[2], "done"),
    ]
    assert (await state_of(client, staff, run))["state"] == "done"


async def test_services_are_stopped_and_run_again_when_it_is_taken_back(
    client: Client, conn: Connection, db: Database, staff: Login
) -> None:
    chosen = await some_services(conn, 2)

    run = await run_of(client, staff, change="services.stop", ids=chosen)
    await finish(db, run)
    stopped = await fetch_all(conn, str, "SELECT state FROM services ORDER BY id")
    await finish(db, (await undo(client, staff, run)).json()["data"]["runId"])

    assert stopped == ["suspended", "suspended"]
    assert await fetch_all(conn, str, "SELECT state FROM services ORDER BY id") == ["active", "active"]


async def test_a_move_without_room_is_a_result_of_its_row(
    client: Client, conn: Connection, db: Database, staff: Login
) -> None:
    chosen = await some_services(conn, 1)
    day = await fetch_one(conn, str, "SELECT (now() + interval '20 days')::date::text")

    run = await run_of(client, staff, change="services.move", ids=chosen, until=day, words="장비 점검")
    await finish(db, run)
    rows = (await client.get(f"{BULK}/{run}/rows", headers=staff.headers)).json()["data"]["items"]

    assert rows[0]["state"] == "failed"
    assert rows[0]["detail"]


async def test_a_move_goes_to_the_gateway_that_was_chosen_or_says_why_not(
    client: Client, conn: Connection, db: Database, staff: Login
) -> None:
    place = await a_place(conn, room=5)
    chosen = [(await a_resident(conn, place)).service for _ in range(2)]
    third = await a_gateway(conn, token="gw_third", public_key="T" * 42 + "A=")
    await add_room(conn, place.plan, third, 1, first=100)
    day = await fetch_one(conn, str, "SELECT (now() + interval '20 days')::date::text")
    form = {"change": "services.move", "ids": chosen, "until": day, "words": "장비 점검"}

    names = "SELECT name FROM gateways WHERE id = %(id)s"
    name, old = [await fetch_one(conn, str, names, id=gateway) for gateway in (third, place.old)]

    unknown = await look(client, staff, **form, gateway="없는 곳")
    seen = (await look(client, staff, **form, gateway=name)).json()["data"]
    elsewhere = (await look(client, staff, **form)).json()["data"]
    run = await run_of(client, staff, **form, gateway=name)
    await finish(db, run)
    here = await run_of(client, staff, **form, gateway=old)
    await finish(db, here)

    assert unknown.json()["fields"][0]["name"] == "gateway"
    assert {row["label"]: row["value"] for row in seen["rows"]}["옮길 게이트웨이"] == name
    assert seen["digest"] != elsewhere["digest"]
    # One address is free there: the other service stays, although the second gateway has room.
    assert await results(client, staff, run) == [(chosen[0], "done"), (chosen[1], "failed")]
    assert await fetch_all(conn, int, "SELECT new_gateway_id FROM service_moves") == [third]
    assert await results(client, staff, here) == [(chosen[0], "skipped"), (chosen[1], "skipped")]


async def test_points_are_given_to_members_but_not_to_sub_ids_and_can_be_taken_back(
    client: Client, conn: Connection, db: Database, staff: Login
) -> None:
    rich, poor = await a_member(conn), await a_member(conn)
    sub_id = await a_sub_id(conn, rich)

    run = await run_of(client, staff, change="members.points", ids=[rich, poor, sub_id], points=500)
    await finish(db, run)
    given = [await points_of(conn, member) for member in (rich, poor, sub_id)]
    await execute(
        conn,
        "INSERT INTO point_entries (member_id, amount, kind) VALUES (%(member)s, -400, 'taken')",
        member=poor,
    )
    back = (await undo(client, staff, run)).json()["data"]["runId"]
    await finish(db, back)

    assert given == [500, 500, 0]
    assert [await points_of(conn, member) for member in (rich, poor)] == [0, 100]
    assert await results(client, staff, back) == [(rich, "done"), (poor, "failed")]


async def test_above_a_million_points_are_given_to_one_member_at_a_time(
    client: Client, conn: Connection, staff: Login
) -> None:
    member = await a_member(conn)

    many = [
        await look(client, staff, **in_bulk(change="members.points", ids=[member], points=points))
        for points in (1_000_000, 1_000_001)
    ]
    alone = await preview(client, staff, "members.points", member, points=1_000_001)

    assert [answer.status_code for answer in (*many, alone)] == [200, 409, 200]
    assert many[1].json()["detail"] == "여러 명에게는 한 사람에 1,000,000포인트까지 줄 수 있습니다."


async def test_a_press_that_arrives_twice_begins_one_run(
    client: Client, conn: Connection, staff: Login
) -> None:
    chosen = await some_services(conn, 1)
    form = in_bulk(change="services.extend", ids=chosen, days=3)
    seen = await look(client, staff, **form)
    body = form | REASON | {"key": a_press_key(), "digest": seen.json()["data"]["digest"]}

    first, again, by_another_key = [
        await client.post(BULK, json=body | {"key": key}, headers=staff.headers)
        for key in (body["key"], body["key"], a_press_key())
    ]

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json()["data"] == first.json()["data"]
    assert (by_another_key.status_code, by_another_key.json()["code"]) == (409, "preview_changed")
    assert await fetch_one(conn, int, "SELECT count(*) FROM bulk_runs") == 1


async def test_a_press_that_takes_a_run_back_counts_once(
    client: Client, conn: Connection, db: Database, staff: Login
) -> None:
    run = await run_of(client, staff, change="services.extend", ids=await some_services(conn, 1), days=3)
    await finish(db, run)
    seen = await client.post(f"{BULK}/{run}/undo/preview", json={}, headers=staff.headers)
    body = REASON | {"key": a_press_key(), "digest": seen.json()["data"]["digest"]}

    answers = [await client.post(f"{BULK}/{run}/undo", json=body, headers=staff.headers) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json()["data"] == answers[1].json()["data"]
    assert await fetch_one(conn, int, "SELECT count(*) FROM bulk_runs") == 2


async def test_two_who_press_what_both_were_shown_begin_one_run(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        both = [await a_staff(conn, "bulk.run", "services.extend") for _ in range(2)]
        form = in_bulk(change="services.extend", ids=await some_services(conn, 1), days=3)
    digests = {
        (await look(shop.client, by, **form)).json()["data"]["digest"] for by in both
    }  # fmt: skip

    presses = [
        shop.client.post(
            BULK, json=form | REASON | {"digest": digest, "key": a_press_key()}, headers=by.headers
        )
        for by in both
        for digest in digests
    ]
    answers = await after_all_have_looked(shop.db, "bulk_runs", *presses)

    assert sorted(answer.status_code for answer in answers) == [201, 409]


async def test_run_after_run_gives_nobody_more_in_a_day_than_one_person_may(
    client: Client, conn: Connection, db: Database, staff: Login
) -> None:
    member = await a_member(conn)

    for _ in range(3):
        await finish(db, await run_of(client, staff, change="members.points", ids=[member], points=120_000))

    assert await points_of(conn, member) == 240_000


async def give_role(conn: Connection, person: Login, *permissions: Permission) -> None:
    await execute(
        conn,
        "UPDATE staff SET role_id = %(role)s WHERE id = %(staff)s",
        role=await a_role(conn, permissions),
        staff=person.staff,
    )


async def test_what_was_frozen_is_not_done_for_whoever_may_not_do_it_any_more(
    client: Client, conn: Connection, db: Database, staff: Login
) -> None:
    """`bulk.run` is what the wish takes, and is left to them; what they asked for takes `members.points`."""
    second = await a_staff(conn, "bulk.run", "members.points", "approvals.confirm")
    member = await a_member(conn)
    made = (await press(client, staff, change="members.points", ids=[member], points=300_001)).json()["data"]
    approval = f"/api/v1/console/approvals/{made['approvalId']}"
    digest = (await client.get(approval, headers=second.headers)).json()["data"]["preview"]["digest"]
    await give_role(conn, staff, "bulk.run", "members.view")

    answer = await client.post(f"{approval}/confirmation", json={"digest": digest}, headers=second.headers)
    await finish(db, made["runId"])

    assert (answer.status_code, answer.json()["code"]) == (409, "asker_may_not")
    assert await points_of(conn, member) == 0


@pytest.mark.parametrize("how", ["removed", "role"])
async def test_a_run_goes_no_further_once_its_maker_may_not_do_it(
    client: Client, conn: Connection, db: Database, staff: Login, how: str
) -> None:
    members = [await a_member(conn) for _ in range(3)]
    run = await run_of(client, staff, change="members.points", ids=members, points=100)
    await jobs.go_on(db, DESK, A_SHOP, run)
    await jobs.stop_where_lost(db, DESK, run)
    await jobs.go_on(db, DESK, A_SHOP, run)
    if how == "removed":
        await execute(
            conn,
            "UPDATE staff SET removed_at = now(), password_hash = NULL, totp_secret = NULL WHERE id = %(id)s",
            id=staff.staff,
        )
    else:
        await give_role(conn, staff, "bulk.run", "members.view")

    await jobs.stop_where_lost(db, DESK, run)
    await finish(db, run)

    assert sorted([await points_of(conn, member) for member in members]) == [0, 100, 100]
    assert await fetch_one(conn, str, "SELECT state FROM bulk_runs") == "cancelled"
    last = "SELECT action, object_id FROM staff_record ORDER BY index DESC LIMIT 1"
    assert await fetch_one(conn, dict[str, str], f"SELECT to_jsonb(r) FROM ({last}) r") == {
        "action": "bulk.cancel",
        "object_id": str(run),
    }


@pytest.mark.parametrize(("members", "points"), [(3, 10), (2, 150_001), (1, 300_001)])
async def test_many_points_take_a_second_person_who_sees_what_was_frozen(
    client: Client,
    conn: Connection,
    db: Database,
    staff: Login,
    monkeypatch: pytest.MonkeyPatch,
    members: int,
    points: int,
) -> None:
    monkeypatch.setattr(sets, "ROWS_ALONE", 2)
    second = await a_staff(conn, "bulk.run", "members.points", "approvals.confirm")
    ids = [await a_member(conn) for _ in range(members)]

    asked = await press(client, staff, change="members.points", query="", points=points)
    made = asked.json()["data"]
    late = await a_member(conn)
    await finish(db, made["runId"])
    before = [await points_of(conn, member) for member in ids]
    approval = f"/api/v1/console/approvals/{made['approvalId']}"
    shown = (await client.get(approval, headers=second.headers)).json()["data"]["preview"]
    confirmed = await client.post(
        f"{approval}/confirmation", json={"digest": shown["digest"]}, headers=second.headers
    )
    await finish(db, made["runId"])

    assert asked.status_code == 202
    assert before == [0] * members
    assert shown["count"] == members
    assert confirmed.status_code == 200, confirmed.text
    assert [await points_of(conn, member) for member in [*ids, late]] == [points] * members + [0]
    approvals = await fetch_all(
        conn, int, "SELECT approval_id FROM staff_record WHERE action = 'members.points'"
    )
    assert approvals == [made["approvalId"]] * members


async def test_whoever_lacks_the_permission_of_what_is_done_may_not_do_it_to_many(
    client: Client, conn: Connection, db: Database, staff: Login
) -> None:
    chosen = await some_services(conn, 1)
    run = await run_of(client, staff, change="services.extend", ids=chosen, days=1)
    await finish(db, run)
    other = await a_staff(conn, "bulk.run", "services.view")

    answers = [
        await look(client, other, change="services.extend", ids=chosen, days=1),
        await client.post(
            BULK,
            json={"change": "services.stop", "ids": chosen, "digest": "x", "key": a_press_key()} | REASON,
            headers=other.headers,
        ),
        await client.post(f"{BULK}/{run}/cancel", json=REASON, headers=other.headers),
        await undo(client, other, run),
        # The rows say what each member has, or where their service is.
        await client.get(f"{BULK}/{run}/rows", headers=other.headers),
    ]

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {
        (403, "permission_missing")
    }


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"change": "services.extend", "wish": {"days": 3}}, "invalid_fields"),
        ({"change": "services.extend", "wish": {"days": 3}, "ids": [1], "query": ""}, "invalid_fields"),
        ({"change": "services.extend", "wish": {}, "ids": [1]}, "invalid_fields"),
        ({"change": "services.extend", "wish": {"days": 3}, "query": "nothing=1"}, "invalid_fields"),
        (
            {"change": "services.move", "wish": {"until": "2020-01-01", "words": "점검"}, "ids": [1]},
            "invalid_fields",
        ),
        ({"change": "services.extend", "wish": {"days": 3}, "ids": [1099511627776]}, "nothing_to_do"),
    ],
)
async def test_what_is_missing_or_means_nothing_is_refused(
    client: Client, staff: Login, form: dict[str, Any], code: str
) -> None:
    assert (await look(client, staff, **form)).json()["code"] == code

"""Wishes that wait while the world changes: an update, a lost right, a list that goes on, a second press."""

from typing import Any

import pytest

from ieum.shop.broadcasts import queries as broadcast_queries
from ieum.shop.broadcasts import rules
from ieum.shop.broadcasts.queries import Reached
from ieum.shop.console.actions import DESK
from ieum.shop.desk.acting import hash_token
from ieum.shop.desk.bulk import jobs as bulk_jobs
from ieum.shop.desk.bulk.types import BulkRunId
from ieum.shop.exports import changes
from ieum.shop.kernel.db import Connection, Database, execute, fetch_one
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.desk import body_of, path_of, press, preview
from tests.shop.builders.exports import ask
from tests.shop.builders.locks import after_all_have_looked
from tests.shop.builders.members import a_member
from tests.shop.builders.presses import a_press_key
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.staff import Login, a_staff

CONSOLE = "/api/v1/console"
APPROVALS = f"{CONSOLE}/approvals"
NOTICE = {"channel": "sms", "isAdvertising": False, "body": "오늘 밤 2시에 점검합니다."}
OUTAGE = {
    "kind": "outage",
    "isConfirmed": True,
    "title": "서울 게이트웨이 장애",
    "what": "접속이 되지 않았습니다.",
    "noticedAt": "2026-11-01T00:00:00Z",
    "audience": {"holds": "service"},
}
CREDIT = {"days": 3, "subject": "장애 보상 안내", "body": "이용 기간을 3일 늘려 드렸습니다."}


@pytest.fixture
def two_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "ALONE_UP_TO", 0)


async def confirm(client: Client, by: Login, approval: int) -> Any:
    path = f"{APPROVALS}/{approval}"
    digest = (await client.get(path, headers=by.headers)).json()["data"]["preview"]["digest"]
    return await client.post(f"{path}/confirmation", json={"digest": digest}, headers=by.headers)


@pytest.mark.usefixtures("two_for_each")
async def test_a_wish_in_another_form_than_todays_can_only_be_ended(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "messages.broadcast")
    second = await a_staff(conn, "messages.broadcast", "approvals.confirm")
    await a_member(conn)
    asked = (await press(client, staff, "messages.broadcast", None, **NOTICE)).json()["data"]["approvalId"]
    await execute(conn, """UPDATE staff_approvals SET params = jsonb_set(params, '{wish}', '{"gone": 1}')""")

    listed = await client.get(APPROVALS, headers=second.headers)
    confirmed = await confirm(client, second, asked)
    refused = await client.post(
        f"{APPROVALS}/{asked}/refusal", json={"reason": "옛 요청"}, headers=second.headers
    )

    assert listed.status_code == 200, listed.text
    assert (confirmed.status_code, confirmed.json()["code"]) == (409, "approval_over")
    assert refused.status_code == 200, refused.text
    assert await fetch_one(conn, str, "SELECT state FROM broadcasts") == "stopped"


async def test_a_notice_goes_to_as_many_as_were_shown(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def counted_before_the_second_joined(_conn: Connection, _form: object) -> Reached:
        return Reached(members=1, recipients=1)

    staff = await a_staff(conn, "messages.broadcast")
    await a_member(conn)
    await a_member(conn)
    monkeypatch.setattr(broadcast_queries, "count_reached", counted_before_the_second_joined)

    answer = await press(client, staff, "messages.broadcast", None, **NOTICE)

    assert (answer.status_code, answer.json()["code"]) == (409, "preview_changed")
    assert await fetch_one(conn, int, "SELECT count(*) FROM broadcasts") == 0


@pytest.mark.usefixtures("two_for_each")
@pytest.mark.parametrize("is_confirmed", [False, True], ids=["waits", "just sent"])
async def test_a_notice_that_waited_for_long_is_not_written_a_second_time(
    client: Client, conn: Connection, *, is_confirmed: bool
) -> None:
    staff = await a_staff(conn, "messages.broadcast")
    second = await a_staff(conn, "messages.broadcast", "approvals.confirm")
    await a_member(conn)
    asked = (await press(client, staff, "messages.broadcast", None, **NOTICE)).json()["data"]["approvalId"]
    await execute(conn, "UPDATE broadcasts SET made_at = made_at - interval '3 hours'")
    if is_confirmed:
        await confirm(client, second, asked)
        await execute(conn, "UPDATE broadcasts SET state = 'done', ended_at = now()")

    again = await preview(client, staff, "messages.broadcast", None, **NOTICE)

    assert (again.status_code, again.json()["code"]) == (409, "broadcast_repeated")


async def test_a_credit_whose_days_nobody_may_give_in_bulk_sends_no_mail(
    client: Client, conn: Connection, db: Database
) -> None:
    await a_service(conn, await a_member(conn), plan=await a_plan(conn))
    staff = await a_staff(conn, "incidents.view", "incidents.manage", "messages.broadcast", "services.extend")
    begun = await press(client, staff, "incidents.begin", None, **OUTAGE)
    incident = begun.json()["data"]["made"]["id"]

    shown = await preview(client, staff, "incidents.credit", incident, **CREDIT)
    if shown.status_code == 200:
        made = (await press(client, staff, "incidents.credit", incident, **CREDIT)).json()["data"]["made"]
        await bulk_jobs.stop_where_lost(db, DESK, BulkRunId(made["runId"]))
        assert await fetch_one(conn, str, "SELECT state FROM bulk_runs") == "running"

    assert shown.json().get("code") == "permission_missing"


async def test_a_preview_of_an_export_does_not_say_whether_there_is_such_a_person(
    client: Client, conn: Connection
) -> None:
    await a_member(conn)
    phone = await fetch_one(conn, str, "SELECT phone FROM members LIMIT 1")
    staff = await a_staff(conn, "exports.make", "exports.personal", "members.view", "members.unmask")

    async def shown(query: str) -> Any:
        wish = {"screen": "members", "query": query}
        return (await preview(client, staff, "exports.personal", None, **wish)).json()["data"]

    there, nobody = await shown(f"q={phone}"), await shown("q=01099990000")

    def without(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [row for row in rows if row["label"] != "조건"]

    assert without(there["rows"]) == without(nobody["rows"])
    assert any(row["label"] == "줄 수" for row in (await shown("state=active"))["rows"])


@pytest.mark.parametrize(
    "screen", ["orders.xlsx", "orders.xlsx.xlsx", "member-data", "member-data.xlsx", "exports", "bulk-rows"]
)
async def test_a_file_is_made_of_a_list_that_has_one_alone(
    client: Client, conn: Connection, screen: str
) -> None:
    owner = await a_staff(conn, owner=True)

    answers = [await ask(client, owner, screen=screen, form=form) for form in ("csv", "xlsx")]

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(422, "list_not_exported")}
    assert await fetch_one(conn, int, "SELECT count(*) FROM exports") == 0


async def test_who_is_logged_in_twice_has_no_more_files_made_at_once(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "MOST_AT_ONCE", 1)
    async with shop.db.transaction() as conn:
        staff = await a_staff(conn, "exports.make", "record.view")
        await execute(
            conn,
            """
            INSERT INTO staff_sessions (staff_id, token_hash, address, user_agent, started_at, seen_at)
            VALUES (%(staff)s, %(hash)s, '127.0.0.1', 'test', now(), now())
            """,
            staff=staff.staff,
            hash=hash_token("elsewhere"),
        )
    body = await body_of(shop.client, staff, "exports.make", None, screen="record", query="")

    answers = await after_all_have_looked(
        shop.db,
        "exports",
        *(
            shop.client.post(
                path_of("exports.make"), json=body | {"key": a_press_key()}, headers=login.headers
            )
            for login in (staff, staff._replace(token="elsewhere"))
        ),
    )

    assert sorted(answer.status_code for answer in answers) == [200, 409]

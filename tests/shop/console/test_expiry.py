"""What nobody answers within a week is ended by the clock, with what waits beside it, and whoever asked is told."""

from typing import Any

import msgspec
import pytest
from psycopg.types.json import Jsonb

from ieum.shop.broadcasts import rules
from ieum.shop.console.actions import ACTIONS, DESK
from ieum.shop.console.expiry import jobs
from ieum.shop.desk.bulk import sets
from ieum.shop.kernel.db import Connection, Database, execute, fetch_all
from tests.shop.builders import desk
from tests.shop.builders.exports import ask as ask_for_file
from tests.shop.builders.members import a_member
from tests.shop.builders.presses import a_press_key
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import Login, a_staff
from tests.shop.builders.worker import job_context, worker_tools

CONSOLE = "/api/v1/console"
NOTICE = {"channel": "sms", "isAdvertising": False, "body": "오늘 밤 2시에 점검합니다."}
POINTS = {"change": "members.points", "wish": {"points": 100}, "query": ""}


@pytest.fixture(autouse=True)
def takes_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "ALONE_UP_TO", 0)
    monkeypatch.setattr(sets, "ROWS_ALONE", 0)
    personal = msgspec.structs.replace(DESK.lists["record"], is_personal=True)
    monkeypatch.setitem(DESK.lists, "record", personal)  # type: ignore[arg-type]


async def ask(client: Client, by: Login, path: str, form: dict[str, Any]) -> Any:
    body = form | {"reason": "점검 보상"} | ({"key": a_press_key()} if path.startswith("bulk") else {})
    seen = await client.post(f"{CONSOLE}/{path}/preview", json=form, headers=by.headers)
    body["digest"] = seen.json()["data"]["digest"]
    answer = await client.post(f"{CONSOLE}/{path}", json=body, headers=by.headers)
    assert answer.is_success, answer.text
    return answer.json()["data"]


async def waits(conn: Connection) -> list[str]:
    return await fetch_all(
        conn,
        str,
        "SELECT state FROM broadcasts UNION ALL SELECT state FROM bulk_runs UNION ALL SELECT state FROM exports",
    )


async def pass_days(conn: Connection, db: Database, days: int) -> None:
    await execute(
        conn, "UPDATE staff_approvals SET asked_at = asked_at - %(days)s * interval '1 day'", days=days
    )
    await jobs.expire_requests.func(job_context(worker_tools(db)), 0)


async def test_a_week_ends_the_wish_and_the_notice_the_run_and_the_file_that_wait_for_it(
    client: Client, conn: Connection, db: Database
) -> None:
    staff = await a_staff(conn, owner=True)
    await a_staff(conn, owner=True)
    await a_member(conn)
    await desk.press(client, staff, "messages.broadcast", None, **NOTICE)
    await ask(client, staff, "bulk", POINTS)
    asked = (await ask_for_file(client, staff)).json()["data"]
    await pass_days(conn, db, 6)
    before = await waits(conn)

    await pass_days(conn, db, 2)

    approval = f"{CONSOLE}/approvals/{asked['approvalId']}"
    shown = (await client.get(approval, headers=staff.headers)).json()["data"]
    assert before == ["waiting"] * 3
    assert await waits(conn) == ["stopped", "cancelled", "failed"]
    assert (shown["state"], shown["decidedBy"]) == ("expired", None)
    assert shown["decidedAt"] is not None
    recorded = await fetch_all(
        conn,
        str,
        "SELECT after->>'action' FROM staff_record WHERE action = 'approvals.expire' ORDER BY index",
    )
    assert recorded == ["messages.broadcast", "bulk.run", "exports.personal"]


async def test_whoever_asked_is_told_until_they_have_looked(
    client: Client, conn: Connection, db: Database
) -> None:
    staff, other = await a_staff(conn, owner=True), await a_staff(conn, owner=True)
    await a_member(conn)
    approval = (await ask(client, staff, "bulk", POINTS))["approvalId"]

    async def news(of: Login) -> int:
        answer = await client.get(f"{CONSOLE}/session", headers=of.headers)
        return answer.json()["data"]["decisions"]

    async def look(by: Login) -> bool:
        answer = await client.post(f"{CONSOLE}/approvals/{approval}/seen", headers=by.headers)
        return answer.json()["data"]["news"]

    assert [await news(staff), await look(staff)] == [0, False]
    await pass_days(conn, db, 8)
    assert [await news(staff), await news(other), await look(other), await news(staff)] == [1, 0, False, 1]
    assert [await look(staff), await news(staff), await look(staff)] == [True, 0, False]


async def test_the_bell_rings_for_whoever_asked_for_any_change(client: Client, conn: Connection) -> None:
    """Also for somebody who may confirm nothing, or has lost the right to it since."""
    staff = await a_staff(conn, "today.view")
    await execute(
        conn,
        """
        INSERT INTO staff_approvals (action, params, preview, reason, asked_by, asked_at, state, decided_at)
        SELECT action, '{}', %(preview)s, '점검', %(by)s, now() - interval '8 days', 'expired', now()
          FROM unnest(%(actions)s::text[]) action
        """,
        actions=list(ACTIONS),
        preview=Jsonb({"title": "것", "rows": [], "warnings": [], "count": 1, "amount": None, "digest": "d"}),
        by=staff.staff,
    )

    session = (await client.get(f"{CONSOLE}/session", headers=staff.headers)).json()["data"]
    over = (await client.get(f"{CONSOLE}/approvals?state=over&size=200", headers=staff.headers)).json()[
        "data"
    ]

    assert session["decisions"] == len(ACTIONS)
    assert {item["action"] for item in over["items"] if item["isNews"]} == set(ACTIONS)

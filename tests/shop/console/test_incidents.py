"""Incidents: who is affected is frozen, the law's clocks run, and an outage is made good by one press."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from ieum.shop.broadcasts import rules
from ieum.shop.console.actions import DESK
from ieum.shop.console.incidents.jobs import end_incident_notices
from ieum.shop.console.incidents.rules import clocks, due_at
from ieum.shop.console.incidents.types import IncidentStep
from ieum.shop.desk.bulk import jobs as bulk_jobs
from ieum.shop.desk.bulk import sets
from ieum.shop.desk.bulk.types import BulkRunId
from ieum.shop.desk.permissions import Permission
from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.desk import body_of, path_of, press, press_plain, press_unseen, preview
from tests.shop.builders.links import a_first_sale
from tests.shop.builders.locks import after_all_have_looked
from tests.shop.builders.members import a_member
from tests.shop.builders.presses import a_press_key
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.staff import Login, a_staff
from tests.shop.builders.whole_shop import settings_of
from tests.shop.builders.worker import job_context, worker_tools

CONSOLE = "/api/v1/console"
INCIDENTS = f"{CONSOLE}/incidents"
A_SHOP = settings_of("postgresql://unread", Path("unread"))
# clock: its periods of days are hours away.
NOTICED = datetime.now(UTC) - timedelta(hours=3)
LEAK = {
    "kind": "leak",
    "isConfirmed": False,
    "title": "문의 첨부 파일 노출",
    "what": "주소를 아는 사람이 첨부 파일을 볼 수 있었습니다.",
    "noticedAt": NOTICED.isoformat(),
}
OUTAGE = LEAK | {"kind": "outage", "title": "서울 게이트웨이 장애", "audience": {"holds": "service"}}
CREDIT = {"days": 3, "subject": "장애 보상 안내", "body": "이용 기간을 3일 늘려 드렸습니다."}


async def see(client: Client, by: Login, incident: int) -> dict[str, Any]:
    return (await client.get(f"{INCIDENTS}/{incident}", headers=by.headers)).json()["data"]


async def begin(client: Client, by: Login, form: dict[str, Any]) -> dict[str, Any]:
    answer = await press(client, by, "incidents.begin", None, **form)
    assert answer.status_code == 200, answer.text
    return await see(client, by, answer.json()["data"]["made"]["id"])


async def step(client: Client, by: Login, incident: int, kind: str) -> Any:
    return await press_plain(client, by, "incidents.step", incident, kind=kind, body="했습니다.")


async def page_after(client: Client, by: Login, incident: int, kind: str) -> dict[str, Any]:
    assert (await step(client, by, incident, kind)).status_code == 200
    return await see(client, by, incident)


@pytest.fixture
async def officer(conn: Connection) -> Login:
    return await a_staff(
        conn, "incidents.view", "incidents.manage", "messages.broadcast", "services.extend", "bulk.run"
    )


async def test_two_who_press_what_both_were_shown_record_one_incident(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        both = [await a_staff(conn, "incidents.view", "incidents.manage") for _ in range(2)]
    bodies = [await body_of(shop.client, by, "incidents.begin", None, **LEAK) for by in both]
    [_digest] = {body["digest"] for body in bodies}

    presses = [
        shop.client.post(path_of("incidents.begin"), json=body, headers=by.headers)
        for by, body in zip(both, bodies, strict=True)
    ]
    answers = await after_all_have_looked(shop.db, "incidents", *presses)

    assert sorted(answer.status_code for answer in answers) == [200, 409]


async def test_who_is_affected_is_frozen_and_the_texts_have_what_the_law_wants(
    client: Client, conn: Connection, officer: Login
) -> None:
    for _ in range(2):
        await a_member(conn)

    page = await begin(client, officer, LEAK)
    await a_member(conn)
    seen = (await client.get(f"{INCIDENTS}/{page['incident']['id']}", headers=officer.headers)).json()["data"]

    assert (seen["incident"]["affected"], seen["incident"]["confirmedAt"]) == (2, None)
    assert await fetch_one(conn, int, "SELECT count(*) FROM incident_members") == 2
    assert "유출되었을 가능성이 있습니다" in seen["texts"]["membersBody"]
    for item in ("항목", "경위", "하실 수 있는 일", "분쟁조정위원회", "상담"):
        assert item in seen["texts"]["membersBody"]
    assert "2명" in seen["texts"]["authorityBody"]


async def test_clocks_run_until_whoever_has_to_know_was_told(client: Client, officer: Login) -> None:
    page = await begin(client, officer, LEAK | {"kind": "intrusion"})
    number = page["incident"]["id"]

    first = page["incident"]["dueAt"]
    await step(client, officer, number, "authority_told")
    second = await page_after(client, officer, number, "members_told")
    third = await page_after(client, officer, number, "fact")
    last = await page_after(client, officer, number, "supplement")

    assert datetime.fromisoformat(first) == NOTICED + timedelta(hours=24)
    assert second["incident"]["dueAt"] is None
    assert third["clocks"][-1]["name"] == "supplement"
    assert third["incident"]["dueAt"] is not None
    assert last["incident"]["dueAt"] is None


def test_a_leak_is_told_within_three_days_and_a_fact_before_the_report_needs_no_supplement() -> None:
    noticed = datetime(2026, 11, 20, tzinfo=UTC)
    fact = IncidentStep(1, "fact", "-", noticed + timedelta(hours=1), "김운영")
    told = IncidentStep(2, "authority_told", "-", noticed + timedelta(hours=2), "김운영")

    running = clocks("leak", noticed, [fact, told])

    assert [clock.name for clock in running] == ["authority", "members"]
    assert due_at(running) == noticed + timedelta(hours=72)
    assert clocks("outage", noticed, []) == []


async def test_what_is_closed_stays_as_it_is(client: Client, conn: Connection, officer: Login) -> None:
    number = (await begin(client, officer, LEAK))["incident"]["id"]
    await step(client, officer, number, "closed")

    answer = await step(client, officer, number, "fact")

    assert (answer.status_code, answer.json()["code"]) == (409, "change_stays")
    assert "마친 사고" in answer.json()["detail"]
    open_ones = await client.get(f"{INCIDENTS}?state=open", headers=officer.headers)
    assert open_ones.json()["data"]["items"] == []
    assert await fetch_all(conn, str, "SELECT action FROM staff_record ORDER BY index") == [
        "incidents.begin",
        "incidents.step",
    ]


async def test_an_outage_is_made_good_by_one_press_and_once(
    client: Client, conn: Connection, db: Database, officer: Login
) -> None:
    plan = await a_plan(conn)
    affected, other = await a_member(conn), await a_member(conn)
    service = await a_service(conn, affected, plan=plan)
    before = await fetch_one(conn, datetime, "SELECT ends_at FROM services WHERE id = %(id)s", id=service)
    number = (await begin(client, officer, OUTAGE))["incident"]["id"]
    await a_service(conn, other, plan=plan)

    shown = (await preview(client, officer, "incidents.credit", number, **CREDIT)).json()["data"]
    body = await body_of(client, officer, "incidents.credit", number, **CREDIT)
    answers = [
        await client.post(path_of("incidents.credit"), json=body | {"key": key}, headers=officer.headers)
        for key in (body["key"], body["key"], a_press_key())
    ]
    made = answers[0].json()["data"]["made"]
    while await bulk_jobs.go_on(db, DESK, A_SHOP, BulkRunId(made["runId"])):
        pass

    assert [answer.status_code for answer in answers] == [200, 200, 409]
    assert answers[1].json()["data"]["made"] == made
    assert {row["label"]: row["value"] for row in shown["rows"]}["합계"] == "3일"
    ends = await fetch_all(conn, datetime, "SELECT ends_at FROM services WHERE id = %(id)s", id=service)
    assert ends == [before + timedelta(days=3)]
    assert await fetch_one(conn, int, "SELECT recipients FROM broadcasts") == 1


async def test_a_credit_needs_the_rights_of_both_halves(client: Client, conn: Connection) -> None:
    plan = await a_plan(conn)
    await a_service(conn, await a_member(conn), plan=plan)
    lacks = await a_staff(conn, "incidents.view", "incidents.manage", "messages.broadcast")
    number = (await begin(client, lacks, OUTAGE))["incident"]["id"]

    answer = await preview(client, lacks, "incidents.credit", number, **CREDIT)

    assert (answer.status_code, answer.json()["code"]) == (403, "permission_missing")


async def test_a_credit_of_many_rows_waits_and_both_halves_begin_by_the_second_person(
    client: Client, conn: Connection, officer: Login, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sets, "ROWS_ALONE", 0)
    await a_service(conn, await a_member(conn), plan=await a_plan(conn))
    number = (await begin(client, officer, OUTAGE))["incident"]["id"]
    rights: tuple[Permission, ...] = ("incidents.manage", "approvals.confirm", "messages.broadcast")
    second, lacks = await a_staff(conn, *rights, "services.extend"), await a_staff(conn, *rights)

    shown = (await preview(client, officer, "incidents.credit", number, **CREDIT)).json()["data"]
    asked = await press(client, officer, "incidents.credit", number, **CREDIT)
    approval = f"{CONSOLE}/approvals/{asked.json()['data']['approvalId']}"
    before = await halves(conn)
    await step(client, officer, number, "closed")
    digest = (await client.get(approval, headers=second.headers)).json()["data"]["preview"]["digest"]
    refused, confirmed = [
        await client.post(f"{approval}/confirmation", json={"digest": digest}, headers=by.headers)
        for by in (lacks, second)
    ]

    assert asked.status_code == 202
    assert any("두 번째 사람이 확인한 뒤에 시작합니다" in one for one in shown["warnings"])
    assert before == ["waiting", "waiting"]
    assert (refused.status_code, refused.json()["code"]) == (403, "permission_missing")
    assert confirmed.status_code == 200, confirmed.text
    assert await halves(conn) == ["writing", "running"]
    assert set(confirmed.json()["data"]["result"]) == {"runId", "broadcastId"}


async def test_a_credit_that_is_withdrawn_ends_both_halves(
    client: Client, conn: Connection, officer: Login, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sets, "ROWS_ALONE", 0)
    await a_service(conn, await a_member(conn), plan=await a_plan(conn))
    number = (await begin(client, officer, OUTAGE))["incident"]["id"]

    asked = await press(client, officer, "incidents.credit", number, **CREDIT)
    approval = f"{CONSOLE}/approvals/{asked.json()['data']['approvalId']}"
    withdrawn = await client.post(f"{approval}/withdrawal", json={}, headers=officer.headers)

    assert withdrawn.status_code == 200
    assert await halves(conn) == ["stopped", "cancelled"]


async def halves(conn: Connection) -> list[str]:
    return await fetch_all(conn, str, "SELECT state FROM broadcasts UNION ALL SELECT state FROM bulk_runs")


async def test_nobody_notices_what_has_not_happened_yet(client: Client, officer: Login) -> None:
    later = (datetime.now(UTC) + timedelta(hours=1)).isoformat()

    answer = await preview(client, officer, "incidents.begin", None, **LEAK | {"noticedAt": later})

    assert (answer.status_code, answer.json()["fields"][0]["name"]) == (422, "noticedAt")


@pytest.mark.parametrize(
    "rewriting", ["UPDATE incident_steps SET body = 'other'", "TRUNCATE incident_steps CASCADE"]
)
async def test_a_step_is_never_rewritten(
    client: Client, conn: Connection, officer: Login, rewriting: Any
) -> None:
    number = (await begin(client, officer, LEAK))["incident"]["id"]
    await step(client, officer, number, "fact")

    with pytest.raises(Exception, match="append-only"):
        await execute(conn, rewriting)


NOTICE = {"title": "개인정보 유출 안내", "body": "## 항목\n\n문의에 붙인 파일"}


@pytest.fixture
async def publisher(conn: Connection) -> Login:
    return await a_staff(conn, "incidents.view", "incidents.manage", "content.publish", "content.view")


async def put_up(client: Client, by: Login, incident: int, form: dict[str, Any] = NOTICE) -> Any:
    shown = await preview(client, by, "incidents.notice", incident, **form)
    if shown.status_code != 200:
        return shown
    return await press(client, by, "incidents.notice", incident, **form)


async def on_the_site(client: Client, incident: int) -> Any:
    return await client.get(f"/api/v1/notices/incident-{incident}")


async def test_a_leak_stands_on_the_site_for_thirty_days_and_is_taken_down_by_the_clock(
    client: Client, conn: Connection, db: Database, publisher: Login
) -> None:
    at_work = job_context(worker_tools(db))
    number = (await begin(client, publisher, LEAK))["incident"]["id"]
    answer = await put_up(client, publisher, number)
    assert answer.status_code == 200, answer.text
    notice = (await see(client, publisher, number))["notice"]
    shown = (await on_the_site(client, number)).json()["data"]

    await end_incident_notices.func(at_work, 0)
    still = await on_the_site(client, number)
    past = "begun_at = begun_at - interval '32 days', ends_at = ends_at - interval '32 days'"
    await execute(conn, f"UPDATE incident_notices SET {past}")
    await end_incident_notices.func(at_work, 0)
    await end_incident_notices.func(at_work, 0)

    lasts = datetime.fromisoformat(notice["endsAt"]) - datetime.fromisoformat(notice["begunAt"])
    assert timedelta(days=30) <= lasts <= timedelta(days=31)
    assert (notice["path"], notice["isShown"]) == (f"/support/notice/incident-{number}", True)
    assert shown["pinned"]
    assert "공지 기간:" in shown["html"]
    assert (still.status_code, (await on_the_site(client, number)).status_code) == (200, 410)
    page = (await client.get(f"{INCIDENTS}/{number}", headers=publisher.headers)).json()["data"]
    assert not page["notice"]["isShown"]
    assert [(step["kind"], step["by"] == "자동") for step in page["steps"]] == [
        ("site_notice", False),
        ("site_notice", True),
    ]
    # It stands for those who cannot be reached, and tells nobody else.
    assert [clock["doneAt"] for clock in page["clocks"]] == [None, None]
    assert await fetch_all(conn, str, "SELECT action || ' ' || reason FROM staff_record ORDER BY index") == [
        "incidents.begin 고객 요청",
        "incidents.notice 고객 요청",
        "incidents.notice ",
    ]


async def test_the_draft_of_a_notice_is_for_everybody_and_must_be_filled_in(
    client: Client, publisher: Login
) -> None:
    page = await begin(client, publisher, LEAK)
    draft = page["noticeDraft"]

    answer = await put_up(client, publisher, page["incident"]["id"], NOTICE | {"body": draft})
    filled = draft.replace("[직접 적어 주세요]", "이름")
    done = await put_up(client, publisher, page["incident"]["id"], NOTICE | {"body": filled})

    assert "회원님의" not in draft
    assert "## 유출된 개인정보의 항목" in draft
    assert (answer.status_code, answer.json()["fields"][0]["name"]) == (422, "body")
    assert done.status_code == 200, done.text
    assert "<h2" in (await on_the_site(client, page["incident"]["id"])).json()["data"]["html"]


async def test_a_notice_is_put_up_once_and_again_only_where_somebody_took_it_down(
    client: Client, conn: Connection, publisher: Login
) -> None:
    number = (await begin(client, publisher, LEAK))["incident"]["id"]
    await put_up(client, publisher, number)
    twice = await put_up(client, publisher, number)
    entry = await fetch_one(conn, int, "SELECT id FROM content_entries WHERE slug LIKE 'incident-%%'")
    seen = (await preview(client, publisher, "content.withdraw", entry)).json()["data"]
    assert (await press(client, publisher, "content.withdraw", entry)).status_code == 200

    again = await put_up(client, publisher, number)

    assert (twice.status_code, twice.json()["code"]) == (409, "change_stays")
    assert any("30일 동안" in warning for warning in seen["warnings"])
    assert again.status_code == 200, again.text
    assert (await on_the_site(client, number)).status_code == 200


async def test_no_notice_of_an_outage_nor_by_whoever_may_not_publish(
    client: Client, officer: Login, publisher: Login
) -> None:
    leak = (await begin(client, publisher, LEAK))["incident"]["id"]
    outage = (await begin(client, publisher, OUTAGE | {"audience": {}}))["incident"]["id"]

    answers = [
        await put_up(client, publisher, outage),
        await put_up(client, officer, leak),
        await press_unseen(client, officer, "incidents.notice", leak, **NOTICE),
    ]

    assert [answer.json()["code"] for answer in answers] == [
        "change_stays",
        "permission_missing",
        "permission_missing",
    ]
    assert (await on_the_site(client, leak)).status_code == 404


@pytest.mark.parametrize(
    ("form", "is_advertising", "is_open"),
    [
        (LEAK, False, True),
        (LEAK | {"kind": "intrusion"}, False, True),
        (LEAK, True, False),
        (OUTAGE, False, False),
    ],
    ids=["of a leak", "of an intrusion", "an advertisement", "of an outage"],
)
async def test_after_a_removal_an_owner_alone_sends_what_the_law_has_a_clock_for(
    client: Client,
    conn: Connection,
    monkeypatch: pytest.MonkeyPatch,
    form: dict[str, Any],
    is_advertising: bool,
    is_open: bool,
) -> None:
    monkeypatch.setattr(rules, "ALONE_UP_TO", 0)
    member = await a_first_sale(conn)
    await execute(conn, "UPDATE members SET mail_opt_in = true WHERE id = %(id)s", id=member)
    await a_service(conn, member, plan=await a_plan(conn))
    owner, colleague = await a_staff(conn, owner=True), await a_staff(conn, owner=True)
    incident = (await begin(client, owner, form | {"audience": {"holds": "service"}}))["incident"]["id"]
    notice = {
        "channel": "mail",
        "isAdvertising": is_advertising,
        "subject": "안내",
        "body": "알려 드립니다.",
        "incident": incident,
        "refusalPhone": "080-123-4567",
    }
    asked = await press(client, owner, "messages.broadcast", None, **notice)

    await press(client, owner, "staff.remove", colleague.staff)

    approval = asked.json()["data"]["approvalId"]
    seen = await client.get(f"/api/v1/console/approvals/{approval}", headers=owner.headers)
    assert seen.json()["data"]["mayConfirmAlone"] is is_open

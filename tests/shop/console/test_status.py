"""What staff say on the status page: seen before, said once, on record, and written as files."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.kernel.settings import Settings
from ieum.shop.status import jobs, tasks
from tests.shop.builders.locks import after_all_have_looked
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.staff import Login, a_staff
from tests.shop.builders.worker import job_context, worker_tools

INCIDENTS = "/api/v1/console/status/incidents"
FORM = {
    "title": "카드 결제 지연",
    "parts": ["payment", "payment"],
    "level": "down",
    "state": "looking",
    "words": " 카드사 응답이 늦습니다.\n다시 결제하지 마세요. ",
}
OVER = {"state": "over", "words": "해결되었습니다."}


async def tell(client: Client, by: Login, form: dict[str, Any], path: str = INCIDENTS) -> Any:
    shown = await client.post(f"{path}/preview", json=form, headers=by.headers)
    if shown.status_code != 200:
        return shown
    digest = shown.json()["data"]["digest"]
    return await client.post(path, json=form | {"digest": digest}, headers=by.headers)


async def test_an_announcement_is_seen_before_told_goes_on_and_ends(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "status.view", "status.say")

    shown = (await client.post(f"{INCIDENTS}/preview", json=FORM, headers=staff.headers)).json()["data"]
    told = (await tell(client, staff, FORM)).json()["data"]
    board = (await client.get("/api/v1/console/status", headers=staff.headers)).json()["data"]
    path = f"{INCIDENTS}/{told['id']}/updates"
    better = {"state": "watching", "level": "degraded", "words": "나아지고 있습니다."}
    watched = (await tell(client, staff, better, path)).json()["data"]
    ended = (await tell(client, staff, OVER, path)).json()["data"]
    again = await tell(client, staff, OVER, path)
    open_ones = (await client.get(f"{INCIDENTS}?state=open", headers=staff.headers)).json()["data"]
    closed = (await client.get(f"{INCIDENTS}?state=over", headers=staff.headers)).json()["data"]

    rows = {row["label"]: (row.get("before"), row["value"]) for row in shown["rows"]}
    assert rows["페이지의 ‘결제’"] == ("정상", "이용 불가")
    assert told["parts"] == ["payment"]
    assert {part["key"]: part["state"] for part in board["parts"]}["payment"] == "down"
    assert (watched["level"], watched["state"]) == ("degraded", "watching")
    assert [update["words"] for update in ended["updates"]] == [
        "해결되었습니다.",
        "나아지고 있습니다.",
        "카드사 응답이 늦습니다.\n다시 결제하지 마세요.",
    ]
    assert (again.status_code, again.json()["code"]) == (409, "status_incident_over")
    assert open_ones["items"] == []
    assert [line["words"] for line in closed["items"]] == ["해결되었습니다."]
    noted = await fetch_all(
        conn, str, "SELECT object_kind || ' ' || object_id FROM staff_record WHERE action = 'status.say'"
    )
    assert noted == [f"status {told['id']}"] * 3


@pytest.mark.parametrize(
    "title",
    ["둘째\n줄", "화면\x1b[2J", "끝\x7f", "줄\x85", "줄\u2028", "안 보임\u200b", "뒤로\u202e", "뒤로\u2066"],
)
async def test_a_title_has_nothing_that_cannot_be_seen(client: Client, conn: Connection, title: str) -> None:
    staff = await a_staff(conn, "status.view", "status.say")

    refused = await client.post(f"{INCIDENTS}/preview", json=FORM | {"title": title}, headers=staff.headers)

    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_fields"), refused.text


async def test_what_somebody_else_has_said_meanwhile_is_seen_before_more_is_said(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "status.view", "status.say")
    told = (await tell(client, staff, FORM)).json()["data"]
    path = f"{INCIDENTS}/{told['id']}/updates"
    form = {"state": "looking", "words": "아직 확인하고 있습니다."}
    digest = (await client.post(f"{path}/preview", json=form, headers=staff.headers)).json()["data"]["digest"]
    await tell(client, staff, {"state": "known", "words": "원인을 찾았습니다."}, path)

    late = await client.post(path, json=form | {"digest": digest}, headers=staff.headers)

    assert (late.status_code, late.json()["code"]) == (409, "preview_changed")


async def test_two_who_press_what_both_were_shown_tell_it_once(shop: Shop) -> None:
    """And the same press once more tells nothing, while the page looks as if it had: all stays over."""
    form = FORM | {"state": "over"}
    async with shop.db.transaction() as conn:
        both = [await a_staff(conn, "status.view", "status.say") for _ in range(2)]
    [digest] = {
        (await shop.client.post(f"{INCIDENTS}/preview", json=form, headers=by.headers)).json()["data"][
            "digest"
        ]
        for by in both
    }

    presses = [shop.client.post(INCIDENTS, json=form | {"digest": digest}, headers=by.headers) for by in both]
    answers = await after_all_have_looked(shop.db, "status_incidents", *presses)
    again = await shop.client.post(INCIDENTS, json=form | {"digest": digest}, headers=both[0].headers)

    assert sorted(answer.status_code for answer in answers) == [201, 409]
    assert again.status_code == 409


async def test_a_preview_warns_of_what_is_measured_to_be_worse(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "status.view", "status.say")
    await execute(
        conn,
        """
        INSERT INTO messages (channel, recipient, body, reference, created_at)
        SELECT 'mail', 'a@b.example', '-', 'late ' || n, now() - interval '20 minutes'
          FROM generate_series(1, 3) n
        """,
    )
    notice = FORM | {"parts": ["messages"], "level": "notice", "state": "known"}

    shown = (await client.post(f"{INCIDENTS}/preview", json=notice, headers=staff.headers)).json()["data"]
    told = (await tell(client, staff, notice)).json()["data"]
    path = f"{INCIDENTS}/{told['id']}/updates/preview"
    ending = (await client.post(path, json=OVER, headers=staff.headers)).json()["data"]

    assert "메일과 문자 일부 불편" in shown["warnings"][-1]
    assert "해결로 알려도" in ending["warnings"][-1]


async def test_a_preview_leads_to_what_is_already_told_of_the_same_part(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "status.view", "status.say")
    told = (await tell(client, staff, FORM)).json()["data"]

    async def preview(path: str, form: dict[str, Any]) -> tuple[bool, list[dict[str, str]]]:
        shown = await client.post(f"{path}/preview", json=form, headers=staff.headers)
        assert shown.status_code == 200, shown.text
        data = shown.json()["data"]
        return any("이미 알리는 중인" in warning for warning in data["warnings"]), data["links"]

    same = await preview(INCIDENTS, FORM | {"title": "간편결제도 늦음", "parts": ["shop", "payment"]})
    other = await preview(INCIDENTS, FORM | {"parts": ["messages"]})
    going_on = await preview(f"{INCIDENTS}/{told['id']}/updates", OVER)
    # A warning, no refusal.
    again = await tell(client, staff, FORM)
    for one in (told, again.json()["data"]):
        await tell(client, staff, OVER, f"{INCIDENTS}/{one['id']}/updates")
    after = await preview(INCIDENTS, FORM)

    assert same == (
        True,
        [{"label": "‘카드 결제 지연’ 공지 열기", "path": f"/console/status/{told['id']}"}],
    )
    assert (other, going_on, after) == ((False, []), (False, []), (False, []))
    assert again.status_code == 201


async def test_the_files_are_written_by_a_job_that_is_queued_with_what_is_said(
    shop: Shop, settings: Settings, tmp_path: Path
) -> None:
    async with shop.db.transaction() as conn:
        staff = await a_staff(conn, "status.view", "status.say")
    told = await tell(shop.client, staff, FORM)
    assert told.status_code == 201, told.text
    async with shop.db.connection() as conn:
        queued = await fetch_all(
            conn, str, "SELECT task_name FROM procrastinate_jobs WHERE task_name = %(name)s", name=tasks.WRITE
        )
    elsewhere = structs.replace(settings, status_folder=tmp_path / "status", status_url="https://s.example")

    await jobs.write_files.func(job_context(worker_tools(shop.db, settings=settings)))
    await jobs.write_files.func(job_context(worker_tools(shop.db, settings=elsewhere)))

    assert queued == [tasks.WRITE]
    assert str(FORM["title"]) in (tmp_path / "status" / "index.html").read_text()
    assert "https://s.example#i" in (tmp_path / "status" / "status.xml").read_text()

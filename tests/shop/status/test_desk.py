"""What staff say on the status page: seen before, said once, on record, and written as files."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.kernel.settings import Settings
from ieum.shop.status import jobs, tasks
from tests.shop.builders.desk import body_of, path_of, press, preview
from tests.shop.builders.locks import after_all_have_looked
from tests.shop.builders.presses import a_press_key
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.staff import Login, a_staff
from tests.shop.builders.worker import job_context, worker_tools

INCIDENTS = "/api/v1/console/status/incidents"
FORM: dict[str, Any] = {
    "title": "카드 결제 지연",
    "parts": ["payment", "payment"],
    "level": "down",
    "state": "looking",
    "words": " 카드사 응답이 늦습니다.\n다시 결제하지 마세요. ",
}
OVER = {"state": "over", "words": "해결되었습니다."}


async def tell(client: Client, by: Login, incident: int | None = None, **wish: Any) -> Any:
    """See what it will change, and tell it, of something new or of what goes on."""
    change = "status.say" if incident is None else "status.go_on"
    seen = await preview(client, by, change, incident, **wish)
    return seen if seen.status_code != 200 else await press(client, by, change, incident, **wish)


async def told_of(client: Client, by: Login, told: Any) -> dict[str, Any]:
    """The announcement that a press has made."""
    incident = told.json()["data"]["made"]["id"]
    return (await client.get(f"{INCIDENTS}/{incident}", headers=by.headers)).json()["data"]


async def test_an_announcement_is_seen_before_told_goes_on_and_ends(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "status.view", "status.say")

    shown = (await preview(client, staff, "status.say", None, **FORM)).json()["data"]
    told = await told_of(client, staff, await tell(client, staff, **FORM))
    incident = told["id"]
    board = (await client.get("/api/v1/console/status", headers=staff.headers)).json()["data"]
    better = {"state": "watching", "level": "degraded", "words": "나아지고 있습니다."}
    await tell(client, staff, incident, **better)
    watched = (await client.get(f"{INCIDENTS}/{incident}", headers=staff.headers)).json()["data"]
    await tell(client, staff, incident, **OVER)
    ended = (await client.get(f"{INCIDENTS}/{incident}", headers=staff.headers)).json()["data"]
    again = await tell(client, staff, incident, **OVER)
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
    assert (again.status_code, again.json()["code"]) == (409, "change_stays")
    assert open_ones["items"] == []
    assert [line["words"] for line in closed["items"]] == ["해결되었습니다."]
    noted = await fetch_all(
        conn,
        list[Any],
        """
        SELECT json_build_array(action, object_kind, object_id, before, after ->> 'words', after ->> 'level')
          FROM staff_record ORDER BY index
        """,
    )
    assert noted == [
        ["status.say", "status", str(incident), {}, "카드사 응답이 늦습니다.\n다시 결제하지 마세요.", "down"],
        [
            "status.go_on",
            "status",
            str(incident),
            {"level": "down", "state": "looking"},
            "나아지고 있습니다.",
            "degraded",
        ],
        ["status.go_on", "status", str(incident), {"state": "watching"}, "해결되었습니다.", "degraded"],
    ]


@pytest.mark.parametrize(
    "title",
    ["둘째\n줄", "화면\x1b[2J", "끝\x7f", "줄\x85", "줄\u2028", "안 보임\u200b", "뒤로\u202e", "뒤로\u2066"],
)
async def test_a_title_has_nothing_that_cannot_be_seen(client: Client, conn: Connection, title: str) -> None:
    staff = await a_staff(conn, "status.view", "status.say")

    refused = await preview(client, staff, "status.say", None, **FORM | {"title": title})

    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_fields"), refused.text


async def test_what_somebody_else_has_said_meanwhile_is_seen_before_more_is_said(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "status.view", "status.say")
    told = await told_of(client, staff, await tell(client, staff, **FORM))
    wish = {"state": "looking", "words": "아직 확인하고 있습니다."}
    body = await body_of(client, staff, "status.go_on", told["id"], **wish)
    await tell(client, staff, told["id"], state="known", words="원인을 찾았습니다.")

    late = await client.post(path_of("status.go_on"), json=body, headers=staff.headers)

    assert (late.status_code, late.json()["code"]) == (409, "preview_changed")


async def test_two_who_press_what_both_were_shown_tell_it_once(shop: Shop) -> None:
    """And the same press once more tells nothing, while the page looks as if it had: all stays over."""
    wish: dict[str, Any] = FORM | {"state": "over"}
    async with shop.db.transaction() as conn:
        both = [await a_staff(conn, "status.view", "status.say") for _ in range(2)]
    path = path_of("status.say")
    bodies = [await body_of(shop.client, by, "status.say", None, **wish) for by in both]
    assert len({body["digest"] for body in bodies}) == 1

    presses = [
        shop.client.post(path, json=body, headers=by.headers) for by, body in zip(both, bodies, strict=True)
    ]
    answers = await after_all_have_looked(shop.db, "status_incidents", *presses)
    once_more = bodies[0] | {"key": a_press_key()}
    again = await shop.client.post(path, json=once_more, headers=both[0].headers)

    assert sorted(answer.status_code for answer in answers) == [200, 409]
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
    notice: dict[str, Any] = FORM | {"parts": ["messages"], "level": "notice", "state": "known"}

    shown = (await preview(client, staff, "status.say", None, **notice)).json()["data"]
    told = await told_of(client, staff, await tell(client, staff, **notice))
    ending = (await preview(client, staff, "status.go_on", told["id"], **OVER)).json()["data"]

    assert "메일과 문자 일부 불편" in shown["warnings"][-1]
    assert "해결로 알려도" in ending["warnings"][-1]


async def test_a_preview_leads_to_what_is_already_told_of_the_same_part(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "status.view", "status.say")
    told = await told_of(client, staff, await tell(client, staff, **FORM))

    async def seen(incident: int | None, **wish: Any) -> tuple[bool, list[dict[str, str]]]:
        change = "status.say" if incident is None else "status.go_on"
        shown = await preview(client, staff, change, incident, **wish)
        assert shown.status_code == 200, shown.text
        data = shown.json()["data"]
        return any("이미 알리는 중인" in warning for warning in data["warnings"]), data["links"]

    same = await seen(None, **FORM | {"title": "간편결제도 늦음", "parts": ["shop", "payment"]})
    other = await seen(None, **FORM | {"parts": ["messages"]})
    going_on = await seen(told["id"], **OVER)
    # A warning, no refusal.
    again = await tell(client, staff, **FORM)
    for incident in (told["id"], again.json()["data"]["made"]["id"]):
        await tell(client, staff, incident, **OVER)
    after = await seen(None, **FORM)

    assert same == (
        True,
        [{"label": "‘카드 결제 지연’ 공지 열기", "path": f"/console/status/{told['id']}"}],
    )
    assert (other, going_on, after) == ((False, []), (False, []), (False, []))
    assert again.status_code == 200


async def test_the_files_are_written_by_a_job_that_is_queued_with_what_is_said(
    shop: Shop, settings: Settings, tmp_path: Path
) -> None:
    async with shop.db.transaction() as conn:
        staff = await a_staff(conn, "status.view", "status.say")
    told = await tell(shop.client, staff, **FORM)
    assert told.status_code == 200, told.text
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

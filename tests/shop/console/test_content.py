"""Texts in the console: drafted, seen as they will be, published at once or at their time, taken down."""

import base64
import hashlib
import os
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.publishing.desk import jobs
from tests.shop.builders import desk
from tests.shop.builders.inquiries import an_image
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.staff import Login, a_staff
from tests.shop.builders.worker import context_of

TEXTS = "/api/v1/console/content/texts"
DRAFTS = "/api/v1/console/content/drafts"
FILES = "/api/v1/console/content/files"
NASTY = "<img src=x onerror=alert(1)><script>alert(2)</script>"


async def an_editor(conn: Connection) -> Login:
    return await a_staff(conn, "content.view", "content.write", "content.publish", name="박편집")


async def begun(client: Client, staff: Login, kind: str = "notice", slug: str = "hello", **more: Any) -> int:
    answer = await begin(client, staff, kind=kind, slug=slug, **more)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]["made"]["id"]


async def begin(client: Client, staff: Login, **wish: Any) -> Any:
    return await desk.press_plain(client, staff, "content.draft", None, **wish)


async def save(client: Client, staff: Login, draft: int, version: int = 1, **written: Any) -> Any:
    words = {"title": "점검 안내", "body": "내일 점검합니다."} | written
    return await desk.press_plain(client, staff, "content.write", draft, version=version, written=words)


async def publish(client: Client, staff: Login, draft: int, at: datetime | None = None) -> Any:
    change, wish = ("content.publish", {}) if at is None else ("content.schedule", {"at": at.isoformat()})
    shown = await desk.preview(client, staff, change, draft, **wish)
    return shown if shown.status_code != 200 else await desk.press(client, staff, change, draft, **wish)


async def published(client: Client, staff: Login, slug: str = "hello", **written: Any) -> None:
    draft = await begun(client, staff, slug=slug)
    assert (await save(client, staff, draft, **written)).status_code == 200
    answer = await publish(client, staff, draft)
    assert answer.status_code == 200, answer.text


async def a_text(client: Client, staff: Login, slug: str = "hello") -> dict[str, Any]:
    listed = (await client.get(TEXTS, params={"q": slug}, headers=staff.headers)).json()["data"]["items"]
    [found] = [item for item in listed if item["slug"] == slug]
    return (await client.get(f"{TEXTS}/{found['id']}", headers=staff.headers)).json()["data"]


async def notice(client: Client, slug: str = "hello") -> Any:
    return await client.get(f"/api/v1/notices/{slug}")


async def recorded(conn: Connection) -> list[str]:
    return await fetch_all(
        conn,
        str,
        "SELECT concat_ws(' ', action, object_id, nullif(reason, '')) FROM staff_record ORDER BY index",
    )


async def test_a_notice_is_written_seen_and_published_without_a_command_line(
    client: Client, conn: Connection
) -> None:
    staff = await an_editor(conn)
    draft = await begun(client, staff)
    await save(client, staff, draft, body="## 시간\n\n**새벽** 2시", pinned=True)

    hidden = await notice(client)
    answer = await publish(client, staff, draft)

    assert (hidden.status_code, answer.status_code) == (404, 200)
    shown = (await notice(client)).json()["data"]
    assert (shown["title"], shown["pinned"]) == ("점검 안내", True)
    assert "<strong>새벽</strong>" in shown["html"]
    assert (await client.get(f"{DRAFTS}/{draft}", headers=staff.headers)).status_code == 404
    assert await recorded(conn) == [
        "content.draft notice/hello",
        "content.write notice/hello",
        "content.publish notice/hello 고객 요청",
    ]


async def test_the_preview_is_what_is_published_and_nothing_that_was_typed_runs(
    client: Client, conn: Connection
) -> None:
    staff = await an_editor(conn)
    body = f"{NASTY}\n\n[누르기](javascript:alert(3))\n\n| 가 | 나 |\n|---|---|\n| 1 | 2 |"
    draft = await begun(client, staff)
    await save(client, staff, draft, title=NASTY, body=body)

    rendered = await client.post(
        "/api/v1/console/content/rendering",
        json={"kind": "notice", "slug": "hello", "written": {"title": NASTY, "body": body}},
        headers=staff.headers,
    )
    answer = await publish(client, staff, draft)

    assert answer.status_code == 200, answer.text
    shown, page = rendered.json()["data"], (await notice(client)).json()["data"]
    assert (shown["html"], shown["title"]) == (page["html"], page["title"])
    for bad in ("<script", "<img", 'javascript:alert(3)"'):
        assert bad not in shown["html"]


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ({"title": ""}, "제목을 입력해 주세요."),
        ({"body": "# 큰 제목"}, "소제목은 ##부터"),
        ({"body": "![사진](files/none.png)"}, "‘none.png’ 파일이 없습니다"),
        ({"body": "{{nothing}}"}, "‘nothing’는 쓸 수 없는 항목"),
    ],
)
async def test_what_is_wrong_is_said_in_the_words_of_whoever_writes(
    client: Client, conn: Connection, written: dict[str, Any], says: str
) -> None:
    staff = await an_editor(conn)
    draft = await begun(client, staff)
    await save(client, staff, draft, **written)

    answer = await publish(client, staff, draft)

    assert (answer.status_code, answer.json()["code"]) == (409, "text_refused")
    assert says in answer.json()["detail"]
    assert (await notice(client)).status_code == 404


async def test_a_change_keeps_what_the_form_does_not_show_and_its_versions_differ_line_by_line(
    client: Client, conn: Connection
) -> None:
    staff = await an_editor(conn)
    await published(client, staff, body="하나\n\n둘", pinned=True)
    await execute(conn, "UPDATE content_entries SET publish_at = publish_at - interval '3 days'")
    before = (await notice(client)).json()["data"]["publishedAt"]

    await published(client, staff, body="하나\n\n셋", pinned=True)

    text = await a_text(client, staff)
    assert [version["number"] for version in text["versions"]] == [2, 1]
    assert (await notice(client)).json()["data"]["publishedAt"] == before
    difference = await client.get(
        f"{TEXTS}/{text['id']}/difference", params={"old": 1, "new": 2}, headers=staff.headers
    )
    changed = [line for line in difference.json()["data"]["lines"] if line["sign"] != "same"]
    assert changed == [{"sign": "gone", "text": "둘"}, {"sign": "new", "text": "셋"}]


async def test_two_who_write_the_same_text_lose_nothing(client: Client, conn: Connection) -> None:
    one, other = await an_editor(conn), await an_editor(conn)
    draft = await begun(client, one)

    again = await begin(client, other, kind="notice", slug="hello")
    saves = [await save(client, who, draft, title=title) for who, title in ((one, "하나"), (other, "둘"))]

    assert (again.status_code, again.json()["code"]) == (409, "draft_taken")
    assert [answer.status_code for answer in saves] == [200, 409]
    kept = (await client.get(f"{DRAFTS}/{draft}", headers=one.headers)).json()["data"]
    assert (kept["written"]["title"], kept["version"]) == ("하나", 2)


async def test_a_publication_of_something_else_than_was_seen_is_refused(
    client: Client, conn: Connection
) -> None:
    staff = await an_editor(conn)
    draft = await begun(client, staff)
    await save(client, staff, draft)
    body = await desk.body_of(client, staff, "content.publish", draft)
    await save(client, staff, draft, version=2, body="다른 내용")

    answer = await client.post(desk.path_of("content.publish"), json=body, headers=staff.headers)

    assert (answer.status_code, answer.json()["code"]) == (409, "preview_changed")
    assert (await notice(client)).status_code == 404


async def test_a_text_that_is_taken_down_is_gone_until_it_is_published_again(
    client: Client, conn: Connection
) -> None:
    staff = await an_editor(conn)
    await published(client, staff)
    text = await a_text(client, staff)

    first = await desk.press(client, staff, "content.withdraw", text["id"])
    second = await desk.preview(client, staff, "content.withdraw", text["id"])
    gone = await notice(client)
    await published(client, staff)

    assert (first.status_code, second.json()["code"]) == (200, "change_stays")
    assert (gone.status_code, (await notice(client)).status_code) == (410, 200)
    assert "content.withdraw notice/hello 고객 요청" in await recorded(conn)


async def test_a_change_is_published_at_its_time_and_the_old_words_stay_until_then(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        staff = await an_editor(conn)
    await published(shop.client, staff, body="옛 내용")
    draft = await begun(shop.client, staff)
    await save(shop.client, staff, draft, body="새 내용")

    past = await publish(shop.client, staff, draft, datetime.now(UTC) - timedelta(minutes=1))
    later = await publish(shop.client, staff, draft, datetime.now(UTC) + timedelta(hours=1))
    frozen = await save(shop.client, staff, draft, version=2)
    undone = await desk.press(shop.client, staff, "content.unschedule", draft)
    again = await publish(shop.client, staff, draft, datetime.now(UTC) + timedelta(hours=1))
    await jobs.publish_drafts.func(context_of(shop), 0)
    before = (await notice(shop.client)).json()["data"]["html"]
    async with shop.db.transaction() as conn:
        await execute(conn, "UPDATE content_drafts SET publish_at = now() - interval '1 second'")
    await jobs.publish_drafts.func(context_of(shop), 0)
    after = (await notice(shop.client)).json()["data"]["html"]

    assert (past.json()["code"], later.status_code, frozen.json()["code"]) == (
        "change_stays",
        200,
        "draft_scheduled",
    )
    assert (undone.status_code, again.status_code) == (200, 200)
    assert ("옛 내용" in before, "새 내용" in after) == (True, True)
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM content_drafts") == 0
        last = await fetch_one(conn, str, "SELECT role FROM staff_record ORDER BY index DESC LIMIT 1")
        assert last == "예약 게시"


async def test_an_edition_of_the_terms_that_was_announced_stays_as_it_is(
    client: Client, conn: Connection
) -> None:
    staff = await an_editor(conn)
    day = (datetime.now(UTC) + timedelta(days=3)).date().isoformat()
    draft = await begun(client, staff, "legal", "policy", edition=day)
    await save(client, staff, draft, title="개인정보 처리방침", effectiveFrom=day)

    shown = await desk.preview(client, staff, "content.publish", draft)
    await publish(client, staff, draft)
    text = await a_text(client, staff, "policy")
    again = await begin(client, staff, kind="legal", slug="policy", edition=day)
    down = await desk.preview(client, staff, "content.withdraw", text["id"])

    assert "7일 전" in shown.json()["data"]["warnings"][0]
    assert (text["edition"], text["effectiveFrom"]) == (day, day)
    assert [answer.json()["code"] for answer in (again, down)] == ["edition_stays", "change_stays"]


async def test_only_places_that_the_shop_has_can_be_filled(client: Client, conn: Connection) -> None:
    staff = await an_editor(conn)

    answers = [
        await begin(client, staff, **form)
        for form in (
            {"kind": "guide", "slug": "amiga"},
            {"kind": "legal", "slug": "policy"},
            {"kind": "notice", "slug": "Not/A slug"},
        )
    ]

    assert [answer.status_code for answer in answers] == [409, 422, 422]


async def test_a_picture_is_uploaded_seen_in_the_preview_and_public_only_with_its_text(
    client: Client, conn: Connection
) -> None:
    staff = await an_editor(conn)
    form = {"name": "pool.png", "content": base64.b64encode(an_image()).decode()}

    kept = (await client.post(FILES, json=form, headers=staff.headers)).json()["data"]
    other = form | {"content": base64.b64encode(an_image(color=9)).decode()}
    taken = await client.post(FILES, json=other, headers=staff.headers)
    refused = [
        await client.post(FILES, json=form | {"name": name}, headers=staff.headers)
        for name in ("page.html", "x.svg", "wrong.webp")
    ]
    seen = await client.get(f"{FILES}/{kept['key']}", headers=staff.headers)
    before = await client.get(f"/files/{kept['key']}")
    await published(client, staff, body="![수영장](files/pool.png)")
    after = await client.get(f"/files/{kept['key']}")

    assert kept["markdown"] == "![pool](files/pool.png)"
    assert (taken.status_code, taken.json()["code"]) == (409, "file_name_taken")
    assert [answer.status_code for answer in refused] == [422, 422, 422]
    assert (seen.status_code, before.status_code, after.status_code) == (200, 404, 200)


async def test_the_list_is_narrowed_and_turned_by_pages(client: Client, conn: Connection) -> None:
    staff = await an_editor(conn)
    for number in range(3):
        await published(client, staff, slug=f"n-{number}", title=f"점검 {number}")

    first = (await client.get(TEXTS, params={"kind": "notice", "size": 2}, headers=staff.headers)).json()[
        "data"
    ]
    rest = await client.get(
        TEXTS, params={"kind": "notice", "size": 2, "after": first["next"]}, headers=staff.headers
    )
    by_title = await client.get(TEXTS, params={"q": "점검 1"}, headers=staff.headers)

    assert [item["slug"] for item in first["items"]] == ["n-2", "n-1"]
    assert [item["slug"] for item in rest.json()["data"]["items"]] == ["n-0"]
    assert [item["slug"] for item in by_title.json()["data"]["items"]] == ["n-1"]


PROGRAMS = "/api/v1/console/content/programs"
PROGRAM = os.urandom(300_000)
NAME = "ieum-1.2.0.exe"
SHA256 = hashlib.sha256(PROGRAM).hexdigest()
SECTIONS = "## 기능\n\n연결합니다.\n\n## 삭제 방법\n\n지웁니다."


@pytest.fixture
def downloads(app: Any, tmp_path: Path) -> Path:
    app.state.settings = structs.replace(app.state.settings, downloads=tmp_path / "downloads")
    return tmp_path / "downloads"


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


async def upload(client: Client, staff: Login, content: bytes = PROGRAM, name: str = NAME) -> Any:
    return await client.put(f"{PROGRAMS}/{name}", content=content, headers=staff.headers)


def a_release(**differs: Any) -> dict[str, Any]:
    release = {"kind": "file", "name": "윈도우용 이음", "version": "1.2.0", "releasedOn": "2026-11-25"}
    release |= {"file": NAME, "size": len(PROGRAM), "sha256": SHA256, "requires": "윈도우 10 이상"}
    return {"title": "윈도우용 이음 1.2.0", "body": SECTIONS, "release": release | differs}


async def a_release_draft(client: Client, staff: Login, **differs: Any) -> int:
    draft = await begun(client, staff, "release", "windows-ieum-1-2-0")
    assert (await save(client, staff, draft, **a_release(**differs))).status_code == 200
    return draft


async def test_a_release_is_made_with_its_program_seen_and_handed_out_without_a_command_line(
    client: Client, conn: Connection, downloads: Path
) -> None:
    staff = await an_editor(conn)
    sent = await upload(client, staff)
    form = {"kind": "release", "slug": "windows-ieum-1-2-0", "written": a_release()}
    seen = await client.post("/api/v1/console/content/rendering", json=form, headers=staff.headers)
    draft = await a_release_draft(client, staff)
    hidden = await client.get(f"/download-files/{NAME}")

    answer = await publish(client, staff, draft)

    facts = {"name": NAME, "size": len(PROGRAM), "sha256": SHA256}
    assert (sent.status_code, sent.json()["data"]) == (200, facts)
    assert (hidden.status_code, answer.status_code) == (404, 200), answer.text
    [shown] = (await client.get("/api/v1/releases", params={"os": "windows"})).json()["data"]
    assert shown == seen.json()["data"]["release"]
    assert (shown["url"], shown["sha256"]) == (f"/download-files/{NAME}", SHA256)
    assert (await client.get(shown["url"])).content == PROGRAM
    assert names_in(downloads) == [NAME]
    assert await recorded(conn) == [
        f"content.upload {NAME}",
        "content.draft release/windows-ieum-1-2-0",
        "content.write release/windows-ieum-1-2-0",
        "content.publish release/windows-ieum-1-2-0 고객 요청",
    ]


@pytest.mark.usefixtures("downloads")
async def test_the_next_release_begins_with_the_words_of_the_one_before_but_with_no_file(
    client: Client, conn: Connection
) -> None:
    staff = await an_editor(conn)
    await upload(client, staff)
    await publish(client, staff, await a_release_draft(client, staff))

    draft = await begun(client, staff, "release", "windows-ieum-1-3-0")

    written = (await client.get(f"{DRAFTS}/{draft}", headers=staff.headers)).json()["data"]["written"]
    assert (written["title"], written["body"]) == ("윈도우용 이음", SECTIONS)
    release = written["release"]
    assert (release["name"], release["requires"]) == ("윈도우용 이음", "윈도우 10 이상")
    assert (release["version"], release["file"], release["size"], release["sha256"]) == ("", "", None, "")


@pytest.mark.usefixtures("downloads")
async def test_of_two_programs_of_a_system_the_next_release_begins_with_its_own_words(
    client: Client, conn: Connection
) -> None:
    staff = await an_editor(conn)
    await upload(client, staff)
    await publish(client, staff, await a_release_draft(client, staff))
    other = await begun(client, staff, "release", "windows-arm-1-2-0")
    assert (await save(client, staff, other, **a_release(name="윈도우용 이음 (ARM)"))).status_code == 200
    await publish(client, staff, other)

    draft = await begun(client, staff, "release", "windows-ieum-1-3-0")

    written = (await client.get(f"{DRAFTS}/{draft}", headers=staff.headers)).json()["data"]["written"]
    assert written["release"]["name"] == "윈도우용 이음"


@pytest.mark.usefixtures("downloads")
async def test_a_published_release_is_changed_and_taken_down_with_all_its_facts(
    client: Client, conn: Connection
) -> None:
    staff = await an_editor(conn)
    await upload(client, staff)
    await publish(client, staff, await a_release_draft(client, staff))
    text = await a_text(client, staff, "windows-ieum-1-2-0")
    assert text["whyNoDraft"] is None

    draft = await begun(client, staff, "release", "windows-ieum-1-2-0")
    begun_with = (await client.get(f"{DRAFTS}/{draft}", headers=staff.headers)).json()["data"]["written"]
    changed = a_release(kind="store", url="https://apps.example.com/ieum", version="", file="", sha256="")
    changed["release"] |= {"size": None, "releasedOn": None}
    await save(client, staff, draft, **changed)
    answer = await publish(client, staff, draft)

    assert answer.status_code == 200, answer.text
    assert begun_with["release"] == a_release()["release"] | {"url": ""}
    [shown] = (await client.get("/api/v1/releases", params={"os": "windows"})).json()["data"]
    assert (shown["kind"], shown["url"], shown["version"]) == ("store", "https://apps.example.com/ieum", None)
    assert (await desk.press(client, staff, "content.withdraw", text["id"])).status_code == 200
    assert (await client.get("/api/v1/releases")).json()["data"] == []


@pytest.mark.parametrize(
    ("differs", "says"),
    [
        ({"name": ""}, "프로그램 이름을"),
        ({"file": ""}, "설치 파일을 고르거나"),
        ({"kind": "link", "file": ""}, "내려받을 곳의 주소를"),
        ({"kind": "link", "file": "", "url": "http://a.example"}, "https://로 시작하는"),
        ({"sha256": "xyz"}, "SHA-256은"),
        ({"file": "../passwd"}, "설치 파일을 다시 골라"),
        ({"file": "other.exe"}, "내려받기 폴더에 ‘other.exe’ 파일이 없거나"),
        ({"size": 7}, "글에 적힌 것과 다릅니다"),
    ],
)
@pytest.mark.usefixtures("downloads")
async def test_a_release_whose_file_is_not_there_or_another_is_not_published(
    client: Client, conn: Connection, differs: dict[str, Any], says: str
) -> None:
    staff = await an_editor(conn)
    await upload(client, staff)
    draft = await a_release_draft(client, staff, **differs)

    answer = await publish(client, staff, draft)

    assert (answer.status_code, answer.json()["code"]) == (409, "text_refused")
    assert says in answer.json()["detail"]


async def test_a_program_never_changes_under_its_name_and_stays_in_its_folder(
    client: Client, conn: Connection, downloads: Path
) -> None:
    staff = await an_editor(conn)
    await upload(client, staff)

    again = await upload(client, staff)
    other = await upload(client, staff, b"something else")
    refused = [await upload(client, staff, name=name) for name in (".hidden.exe", "..%2Fa.exe", "a.svg", "a")]
    empty = await upload(client, staff, b"", "empty.exe")

    assert (again.status_code, other.status_code) == (200, 409)
    assert all(answer.status_code in {404, 422} for answer in [*refused, empty])
    assert (downloads / NAME).read_bytes() == PROGRAM
    assert names_in(downloads.parent) == [NAME]
    listed = (await client.get(PROGRAMS, headers=staff.headers)).json()["data"]["items"]
    assert [(item["name"], item["size"]) for item in listed] == [(NAME, len(PROGRAM))]
    one = (await client.get(f"{PROGRAMS}/{NAME}", headers=staff.headers)).json()["data"]
    assert one == {"name": NAME, "size": len(PROGRAM), "sha256": SHA256}


async def test_a_program_is_not_taken_where_it_would_fill_the_disk_or_is_too_large(
    client: Client, conn: Connection, downloads: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    staff = await an_editor(conn)
    monkeypatch.setattr("ieum.shop.publishing.desk.programs.LARGEST", len(PROGRAM) - 1)
    too_large = await upload(client, staff)

    def nearly_full(_: Path) -> SimpleNamespace:
        return SimpleNamespace(free=1024 * 1024 * 1024)

    monkeypatch.setattr(shutil, "disk_usage", nearly_full)
    full = await upload(client, staff)

    assert (too_large.status_code, too_large.json()["code"]) == (422, "program_refused")
    assert (full.status_code, full.json()["code"]) == (409, "no_room_for_program")
    assert names_in(downloads) == []


async def test_a_release_is_for_a_system_that_the_shop_knows(client: Client, conn: Connection) -> None:
    staff = await an_editor(conn)

    answer = await begin(client, staff, kind="release", slug="solaris-1")

    assert (answer.status_code, answer.json()["code"]) == (409, "no_such_text")


async def scheduled(shop: Shop, staff: Login, draft: int) -> None:
    """Schedule the draft, and turn the clock to its time."""
    answer = await publish(shop.client, staff, draft, datetime.now(UTC) + timedelta(hours=1))
    assert answer.status_code == 200, answer.text
    async with shop.db.transaction() as conn:
        await execute(conn, "UPDATE content_drafts SET publish_at = now() - interval '1 second'")


async def problem(shop: Shop) -> str:
    """Have the clock publish; the reason why it did not, which the list of drafts shows."""
    await jobs.publish_drafts.func(context_of(shop), 0)
    async with shop.db.connection() as conn:
        return await fetch_one(conn, str, "SELECT problem FROM content_drafts WHERE publish_at IS NULL")


async def test_who_takes_a_text_down_is_told_that_the_clock_will_publish_it_again(
    client: Client, conn: Connection
) -> None:
    staff = await an_editor(conn)
    await published(client, staff)
    text = (await a_text(client, staff))["id"]
    before = (await desk.preview(client, staff, "content.withdraw", text)).json()["data"]
    draft = await begun(client, staff)
    await save(client, staff, draft)

    await publish(client, staff, draft, datetime.fromisoformat("2099-01-01T00:00:00Z"))
    shown = (await desk.preview(client, staff, "content.withdraw", text)).json()["data"]

    assert len(before["warnings"]) == 1
    assert "2099.01.01 09:00에 다시 게시됩니다" in shown["warnings"][1]
    assert before["digest"] != shown["digest"]


@pytest.mark.parametrize("loss", ["staff", "role"])
async def test_nothing_is_published_at_the_wish_of_who_may_not_publish_any_more(
    shop: Shop, loss: str
) -> None:
    async with shop.db.transaction() as conn:
        staff, other = await an_editor(conn), await an_editor(conn)
    draft = await begun(shop.client, staff)
    await save(shop.client, staff, draft)
    await scheduled(shop, staff, draft)
    async with shop.db.transaction() as conn:
        if loss == "staff":
            await execute(
                conn,
                "UPDATE staff SET removed_at = now(), password_hash = NULL, totp_secret = NULL WHERE id = %(id)s",
                id=staff.staff,
            )
        else:
            await execute(
                conn,
                "UPDATE staff_roles SET permissions = '{content.write}' WHERE id = %(id)s",
                id=staff.role,
            )

    why = await problem(shop)
    again = await publish(shop.client, other, draft)

    assert "게시할 권한" in why
    assert (again.status_code, (await notice(shop.client)).status_code) == (200, 200)


async def test_an_edition_that_was_announced_meanwhile_stays_as_it_is(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        staff = await an_editor(conn)
    day = (datetime.now(UTC) + timedelta(days=30)).date().isoformat()
    first = await begun(shop.client, staff, "legal", "policy", edition=day)
    await save(shop.client, staff, first, title="개인정보 처리방침", effectiveFrom=day)
    await publish(shop.client, staff, first)
    async with shop.db.transaction() as conn:
        await execute(conn, "UPDATE content_entries SET publish_at = now() + interval '1 day'")
    draft = await begun(shop.client, staff, "legal", "policy", edition=day)
    await save(shop.client, staff, draft, title="다른 내용", effectiveFrom=day)
    await scheduled(shop, staff, draft)
    async with shop.db.transaction() as conn:
        await execute(conn, "UPDATE content_entries SET publish_at = now() - interval '1 minute'")

    why = await problem(shop)

    assert "이미 공고한" in why
    assert (await a_text(shop.client, staff, "policy"))["title"] == "개인정보 처리방침"


async def test_a_release_whose_file_is_gone_at_its_time_is_not_published(shop: Shop, tmp_path: Path) -> None:
    folder = tmp_path / "downloads"
    shop.app.state.settings = structs.replace(shop.app.state.settings, downloads=folder)
    async with shop.db.transaction() as conn:
        staff = await an_editor(conn)
    await upload(shop.client, staff)
    await scheduled(shop, staff, await a_release_draft(shop.client, staff))
    (folder / NAME).unlink()

    assert f"‘{NAME}’ 파일이 없거나" in await problem(shop)

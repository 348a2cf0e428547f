"""What everybody reads: what is published and when, in which order, and what is said of the rest."""

from pathlib import Path
from typing import Any

import pytest

from ieum.shop.kernel.db import Connection, execute
from ieum.shop.publishing import importing
from ieum.shop.publishing.sources import STARTER_SET
from tests.shop.builders.response_cache import response_cache_of
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.text_files import a_text


async def get(client: Client, path: str, status: int = 200) -> Any:
    answer = await client.get(f"/api/v1/{path}")
    assert answer.status_code == status, answer.text
    return answer.json().get("data", answer.json())


async def slugs(client: Client, path: str) -> list[str]:
    return [item["slug"] for item in (await get(client, path))["items"]]


def notices(root: Path, count: int, pinned: bool = False) -> None:
    for number in range(1, count + 1):
        a_text(
            root,
            f"notices/n{number:03}",
            publish_at=f"2026-01-01T00:{number // 60:02}:{number % 60:02}Z",
            pinned=pinned,
        )


async def test_pinned_notices_come_first_and_are_not_repeated(
    client: Client, conn: Connection, tmp_path: Path
) -> None:
    notices(tmp_path, 23)
    for number in (1, 12, 23):
        a_text(tmp_path, f"notices/n{number:03}", publish_at=f"2026-01-01T00:00:{number:02}Z", pinned=True)
    await importing.import_folder(conn, tmp_path)

    pages = [await get(client, f"notices?page={page}") for page in (1, 2, 3, 4)]

    shown = [[item["slug"] for item in page["items"]] for page in pages]
    rest = [f"n{number:03}" for number in range(23, 0, -1) if number not in {1, 12, 23}]
    assert shown == [["n023", "n012", "n001", *rest[:7]], rest[7:17], rest[17:], []]
    assert {(page["total"], page["pageSize"]) for page in pages} == {(23, 10)}


async def test_pinned_notices_that_fill_a_page_continue_on_the_next(
    client: Client, conn: Connection, tmp_path: Path
) -> None:
    notices(tmp_path, 12, pinned=True)
    a_text(tmp_path, "notices/plain", publish_at="2026-02-01T00:00:00Z")
    await importing.import_folder(conn, tmp_path)

    assert await slugs(client, "notices?page=2") == ["n002", "n001", "plain"]


async def test_a_notice_appears_at_its_time(client: Client, conn: Connection, tmp_path: Path) -> None:
    a_text(tmp_path, "notices/now", publish_at="2026-01-01T00:00:00Z")
    a_text(tmp_path, "notices/later", publish_at="2126-01-01T00:00:00Z")
    await importing.import_folder(conn, tmp_path)

    before = await get(client, "notices")
    await get(client, "notices/later", 404)
    neighbour = (await get(client, "notices/now"))["next"]
    # Nothing but the time is another one: what was counted when it came in holds.
    await execute(conn, "SET CONSTRAINTS ALL IMMEDIATE")
    await execute(conn, "ALTER TABLE content_entries DISABLE TRIGGER notices_are_numbered")
    await execute(conn, "UPDATE content_entries SET publish_at = now() - interval '1 s' WHERE slug = 'later'")
    after = await get(client, "notices")

    assert ([item["slug"] for item in before["items"]], before["total"], neighbour) == (["now"], 1, None)
    assert ([item["slug"] for item in after["items"]], after["total"]) == (["later", "now"], 2)
    assert (await get(client, "notices/now"))["next"] == {"slug": "later", "title": "제목"}


async def test_a_notice_knows_the_one_before_and_the_one_after(
    client: Client, conn: Connection, tmp_path: Path
) -> None:
    notices(tmp_path, 3)
    a_text(tmp_path, "notices/n002", publish_at="2026-01-01T00:00:02Z", withdrawn=True)
    await importing.import_folder(conn, tmp_path)

    oldest, newest = await get(client, "notices/n001"), await get(client, "notices/n003")

    assert (oldest["previous"], oldest["next"]["slug"]) == (None, "n003")
    assert (newest["previous"]["slug"], newest["next"]) == ("n001", None)


async def test_a_withdrawn_text_is_gone_and_an_unknown_one_not_found(
    client: Client, conn: Connection, tmp_path: Path
) -> None:
    a_text(tmp_path, "notices/a", withdrawn=True)
    a_text(tmp_path, "guides/ios", withdrawn=True)
    await importing.import_folder(conn, tmp_path)

    gone = [await get(client, path, 410) for path in ("notices/a", "guides/ios")]
    missing = [
        await get(client, path, 404)
        for path in ("notices/b", "notices/B%20", "notices/%00", "guides/amiga", "content-pages/x", "legal/x")
    ]

    assert {problem["code"] for problem in gone} == {"gone"}
    assert {problem["code"] for problem in missing} == {"not_found"}
    assert (await get(client, "notices"))["total"] == 0


async def test_an_attachment_is_offered_under_its_name(
    client: Client, conn: Connection, tmp_path: Path
) -> None:
    a_text(tmp_path, "notices/a", attachments=["files/신청서.txt"])
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "신청서.txt").write_text("이름:")
    await importing.import_folder(conn, tmp_path)

    notice, listed = await get(client, "notices/a"), (await get(client, "notices"))["items"][0]

    (attachment,) = notice["attachments"]
    assert (attachment["name"], attachment["size"], listed["hasAttachments"]) == ("신청서.txt", 7, True)
    assert attachment["url"].startswith("/files/")


async def test_questions_are_sorted_by_category_and_position_and_know_their_page(
    client: Client, conn: Connection, tmp_path: Path
) -> None:
    for number in range(25):
        a_text(tmp_path, f"faqs/p{number:02}", category="product", position=number)
    a_text(tmp_path, "faqs/a", category="address", title="주소는 어떻게 바꾸나요?", home=True)
    a_text(tmp_path, "pages/home")
    await importing.import_folder(conn, tmp_path)

    second, only = await get(client, "faqs?page=2"), await get(client, "faqs?category=address")
    last, home = await get(client, "faqs/a"), await get(client, "content-pages/home")

    assert [item["slug"] for item in second["items"]] == [*(f"p{n:02}" for n in range(20, 25)), "a"]
    assert second["categories"] == [
        {"key": "product", "name": "상품", "count": 25},
        {"key": "address", "name": "IP 주소", "count": 1},
    ]
    assert (only["total"], only["categories"], second["total"]) == (1, second["categories"], 26)
    assert (last["page"], last["question"]) == (2, "주소는 어떻게 바꾸나요?")
    assert [question["slug"] for question in home["questions"]] == ["a"]


async def test_the_edition_in_force_is_the_newest_whose_day_has_begun(
    client: Client, conn: Connection, tmp_path: Path
) -> None:
    for day in ("2025-01-01", "2026-01-01", "2126-01-01"):
        a_text(tmp_path, f"legal/policy@{day}", version=day, effective_from=day, body=f"{day}의 글")
    await importing.import_folder(conn, tmp_path)

    now, old = await get(client, "legal/policy"), await get(client, "legal/policy?version=2025-01-01")
    await get(client, "legal/policy?version=2024-01-01", 404)
    await get(client, "legal/policy?version=x", 404)
    config = await get(client, "config/info?with=texts")

    assert (now["version"], now["isCurrent"], now["html"]) == ("2026-01-01", True, "<p>2026-01-01의 글</p>")
    assert (old["version"], old["isCurrent"], old["html"]) == ("2025-01-01", False, "<p>2025-01-01의 글</p>")
    assert [each["effectiveFrom"] for each in now["versions"]] == ["2126-01-01", "2026-01-01", "2025-01-01"]
    assert config["pp"] == "2026-01-01의 글"


async def test_releases_are_sorted_newest_first_with_the_latest_of_each_program_marked(
    client: Client, conn: Connection, tmp_path: Path
) -> None:
    usual = {"os": "windows", "name": "WireGuard", "kind": "link", "url": "https://example.com/"}
    a_text(tmp_path, "releases/windows-old", version="0.4", released_on="2021-01-01", **usual)
    a_text(tmp_path, "releases/windows-new", version="0.5", released_on="2022-01-01", **usual)
    a_text(tmp_path, "releases/windows-store", **usual | {"name": "스토어", "kind": "store"})
    a_text(tmp_path, "releases/ios-store", **usual | {"os": "ios", "kind": "store"})
    await importing.import_folder(conn, tmp_path)

    everything, windows = await get(client, "releases"), await get(client, "releases?os=windows")

    assert [release["slug"] for release in everything] == [
        "windows-new",
        "windows-old",
        "ios-store",
        "windows-store",
    ]
    assert [(release["slug"], release["isLatest"]) for release in windows] == [
        ("windows-new", True),
        ("windows-old", False),
        ("windows-store", True),
    ]
    assert (windows[2]["version"], windows[2]["releasedOn"]) == (None, None)


async def test_an_answer_changes_with_its_text(shop: Shop, tmp_path: Path) -> None:
    a_text(tmp_path, "notices/a", title="처음")
    titles: list[str] = []
    for title in ("처음", "나중"):
        a_text(tmp_path, "notices/a", title=title)
        async with shop.db.transaction() as conn:
            await importing.import_folder(conn, tmp_path)
        response_cache_of(shop.app).clear()
        titles += [(await get(shop.client, "notices/a"))["title"] for _ in range(2)]

    assert titles == ["처음", "처음", "나중", "나중"]


@pytest.mark.parametrize(
    ("path", "statements"),
    [
        ("notices", 2),
        ("notices/service-opening", 2),
        ("faqs", 2),
        ("faqs/refund", 2),
        ("guides/windows", 1),
        ("content-pages/home", 2),
        ("content-pages/guide", 1),
        ("legal/policy", 2),
        ("releases", 1),
        ("config/info", 1),
    ],
)
async def test_how_many_statements_a_text_takes(
    client: Client, conn: Connection, sent: list[str], path: str, statements: int
) -> None:
    await importing.import_folder(conn, STARTER_SET)
    sent.clear()

    await get(client, path)

    assert len(sent) == statements, sent


def test_no_text_calls_the_address_of_a_device_that_of_a_place_which_reads_as_the_place_visited() -> None:
    texts = {file: file.read_text() for file in STARTER_SET.rglob("*.md")}

    assert [file.name for file, text in texts.items() if "접속한 곳의" in text] == []
    assert sum("접속한 기기의 IP" in text for text in texts.values()) >= 4

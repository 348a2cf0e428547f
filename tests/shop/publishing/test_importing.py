"""Texts come in from a folder: all of them or none, and what is there already stays as it is."""

import hashlib
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.publishing import exporting, importing, stored_texts
from ieum.shop.publishing.importing import ContentRefused
from ieum.shop.publishing.sources import STARTER_SET
from tests.shop.builders.shops import Client
from tests.shop.builders.text_files import a_file, a_text, outcomes, problems, versions

pytestmark = pytest.mark.usefixtures("client")


async def test_the_starter_set_is_imported_whole_and_a_second_import_changes_nothing(
    conn: Connection,
) -> None:
    first = await outcomes(conn, STARTER_SET)
    again = await outcomes(conn, STARTER_SET)

    assert {"notices", "faqs", "guides", "pages", "legal", "releases"} == {
        name.split("/")[0] for name in first
    }
    assert set(first.values()) == {"new"}
    assert set(again.values()) == {"unchanged"}


async def test_a_changed_text_is_a_new_version_beside_the_old_one(conn: Connection, tmp_path: Path) -> None:
    a_text(tmp_path, "notices/a", body="처음")
    a_text(tmp_path, "notices/b")
    await outcomes(conn, tmp_path)
    a_text(tmp_path, "notices/a", body="나중")

    assert await outcomes(conn, tmp_path) == {"notices/a.md": "changed", "notices/b.md": "unchanged"}
    assert await versions(conn) == [("a", 1), ("a", 2), ("b", 1)]


@pytest.mark.parametrize(
    "statement",
    ["UPDATE content_versions SET html = '<p>다른 글</p>'", "DELETE FROM content_versions"],
)
async def test_a_published_version_is_never_rewritten(
    conn: Connection, tmp_path: Path, statement: str
) -> None:
    a_text(tmp_path, "notices/a")
    await outcomes(conn, tmp_path)

    with pytest.raises(psycopg.errors.CheckViolation, match="never change"):
        await conn.execute(statement.encode())


async def test_a_text_has_exactly_one_current_version_of_its_own(conn: Connection, tmp_path: Path) -> None:
    a_text(tmp_path, "notices/a")
    await outcomes(conn, tmp_path)
    await execute(conn, "UPDATE content_entries SET current_number = 2")

    with pytest.raises(psycopg.errors.ForeignKeyViolation):
        await conn.execute("SET CONSTRAINTS ALL IMMEDIATE")


@pytest.mark.parametrize(
    ("columns", "values"),
    [
        pytest.param("kind, slug", "'news', 'a'", id="no such kind"),
        pytest.param("kind, slug", "'notice', 'A b'", id="no slug"),
        pytest.param("kind, slug", "'notice', 'a--b'", id="two hyphens"),
        pytest.param("kind, slug", "'legal', 'policy'", id="a legal document without an edition"),
        pytest.param("kind, slug", "'faq', 'a'", id="a question without a category"),
        pytest.param("kind, slug, pinned", "'guide', 'ios', true", id="a pinned guide"),
    ],
)
async def test_the_table_refuses_an_impossible_text(conn: Connection, columns: str, values: str) -> None:
    with pytest.raises(psycopg.errors.CheckViolation):
        await conn.execute(
            f"INSERT INTO content_entries ({columns}, publish_at) VALUES ({values}, now())".encode()
        )


async def test_a_withdrawn_text_is_reported_and_stays_in_the_table(conn: Connection, tmp_path: Path) -> None:
    a_text(tmp_path, "notices/a")
    await outcomes(conn, tmp_path)
    a_text(tmp_path, "notices/a", withdrawn=True)

    assert await outcomes(conn, tmp_path) == {"notices/a.md": "withdrawn"}
    assert await outcomes(conn, tmp_path) == {"notices/a.md": "unchanged"}
    assert await versions(conn) == [("a", 1), ("a", 2)]


async def test_a_dry_run_reports_the_outcomes_and_changes_nothing(conn: Connection, tmp_path: Path) -> None:
    a_text(tmp_path, "notices/a")

    assert await outcomes(conn, tmp_path, dry_run=True) == {"notices/a.md": "new"}
    assert await versions(conn) == []


async def test_all_errors_are_reported_at_once_and_nothing_is_imported(
    conn: Connection, tmp_path: Path
) -> None:
    a_text(tmp_path, "notices/good")
    a_text(tmp_path, "notices/no-title", title=None)
    a_text(tmp_path, "notices/unknown-key", colour="red")
    a_text(tmp_path, "notices/wrong-type", pinned="maybe")
    a_text(tmp_path, "notices/placeholder", body="{{nobody}}")
    a_text(tmp_path, "notices/picture", body="![그림](files/none.png)")
    a_text(tmp_path, "faqs/category", category="other")
    a_text(tmp_path, "guides/amiga")
    a_text(tmp_path, "legal/policy@2026-11-20", version="2026-11-21", effective_from="2026-11-21")
    a_text(tmp_path, "releases/windows-x", os="windows", name="X", kind="file", url="https://x.example/")
    (tmp_path / "notices" / "Big Name.md").write_text("---\ntitle: 글\n---\n")
    (tmp_path / "notices" / "no-front-matter.md").write_text("글")
    (tmp_path / "notices" / "twice.md").write_text("---\ntitle: 하나\ntitle: 둘\n---\n글")
    (tmp_path / "notices" / "bomb.md").write_text("---\ntitle: &a 글\ndescription: *a\n---\n글")
    (tmp_path / "notices" / "tag.md").write_text("---\ntitle: !!python/object/apply:os.system [ls]\n---\n글")
    (tmp_path / "notices" / "date.md").write_text("---\ntitle: 글\npublish_at: 2026-11-20 09:00\n---\n글")
    (tmp_path / "notices" / "latin.md").write_bytes("---\ntitle: 글\n---\n글".encode("cp949"))
    (tmp_path / "drafts").mkdir()
    a_file(tmp_path, "not.png", b"GIF89a")

    told = await problems(conn, tmp_path)

    for where, what in [
        ("drafts", "have a meaning"),
        ("files/not.png", "cannot identify"),
        ("notices/Big Name.md", "small letters"),
        ("notices/no-front-matter.md", "first line must be ---"),
        ("notices/no-title.md", "title"),
        ("notices/unknown-key.md", "colour"),
        ("notices/wrong-type.md", "pinned: Expected `bool`"),
        ("notices/placeholder.md", "{{nobody}}"),
        ("notices/picture.md", "files/none.png"),
        ("notices/twice.md", "`title` is there twice"),
        ("notices/bomb.md", "references"),
        ("notices/tag.md", "line 2"),
        ("notices/date.md", "publish_at"),
        ("notices/latin.md", "utf-8"),
        ("faqs/category.md", "category: Invalid enum value 'other'"),
        ("guides/amiga.md", "windows, android, macos, ios"),
        ("legal/policy@2026-11-20.md", "file's name says 2026-11-20"),
        ("releases/windows-x.md", "kind: file needs"),
    ]:
        assert any(line.startswith(f"{where}:") and what in line for line in told), (where, what, told)
    assert not any("good.md" in line for line in told)
    assert await versions(conn) == []


async def test_a_renamed_text_keeps_its_versions_and_redirects_its_old_address(
    conn: Connection, client: Client, tmp_path: Path
) -> None:
    a_text(tmp_path, "notices/before")
    await outcomes(conn, tmp_path)
    (tmp_path / "notices" / "before.md").unlink()
    a_text(tmp_path, "notices/after", moved_from=["before", "/board/17"])

    assert await outcomes(conn, tmp_path) == {"notices/after.md": "changed"}
    assert await versions(conn) == [("after", 1), ("after", 2)]
    assert await _moved(conn) == {
        "/support/notice/before": "/support/notice/after",
        "/board/17": "/support/notice/after",
    }
    assert (await client.get("/api/v1/notices/before")).status_code == 404


async def test_a_text_may_be_renamed_again_and_again(conn: Connection, tmp_path: Path) -> None:
    for number, name in enumerate(("a", "b", "c")):
        a_text(tmp_path / name, f"notices/{name}", moved_from=["a", "b"][:number])
        a_text(tmp_path / name, f"faqs/{name}", moved_from=["a", "b"][:number])
        await outcomes(conn, tmp_path / name)

    assert await versions(conn) == sorted([("c", 1), ("c", 2), ("c", 3)] * 2)
    assert await _moved(conn) == {
        "/support/notice/a": "/support/notice/c",
        "/support/notice/b": "/support/notice/c",
    }


async def _moved(conn: Connection) -> dict[str, str | None]:
    return await fetch_one(
        conn,
        dict[str, str | None],
        "SELECT coalesce(jsonb_object_agg(from_path, to_path), '{}') FROM moved_pages",
    )


async def test_the_old_addresses_of_a_withdrawn_text_are_gone_too(conn: Connection, tmp_path: Path) -> None:
    a_text(tmp_path, "notices/a", moved_from=["/board/17"])
    await outcomes(conn, tmp_path)
    a_text(tmp_path, "notices/a", moved_from=["/board/17"], withdrawn=True)
    await outcomes(conn, tmp_path)

    assert await _moved(conn) == {"/board/17": None}


async def test_an_old_address_redirects_to_one_place_and_never_hides_a_text(
    conn: Connection, tmp_path: Path
) -> None:
    a_text(tmp_path, "notices/a", moved_from=["/board/17"])
    await outcomes(conn, tmp_path)
    a_text(tmp_path / "later", "notices/b", moved_from=["/board/17"])
    a_text(tmp_path / "later", "notices/c", moved_from=["/board/18", "d", "/guide"])
    a_text(tmp_path / "later", "notices/d", moved_from=["/board/18"])

    told = await problems(conn, tmp_path / "later")

    assert told == [
        "notices/c.md: moved_from: /support/notice/d is where a text is now",
        "notices/c.md: moved_from: /guide is where a text is now",
        "notices/d.md: moved_from: /board/18 is in notices/c.md, too",
        "notices/b.md: moved_from: /board/17 leads to another text already",
    ]


async def test_placeholders_take_any_words_of_the_configuration(conn: Connection, tmp_path: Path) -> None:
    name = '<b onclick="x">*이음* & [사람](javascript:1)</b> | {{phone}}'
    await execute(conn, "UPDATE site_config SET business_name = %(name)s, phone = '02-1'", name=name)
    a_text(tmp_path, "notices/a", title="{{businessName}}", body="{{businessName}}\n\n## {{phone}}")

    await outcomes(conn, tmp_path)

    version = (await stored_texts.list_stored(conn, [("notice", "a", "")]))[0].version
    assert version.title == name
    assert version.plain_text == f"{name}\n02-1"
    assert "<b" not in version.html
    assert "<a" not in version.html


async def test_an_empty_value_of_the_configuration_is_reported(conn: Connection, tmp_path: Path) -> None:
    a_text(tmp_path, "notices/a", body="전화: {{phone}}")

    report = await importing.import_folder(conn, tmp_path)

    assert any("{{phone}}" in warning and "notices/a.md" in warning for warning in report.warnings)


async def test_an_unchanged_text_keeps_its_times(conn: Connection, tmp_path: Path) -> None:
    moment = "2026-01-02T03:04:05+09:00"
    a_text(tmp_path, "notices/a", body="하나", publish_at=moment)
    await outcomes(conn, tmp_path)
    await exporting.export_folder(conn, tmp_path / "out")
    exported = tmp_path / "out" / "notices" / "a.md"
    exported.write_text(exported.read_text().replace("하나", "둘"))
    await outcomes(conn, tmp_path / "out")

    stored = (await stored_texts.list_stored(conn, [("notice", "a", "")]))[0]

    assert stored.entry.publish_at == datetime(2026, 1, 1, 18, 4, 5, tzinfo=UTC)
    assert stored.changed_at > datetime(2026, 11, 1, tzinfo=UTC)


async def test_a_program_must_be_in_its_folder_and_match_its_release(
    conn: Connection, tmp_path: Path
) -> None:
    program = b"a program"
    (tmp_path / "downloads").mkdir()
    (tmp_path / "downloads" / "right.exe").write_bytes(program)
    (tmp_path / "downloads" / "wrong.exe").write_bytes(b"something")
    for name in ("right", "wrong", "none"):
        a_text(
            tmp_path / "in",
            f"releases/windows-{name}",
            os="windows",
            name="프로그램",
            kind="file",
            file=f"{name}.exe",
            size=len(program),
            sha256=hashlib.sha256(program).hexdigest(),
        )

    with pytest.raises(ContentRefused) as refused:
        await importing.import_folder(conn, tmp_path / "in", downloads=tmp_path / "downloads")

    told = [problem.partition(":")[0] for problem in refused.value.problems]
    assert told == ["releases/windows-none.md", "releases/windows-wrong.md"]


async def test_many_texts_are_imported_and_read_in_batches(
    conn: Connection, sent: list[str], tmp_path: Path
) -> None:
    for number in range(stored_texts.AT_ONCE + 1):
        a_text(tmp_path, f"notices/a{number}")

    told = await outcomes(conn, tmp_path)

    assert set(told.values()) == {"new"}
    assert len(await versions(conn)) == stored_texts.AT_ONCE + 1
    assert len([statement for statement in sent if "INSERT INTO content_versions" in statement]) == 2
    assert len([statement for statement in sent if "AS version" in statement]) == 2

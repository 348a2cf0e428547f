"""Texts that move to another shop are the same there, to the byte."""

from pathlib import Path
from typing import Any

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.publishing import exporting, importing, stored_texts
from ieum.shop.publishing.exporting import FolderTaken
from ieum.shop.publishing.importing import ContentRefused
from ieum.shop.publishing.sources import STARTER_SET
from ieum.shop.publishing.stored_texts import Stored
from tests.shop.builders.shops import Client
from tests.shop.builders.text_files import PIXEL, a_file, a_text

LISTS = [
    "notices?page=1",
    "notices?page=2",
    "faqs?page=1",
    "faqs?page=2",
    "releases",
    "config/info?with=texts",
]
FOLDERS = {"notice": "notices", "faq": "faqs", "guide": "guides", "page": "content-pages", "legal": "legal"}


async def stored(conn: Connection) -> list[Stored]:
    return await stored_texts.list_stored(conn, await stored_texts.list_all_keys(conn))


async def answers(client: Client, texts: list[Stored]) -> dict[str, bytes]:
    paths = LISTS + [
        f"{FOLDERS[kind]}/{slug}" + (f"?version={edition}" if edition else "")
        for kind, slug, edition in (text.entry.key for text in texts)
        if kind in FOLDERS
    ]
    return {path: (await client.get(f"/api/v1/{path}")).content for path in paths}


async def files(conn: Connection) -> list[tuple[str, bytes]]:
    keys = await fetch_all(conn, str, "SELECT key FROM content_files ORDER BY key")
    return [(key, await stored_texts.get_file(conn, key)) for key in keys]


async def a_lived_in_shop(conn: Connection, root: Path) -> None:
    """The starter set, and beside it what happens to texts over time."""
    await importing.import_folder(conn, STARTER_SET)
    a_file(root, "pixel.png", PIXEL)
    a_text(root, "notices/first", body="처음 ![점](files/pixel.png)", attachments=["files/pixel.png"])
    a_text(root, "notices/gone", moved_from=["/board/1"])
    a_text(root, "notices/later", publish_at="2126-01-01T00:00:00+09:00")
    a_text(root, "legal/policy@2126-01-01", version="2126-01-01", effective_from="2126-01-01")
    await importing.import_folder(conn, root)
    # Another day.
    await execute(conn, "UPDATE content_entries SET publish_at = publish_at - interval '3 days 1 hour'")
    a_text(root, "notices/first", body="나중 ![점](files/pixel.png)", attachments=["files/pixel.png"])
    a_text(root, "notices/gone", moved_from=["/board/1"], withdrawn=True)
    await importing.import_folder(conn, root)


async def test_an_export_imported_into_an_empty_shop_gives_the_same_texts(
    client: Client, conn: Connection, tmp_path: Path
) -> None:
    await a_lived_in_shop(conn, tmp_path / "in")
    texts = await stored(conn)
    before = await answers(client, texts), await files(conn), texts
    await exporting.export_folder(conn, tmp_path / "out")
    await execute(conn, "SET CONSTRAINTS ALL IMMEDIATE")
    await execute(conn, "TRUNCATE content_entries, content_files CASCADE")
    await execute(conn, "SET CONSTRAINTS ALL DEFERRED")

    report = await importing.import_folder(conn, tmp_path / "out")

    after = await answers(client, texts), await files(conn), await stored(conn)
    assert report.count("new") + report.count("withdrawn") == len(texts)
    assert after[:2] == before[:2]
    assert _told_apart_by_what_they_say(after[2]) == _told_apart_by_what_they_say(before[2])


def _told_apart_by_what_they_say(texts: list[Stored]) -> list[Any]:
    """Rows but for their numbers: what a text has been through stays where it was."""
    rows: list[Any] = [
        (text.entry.key, text.entry.publish_at, text.changed_at, text.version) for text in texts
    ]
    return sorted(rows, key=lambda row: row[0])


async def test_an_export_imported_back_changes_nothing(conn: Connection, tmp_path: Path) -> None:
    await a_lived_in_shop(conn, tmp_path / "in")
    await exporting.export_folder(conn, tmp_path / "out")

    report = await importing.import_folder(conn, tmp_path / "out")

    assert report.count("unchanged") == len(report.outcomes) == len(await stored(conn))


async def test_an_export_needs_an_empty_folder(conn: Connection, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("나의 글")

    with pytest.raises(FolderTaken):
        await exporting.export_folder(conn, tmp_path)


async def test_a_new_text_takes_an_old_address_only_after_its_redirect_is_gone(
    conn: Connection, tmp_path: Path
) -> None:
    a_text(tmp_path / "1", "notices/a")
    await importing.import_folder(conn, tmp_path / "1")
    a_text(tmp_path / "2", "notices/b", moved_from=["a"])
    await importing.import_folder(conn, tmp_path / "2")
    a_text(tmp_path / "3", "notices/a", body="다른 글")

    with pytest.raises(ContentRefused) as refused:
        await importing.import_folder(conn, tmp_path / "3")

    told = "/support/notice/a leads to notice b; take it out of the moved_from there in the same import"
    assert refused.value.problems == [f"notices/a.md: {told}"]
    a_text(tmp_path / "3", "notices/b")
    await importing.import_folder(conn, tmp_path / "3")
    await brought_elsewhere(conn, tmp_path / "out")


@pytest.mark.parametrize(
    ("kind", "old"),
    [
        pytest.param("faqs", "/support/notice/a", id="the address of a notice"),
        pytest.param("notices", "/support/faq", id="the page of all questions"),
        pytest.param("notices", "/download/windows", id="the page of programs"),
    ],
)
async def test_no_redirect_starts_at_the_address_of_another_kind_of_text(
    conn: Connection, tmp_path: Path, kind: str, old: str
) -> None:
    a_text(tmp_path / "1", "notices/a")
    await importing.import_folder(conn, tmp_path / "1")
    a_text(tmp_path / "2", f"{kind}/b", moved_from=[old])

    with pytest.raises(ContentRefused, match="is where a text is now"):
        await importing.import_folder(conn, tmp_path / "2")


async def test_an_old_address_named_twice_counts_once(conn: Connection, tmp_path: Path) -> None:
    a_text(tmp_path / "in", "notices/b", moved_from=["a", "/support/notice/a"])
    await importing.import_folder(conn, tmp_path / "in")

    await brought_elsewhere(conn, tmp_path / "out")


async def test_two_texts_cannot_continue_the_versions_of_one(conn: Connection, tmp_path: Path) -> None:
    a_text(tmp_path / "1", "faqs/x")
    await importing.import_folder(conn, tmp_path / "1")
    for name in ("a", "b"):
        a_text(tmp_path / "2", f"faqs/{name}", moved_from=["x"])

    with pytest.raises(ContentRefused) as refused:
        await importing.import_folder(conn, tmp_path / "2")

    assert refused.value.problems == ["faqs/b.md: moved_from: x is in faqs/a.md, too"]


WRITTEN = {
    "in braces": "{title: 안내, pinned: true}\n",
    "indented": "  title: 안내\n  pinned: true\n",
    "with an end": "title: 안내\n...\n",
    "with a time in quotes": 'title: 안내\n"publish_at": 2026-11-20T09:00:00+09:00\n',
}


@pytest.mark.parametrize("lines", WRITTEN.values(), ids=WRITTEN.keys())
async def test_a_text_that_could_not_be_exported_is_not_imported(
    conn: Connection, tmp_path: Path, lines: str
) -> None:
    (tmp_path / "notices").mkdir()
    (tmp_path / "notices" / "a.md").write_text(f"---\n{lines}---\n글\n")

    with pytest.raises(ContentRefused, match="without indentation"):
        await importing.import_folder(conn, tmp_path)


async def brought_elsewhere(conn: Connection, folder: Path) -> None:
    """Out of this shop and into an empty one."""
    await exporting.export_folder(conn, folder)
    before = await stored(conn)
    await execute(conn, "SET CONSTRAINTS ALL IMMEDIATE")
    await execute(conn, "TRUNCATE content_entries, content_files CASCADE")
    await execute(conn, "SET CONSTRAINTS ALL DEFERRED")
    await importing.import_folder(conn, folder)
    assert _told_apart_by_what_they_say(await stored(conn)) == _told_apart_by_what_they_say(before)

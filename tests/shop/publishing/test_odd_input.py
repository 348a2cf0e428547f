"""Whatever stands in a file: a line says what is wrong with it, or it is in the shop as it can be shown."""

import struct
import zlib
from pathlib import Path

import pytest

from ieum.shop.kernel.db import Connection, execute
from ieum.shop.publishing import stored_texts
from ieum.shop.publishing.texts import Version
from tests.shop.builders.shops import Client
from tests.shop.builders.text_files import a_file, outcomes, problems


def a_notice(root: Path, *lines: str, body: str = "글") -> None:
    (root / "notices").mkdir(exist_ok=True)
    matter = "".join(f"{line}\n" for line in lines)
    (root / "notices" / "a.md").write_text(f"---\n{matter}---\n{body}\n", encoding="utf-8")


async def version(conn: Connection) -> Version:
    return (await stored_texts.list_stored(conn, [("notice", "a", "")]))[0].version


def a_png(width: int, height: int) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"IDAT", zlib.compress(b"0")), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )


ODD = {
    "a year before all lists": ("title: 글\npublish_at: 0001-01-01T00:00:00+09:00", "publish_at: the year"),
    "a year behind all calendars": (
        "title: 글\nupdated_at: 9999-12-31T23:59:59-12:00",
        "updated_at: the year",
    ),
    "lists in lists": (f"title: {'[' * 5_000}", "too deep"),
    "a tag": ("title: !!timestamp x", "line 2: tags"),
    "a tag of a list": ("title: 글\nmoved_from: !!seq [a]", "line 3: tags"),
    "a title of nothing one can see": (r'title: "\u200b\u202e"', "title"),
    "a title of a space": ('title: " "', "title: there is nothing in it"),
    "an old name that is too long": (f"title: 글\nmoved_from: [{'a' * 490}]", "moved_from"),
    "a line break behind a name": (
        r'title: 글@attachments: ["files/a.txt\n"]'.replace("@", "\n"),
        "attachments",
    ),
    "a title that nothing fills": ('title: "{{hostingProvider}}"', "title: there is nothing in it"),
    "a title that a value makes too long": ('title: "{{address}}"', "title: longer than 150"),
    "a description that a value makes too long": (
        'title: 글\ndescription: "{{address}}"',
        "description: longer than 300",
    ),
}


@pytest.mark.parametrize(("lines", "problem"), ODD.values(), ids=ODD.keys())
async def test_impossible_front_matter_is_reported(
    conn: Connection, tmp_path: Path, lines: str, problem: str
) -> None:
    await execute(conn, "UPDATE site_config SET hosting_provider = '', address = repeat('가', 301)")
    a_notice(tmp_path, lines)

    told = await problems(conn, tmp_path)

    assert len(told) == 1
    assert told[0].startswith("notices/a.md: ")
    assert problem in told[0]


@pytest.mark.parametrize("escape", [r"\u202e", r"\0", r"\x7f", r"\ud800", r"\u200b", r"\uffff"])
async def test_invisible_characters_are_removed_from_front_matter(
    conn: Connection, tmp_path: Path, escape: str
) -> None:
    await execute(conn, "UPDATE site_config SET phone = %(phone)s", phone="02\u202e-1")
    a_notice(tmp_path, f'title: "가{escape}나 {{{{phone}}}}"', f'description: "다{escape}라"')

    await outcomes(conn, tmp_path)

    found = await version(conn)
    assert (found.title, found.description) == ("가나 02-1", "다라")


async def test_a_title_becomes_one_line(conn: Connection, tmp_path: Path) -> None:
    await execute(conn, "UPDATE site_config SET address = %(address)s", address="서울\n 종로")
    a_notice(tmp_path, "title: |", "  하나", "  둘 {{address}}")

    await outcomes(conn, tmp_path)

    assert (await version(conn)).title == "하나 둘 서울 종로"


async def test_lengths_are_checked_after_placeholders_are_filled(conn: Connection, tmp_path: Path) -> None:
    await execute(conn, "UPDATE site_config SET address = repeat('가', 2001)")
    for name, lines in {
        "pages/home": 'texts: {lead: "{{address}}"}',
        "releases/ios-a": 'os: ios\nkind: store\nurl: https://a.example/\nname: "{{address}}"',
    }.items():
        path = tmp_path / f"{name}.md"
        path.parent.mkdir()
        path.write_text(f"---\ntitle: 글\n{lines}\n---\n글\n")

    told = await problems(conn, tmp_path)

    assert told == [
        "pages/home.md: texts.lead: longer than 2000 characters once its placeholders are filled",
        "releases/ios-a.md: name: longer than 300 characters once its placeholders are filled",
    ]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        pytest.param("a.png", a_png(60_000, 60_000), id="a bomb"),
        pytest.param("a.png", a_png(1, 1_000_000), id="a long thread"),
        pytest.param("a.svg", f'<svg width="{"9" * 400}" height="1">'.encode(), id="400 digits"),
        pytest.param("a.svg", b'<svg width="99999999999" height="1">', id="more than a column holds"),
        pytest.param("a.svg", b'<svg viewBox="0 0 99999999999 1">', id="a large box"),
        pytest.param("a.svg", b'<svg viewBox="0 0 1.2.3 1">', id="no number"),
    ],
)
async def test_an_unreadable_picture_is_reported(
    conn: Connection, tmp_path: Path, name: str, content: bytes
) -> None:
    a_file(tmp_path, name, content)

    told = await problems(conn, tmp_path)

    assert [line.partition(":")[0] for line in told] == [f"files/{name}"]


async def test_a_text_of_the_earliest_allowed_time_is_listed(
    client: Client, conn: Connection, tmp_path: Path
) -> None:
    a_notice(tmp_path, "title: 글", "publish_at: 1970-01-01T09:00:00+09:00")

    await outcomes(conn, tmp_path)

    assert (await client.get("/api/v1/notices?page=1")).json()["data"]["items"][0][
        "publishedAt"
    ] == "1970-01-01T00:00:00Z"

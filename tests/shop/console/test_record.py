"""The record of what staff did: it only grows, and shows what was done to it by hand."""

import ast
import asyncio
import re
from pathlib import Path

import pytest
from psycopg import Error

from ieum.shop.desk.permissions import LABELS
from ieum.shop.desk.record import service as record
from ieum.shop.desk.record.types import By, Note
from ieum.shop.kernel.db import Connection, execute, fetch_all
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.staff import a_staff

ROOT = Path(__file__).parents[3]
BY = By(role="시험", request_id="r1", address="127.0.0.1")


def notes(count: int) -> list[Note]:
    return [
        Note(action="test.do", object_kind="thing", object_id=str(number), after={"n": number, "text": "값"})
        for number in range(count)
    ]


async def test_an_untouched_record_is_whole(conn: Connection) -> None:
    await record.append(conn, BY, notes(3))
    await record.append(conn, BY, notes(2))

    assert await record.find_break(conn) == (5, None)


@pytest.mark.parametrize(
    "change",
    ["UPDATE staff_record SET reason = 'x'", "DELETE FROM staff_record", "TRUNCATE staff_record CASCADE"],
)
async def test_the_database_refuses_to_rewrite_it(conn: Connection, change: str) -> None:
    await record.append(conn, BY, notes(1))

    with pytest.raises(Error, match="append-only"):
        async with conn.transaction():
            await conn.execute(change)  # pyright: ignore[reportArgumentType, reportCallIssue]


@pytest.mark.parametrize(
    ("tampering", "first"),
    [
        ("UPDATE staff_record SET reason = 'x' WHERE index = 3", 3),
        ("UPDATE staff_record SET staff_id = NULL, at = at + interval '1 second' WHERE index = 2", 2),
        ("""UPDATE staff_record SET after = '{"n": 9}' WHERE index = 5""", 5),
        ("DELETE FROM staff_record WHERE index = 4", 4),
        ("DELETE FROM staff_record WHERE index = 5", 5),
    ],
)
async def test_the_first_entry_that_was_tampered_with_is_named(
    conn: Connection, tampering: str, first: int
) -> None:
    await record.append(conn, BY, notes(5))
    await execute(conn, "ALTER TABLE staff_record DISABLE TRIGGER USER")

    await conn.execute(tampering)  # pyright: ignore[reportArgumentType, reportCallIssue]

    assert (await record.find_break(conn))[1] == first


async def test_entries_written_at_once_make_one_chain(shop: Shop) -> None:
    async def write() -> None:
        async with shop.db.transaction() as conn:
            await record.append(conn, BY, notes(3))

    await asyncio.gather(*(write() for _ in range(8)))

    async with shop.db.transaction() as conn:
        assert await record.find_break(conn) == (24, None)


async def test_the_record_is_found_by_object_person_action_and_time(client: Client, conn: Connection) -> None:
    viewer = await a_staff(conn, "record.view")
    await record.append(conn, BY, notes(3))

    async def found(query: str) -> list[str]:
        answer = await client.get(f"/api/v1/console/record?{query}", headers=viewer.headers)
        assert answer.status_code == 200, answer.text
        return [item["objectId"] for item in answer.json()["data"]["items"]]

    assert await found("") == ["2", "1", "0"]
    assert await found("object=thing&objectId=1") == ["1"]
    assert await found("action=test.do&size=2") == ["2", "1"]
    assert await found(f"staff={viewer.staff}") == []
    assert await found("from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z") == []
    assert await found("q=r1") == ["2", "1", "0"]


async def test_pages_follow_one_another_without_gaps(client: Client, conn: Connection) -> None:
    viewer = await a_staff(conn, "record.view")
    await record.append(conn, BY, notes(5))
    seen: list[int] = []
    after = ""

    while True:
        page = (
            await client.get(f"/api/v1/console/record?size=2&after={after}", headers=viewer.headers)
        ).json()["data"]
        seen += [item["index"] for item in page["items"]]
        if page["next"] is None:
            break
        after = page["next"]

    assert seen == [5, 4, 3, 2, 1]
    assert page["count"] == 5
    odd = await client.get("/api/v1/console/record?after=%00nonsense", headers=viewer.headers)
    assert odd.status_code == 422
    assert await fetch_all(conn, int, "SELECT index::integer FROM staff_record ORDER BY index") == [
        1,
        2,
        3,
        4,
        5,
    ]


def test_whatever_staff_do_has_a_word_in_the_record() -> None:
    """An action is called as its permission is, or by a word of the pages; else staff would read its English name."""
    noted = {
        call.args[0].value
        for file in (ROOT / "ieum" / "shop").rglob("*.py")
        for call in ast.walk(ast.parse(file.read_text()))
        if isinstance(call, ast.Call)
        and (
            (isinstance(call.func, ast.Attribute) and call.func.attr == "note")
            or (isinstance(call.func, ast.Name) and call.func.id == "Noted")
        )
        and call.args
        and isinstance(call.args[0], ast.Constant)
    }
    words = set(
        re.findall(r"'([a-z_]+\.[a-z_]+)':", (ROOT / "web/console/record/words.ts").read_text("utf-8"))
    )

    assert noted - words - set(LABELS) == set()

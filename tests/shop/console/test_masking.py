"""Whoever may not unmask reads no name, mail, number or account of a member, by whichever call they ask."""

from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from httpx import Response
from msgspec import structs

from ieum.shop.console.actions import DESK
from ieum.shop.desk.permissions import PERMISSIONS, Permission
from ieum.shop.kernel.db import Connection, Database, fetch_all
from ieum.shop.kernel.http import SAFE_METHODS
from tests.cases import Cases
from tests.shop.builders.console_calls import CONSOLE, Call, a_body, console_calls
from tests.shop.builders.console_world import Private, World, a_console_world
from tests.shop.builders.exports import ask, make, take
from tests.shop.builders.presses import a_press_key
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import Login, a_staff
from tests.shop.builders.wishes import a_form

# What lets somebody see a member's own data, with a reason or by two people.
UNMASKS: set[Permission] = {"members.unmask", "exports.personal", "addresses.who"}
QUERIES: dict[str, dict[str, str]] = {
    f"{CONSOLE}content/texts/{{id}}/difference": {"old": "1", "new": "1"},
    f"{CONSOLE}authorities/report": {"half": "2026-2"},
    f"{CONSOLE}addresses/map": {"network": "203.0.113.0/24"},
    f"{CONSOLE}views": {"screen": "orders"},
    f"{CONSOLE}search": {"q": "member"},
}
# The file by which tax invoices are issued names whom they are for: by a permission, a reason and a note of its own.
IN_FULL = {f"{CONSOLE}invoice-files"}


@pytest.fixture(autouse=True)
def downloads(app: Any, tmp_path: Path) -> None:
    """The program that the console's world has."""
    app.state.settings = structs.replace(app.state.settings, downloads=tmp_path)
    (tmp_path / "a-program.exe").write_bytes(b"program")


def read(answer: Response) -> str:
    """All that an answer says, also of files within a file."""
    if not answer.content.startswith(b"PK"):
        return answer.text
    with ZipFile(BytesIO(answer.content)) as files:
        return "\n".join(files.read(name).decode() for name in files.namelist())


def told(text: str) -> set[str]:
    """What of the member's own this text says in full, with or without hyphens and blanks."""
    bare = text.replace("-", "").replace(" ", "").casefold()
    return {name for name, value in Private()._asdict().items() if value.casefold() in bare}


async def a_masked_desk(conn: Connection) -> tuple[Login, World]:
    others: list[Permission] = [name for name in PERMISSIONS if name not in UNMASKS]
    staff = await a_staff(conn, *others)
    return staff, await a_console_world(conn, staff)


async def test_what_is_private_is_found_where_it_stands(conn: Connection) -> None:
    """Else the tests below would look for what is nowhere."""
    _, world = await a_masked_desk(conn)

    stored = await fetch_all(
        conn, str, "SELECT to_jsonb(m)::text FROM members m WHERE id = %(id)s", id=world.member
    )
    said = await fetch_all(conn, str, "SELECT body FROM inquiry_messages UNION SELECT body FROM messages")

    assert told(stored[0]) == {"name", "email", "phone"}
    assert sum(told(text) == {"name", "email", "phone"} for text in said) == 2


async def test_no_answer_to_a_question_says_it(client: Client, conn: Connection) -> None:
    staff, world = await a_masked_desk(conn)
    answers: dict[str, Any] = {}

    for call in console_calls():
        if call.method in SAFE_METHODS:
            path = CONSOLE + world.path(call.path.removeprefix(CONSOLE))
            answers[call.path] = await client.get(
                path, params=QUERIES.get(call.path, {}), headers=staff.headers
            )

    assert {path: answer.text for path, answer in answers.items() if answer.status_code != 200} == {}
    assert {path: told(answer.text) for path, answer in answers.items() if told(answer.text)} == {}


async def test_no_answer_to_a_change_or_preview_says_it_nor_the_record_nor_the_log(
    client: Client, conn: Connection, caplog: pytest.LogCaptureFixture
) -> None:
    staff, world = await a_masked_desk(conn)
    known = {"reason": "시험 삼아 합니다", "query": "", "month": "2026-11", "half": "2026-2"}
    previews = {call.path: call for call in console_calls() if call.path.endswith("/preview")}
    said: dict[str, str] = {}
    done: set[str] = set()

    async def ask(call: Call, **more: Any) -> Any:
        path, body = call.path.removeprefix(CONSOLE), a_body(call, **known, **more)
        if path.startswith("changes/"):
            form = a_form(DESK.changes[path.split("/")[1]], world)
            body = (
                form
                if path.endswith("/preview")
                else {**form, "key": a_press_key(), "reason": known["reason"], **more}
            )
        return await client.request(call.method, CONSOLE + world.path(path), json=body, headers=staff.headers)

    for call in console_calls():
        if call.method in SAFE_METHODS or call.is_door:
            continue
        async with conn.transaction(force_rollback=True):
            more: dict[str, Any] = {}
            if preview := previews.get(f"{call.path}/preview"):
                seen = await ask(preview)
                more = {"digest": seen.json()["data"].get("digest", "")} if seen.is_success else {}
            answer = await ask(call, **more)
            recorded = await fetch_all(conn, str, "SELECT to_jsonb(r)::text FROM staff_record r")
        if answer.is_success:
            done.add(call.path)
        said[call.path] = "\n".join([read(answer), *recorded])

    assert {path: told(text) for path, text in said.items() if told(text) and path not in IN_FULL} == {}
    assert told(caplog.text) == set()
    # Most have something to do, so that it is not refusals alone that say nothing.
    assert len(done) > 120, sorted(said.keys() - done)


async def test_whoever_knows_it_finds_the_member_and_reads_no_more(client: Client, conn: Connection) -> None:
    staff, _ = await a_masked_desk(conn)
    cases = Cases()

    for name, value in Private()._asdict().items():
        # In one transaction: the record comes last, and says nothing of what was looked for before.
        async with conn.transaction(force_rollback=True):
            for path in (
                "search",
                "members",
                "orders",
                "messages",
                "inquiries",
                "subscriptions",
                "invoices",
                "record",
            ):
                with cases.case(f"{path} by {name}"):
                    answer = await client.get(f"{CONSOLE}{path}", params={"q": value}, headers=staff.headers)
                    assert told(answer.text) == set()

    cases.assert_right(at_least=8 * len(Private._fields))


async def test_no_file_of_a_list_says_it(client: Client, conn: Connection, db: Database) -> None:
    staff, _ = await a_masked_desk(conn)
    cases = Cases()

    filed = {name: one for name, one in DESK.lists.items() if not one.is_kept_here}

    for screen, source in filed.items():
        with cases.case(screen):
            async with conn.transaction(force_rollback=True):
                asked = await ask(client, staff, screen=screen)
                if source.is_personal:
                    assert asked.json()["code"] == "permission_missing"
                    continue
                export = asked.json()["data"]["made"]["exportId"]
                await make(db, export)
                file = await take(client, staff, export)

            assert len(file.text.splitlines()) > 1
            assert told(file.text) == set()

    cases.assert_right(at_least=len(filed))

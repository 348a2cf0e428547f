"""What every change of the desk does, whichever it is."""

import asyncio
from typing import Any

import pytest
from msgspec import structs
from psycopg.errors import ReadOnlySqlTransaction

from ieum.shop.console.actions import DESK
from ieum.shop.desk.changes import difference
from ieum.shop.desk.describing import describe_changes
from ieum.shop.desk.pressing import only_reading
from ieum.shop.desk.registry import collect
from ieum.shop.desk.types import Rights
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.services.desk.changes import EXTEND
from tests.shop.builders.desk import body_of, path_of, press, preview
from tests.shop.builders.locks import until_so_many_wait_for_locks
from tests.shop.builders.members import a_member
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.staff import a_staff
from tests.shop.builders.wishes import a_wish

NAMES = list(DESK.changes)


async def test_what_only_reads_may_write_nothing_and_the_press_after_it_may(conn: Connection) -> None:
    with pytest.raises(ReadOnlySqlTransaction):
        async with only_reading(conn):
            await execute(conn, "DELETE FROM staff_looks")

    async with only_reading(conn):
        await fetch_one(conn, int, "SELECT 1")
    await execute(conn, "DELETE FROM staff_looks")


def test_the_record_says_what_differs() -> None:
    before, after = difference({"a": 1, "b": 2, "gone": 3}, {"a": 1, "b": 4, "new": 5})

    assert (before, after) == ({"b": 2, "gone": 3}, {"b": 4, "new": 5})


def test_two_changes_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match=r"services\.extend"):
        collect([EXTEND, EXTEND])


def test_a_change_that_asks_for_rights_is_not_made_in_bulk() -> None:
    def allow(_rights: Rights, _sheet: object, _wish: object) -> None: ...

    with pytest.raises(ValueError, match="bulk"):
        structs.replace(EXTEND, allows=allow)


def test_every_change_has_a_form() -> None:
    described = describe_changes(DESK)

    assert list(described) == sorted(NAMES)
    assert all(field["label"] for change in described.values() for field in change["fields"])


def test_a_field_of_an_edit_that_may_not_be_null_cannot_be_emptied() -> None:
    fields = describe_changes(DESK)["inquiries.canned_edited"]["fields"]
    given = describe_changes(DESK)["members.tickets"]["fields"]

    assert {field["name"]: field["required"] for field in [*fields, *given]} == {
        "title": True,
        "category": False,
        "body": True,
        "version": True,
        "tickets": True,
        "days": False,
    }


@pytest.mark.parametrize("name", NAMES)
async def test_a_change_without_its_object_or_permission_is_refused(
    client: Client, conn: Connection, name: str
) -> None:
    change = DESK.changes[name]
    may, may_not = await a_staff(conn, change.permission), await a_staff(conn, "today.view")
    wish = a_wish(change)

    missing = await preview(client, may, name, 2**62, **wish)
    refused = await preview(client, may_not, name, 2**62, **wish)
    none = {"number": ["text", 0, None], "text": ["text", 0, None], "none": ["text", 0]}[change.of.key]
    odd = [await preview(client, may, name, target, **wish) for target in none]

    assert missing.json()["code"] == change.of.missing.code
    assert (refused.status_code, refused.json()["code"]) == (403, "permission_missing")
    assert {answer.status_code for answer in odd} <= {404, 422}


async def test_a_wish_names_its_wrong_fields(client: Client, conn: Connection) -> None:
    by, service = await a_staff(conn, "services.extend"), await a_service(conn, await a_member(conn))

    wrong = [
        (await preview(client, by, "services.extend", service, **wish)).json()["fields"][0]["name"]
        for wish in ({}, {"days": 0}, {"days": "3"}, {"days": 3, "more": 1})
    ]

    assert wrong == ["wish.days", "wish.days", "wish.days", "wish"]


async def test_a_change_that_nobody_declared_is_not_found(client: Client, conn: Connection) -> None:
    answer = await preview(client, await a_staff(conn, "services.extend"), "services.nothing", 1)

    assert (answer.status_code, answer.json()["code"]) == (404, "change_unknown")


async def test_a_stop_looks_twice_and_is_on_record_by_its_difference(
    client: Client, conn: Connection
) -> None:
    by = await a_staff(conn, "services.suspend", "services.view")
    service = await a_service(conn, await a_member(conn))

    await press(client, by, "services.stop", service)

    noted = "SELECT before::text || ' ' || after::text FROM staff_record WHERE action = 'services.stop'"
    assert await fetch_all(conn, str, noted) == ['{"state": "active"} {"state": "stopped"}']


@pytest.mark.parametrize("hook", ["before_lock", "after_commit"])
def test_a_change_that_calls_out_is_not_made_in_bulk(hook: str) -> None:
    async def call(*_: Any) -> Any: ...

    with pytest.raises(ValueError, match="calls out"):
        structs.replace(EXTEND, **{hook: call})


@pytest.mark.parametrize("why", ["worth", "takes_two", "too_much"])
def test_a_change_that_a_second_person_may_confirm_has_nothing_to_do_after_its_commit(why: str) -> None:
    async def call(*_: Any) -> Any: ...

    alone = structs.replace(EXTEND, in_bulk=None, worth=None)

    with pytest.raises(ValueError, match="calls out"):
        structs.replace(alone, after_commit=call, **{why: call})


async def test_of_two_presses_of_what_both_were_shown_the_second_is_shown_it_anew(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        both = [await a_staff(conn, "services.suspend", "services.view") for _ in range(2)]
        service = await a_service(conn, await a_member(conn))
    bodies = [await body_of(shop.client, by, "services.stop", service) for by in both]

    async with shop.db.transaction() as holder:
        await holder.execute("SELECT FROM services WHERE id = %s FOR UPDATE", [service])
        pressed = [
            asyncio.create_task(shop.client.post(path_of("services.stop"), json=body, headers=by.headers))
            for by, body in zip(both, bodies, strict=True)
        ]
        await until_so_many_wait_for_locks(shop.db, 2)
    answers = await asyncio.gather(*pressed)

    assert sorted(answer.status_code for answer in answers) == [200, 409]
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM staff_record") == 1

"""Presses that give or move something of value count once by their key."""

import asyncio
from typing import Any, LiteralString

import pytest

from ieum.shop.desk import presses
from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.members.queries import lock_row
from tests.shop.builders.desk import body_of, path_of, press
from tests.shop.builders.document import openapi_document
from tests.shop.builders.locks import until_so_many_wait_for_locks
from tests.shop.builders.members import a_member
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.staff import a_staff

CONSOLE = "/api/v1/console"
POINTS = "members.points"
GIVEN: dict[str, LiteralString] = {"points": "point_entries", "tickets": "ticket_entries"}

# Every change of the console that gives, takes or moves points, tickets, days or money.
ONCE = {
    f"{CONSOLE}/bulk",
    f"{CONSOLE}/bulk/{{id}}/undo",
}
AMOUNTS = {"amount", "points", "tickets", "days", "quantity", "won"}


async def count(conn: Connection, table: LiteralString) -> int:
    return await fetch_one(conn, int, f"SELECT count(*) FROM {table}")


@pytest.mark.parametrize("of", ["points", "tickets"])
@pytest.mark.parametrize("end", ["", "_taken"], ids=["given", "taken"])
async def test_a_press_that_is_sent_again_is_answered_and_does_nothing(
    client: Client, conn: Connection, of: str, end: str
) -> None:
    by, member = await a_staff(conn, "members.points"), await a_member(conn)
    await press(client, by, f"members.{of}", member, **{of: 10})
    change = f"members.{of}{end}"
    body = await body_of(client, by, change, member, **{of: 5})

    answers = [await client.post(path_of(change), json=body, headers=by.headers) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200] * 3
    assert await count(conn, GIVEN[of]) == 2
    assert await count(conn, "staff_record") == 2


async def test_a_wish_that_waits_is_asked_for_once(client: Client, conn: Connection) -> None:
    by, member = await a_staff(conn, "members.points"), await a_member(conn)
    body = await body_of(client, by, POINTS, member, points=300_001)

    answers = [await client.post(path_of(POINTS), json=body, headers=by.headers) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [202, 202]
    assert answers[0].json()["data"] == answers[1].json()["data"]
    assert await count(conn, "staff_approvals") == 1


@pytest.mark.parametrize("of", ["points", "tickets"])
async def test_a_press_that_arrives_twice_at_once_counts_once(shop: Shop, of: str) -> None:
    async with shop.db.transaction() as conn:
        by, member = await a_staff(conn, "members.points"), await a_member(conn)
    change = f"members.{of}"
    body = await body_of(shop.client, by, change, member, **{of: 5})

    async with shop.db.transaction() as holder:
        # The first waits for the member, the second for the first.
        await lock_row(holder, member)
        pressed = [
            asyncio.create_task(shop.client.post(path_of(change), json=body, headers=by.headers))
            for _ in range(2)
        ]
        await until_so_many_wait_for_locks(shop.db, 2)
    answers = await asyncio.gather(*pressed)

    assert [answer.status_code for answer in answers] == [200, 200]
    async with shop.db.connection() as conn:
        assert await count(conn, GIVEN[of]) == 1
        assert await count(conn, "staff_record") == 1


async def test_days_that_arrive_twice_at_once_are_given_once(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        by = await a_staff(conn, "services.view", "services.extend")
        service = await a_service(conn, await a_member(conn))
    path = path_of("services.extend")
    body = await body_of(shop.client, by, "services.extend", service, days=3)

    async with shop.db.transaction() as holder:
        await holder.execute("SELECT FROM services WHERE id = %s FOR UPDATE", [service])
        pressed = [
            asyncio.create_task(shop.client.post(path, json=body, headers=by.headers)) for _ in range(2)
        ]
        await until_so_many_wait_for_locks(shop.db, 2)
    answers = await asyncio.gather(*pressed)

    assert [answer.status_code for answer in answers] == [200, 200]
    async with shop.db.connection() as conn:
        assert await count(conn, "service_extensions") == 1


async def test_a_key_stands_for_one_wish_of_one_person(client: Client, conn: Connection) -> None:
    by, colleague = [await a_staff(conn, "members.points") for _ in range(2)]
    member, other = await a_member(conn), await a_member(conn)
    body = await body_of(client, by, POINTS, member, points=5)
    await client.post(path_of(POINTS), json=body, headers=by.headers)

    theirs = await body_of(client, colleague, POINTS, other, points=5) | {"key": body["key"]}
    more, elsewhere, by_colleague = [
        await client.post(path_of(POINTS), json=form, headers=who.headers)
        for form, who in (
            (body | {"wish": {"points": 6}}, by),
            (body | {"target": other}, by),
            (theirs, colleague),
        )
    ]

    assert [(answer.status_code, answer.json()["code"]) for answer in (more, elsewhere)] == [
        (409, "press_key_used")
    ] * 2
    assert by_colleague.status_code == 200
    assert await count(conn, "point_entries") == 2


async def test_a_press_that_was_refused_leaves_its_key_free(client: Client, conn: Connection) -> None:
    by, member = await a_staff(conn, "members.points"), await a_member(conn)
    body = await body_of(client, by, POINTS, member, points=5)
    refused = await client.post(path_of(POINTS), json=body | {"digest": "0" * 32}, headers=by.headers)

    answer = await client.post(path_of(POINTS), json=body, headers=by.headers)

    assert (refused.json()["code"], answer.status_code) == ("preview_changed", 200)


async def test_keys_are_kept_for_a_month(client: Client, conn: Connection) -> None:
    by, member = await a_staff(conn, "members.points"), await a_member(conn)
    keys: list[str] = []
    for _ in range(2):
        body = await body_of(client, by, POINTS, member, points=5)
        await client.post(path_of(POINTS), json=body, headers=by.headers)
        keys.append(body["key"])
    await execute(
        conn,
        "UPDATE staff_presses SET pressed_at = now() - interval '31 days' WHERE key = %(key)s",
        key=keys[0],
    )

    await presses.delete_old(conn)

    assert await fetch_one(conn, str, "SELECT key FROM staff_presses") == keys[1]


def _fields(operation: dict[str, Any]) -> tuple[set[str], set[str]]:
    """Names of the body's fields, and of those that are required."""
    content = operation.get("requestBody", {}).get("content", {})
    schema = content.get("application/json", {}).get("schema", {})
    if "$ref" in schema:
        schema = openapi_document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return set(schema.get("properties", {})), set(schema.get("required", []))


def test_every_change_of_the_console_with_an_amount_takes_a_key() -> None:
    changes = {
        path: _fields(operations["post"])
        for path, operations in openapi_document()["paths"].items()
        if path.startswith(CONSOLE) and "post" in operations and not path.endswith("/preview")
    }

    # The import is the declared change with a larger body.
    declared = {path for path in changes if path.startswith(f"{CONSOLE}/changes/")} | {
        f"{CONSOLE}/addresses/import"
    }
    assert {path for path, (_, required) in changes.items() if "key" in required} == ONCE | declared
    assert {path for path, (fields, _) in changes.items() if fields & AMOUNTS} <= ONCE

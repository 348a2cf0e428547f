"""What every list of the desk does, whichever it is."""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest

from ieum.shop.console.actions import DESK
from ieum.shop.desk.describing import describe_lists
from ieum.shop.desk.listing import Column, List, NoFilters, Pages
from ieum.shop.desk.lists import Order, Where, write_cursor
from ieum.shop.desk.permissions import Permission
from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.kernel.errors import InvalidFields
from tests.shop.builders.exports import ask
from tests.shop.builders.members import a_member
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import a_staff

CONSOLE = "/api/v1/console"
LISTS = sorted(DESK.lists)


async def a_sold_service(conn: Connection) -> object:
    return await a_service(conn, await a_member(conn))


async def a_run(conn: Connection) -> int:
    by = await a_staff(conn)
    return await fetch_one(
        conn,
        int,
        """
        INSERT INTO bulk_runs
               (kind, params, title, total, state, reason, made_by, role, session_id, request_id, address)
        VALUES ('services.extend', '{}', '서비스 1개', 1, 'running', '점검', %(by)s, '운영자', %(session)s, '', '')
        RETURNING id
        """,
        by=by.staff,
        session=by.session,
    )


# Objects whose lists are asked for, by the first part of the list's path.
ABOVE: dict[str, Callable[[Connection], Awaitable[object]]] = {
    "bulk": a_run,
    "members": a_member,
    "services": a_sold_service,
}


async def path_of(conn: Connection, name: str) -> str:
    """The address of a list: of an object that is there, if the list is below one."""
    path = DESK.lists[name].path
    above = await ABOVE[path.partition("/")[0]](conn) if "{" in path else ""
    return f"{CONSOLE}/{path.replace('{id:int}', str(above))}"


def some_filters(name: str) -> dict[str, str]:
    """A value for each filter that the screen offers, and words."""
    described: dict[str, Any] = describe_lists(DESK)[name]
    values: dict[str, str] = {"q": "words"} if described["search"] else {}
    for one in described["filters"]:
        if one["name"] == "month":
            values["month"] = "2026-11"
            continue
        ends = [one["name"]] if "to" not in one else [one["from"], one["to"]]
        if one["kind"] == "dates":
            values |= dict.fromkeys(ends, "2026-11-01T00:00:00Z")
        elif one["kind"] in {"amounts", "linked"} or "options" in one:
            values |= dict.fromkeys(ends, "7")
        else:
            values |= dict.fromkeys(ends, next(iter(one.get("words", {"words": ""}))))
    return values


def rights_to(name: str) -> list[Permission]:
    """The rights to a list; none for a list of one's own. Rows of a run take the right to what was done, too."""
    permission = DESK.lists[name].permission
    if name == "bulk-rows":
        return ["bulk.run", "services.extend"]
    return [] if permission == "own" else [permission]


@pytest.mark.parametrize("name", LISTS)
async def test_the_screen_the_file_and_a_bulk_change_read_the_same_filters(
    client: Client, conn: Connection, name: str
) -> None:
    listed = DESK.lists[name]
    by = await a_staff(conn, *rights_to(name), "members.unmask")
    filters, path = some_filters(name), await path_of(conn, name)

    answers = [
        await client.get(f"{path}?{urlencode(asked)}", headers=by.headers)
        for asked in [{}, filters, *({one: value} for one, value in filters.items())]
    ]

    assert [answer.status_code for answer in answers] == [200] * len(answers), answers[1].text
    where = listed.where(urlencode(filters))
    where.is_counted = True
    assert where.sql != "true" or not filters


@pytest.mark.parametrize("name", LISTS)
async def test_a_list_takes_its_permission_and_refuses_a_strange_cursor(
    client: Client, conn: Connection, name: str
) -> None:
    listed = DESK.lists[name]
    may, may_not = await a_staff(conn, *rights_to(name)), await a_staff(conn, "today.view")

    path, none = await path_of(conn, name), listed.path.replace("{id:int}", "9999999")

    refused = await client.get(path, headers=may_not.headers)
    strange = await client.get(f"{path}?after=strange", headers=may.headers)
    missing = await client.get(f"{CONSOLE}/{none}", headers=may.headers)

    assert missing.status_code == (200 if none == listed.path else 404)
    if rights_to(name):
        assert (refused.status_code, refused.json()["code"]) == (403, "permission_missing")
    assert (strange.status_code, strange.json()["fields"][0]["name"]) == (422, "after")


@pytest.mark.parametrize("asked", ["", "from=2026-11-01T00:00:00Z", "state=active"])
async def test_a_file_has_the_rows_of_its_list_in_the_same_order(
    client: Client, conn: Connection, asked: str
) -> None:
    by, member = await a_staff(conn, "services.view"), await a_member(conn)
    for days in (3, 1, 2):
        service = await a_service(conn, member)
        await execute(
            conn,
            "UPDATE services SET ends_at = now() + make_interval(days => %(days)s) WHERE id = %(service)s",
            days=days,
            service=service,
        )
    services = DESK.lists["services"]
    where = services.where(asked)

    page = (await client.get(f"{CONSOLE}/services?{asked}", headers=by.headers)).json()["data"]
    file = await (await conn.execute(services.select(asked, where), where.params)).fetchall()

    assert [row[0] for row in file] == [item["id"] for item in page["items"]]
    assert len(file) == 3


# What a cursor may have in the place of a number, a moment, an address or a name.
STRANGE = [
    "",
    "9" * 30,
    -1,
    2**70,
    "infinity",
    "2026-13-45",
    "10000-01-01",
    "300.1.1.1",
    "%s",
    "'; --",
    "true",
]


@pytest.mark.parametrize("name", LISTS)
async def test_a_cursor_of_anything_is_a_page_or_is_refused(
    client: Client, conn: Connection, name: str
) -> None:
    listed = DESK.lists[name]
    by, path = await a_staff(conn, *rights_to(name)), await path_of(conn, name)
    orders = list(listed.orders) if listed.order_of is None and len(listed.orders) > 1 else [None]
    codes: set[int] = set()

    for order in orders:
        for value in STRANGE:
            for values in ([value], [value] * 2, [value, 1], ["2026-11-01", value], [value] * 3):
                asked = {"after": write_cursor(tuple(values))} | ({"order": order} if order else {})
                # A refusal of the database ends its transaction.
                async with conn.transaction(force_rollback=True):
                    answer = await client.get(f"{path}?{urlencode(asked)}", headers=by.headers)
                codes.add(answer.status_code)

    assert codes <= {200, 422}


@pytest.mark.parametrize("name", LISTS)
def test_a_value_that_is_converted_is_in_no_file_and_of_no_shape_of_its_own(name: str) -> None:
    """Both would have it as the database says it, which may be a whole name."""
    listed = DESK.lists[name]
    converted = {column.key for column in listed.columns if column.converted is not None}

    assert not converted & {column.key for column in listed.file_columns} or listed.is_kept_here
    assert not converted or listed.row is None


@pytest.mark.parametrize(
    "query",
    ["state=active&gone=1", "stateactive", "state=", "state=active&", "\0", "state=active&\0", "q=%00"],
)
def test_a_query_that_is_not_filters_alone_is_refused(query: str) -> None:
    """Passed over, it would be another set of rows: all of them."""
    with pytest.raises(InvalidFields):
        DESK.lists["services"].where(query)


async def test_an_export_of_a_query_with_a_nul_is_refused(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "exports.make", "record.view")

    answer = await ask(client, staff, "object=member&\0")

    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_fields")


async def test_pages_have_all_rows_once_in_the_order_that_is_asked_for(conn: Connection) -> None:
    member = await a_member(conn)
    services = [await a_service(conn, member) for _ in range(5)]
    await execute(conn, "UPDATE services SET ends_at = ends_at + interval '1 hour' * (id %% 2)")
    up = Order(
        "s.ends_at, s.id",
        "(s.ends_at, s.id) > (%(cursor_0)s::text::timestamptz, %(cursor_1)s::bigint)",
        width=2,
        cursor="s.ends_at::text, s.id",
    )
    pages = Pages(
        List(
            name="tried",
            label="",
            permission="services.view",
            filters=NoFilters,
            where_of=lambda _: Where(),
            key="s.id",
            counted="services s",
            source="services s JOIN members m ON m.id = s.member_id",
            orders={"newest": Order("s.id DESC", "s.id < %(cursor_0)s::bigint", cursor="s.id"), "ends": up},
            columns=(
                Column("id", "", "s.id", "number", int),
                Column("login_id", "", "m.login_id", converted=lambda _: "*"),
                Column("secret", "", "m.email", on="file"),
            ),
        )
    )

    found: dict[str, list[int]] = {}
    for order in ("newest", "ends"):
        after, found[order] = None, []
        while True:
            page = await pages.fetch(conn, NoFilters(), Where(), order=order, after=after, size=2)
            found[order] += [row.id for row in page.items]
            after = page.next
            if after is None:
                break
        assert page.count == 5

    assert found["newest"] == services[::-1]
    assert found["ends"] == sorted(services, key=lambda service: (service % 2, service))
    assert msgspec.to_builtins(page.items[0]) == {"id": found["ends"][-1], "loginId": "*"}

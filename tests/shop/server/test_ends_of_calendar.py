"""Dates at the ends of the calendar, and moments without a zone, are refused by name at every door."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from ieum.shop.desk.lists import read_filters
from ieum.shop.kernel.db import Connection, execute
from ieum.shop.kernel.errors import InvalidFields
from ieum.shop.members.desk.filters import MemberFilters
from tests.cases import Cases
from tests.shop.builders import desk
from tests.shop.builders.document import openapi_document
from tests.shop.builders.gateways import a_gateway
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import a_staff

ENDS: dict[str, tuple[str | int, ...]] = {
    "date": ("0001-01-01", "9999-12-31", "1899-12-31", "2200-01-01"),
    "date-time": (
        "0001-01-01T00:00:00Z",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59Z",
        "9999-12-31T23:59:59-14:00",
        "2026-11-20T14:05:00",
        # The first second after the year 9999, which msgspec takes for one that there is.
        253402300800,
        "253402300799.9999999",
    ),
}


class Door(NamedTuple):
    """Where a call takes a date: `path` leads to it in the body, and [] stands for an item."""

    method: str
    call: str
    place: str
    path: tuple[str, ...]
    kind: str


@cache
def doors() -> tuple[Door, ...]:
    """Each place of the OpenAPI document that takes a date."""
    found: list[Door] = []
    for call, operations in openapi_document()["paths"].items():
        for method, operation in operations.items():
            for parameter in operation.get("parameters", []):
                found += [
                    Door(method.upper(), call, parameter["in"], (parameter["name"],), kind)
                    for _, kind in _dates(parameter["schema"])
                ]
            for body in operation.get("requestBody", {}).get("content", {}).values():
                found += [
                    Door(method.upper(), call, "body", path, kind) for path, kind in _dates(body["schema"])
                ]
    return tuple(dict.fromkeys(found))


def _dates(
    schema: dict[str, Any], path: tuple[str, ...] = (), above: frozenset[str] = frozenset()
) -> Iterator[tuple[tuple[str, ...], str]]:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name not in above:
            yield from _dates(openapi_document()["components"]["schemas"][name], path, above | {name})
        return
    for alternative in (*schema.get("oneOf", ()), *schema.get("anyOf", ()), *schema.get("allOf", ())):
        yield from _dates(alternative, path, above)
    for name, inner in schema.get("properties", {}).items():
        yield from _dates(inner, (*path, name), above)
    if isinstance(schema.get("items"), dict):
        yield from _dates(schema["items"], (*path, "[]"), above)
    if schema.get("format") in ENDS:
        yield path, schema["format"]


def _body(path: tuple[str, ...], value: str | int) -> Any:
    for name in reversed(path):
        value = [value] if name == "[]" else {name: value}  # type: ignore[assignment]
    return value


def _named(path: tuple[str, ...]) -> str:
    return ".".join(path).replace(".[]", "[0]")


async def test_each_door_refuses_the_ends_of_the_calendar_by_name(client: Client, conn: Connection) -> None:
    await a_gateway(conn, token="gw_dates")
    callers = {
        "/api/v1/console/": (await a_staff(conn, owner=True)).headers,
        "/gateway/": {"Authorization": "Bearer gw_dates"},
        "/": await a_login(conn, await a_member(conn)),
    }
    cases = Cases()

    for door in doors():
        headers = next(one for begin, one in callers.items() if door.call.startswith(begin))
        for value in ENDS[door.kind]:
            with cases.case(f"{door.method} {door.call} {_named(door.path)} {value}"):
                call = re.sub(r"\{[^}]+\}", str(value) if door.place == "path" else "1", door.call)
                sent: dict[str, Any] = (
                    {"params": {door.path[0]: value}}
                    if door.place == "query"
                    else {"json": _body(door.path, value)}
                    if door.place == "body"
                    else {}
                )

                answer = await client.request(door.method, call, headers=headers, **sent)

                if door.call.startswith("/gateway/"):
                    # One clock that is off must not lose the use of all peers.
                    assert answer.status_code < 500, answer.text
                    continue
                assert answer.status_code == 422, answer.text
                assert _named(door.path) in [field["name"] for field in answer.json()["fields"]], answer.text

    cases.assert_right(at_least=120)


@pytest.mark.parametrize(
    "query",
    ["joinedFrom=0001-01-01T00:00:00Z", "joinedTo=9999-12-31T23:59:59Z", "joinedTo=2026-11-20T14:05:00"],
)
def test_filters_of_bulk_changes_and_exports_are_bounded_alike(query: str) -> None:
    with pytest.raises(InvalidFields):
        read_filters(MemberFilters, query)


async def test_ordinary_dates_pass(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "members.view")

    for moment in ("1900-01-01T00:00:00Z", "2026-11-20T14:05:00+09:00", "2199-12-31T23:59:59Z"):
        answer = await client.get(
            "/api/v1/console/members",
            params={"joinedFrom": moment, "joinedTo": moment},
            headers=staff.headers,
        )
        assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("at", ["0001-01-01 00:00", "9999-12-31 23:59", "9999-12-31 23:59:59"])
async def test_a_moment_in_words_is_bounded_alike(client: Client, conn: Connection, at: str) -> None:
    staff = await a_staff(conn, owner=True)

    await execute(conn, "UPDATE site_config SET officer_mail = 'officer@ieum.example'")

    answer = await desk.preview(client, staff, "addresses.who", None, address="203.0.113.7", at=at)

    assert (answer.status_code, answer.json()["fields"][0]["name"]) == (422, "at")


@pytest.mark.parametrize(
    "period", ["0001-01-01", "0001-01", "9999-12-31", "9999-12", "1899-12", "2200-01-01"]
)
async def test_a_period_of_use_is_bounded_alike(client: Client, conn: Connection, period: str) -> None:
    member = await a_member(conn)
    service = await a_service(conn, member)

    answer = await client.get(
        f"/api/v1/services/{service}/usage", params={"period": period}, headers=await a_login(conn, member)
    )

    assert (answer.status_code, answer.json()["fields"][0]["name"]) == (422, "period")

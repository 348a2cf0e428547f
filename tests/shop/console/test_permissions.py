"""Every call of the console, asked by everybody: what the OpenAPI document says of it is what is let in."""

import inspect
from functools import partial
from pathlib import Path

import pytest
from litestar import Litestar, post
from litestar.handlers import HTTPRouteHandler

from ieum.shop.console.actions import ACTIONS
from ieum.shop.console.routes import ROUTES
from ieum.shop.desk.access import Reader, reads
from ieum.shop.desk.access_queries import find_session
from ieum.shop.desk.acting import Act, hash_token
from ieum.shop.desk.permissions import GROUPS, LABELS, PERMISSIONS, Permission
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.kernel.http import Conn
from tests.cases import Cases
from tests.shop.builders.clients import HOME, a_client
from tests.shop.builders.console_calls import CONSOLE, DOORS, Call, console_calls
from tests.shop.builders.members import a_login, a_member, a_session
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import a_staff
from tests.shop.builders.sub_ids import a_sub_id
from tests.shop.builders.whole_shop import settings_of

# What a session alone allows. A call that is added without a permission of its own has to be thought about here.
OWN = {
    ("GET", f"{CONSOLE}session"),
    ("GET", f"{CONSOLE}permissions"),
    ("GET", f"{CONSOLE}approvals"),
    ("GET", f"{CONSOLE}approvals/{{id}}"),
    # The action's own permission is asked for, too: test_four_eyes.py.
    ("POST", f"{CONSOLE}approvals/{{id}}/confirmation"),
    ("POST", f"{CONSOLE}approvals/{{id}}/withdrawal"),
    # Says nothing about another's wish, and changes nothing of it.
    ("POST", f"{CONSOLE}approvals/{{id}}/seen"),
    ("GET", f"{CONSOLE}me/sessions"),
    ("DELETE", f"{CONSOLE}me/sessions/{{id}}"),
    ("GET", f"{CONSOLE}me/passkeys"),
    ("POST", f"{CONSOLE}me/passkeys/challenge"),
    ("POST", f"{CONSOLE}me/passkeys"),
    ("DELETE", f"{CONSOLE}me/passkeys/{{id}}"),
    ("PUT", f"{CONSOLE}me/password"),
    # One's own lists. To share a view is asked for by the service: test_views.py.
    ("GET", f"{CONSOLE}views"),
    ("POST", f"{CONSOLE}views"),
    ("PUT", f"{CONSOLE}views/{{id}}"),
    ("DELETE", f"{CONSOLE}views/{{id}}"),
    ("PUT", f"{CONSOLE}views/{{id}}/default"),
    ("DELETE", f"{CONSOLE}views/{{id}}/default"),
    # Each group of what is found asks for its own permission: test_search.py.
    ("GET", f"{CONSOLE}search"),
    ("GET", f"{CONSOLE}search/kept"),
    ("PUT", f"{CONSOLE}search/kept"),
    ("POST", f"{CONSOLE}search/reason"),
}
# Handlers that hold no transaction all the time; each begins its changes by `actor.transaction()`, which records them.
# One that asks for the database beside that is named here, because what it writes by it no record knows of.
# A change that calls out has the provider asked around its transaction, and hands the database to the rooms that do
# what its answer says: that is the provider's word, as when a job asks. A download only reads by it.
BESIDE = {
    "add_passkey",
    "change_password",
    "confirm",
    "download_export",
    # The hooks of changes that call out: what staff decide is noted by the press between them.
    "make_change",
    # It reads all tables of a month at one moment.
    "make_month",
    # They count before they ask, for all processes together.
    "send_test_mail",
    "send_test_sms",
    "test_identity",
    "test_toss",
}


def guarded_calls() -> list[Call]:
    return [call for call in console_calls() if not call.is_door]


def test_every_call_names_a_permission_or_is_a_door() -> None:
    calls = console_calls()
    without = {(call.method, call.path) for call in calls if call.permission is None}
    own = {(call.method, call.path) for call in calls if call.permission == "own"}

    assert without == DOORS
    assert own == OWN
    assert {call.permission for call in guarded_calls()} - {"own"} <= set(PERMISSIONS)
    assert {action.permission for action in ACTIONS.values()} <= set(PERMISSIONS)


async def test_a_call_lets_in_who_has_its_permission_and_nobody_else(
    client: Client, conn: Connection
) -> None:
    cases = Cases()

    for call in guarded_calls():
        with cases.case(call):
            async with conn.transaction(force_rollback=True):
                await _ask_as_everybody(client, conn, call)

    cases.assert_right(at_least=240)


async def _ask_as_everybody(client: Client, conn: Connection, call: Call) -> None:
    """Each with a session that has asked nothing before."""
    ask = partial(client.request, call.method, call.url, json={})
    member = await a_member(conn)
    unknown = [
        {},
        await a_login(conn, member),
        (await a_session(conn, member)).cookies,
        await a_login(conn, await a_sub_id(conn, member)),
        {"Cookie": "ieum_staff=nonsense"},
    ]
    others: list[Permission] = [name for name in PERMISSIONS if name != call.permission]
    without = await a_staff(conn, *others)
    only: tuple[Permission, ...] = () if call.permission == "own" else (call.permission,)
    may = await a_staff(conn, *only)

    strangers = [await ask(headers=headers | {"Origin": HOME}) for headers in unknown]
    refused, let_in = await ask(headers=without.headers), await ask(headers=may.headers)

    assert {(answer.status_code, answer.json()["code"]) for answer in strangers} == {
        (401, "staff_login_required")
    }
    if call.permission != "own":
        assert (refused.status_code, refused.json()["code"]) == (403, "permission_missing")
    assert let_in.status_code not in {401, 500}
    assert let_in.json().get("code") != "permission_missing"


def _handlers() -> list[HTTPRouteHandler]:
    return [route for route in ROUTES if isinstance(route, HTTPRouteHandler)]


def test_every_change_goes_through_the_record() -> None:
    """It asks for `act`, whose transaction does not end without a note, or for `actor`, which begins such ones."""
    unrecorded = [
        handler.handler_name
        for handler in _handlers()
        if not handler.http_methods <= {"GET", "HEAD"}
        and "permission" in handler.opt
        and "only_reads" not in handler.opt
        and not {"act", "actor"} & inspect.signature(handler.fn).parameters.keys()
    ]
    beside = {
        handler.handler_name
        for handler in _handlers()
        if "permission" in handler.opt
        and "only_reads" not in handler.opt
        and {"db", "conn", "outside"} & inspect.signature(handler.fn).parameters.keys()
        and not handler.http_methods <= {"GET", "HEAD"}
    }

    assert unrecorded == []
    assert beside == BESIDE


async def test_a_change_that_notes_nothing_cannot_be_committed(conn: Connection, tmp_path: Path) -> None:
    login = await a_staff(conn, owner=True)
    found = await find_session(conn, hash_token(login.token), address="127.0.0.1")
    assert found is not None
    act = Act(
        conn, found, settings=settings_of("postgresql://unread", tmp_path), request_id="", address="127.0.0.1"
    )

    with pytest.raises(RuntimeError, match="noted nothing"):
        await act.write()

    act.nothing_changed()
    await act.write()


def test_every_permission_has_a_name_and_a_group() -> None:
    assert set(LABELS) == set(PERMISSIONS)
    assert {name.partition(".")[0] for name in PERMISSIONS} <= set(GROUPS)


async def test_the_roles_that_come_with_the_shop_name_permissions_that_there_are(conn: Connection) -> None:
    named = await fetch_all(conn, str, "SELECT DISTINCT unnest(permissions) FROM staff_roles")

    assert set(named) <= set(PERMISSIONS)


async def test_the_database_refuses_a_change_to_what_only_reads(conn: Connection, app: Litestar) -> None:
    """A preview is a POST with a connection; were it to write, no record would know."""

    @post("/a-writing-preview", **reads("staff.view"))
    async def writes(conn: Conn, staff: Reader) -> None:
        await execute(conn, "UPDATE staff SET name = 'X' WHERE id = %(id)s", id=staff.id)

    small = Litestar([writes], state=app.state, request_class=app.request_class, logging_config=None)
    login = await a_staff(conn, "staff.view")

    answer = await a_client(small).post("/a-writing-preview", headers=login.headers)

    assert answer.status_code == 500
    assert await fetch_one(conn, str, "SELECT name FROM staff WHERE id = %(id)s", id=login.staff) != "X"

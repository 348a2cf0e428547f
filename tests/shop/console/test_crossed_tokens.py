"""Tokens at the wrong door, and requests of other sites: every call of the document, asked by whoever should not."""

import json
from typing import Any

from ieum.shop.kernel.db import Connection, fetch_all, fetch_one
from ieum.shop.kernel.http import SAFE_METHODS
from tests.cases import Cases
from tests.shop.builders.clients import HOME
from tests.shop.builders.console_calls import CONSOLE, console_calls, every_call
from tests.shop.builders.members import a_member, a_session
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import a_staff

EVIL = "https://evil.example"
# These ask for a password, a code or a card's key, and answer 401 where that is wrong.
LOGINS = {
    "POST /api/login",
    "POST /api/v1/login/passkey",
    "POST /api/v1/login/second-factor",
}
# What browsers send with a request that a page of somebody else makes. A form of an old browser names nothing.
FOREIGN: dict[str, dict[str, str]] = {
    "another site": {"Origin": EVIL, "Sec-Fetch-Site": "cross-site"},
    "a neighbour": {"Origin": "http://evil.testserver.local", "Sec-Fetch-Site": "same-site"},
    "a sandboxed frame": {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
    "an old browser": {"Origin": EVIL},
    "an old sandboxed frame": {"Origin": "null"},
    "no origin": {"Sec-Fetch-Site": "cross-site"},
    "another port": {"Origin": f"{HOME}:8443"},
    "a longer name": {"Origin": f"{HOME}.evil.example"},
    "a name before": {"Origin": "http://testserver.local@evil.example"},
    "no address": {"Origin": "http://["},
    "nothing": {},
}
# What fits them, so that it is the sender that is wrong and not what was sent.
DOOR_BODIES: dict[str, dict[str, Any]] = {
    "session": {"email": "a@ieum.example", "password": "x", "code": "000000"},
    "session/passkey": {"challengeId": "00000000-0000-4000-8000-000000000000", "credential": {}},
    "invitations/look-up": {"token": "x"},
    "invitations/acceptance": {"token": "x", "password": "bluer-than-2-skies", "code": "000000"},
}
# What a page may send without asking us first (the Fetch standard's simple requests).
SIMPLE = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x")


async def test_no_token_of_the_shop_opens_the_console_however_it_is_presented(
    client: Client, conn: Connection
) -> None:
    session = await a_session(conn, await a_member(conn))
    staff = await a_staff(conn, owner=True)
    presented: list[dict[str, str]] = [
        session.headers,
        session.headers | session.cookies,
        {"etis-rt": session.refresh},
        # In the other's place.
        {"Cookie": f"ieum_staff={session.access}"},
        {"Cookie": f"ieum_staff={session.refresh}"},
        # A right one where the console does not look.
        {"Authorization": f"Bearer {staff.token}"},
        {"etis-rt": staff.token},
        {"Cookie": f"ieum_at={staff.token}; ieum_rt={staff.token}"},
        {"Cookie": f"IEUM_STAFF={staff.token}"},
        {"Cookie": f"__Host-ieum_staff={staff.token}"},
    ]
    cases = Cases()

    for call in console_calls():
        if call.is_door:
            continue
        with cases.case(call):
            async with conn.transaction(force_rollback=True):
                answers = [
                    await client.request(call.method, call.url, json={}, headers=headers | {"Origin": HOME})
                    for headers in presented
                ]

            assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {
                (401, "staff_login_required")
            }

    cases.assert_right(at_least=240)


async def test_a_session_of_staff_is_nobody_to_the_calls_of_members(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, owner=True)
    presented = [
        staff.headers,
        {"Authorization": f"Bearer {staff.token}", "etis-rt": staff.token},
        {"Cookie": f"ieum_at={staff.token}; ieum_rt={staff.token}"},
    ]
    cases = Cases()

    for call in every_call():
        # Of gateways' calls the token is another one again.
        if call.path.startswith((CONSOLE, "/gateway/")) or "401" not in call.answers:
            continue
        with cases.case(call):
            async with conn.transaction(force_rollback=True):
                answers = [
                    await client.request(call.method, call.url, json={}, headers=headers | {"Origin": HOME})
                    for headers in presented
                ]

            refused = {422} if str(call) in LOGINS else {401}
            assert {answer.status_code for answer in answers} == refused, [answer.text for answer in answers]

    cases.assert_right(at_least=100)


async def test_what_a_page_of_another_site_sends_with_the_cookie_of_staff_is_refused(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, owner=True)
    cookie = {"Cookie": staff.headers["Cookie"]}
    cases = Cases()

    for call in console_calls():
        if call.method in SAFE_METHODS:
            continue
        body = DOOR_BODIES.get(call.path.removeprefix(CONSOLE), {})
        with cases.case(call):
            async with conn.transaction(force_rollback=True):
                as_json = {
                    name: await client.request(call.method, call.url, json=body, headers=cookie | foreign)
                    for name, foreign in FOREIGN.items()
                }
                simple = [
                    await client.request(
                        call.method,
                        call.url,
                        content=json.dumps(body).encode(),
                        headers=cookie | foreign | {"Content-Type": kind},
                    )
                    for kind in SIMPLE
                    for foreign in (FOREIGN["another site"], FOREIGN["a sandboxed frame"], FOREIGN["nothing"])
                ]
                recorded = await fetch_one(conn, int, "SELECT count(*) FROM staff_record")
                open_sessions = await fetch_all(
                    conn, int, "SELECT id FROM staff_sessions WHERE ended_at IS NULL"
                )

            assert {name: answer.json()["code"] for name, answer in as_json.items()} == dict.fromkeys(
                FOREIGN, "cross_site_request"
            )
            assert {answer.json()["code"] for answer in simple} <= {"cross_site_request", "not_json"}
            assert recorded == 0
            assert open_sessions == [staff.session]

    cases.assert_right(at_least=160)

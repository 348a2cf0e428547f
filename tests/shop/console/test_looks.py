"""Staff who see the shop as a member does: what they see, what ends it, and who is told."""

import re
from datetime import timedelta
from typing import Any

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute

from ieum.shop.desk.permissions import Permission
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.members import erasure
from ieum.shop.members.desk.rules import NEEDED_TO_LOOK
from ieum.shop.members.types import MemberId
from tests.shop.builders.clients import HOME
from tests.shop.builders.desk import press
from tests.shop.builders.looks import a_looker
from tests.shop.builders.members import PASSWORD_HASH, a_member, a_session
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client, Headers
from tests.shop.builders.staff import Login, a_staff
from tests.shop.builders.sub_ids import a_sub_id

MEMBERS = "/api/v1/console/members"
REASON = {"reason": "결제 화면이 안 보인다는 문의"}


async def who(client: Client, headers: Headers) -> str | None:
    """Whose pages the shop shows with these cookies."""
    answer = await client.get("/api/v1/member", headers=headers)
    return answer.json()["data"]["mberId"] if answer.status_code == 200 else None


async def begin(client: Client, staff: Login, member: MemberId) -> Any:
    return await client.post(f"{MEMBERS}/{member}/look", json=REASON, headers=staff.headers)


async def look(client: Client, staff: Login, member: MemberId) -> Headers:
    """The headers of the staff's browser, which has their own cookie, too."""
    answer = await begin(client, staff, member)
    assert answer.status_code == 200, answer.text
    set_cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in set_cookie
    client.cookies.clear()
    return {"Cookie": f"{set_cookie.partition(';')[0]}; ieum_staff={staff.token}", "Origin": HOME}


async def test_the_shop_shows_what_the_member_sees_and_says_until_when(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn, login_id="hongkildong", points=700)
    service = await a_service(conn, member)
    headers = await look(client, await a_looker(conn), member)

    info = (await client.get("/api/v1/member", headers=headers)).json()["data"]

    left = await fetch_one(conn, timedelta, "SELECT %(until)s::timestamptz - now()", until=info["lookUntil"])
    assert (info["mberId"], info["point"]) == ("hongkildong", 700)
    assert timedelta(minutes=29) < left <= timedelta(minutes=30)
    assert (await client.get(f"/api/v1/services/{service}", headers=headers)).status_code == 200
    # No token of the member's comes with it, so nothing is left of it when it is over.
    assert await fetch_all(conn, int, "SELECT id FROM login_sessions") == []


async def test_other_members_are_as_far_away_as_for_the_member(client: Client, conn: Connection) -> None:
    other = await a_service(conn, await a_member(conn))
    headers = await look(client, await a_looker(conn), await a_member(conn))

    assert (await client.get(f"/api/v1/services/{other}", headers=headers)).status_code == 404


async def test_who_may_not_see_each_of_it_in_the_console_does_not_see_it_so(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn)

    refused: list[Permission] = []
    for missing in NEEDED_TO_LOOK:
        others: list[Permission] = [one for one in NEEDED_TO_LOOK if one != missing]
        staff = await a_staff(conn, *others)
        if (await begin(client, staff, member)).json()["code"] == "permission_missing":
            refused.append(missing)

    assert tuple(refused) == NEEDED_TO_LOOK
    assert await fetch_all(conn, int, "SELECT id FROM member_looks") == []


@pytest.mark.parametrize(
    ("whose", "code"),
    [
        ("nobody", "member_not_found"),
        ("left", "member_has_left"),
        ("blocked", "member_is_blocked"),
        ("sub-id", "not_for_sub_ids"),
    ],
)
async def test_there_is_nothing_to_look_at_of(
    client: Client, conn: Connection, whose: str, code: str
) -> None:
    member = await a_member(conn)
    if whose == "sub-id":
        member = await a_sub_id(conn, member)
    elif whose == "nobody":
        member = MemberId(2**40)
    elif whose == "blocked":
        await execute(conn, "UPDATE members SET blocked_at = now()")
    else:
        await erasure.destroy_profile(conn, member, b"h" * 32)

    answer = await begin(client, await a_looker(conn), member)

    assert answer.json()["code"] == code


@pytest.mark.parametrize(
    "how",
    [
        "time",
        "own logout",
        "removed",
        "role",
        "network",
        "member ends sessions",
        "staff end sessions",
        "blocked",
    ],
)
async def test_a_look_is_over_at_once(client: Client, conn: Connection, how: str) -> None:
    member = await a_member(conn)
    session = await a_session(conn, member)
    staff = await a_looker(conn)
    headers = await look(client, staff, member)
    assert await who(client, headers) is not None

    desk = await a_staff(conn, "members.sessions", "members.block")
    match how:
        case "time":
            await execute(
                conn,
                "UPDATE member_looks SET started_at = now() - interval '31 minutes', "
                "expires_at = now() - interval '1 minute'",
            )
        case "own logout":
            ended = await client.delete("/api/v1/console/session", headers=headers)
            assert ended.status_code == 200, ended.text
        case "removed":
            await execute(
                conn,
                """
                UPDATE staff SET removed_at = now(), password_hash = NULL, totp_secret = NULL WHERE id = %(staff)s
                """,
                staff=staff.staff,
            )
        case "role":
            await execute(
                conn,
                "UPDATE staff_roles SET permissions = array_remove(permissions, 'orders.view') WHERE id = %(role)s",
                role=staff.role,
            )
        case "network":
            await execute(conn, "INSERT INTO staff_networks VALUES ('198.51.100.0/24')")
        case "member ends sessions":
            await client.post("/api/v1/member/sessions/end-others", headers=session.headers)
        case "staff end sessions":
            await press(client, desk, "members.sessions", member)
        case _:
            await press(client, desk, "members.block", member)
            await execute(conn, "UPDATE members SET blocked_at = NULL")

    assert await who(client, headers) is None
    # A press on a page that is still open does not go to whoever else this browser is logged in as.
    late = await client.post("/api/v1/orders/quote", json={"planId": 1, "months": 1}, headers=headers)
    assert (late.status_code, late.json()["code"]) == (403, "look_over")


async def test_the_member_and_the_console_are_told(client: Client, conn: Connection) -> None:
    member = await a_member(conn, login_id="hongkildong", password_hash=PASSWORD_HASH)
    staff = await a_looker(conn)
    await look(client, staff, member)

    told = await client.get("/api/v1/member/looks", headers=(await a_session(conn, member)).headers)
    moments = await client.get(f"{MEMBERS}/{member}/moments?kind=staff", headers=staff.headers)
    noted = await fetch_one(
        conn, str, "SELECT concat_ws('|', action, object_kind, object_id, reason) FROM staff_record"
    )

    role = await fetch_one(conn, str, "SELECT name FROM staff_roles WHERE id = %(role)s", role=staff.role)
    assert [one["role"] for one in told.json()["data"]] == [role]
    assert noted == f"members.look_as|member|{member}|{REASON['reason']}"
    assert [one["title"] for one in moments.json()["data"]["items"]] == ["회원 화면으로 보기"]


async def test_a_second_look_takes_the_place_of_the_first(client: Client, conn: Connection) -> None:
    staff = await a_looker(conn)
    first = await look(client, staff, await a_member(conn, login_id="first_one"))
    second = await look(client, staff, await a_member(conn, login_id="second_one"))

    assert await who(client, first) is None
    assert await who(client, second) == "second_one"


async def test_every_change_there_is_is_refused_before_it_is_looked_at(
    client: Client, conn: Connection, shared_app: Litestar
) -> None:
    """Of the table of all routes, so that a new one is refused without anybody having thought of it."""
    headers = await look(client, await a_looker(conn), await a_member(conn))
    changes = [
        (str(method), route.path)
        for route in shared_app.routes
        if isinstance(route, HTTPRoute) and not route.path.startswith(("/api/v1/console/", "/gateway/"))
        for method in route.methods
        if method not in {"GET", "HEAD", "OPTIONS"} and route.path != "/api/v1/look/end"
    ]
    assert len(changes) > 80

    let_in: list[tuple[str, str, str]] = []
    for method, template in changes:
        path = template.replace("{verification_id:uuid}", "00000000-0000-0000-0000-000000000000")
        path = re.sub(r"{[a-z_]+:[a-z]+}", "1", path)
        answer = await client.request(method, path, json={}, headers=headers)
        if (answer.status_code, answer.json().get("code")) != (403, "look_reads_only"):
            let_in.append((method, path, answer.text[:80]))

    assert let_in == []

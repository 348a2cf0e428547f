"""Who gets into the console, and who does not."""

import asyncio
from base64 import b32decode
from datetime import timedelta
from typing import Any

from ieum.shop.console.login import invitations
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.kernel.settings import Settings
from tests.shop.builders.clients import HOME
from tests.shop.builders.desk import body_of, path_of, press, press_unseen, preview
from tests.shop.builders.locks import until_so_many_wait_for_locks
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.staff import PASSWORD, Login, a_role, a_staff, code

AT_HOME = {"Origin": HOME}
SESSION = "/api/v1/console/session"


async def log_in(client: Client, login: Login, **other: Any) -> Any:
    form = {"email": login.email, "password": PASSWORD, "code": code()} | other
    return await client.post(SESSION, json=form, headers=AT_HOME)


async def test_a_password_and_a_code_open_the_console(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, "orders.view")

    answer = await log_in(client, login)

    assert answer.status_code == 200
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    me = await client.get(SESSION, headers={"Cookie": cookie.partition(";")[0]})
    assert me.json()["data"]["permissions"] == ["orders.view"]
    assert await fetch_all(conn, str, "SELECT action FROM staff_record ORDER BY index") == ["session.begin"]


async def test_whatever_is_wrong_the_answer_is_the_same(client: Client, conn: Connection) -> None:
    login = await a_staff(conn)

    answers = [
        await log_in(client, login, password="wrong"),
        await log_in(client, login, code="000000"),
        await log_in(client, login, email="nobody@ieum.example"),
        await log_in(client, login, email="no\0body@ieum.example"),
    ]

    assert {(answer.status_code, answer.text) for answer in answers} == {(401, answers[0].text)}


async def test_a_code_works_once(client: Client, conn: Connection) -> None:
    login = await a_staff(conn)

    first, second = await log_in(client, login), await log_in(client, login)

    assert (first.status_code, second.status_code) == (200, 401)


async def test_a_session_is_over_after_half_an_hour_without_use(client: Client, conn: Connection) -> None:
    fresh = await a_staff(conn, idle=timedelta(minutes=29))
    idle = await a_staff(conn, idle=timedelta(minutes=31))

    used, unused = (
        await client.get(SESSION, headers=fresh.headers),
        await client.get(SESSION, headers=idle.headers),
    )

    assert (used.status_code, unused.status_code) == (200, 401)
    assert unused.json()["code"] == "staff_login_required"
    seconds = await fetch_one(
        conn,
        float,
        "SELECT extract(epoch FROM now() - seen_at)::float8 FROM staff_sessions WHERE id = %(id)s",
        id=fresh.session,
    )
    assert seconds < 60


async def test_what_a_page_asks_by_itself_keeps_no_session_alive(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, idle=timedelta(minutes=29))

    await client.get(SESSION, headers=login.headers | {"X-Quiet": "1"})

    seconds = await fetch_one(
        conn, float, "SELECT extract(epoch FROM now() - seen_at)::float8 FROM staff_sessions"
    )
    assert seconds > 1700


async def test_a_session_is_over_after_twelve_hours_whatever_is_done(
    client: Client, conn: Connection
) -> None:
    login = await a_staff(conn)
    await execute(conn, "UPDATE staff_sessions SET started_at = now() - interval '12 hours 1 second'")

    answer = await client.get(SESSION, headers=login.headers)

    assert answer.status_code == 401


async def test_a_members_login_opens_nothing_here_and_the_other_way(client: Client, conn: Connection) -> None:
    member, staff = await a_login(conn, await a_member(conn)), await a_staff(conn, owner=True)

    here = await client.get(SESSION, headers=member)
    there = await client.get("/api/v1/member", headers=staff.headers)

    assert (here.status_code, there.status_code) == (401, 401)


async def test_a_change_from_another_site_is_refused(client: Client, conn: Connection) -> None:
    login = await a_staff(conn, owner=True)

    elsewhere = login.headers | {"Origin": "https://evil.example"}
    answer, without = [
        await press_unseen(client, headers, "staff.networks", "console", networks=None)
        for headers in (elsewhere, {"Cookie": login.headers["Cookie"]})
    ]

    assert [answer.json()["code"], without.json()["code"]] == ["cross_site_request"] * 2
    assert answer.headers["x-request-id"]


async def test_a_list_of_networks_shuts_others_out_but_not_who_writes_it(
    client: Client, conn: Connection
) -> None:
    login, colleague = await a_staff(conn, owner=True), await a_staff(conn)

    name, console = "staff.networks", "console"
    refused = await press(client, login, name, console, networks="203.0.113.0/24")
    wrong = await preview(client, login, name, console, networks="nonsense")
    taken = await press(client, login, name, console, networks=" 127.0.0.0/8\n")

    assert [refused.json()["code"], wrong.json()["code"]] == ["locks_you_out", "invalid_fields"]
    assert taken.status_code == 200
    assert await fetch_all(conn, str, "SELECT network::text FROM staff_networks") == ["127.0.0.0/8"]
    noted = "SELECT before::text || after::text FROM staff_record WHERE action = 'staff.networks'"
    assert await fetch_all(conn, str, noted) == ['{"networks": []}{"networks": ["127.0.0.0/8"]}']
    told = await fetch_all(
        conn, str, "SELECT recipient FROM messages WHERE reference LIKE 'staff-networks:%%'"
    )
    assert {login.email, colleague.email} <= set(told)
    await execute(conn, "UPDATE staff_networks SET network = '203.0.113.0/24'")
    outside = [await client.get(SESSION, headers=login.headers), await log_in(client, login)]
    assert [answer.json()["code"] for answer in outside] == ["network_not_allowed"] * 2


async def test_of_two_lists_that_are_written_at_once_the_second_is_shown_the_first(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        both = [await a_staff(conn, owner=True) for _ in range(2)]
    name, console = "staff.networks", "console"
    bodies = [await body_of(shop.client, by, name, console, networks="127.0.0.0/8") for by in both]

    async with shop.db.transaction() as holder:
        await holder.execute("LOCK TABLE staff_networks IN SHARE ROW EXCLUSIVE MODE")
        pressed = [
            asyncio.create_task(shop.client.post(path_of(name), json=body, headers=by.headers))
            for by, body in zip(both, bodies, strict=True)
        ]
        await until_so_many_wait_for_locks(shop.db, 2)
    answers = await asyncio.gather(*pressed)

    assert sorted(answer.status_code for answer in answers) == [200, 409]


async def test_only_an_owner_says_from_where_the_console_answers(client: Client, conn: Connection) -> None:
    """Whoever changes staff could shut the owners out, by a list with nothing but their own network in it."""
    await a_staff(conn, owner=True)
    clerk = await a_staff(conn, "staff.view", "staff.change")

    answer = await preview(client, clerk, "staff.networks", "console", networks="127.0.0.1/32")

    assert (answer.status_code, answer.json()["code"]) == (403, "more_than_own")
    assert await fetch_one(conn, int, "SELECT count(*) FROM staff_networks") == 0


async def test_a_role_that_allows_more_than_ones_own_is_not_deleted(client: Client, conn: Connection) -> None:
    clerk = await a_staff(conn, "roles.change")
    role = await a_role(conn, ["orders.refund"])

    answer = await preview(client, clerk, "roles.delete", role)

    assert (answer.status_code, answer.json()["code"]) == (403, "more_than_own")


async def test_an_invitation_sets_both_factors_once(
    client: Client, conn: Connection, settings: Settings
) -> None:
    owner, invited = await a_staff(conn, owner=True), await a_staff(conn)
    await execute(
        conn,
        "UPDATE staff SET password_hash = NULL, totp_secret = NULL WHERE id = %(id)s",
        id=invited.staff,
    )
    made = await invitations.make(conn, invited.staff, made_by=owner.staff, settings=settings)
    token = made.url.partition("#")[2]

    async def ask(path: str, **form: str) -> Any:
        return await client.post(
            f"/api/v1/console/invitations/{path}", json={"token": token, **form}, headers=AT_HOME
        )

    shown, again = await ask("look-up"), await ask("look-up")
    assert shown.json() == again.json()
    step = code(secret=_decoded(shown.json()["data"]["secret"]))
    weak = await ask("acceptance", password="1234", code=step)
    own = await ask("acceptance", password=f"{invited.email.partition('@')[0].title()}-is-2-me", code=step)
    wrong = await ask("acceptance", password="bluer-than-2-skies", code="000000")
    taken = await ask("acceptance", password="bluer-than-2-skies", code=step)
    second = await ask("acceptance", password="bluer-than-2-skies", code=step)

    assert [weak.status_code, wrong.json()["code"]] == [422, "staff_code_wrong"]
    # Staff log in by mail address: they have neither the id nor the telephone number that members are told of.
    assert [field["detail"] for field in own.json()["fields"]] == [
        "비밀번호에 이메일 주소의 @ 앞부분을 넣을 수 없습니다."
    ]
    assert len(taken.json()["data"]["recoveryCodes"]) == 10
    assert second.json()["code"] == "invitation_not_found"
    session = taken.headers["set-cookie"].partition(";")[0]
    assert (await client.get(SESSION, headers={"Cookie": session})).status_code == 200
    recovered = await log_in(
        client,
        invited,
        password="bluer-than-2-skies",
        code=taken.json()["data"]["recoveryCodes"][0],
    )
    assert recovered.status_code == 200


async def test_somebody_who_is_removed_is_out_at_once(client: Client, conn: Connection) -> None:
    owner, other = await a_staff(conn, owner=True), await a_staff(conn, "staff.view")

    gone = await press(client, owner, "staff.remove", other.staff)
    answer = await client.get(SESSION, headers=other.headers)
    again = await log_in(client, other)

    assert (gone.status_code, answer.status_code, again.status_code) == (200, 401, 401)


async def test_the_last_owner_stays(client: Client, conn: Connection) -> None:
    owner = await a_staff(conn, owner=True)

    answer = await press(client, owner, "staff.remove", owner.staff)

    assert answer.json()["code"] == "owner_needed"


async def test_a_token_that_was_planted_in_a_browser_becomes_nobodys_session(
    client: Client, conn: Connection
) -> None:
    login = await a_staff(conn)

    answer = await client.post(
        SESSION,
        json={"email": login.email, "password": PASSWORD, "code": code()},
        headers=AT_HOME | {"Cookie": f"ieum_staff={login.token}"},
    )

    assert login.token not in answer.headers["set-cookie"]
    assert (await client.get(SESSION, headers=login.headers)).status_code == 401


def _decoded(secret: str) -> bytes:
    return b32decode(secret)

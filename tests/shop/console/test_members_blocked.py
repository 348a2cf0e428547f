"""Members who are kept out, logged out, or whose second factor is reset."""

import asyncio
from typing import Any

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.members import queries as members
from ieum.shop.members.types import MemberId
from tests.shop.builders.desk import body_of, path_of, press, preview
from tests.shop.builders.locks import until_so_many_wait_for_locks
from tests.shop.builders.members import EXPIRED, PASSWORD, PASSWORD_HASH, a_member, a_passkey, a_session
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.staff import a_staff
from tests.shop.builders.sub_ids import a_sub_id
from tests.shop.builders.subscriptions import subscribed


async def log_in(client: Client, login_id: str) -> Any:
    return await client.post("/api/login", json={"mberId": login_id, "mberPw": PASSWORD})


async def a_login_id(conn: Connection, login_id: str) -> MemberId:
    return await a_member(conn, login_id=login_id, password_hash=PASSWORD_HASH)


async def test_who_is_blocked_is_out_at_once_and_cannot_come_back(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "members.block")
    member = await a_login_id(conn, "hongkildong")
    fresh, old = await a_session(conn, member), await a_session(conn, member, access_age=EXPIRED)

    answer = await press(client, staff, "members.block", member)

    assert answer.status_code == 200
    by_access = await client.get("/api/v1/member/points", headers=fresh.headers)
    by_refresh = await client.get("/api/v1/member/points", headers=old.headers)
    again = await log_in(client, "hongkildong")
    wrong = await client.post("/api/login", json={"mberId": "hongkildong", "mberPw": "something-else-1"})
    assert (by_access.status_code, by_refresh.status_code) == (401, 401)
    assert (again.status_code, again.json()["code"]) == (403, "member_blocked")
    # Only whoever has the password learns of it.
    assert wrong.json()["code"] == "login_failed"


async def test_a_session_that_is_left_over_is_not_refreshed_for_who_is_blocked(
    client: Client, conn: Connection
) -> None:
    member = await a_login_id(conn, "hongkildong")
    session = await a_session(conn, member, access_age=EXPIRED)
    await execute(conn, "UPDATE members SET blocked_at = now() WHERE id = %(member)s", member=member)

    answer = await client.get("/api/v1/member/points", headers=session.headers)

    assert answer.status_code == 401
    assert "etis-rt" not in answer.headers


async def test_sub_ids_are_kept_out_with_their_owner_and_let_in_again_with_them(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "members.block")
    member = await a_login_id(conn, "hongkildong")
    sub_id = await a_sub_id(conn, member, login_id="desk_one")
    session = await a_session(conn, sub_id)

    await press(client, staff, "members.block", member)
    kept_out = await log_in(client, "desk_one")
    seen = await client.get("/api/v1/member", headers=session.headers)
    await press(client, staff, "members.unblock", member)

    assert kept_out.json()["code"] == "member_blocked"
    assert seen.status_code == 401
    assert (await log_in(client, "desk_one")).status_code == 200
    assert (await log_in(client, "hongkildong")).status_code == 200


async def test_a_block_that_stops_no_charge_counts_nothing(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "members.block")
    member = await a_login_id(conn, "hongkildong")

    answer = await preview(client, staff, "members.block", member)

    assert (answer.json()["data"]["count"], answer.json()["data"]["amount"]) == (None, None)


async def test_a_block_stops_what_would_be_charged_and_tells_the_member(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "members.block")
    one = await subscribed(conn)

    shown = (await preview(client, staff, "members.block", one.member)).json()["data"]
    await press(client, staff, "members.block", one.member)

    assert (shown["count"], shown["amount"]) == (1, 33_000)
    stopped = await fetch_one(
        conn,
        str,
        "SELECT state || ' ' || (stop_requested_at IS NOT NULL) FROM subscriptions WHERE id = %(id)s",
        id=one.id,
    )
    assert stopped == "active true"
    mails = await fetch_all(conn, str, "SELECT body FROM messages WHERE member_id = %(m)s", m=one.member)
    assert len(mails) == 1
    assert "정기결제 1건은 더 이상 결제되지 않습니다" in mails[0]
    assert "고객 요청" not in mails[0]
    record = await fetch_one(
        conn, str, "SELECT concat_ws('|', action, reason, before::text, after::text) FROM staff_record"
    )
    after = '{"blocked": true, "endedSessions": 0, "stoppedSubscriptions": 1}'
    assert record == f'members.block|고객 요청|{{"blocked": false}}|{after}'


async def test_nobody_is_blocked_twice(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "members.block")
    member = await a_login_id(conn, "hongkildong")
    bodies = [await body_of(client, staff, "members.block", member) for _ in range(2)]

    first, second = [
        await client.post(path_of("members.block"), json=body, headers=staff.headers) for body in bodies
    ]

    assert (first.status_code, second.status_code) == (200, 409)
    assert second.json()["detail"] == "이미 차단한 회원입니다."
    assert await fetch_one(conn, int, "SELECT count(*) FROM staff_record") == 1


async def test_of_two_who_block_at_once_one_is_told_and_the_member_hears_of_it_once(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        both = [await a_staff(conn, "members.block") for _ in range(2)]
        member = await a_login_id(conn, "hongkildong")

    async with shop.db.transaction() as holder:
        await members.lock_row(holder, member)
        pressed = [asyncio.create_task(press(shop.client, staff, "members.block", member)) for staff in both]
        await until_so_many_wait_for_locks(shop.db, 2)
    answers = await asyncio.gather(*pressed)

    assert sorted(str(answer.json().get("code")) for answer in answers) == ["None", "member_already_blocked"]
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM messages") == 1
        assert await fetch_one(conn, int, "SELECT count(*) FROM staff_record") == 1


async def test_a_login_at_the_same_moment_does_not_slip_past_a_block(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        staff = await a_staff(conn, "members.block")
        member = await a_login_id(conn, "hongkildong")

    async with shop.db.transaction() as holder:
        await members.lock_row(holder, member)
        blocking = asyncio.create_task(press(shop.client, staff, "members.block", member))
        await until_so_many_wait_for_locks(shop.db, 1)
        login = asyncio.create_task(log_in(shop.client, "hongkildong"))
        await until_so_many_wait_for_locks(shop.db, 2)
    await asyncio.gather(blocking, login)

    async with shop.db.connection() as conn:
        alive = await fetch_one(conn, int, "SELECT count(*) FROM login_sessions WHERE ended_at IS NULL")
    assert alive == 0


async def test_a_member_is_logged_out_everywhere(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "members.sessions")
    member = await a_member(conn)
    sessions = [await a_session(conn, member) for _ in range(2)]

    answer = await press(client, staff, "members.sessions", member)

    assert answer.status_code == 200
    assert [
        (await client.get("/api/v1/member", headers=session.headers)).status_code for session in sessions
    ] == [401, 401]
    assert await fetch_one(conn, str, "SELECT after->>'endedSessions' FROM staff_record") == "2"


async def test_a_second_factor_is_reset_by_two_people_and_the_member_hears_of_it(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "members.reset_factors")
    second = await a_staff(conn, "members.reset_factors", "approvals.confirm")
    member = await a_login_id(conn, "hongkildong")
    await a_passkey(conn, member)
    await execute(
        conn,
        "INSERT INTO totp_secrets (member_id, sealed_secret, confirmed_at) VALUES (%(member)s, 'x', now())",
        member=member,
    )
    session = await a_session(conn, member)

    asked = await press(client, staff, "members.reset_factors", member)
    before = await log_in(client, "hongkildong")
    wish = asked.json()["data"]
    await client.post(
        f"/api/v1/console/approvals/{wish['approvalId']}/confirmation",
        json={"digest": wish["preview"]["digest"]},
        headers=second.headers,
    )

    assert (asked.status_code, before.json()["code"]) == (202, "second_factor_required")
    noted = await fetch_one(
        conn,
        str,
        "SELECT before::text || after::text FROM staff_record WHERE action = 'members.reset_factors'",
    )
    assert noted == '{"secondFactor": true}{"secondFactor": false, "endedSessions": 1}'
    assert (await client.get("/api/v1/member", headers=session.headers)).status_code == 401
    assert (await log_in(client, "hongkildong")).status_code == 200
    assert await fetch_one(conn, int, "SELECT count(*) FROM passkeys") == 1
    assert "2단계 인증이 초기화" in await fetch_one(
        conn, str, "SELECT subject FROM messages WHERE member_id = %(member)s", member=member
    )


async def test_there_is_nothing_to_reset_without_a_second_factor(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "members.reset_factors")
    member = await a_member(conn)

    answer = await preview(client, staff, "members.reset_factors", member)

    assert (answer.json()["code"], answer.json()["detail"]) == ("change_stays", "2단계 인증을 쓰지 않습니다.")

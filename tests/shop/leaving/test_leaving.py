"""Leaving the shop: what it asks for, what it destroys, what the law keeps and for how long."""

from datetime import timedelta
from typing import Any

import httpx
import pytest
from psycopg.errors import CheckViolation, RestrictViolation

from ieum.shop.checkout import look_up
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.leaving import jobs
from ieum.shop.members import queries as members
from ieum.shop.members import rules
from ieum.shop.payments.toss import TossClient
from ieum.shop.refunds import queries as refunds
from ieum.shop.refunds import returning
from tests.conftest import RollingBack
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import (
    PASSWORD,
    SIGN_UP_AGREEMENTS,
    Account,
    a_member,
    a_session,
    an_account,
    change,
    leave,
    refusal,
)
from tests.shop.builders.messages import outbox
from tests.shop.builders.orders import place, stock_of
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.purchases import received
from tests.shop.builders.secrets import KEY, SEALER
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.wire import Wire
from tests.shop.builders.worker import context_of, run_jobs

OVER = timedelta(days=-40)


async def preview(client: Client, account: Account) -> dict[str, Any]:
    answer = await client.get("/api/v1/member/leaving", headers=account.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def a_past_service(conn: Connection, account: Account, *, years_ago: int = 0) -> None:
    """One month that is over, so many years ago."""
    starts = OVER - timedelta(days=366 * years_ago)
    await a_service(conn, account.member, starts=starts)
    await execute(conn, "UPDATE services SET state = 'expired', closed_at = ends_at")
    await execute(
        conn,
        "UPDATE orders SET created_at = created_at + %(by)s, paid_at = paid_at + %(by)s",
        by=starts,
    )


async def places_that_name(conn: Connection, *words: str) -> set[str]:
    """Every table of the shop that has one of these words in one of its rows."""
    tables = await fetch_all(
        conn,
        str,
        """
        SELECT table_name::text FROM information_schema.tables
         WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT LIKE '%%yoyo%%'
        """,
    )
    found: set[str] = set()
    for table in tables:
        for word in words:
            cursor = await conn.execute(
                f"SELECT 1 FROM {table} t WHERE strpos(t::text, %(word)s) > 0 LIMIT 1".encode(),
                {"word": word},
            )
            if await cursor.fetchone():
                found.add(table)
    return found


async def test_the_page_before_leaving_shows_what_is_lost(client: Client, conn: Connection) -> None:
    account = await an_account(conn, points=3_000)

    data = await preview(client, account)

    assert set(data) == {"mayLeave", "servicesInUse", "point", "ipTicket", "kept", "destroyed"}
    assert (data["mayLeave"], data["servicesInUse"], data["point"], data["ipTicket"]) == (True, 0, 3_000, 0)
    assert all(set(kept) == {"what", "howLong", "basis"} and all(kept.values()) for kept in data["kept"])
    assert {kept["howLong"] for kept in data["kept"]} >= {"5년", "3년", "12개월", "1년"}
    assert any("포인트" in one for one in data["destroyed"])


async def test_a_member_who_left_is_logged_out_everywhere_at_once(client: Client, conn: Connection) -> None:
    account = await an_account(conn)
    other = await a_session(conn, account.member)

    answer = await client.post(
        "/api/v1/member/leave",
        json={"currentPw": PASSWORD},
        headers=account.session.cookies | {"Sec-Fetch-Site": "same-origin"},
    )

    assert (answer.status_code, answer.json()) == (200, {"status": 200, "data": None})
    cookies = answer.headers.get_list("set-cookie")
    assert {cookie.partition("=")[0] for cookie in cookies} == {"ieum_at", "ieum_rt", "ieum_device"}
    assert all("Max-Age=0" in cookie for cookie in cookies)
    for path in ("/api/v1/member", "/api/v1/member/profile", "/api/v1/services"):
        for session in (account.session, other):
            assert (await client.get(path, headers=session.headers)).status_code == 401
            assert (await client.get(path, headers={"etis-rt": session.refresh})).status_code == 401
    login = await client.post("/api/login", json={"mberId": account.login_id, "mberPw": PASSWORD})
    assert (login.status_code, login.json()["code"]) == (401, "login_failed")


async def test_a_member_who_left_gets_no_new_tokens(client: Client, conn: Connection) -> None:
    account = await an_account(conn)
    session = await a_session(conn, account.member, access_age=timedelta(minutes=16))

    answer = await client.post("/api/v1/member/leave", json={"currentPw": PASSWORD}, headers=session.headers)

    assert answer.status_code == 200
    assert "etis-rt" not in answer.headers


async def test_a_member_who_left_without_a_contract_is_named_nowhere_in_the_database(shop: Shop) -> None:
    """Whatever table somebody adds: what it says of a member has to go with them."""
    async with shop.db.transaction() as conn:
        account = await an_account(conn, points=500)
        await execute(
            conn, "UPDATE members SET name = '임꺽정', email = 'kkeok@naver.com', phone = '01077778888'"
        )
        await execute(conn, "UPDATE login_sessions SET user_agent = 'Kkeok/1.0'")
    await change(shop.client, account, "consents", smsRcvYn="Y", mailRcvYn="Y")
    await change(shop.client, account, "phone", phone="01055556666", currentPw=PASSWORD)
    await run_jobs(shop)
    words = ("임꺽정", "kkeok@naver.com", "01077778888", "01055556666", account.login_id, "Kkeok", "argon2")
    async with shop.db.connection() as conn:
        assert await places_that_name(conn, *words) >= {"members", "messages", "login_sessions"}

    answer = await leave(shop.client, account)
    farewell = await run_jobs(shop)
    await jobs.destroy_due_records.func(context_of(shop), 0)

    assert answer.status_code == 200
    assert [mail.recipient for mail in farewell.delivered] == ["kkeok@naver.com"]
    async with shop.db.connection() as conn:
        assert await places_that_name(conn, *words) == set()
        assert await fetch_all(conn, str, "SELECT what FROM destructions ORDER BY id") == [
            "profile",
            "messages",
        ]


async def with_points_and_tickets(conn: Connection) -> Account:
    account = await an_account(conn, points=3_000)
    await execute(
        conn,
        "INSERT INTO ticket_entries (member_id, amount, kind) VALUES (%(member)s, 2, 'granted')",
        member=account.member,
    )
    return account


async def test_the_farewell_mail_tells_what_was_forfeited_and_kept(client: Client, conn: Connection) -> None:
    account = await with_points_and_tickets(conn)

    await leave(client, account)

    [mail] = await outbox(conn)
    assert (mail.recipient, mail.subject) == ("hong@example.com", "[이음] 회원 탈퇴가 완료되었습니다")
    assert "3,000포인트" in mail.body
    assert "2장" in mail.body
    assert "전자상거래법" in mail.body


async def test_points_and_tickets_are_forfeited_in_the_ledgers(client: Client, conn: Connection) -> None:
    account = await with_points_and_tickets(conn)

    await leave(client, account)

    for table in ("point_entries", "ticket_entries"):
        cursor = await conn.execute(f"SELECT kind, amount FROM {table} ORDER BY id".encode())
        entries = await cursor.fetchall()
        assert entries[-1] == ("forfeited", -sum(amount for _, amount in entries[:-1]))


async def test_the_id_is_never_given_to_another_person(client: Client, conn: Connection) -> None:
    account = await an_account(conn)
    await leave(client, account)

    answer = await client.post(
        "/api/v1/user/sign-up",
        json={
            "mberId": account.login_id,
            "mberPw": PASSWORD,
            "mberNm": "임꺽정",
            "email": "other@example.com",
            "phone": "01098765432",
            "agreements": SIGN_UP_AGREEMENTS,
        },
    )

    assert refusal(answer) == (422, "mberId", "taken")
    for login_id, taken in ((account.login_id, True), ("somebody_else", False)):
        fingerprint = rules.hash_login_id(login_id, key=KEY)
        assert await members.is_login_id_taken(conn, login_id, [fingerprint]) is taken


async def test_an_unpaid_order_is_cancelled_and_its_address_goes_back(
    client: Client, conn: Connection
) -> None:
    account = await an_account(conn, points=5_000)
    order = await place(client, account.headers, await a_plan(conn, addresses=1), points=5_000)
    assert (await preview(client, account))["mayLeave"] is True

    answer = await leave(client, account)

    assert (order.status_code, answer.status_code) == (201, 200)
    assert await fetch_all(conn, str, "SELECT state || ' ' || failure_code FROM orders") == [
        "cancelled member_left"
    ]
    assert await stock_of(client) == 1
    # What the order had used came back, and went with the rest.
    assert await fetch_one(conn, int, "SELECT sum(amount) FROM point_entries") == 0


async def test_a_member_with_a_running_service_cannot_leave(client: Client, conn: Connection) -> None:
    account = await an_account(conn, points=1_000)
    await a_service(conn, account.member)

    data, answer = await preview(client, account), await leave(client, account)

    assert (data["mayLeave"], data["servicesInUse"]) == (False, 1)
    assert (answer.status_code, answer.json()["code"]) == (409, "services_in_use")
    assert "환불" in answer.json()["detail"]
    assert (await client.get("/api/v1/member", headers=account.headers)).json()["data"]["point"] == 1_000
    assert await outbox(conn) == []


async def test_a_member_with_an_open_payment_cannot_leave(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    account = await an_account(conn)
    order = (await place(client, account.headers, await a_plan(conn))).json()["data"]
    brought = await pay_at_window(sandbox, order)
    wire.changes_fail = True
    await client.post("/api/v1/payments/confirm", json=brought, headers=account.headers)

    data, answer = await preview(client, account), await leave(client, account)

    assert data["mayLeave"] is False
    assert (answer.status_code, answer.json()["code"]) == (409, "order_in_progress")
    assert (await client.get("/api/v1/member", headers=account.headers)).status_code == 200


async def test_leaving_needs_the_password(client: Client, conn: Connection) -> None:
    account = await an_account(conn)

    answer = await leave(client, account, currentPw="another-horse-42")

    assert refusal(answer) == (422, "currentPw", "wrong_password")
    assert (await client.get("/api/v1/member", headers=account.headers)).status_code == 200


async def test_the_data_of_a_contract_is_kept_apart_for_five_years(client: Client, conn: Connection) -> None:
    account = await an_account(conn)
    await a_past_service(conn, account)
    before = await places_that_name(conn, "홍길동", "hong@example.com", "01012345678")

    await leave(client, account)

    assert before == {"members"}
    # The farewell has not left yet.
    assert await places_that_name(conn, "홍길동", "hong@example.com", "01012345678") == {
        "left_members",
        "messages",
    }
    row = await fetch_one(
        conn,
        str,
        """
        SELECT concat_ws(' ', l.login_id, l.name, l.email, l.phone, l.destroy_at = s.ends_at + interval '5 years')
          FROM left_members l JOIN services s ON s.member_id = l.member_id
        """,
    )
    assert row == "hongkildong 홍길동 hong@example.com 01012345678 t"


async def test_a_contract_older_than_five_years_keeps_nothing(client: Client, conn: Connection) -> None:
    account = await an_account(conn)
    await a_past_service(conn, account, years_ago=6)

    assert (await leave(client, account)).status_code == 200
    assert await fetch_all(conn, int, "SELECT member_id FROM left_members") == []


async def test_the_names_of_devices_are_erased_too(client: Client, conn: Connection) -> None:
    account = await an_account(conn)
    mine = await a_service(conn, account.member, starts=timedelta())
    theirs = await a_service(conn, await a_member(conn), starts=timedelta())
    for service, letter in ((mine, "A"), (theirs, "B")):
        await execute(
            conn,
            """
            INSERT INTO devices (service_id, name, public_key, gateway_id, tunnel_address, removed_at)
            SELECT %(service)s, '홍길동의 노트북', %(key)s, min(id), '10.64.0.9', now() FROM gateways
            """,
            service=service,
            key=letter * 42 + "A=",
        )
    await execute(
        conn,
        "UPDATE services SET state = 'ended', closed_at = now() WHERE id = %(service)s",
        service=mine,
    )

    await leave(client, account)

    assert await fetch_all(conn, str, "SELECT name FROM devices ORDER BY id") == ["-", "홍길동의 노트북"]


async def test_second_factors_the_identity_and_where_they_came_from_are_erased_too(
    client: Client, conn: Connection
) -> None:
    account = await an_account(conn)
    await conn.execute(
        f"""
        INSERT INTO totp_secrets (member_id, sealed_secret) VALUES ({account.member}, 'sealed');
        INSERT INTO recovery_codes (member_id, code_hash) VALUES ({account.member}, sha256('x'));
        INSERT INTO passkeys (member_id, credential_id, public_key, sign_count, name)
        VALUES ({account.member}, 'credential', 'key', 0, '홍길동의 휴대폰');
        INSERT INTO member_identities (member_id, person_hash, verified_at)
        VALUES ({account.member}, sha256('person'), now());
        INSERT INTO first_touches (member_id, touched_at, referrer_host, keyword, campaign)
        VALUES ({account.member}, now(), 'search.naver.com', '고정 IP', '')
        """.encode()
    )

    await leave(client, account)

    for table in ("totp_secrets", "recovery_codes", "passkeys", "member_identities", "first_touches"):
        cursor = await conn.execute(f"SELECT count(*) FROM {table}".encode())
        assert await cursor.fetchone() == (0,), table


async def test_a_payment_found_after_its_member_left_is_paid_back(
    client: Client,
    conn: Connection,
    sandbox: httpx.AsyncClient,
    db: RollingBack,
    provider: TossClient,
) -> None:
    account = await an_account(conn)
    order = (await place(client, account.headers, await a_plan(conn))).json()["data"]
    brought = await pay_at_window(sandbox, order)
    await leave(client, account)
    await provider.confirm(
        payment_key=brought["paymentKey"], order_id=brought["orderId"], amount=brought["amount"], attempt=1
    )
    assert await received(sandbox) == brought["amount"]

    await look_up.refresh(db, provider, SEALER, order["orderId"])
    refund = await refunds.find_of_order(conn, order["orderId"])
    assert refund is not None
    await returning.return_money(db, provider, SEALER, refund.id)

    assert await received(sandbox) == 0
    assert await fetch_all(conn, str, "SELECT state FROM orders") == ["refunded"]
    assert await fetch_all(conn, int, "SELECT id FROM services") == []
    # Nobody is left to be told.
    assert [mail.reference for mail in await outbox(conn)] == [f"left:{account.member}"]


async def test_data_kept_by_law_is_destroyed_when_its_time_is_over_and_that_is_recorded(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        due, later = await an_account(conn), await an_account(conn, login_id="kkeokjeong")
        for account in (due, later):
            await a_past_service(conn, account)
    await change(shop.client, due, "consents", smsRcvYn="Y", mailRcvYn="N")
    for account in (due, later):
        assert (await leave(shop.client, account)).status_code == 200
    async with shop.db.transaction() as conn:
        await execute(
            conn,
            """
            UPDATE left_members SET left_at = left_at - interval '6 years', destroy_at = now() - interval '1 second'
             WHERE member_id = %(member)s
            """,
            member=due.member,
        )
        await execute(
            conn,
            "UPDATE members SET left_at = now() - interval '5 years 1 day' WHERE id = %(member)s",
            member=due.member,
        )

    for _ in range(2):
        await jobs.destroy_due_records.func(context_of(shop), 0)

    async with shop.db.connection() as conn:
        assert await fetch_all(conn, int, "SELECT member_id FROM left_members") == [later.member]
        assert await fetch_all(conn, int, "SELECT id FROM consents") == []
        noted = await fetch_all(
            conn, str, "SELECT what || ' ' || row_count FROM destructions WHERE what <> 'profile' ORDER BY id"
        )
        assert noted == ["left_members 1", "consents 1"]


async def test_old_logins_and_messages_are_destroyed_batch_by_batch(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ieum.shop.leaving.service.BATCH", 2)
    async with shop.db.transaction() as conn:
        account = await an_account(conn)
        old = [await a_session(conn, account.member) for _ in range(3)]
        await execute(
            conn,
            """
            UPDATE login_sessions SET ended_at = now() - interval '366 days', end_reason = 'logout'
             WHERE id = ANY(%(ids)s)
            """,
            ids=[session.id for session in old],
        )
        recent = await a_session(conn, account.member)
        await execute(
            conn,
            "UPDATE login_sessions SET ended_at = now(), end_reason = 'logout' WHERE id = %(id)s",
            id=recent.id,
        )
        for age in (91, 91, 91, 89):
            await execute(
                conn,
                """
                INSERT INTO messages (channel, recipient, body, reference, created_at, sent_at)
                VALUES ('mail', 'hong@example.com', '홍길동 님', gen_random_uuid()::text,
                        now() - make_interval(days => %(age)s), now())
                """,
                age=age,
            )

    await jobs.destroy_due_records.func(context_of(shop), 0)

    async with shop.db.connection() as conn:
        left = await fetch_all(conn, int, "SELECT id FROM login_sessions ORDER BY id")
        assert left == [account.session.id, recent.id]
        assert await fetch_one(conn, int, "SELECT count(*) FROM messages WHERE body = ''") == 3
        noted = await fetch_all(conn, str, "SELECT what || ' ' || row_count FROM destructions ORDER BY id")
        assert noted == ["login_sessions 2", "login_sessions 1", "messages 2", "messages 1"]


async def test_proof_of_consent_is_kept_for_five_years_after_leaving(
    client: Client, conn: Connection
) -> None:
    account = await an_account(conn)
    await change(client, account, "consents", smsRcvYn="Y", mailRcvYn="N")
    await leave(client, account)

    with pytest.raises(RestrictViolation):
        async with conn.transaction():
            await execute(conn, "DELETE FROM consents")


@pytest.mark.parametrize(
    "change_of_row",
    [
        pytest.param("UPDATE members SET name = NULL", id="half a member"),
        pytest.param("UPDATE members SET left_at = now()", id="left, and still known"),
    ],
)
async def test_a_row_of_members_is_either_complete_or_erased(conn: Connection, change_of_row: str) -> None:
    await a_member(conn)

    with pytest.raises(CheckViolation):
        async with conn.transaction():
            await conn.execute(change_of_row.encode())

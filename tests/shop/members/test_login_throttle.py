"""Guessing at the login: how often, from where, and what the others notice of it."""

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import httpx
import pytest
from litestar import Litestar

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.members import passwords
from ieum.shop.members.security import jobs, rules, throttle
from ieum.shop.members.types import MemberId
from tests.shop.builders.clients import a_client
from tests.shop.builders.hashing import QUICK
from tests.shop.builders.members import a_member, a_session
from tests.shop.builders.secrets import KEY
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.worker import queued, run_jobs

PASSWORD = "correct-horse-42"
LOGIN_ID = "hongkildong"
AS_IT_IS, PAUSE = throttle.PAUSE, 0.5
HASH = QUICK.hash(PASSWORD)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long a refusal takes is of no account, except to the test that measures it."""
    monkeypatch.setattr(throttle, "PAUSE", 0.02)


async def somebody(conn: Connection, login_id: str = LOGIN_ID) -> MemberId:
    return await a_member(conn, login_id=login_id, password_hash=HASH)


async def log_in(client: Client, login_id: str = LOGIN_ID, password: str = "wrong") -> httpx.Response:
    return await client.post("/api/login", json={"mberId": login_id, "mberPw": password})


def codes(answers: Sequence[httpx.Response]) -> Counter[str]:
    return Counter(answer.json().get("code", "in") for answer in answers)


async def let_pass(conn: Connection, by: timedelta) -> None:
    await execute(
        conn,
        """
        UPDATE login_attempts SET failed_at = failed_at - %(by)s,
               blocked_until = CASE WHEN isfinite(blocked_until) THEN blocked_until - %(by)s ELSE blocked_until END
        """,
        by=by,
    )


async def test_five_failures_lock_the_account_with_a_polite_answer(client: Client, conn: Connection) -> None:
    await somebody(conn)

    answers = [await log_in(client) for _ in range(5)]
    locked = await log_in(client, password=PASSWORD)

    assert codes(answers) == {"login_failed": 5}
    assert (locked.status_code, locked.json()["code"]) == (429, "login_locked")
    assert locked.headers["content-type"].startswith("application/problem+json")
    seconds = int(locked.headers["retry-after"])
    assert 25 <= seconds <= 30
    assert locked.json()["detail"] == f"로그인 시도 횟수를 초과했습니다. {seconds}초 후 다시 시도해 주세요."


async def test_after_the_wait_the_right_password_opens_and_resets_the_count(
    client: Client, conn: Connection
) -> None:
    await somebody(conn)
    for _ in range(5):
        await log_in(client)
    await let_pass(conn, timedelta(seconds=31))

    entered = await log_in(client, password=PASSWORD)
    again = [await log_in(client) for _ in range(5)]

    assert entered.status_code == 200
    assert codes(again) == {"login_failed": 5}


async def test_a_long_wait_is_told_in_minutes(client: Client, conn: Connection) -> None:
    await somebody(conn)
    for _ in range(5):
        await log_in(client)
    for wait in (30, 60, 120):
        await let_pass(conn, timedelta(seconds=wait + 1))
        await log_in(client)

    locked = await log_in(client)

    assert locked.json()["detail"] == "로그인 시도 횟수를 초과했습니다. 5분 후 다시 시도해 주세요."


async def test_an_unknown_id_is_locked_in_the_same_way(client: Client, conn: Connection) -> None:
    await somebody(conn)

    known = [await log_in(client) for _ in range(7)]
    unknown = [await log_in(client, "nobody_here") for _ in range(7)]

    assert [answer.status_code for answer in known] == [answer.status_code for answer in unknown]
    assert [{**answer.json(), "detail": ""} for answer in known] == [
        {**answer.json(), "detail": ""} for answer in unknown
    ]
    # What follows from the fifth is as much work for both: a job, which alone knows whom to tell.
    assert len(await queued(conn, "tell_of_lock")) == 2


async def test_a_typed_id_is_not_stored_in_readable_form(client: Client, conn: Connection) -> None:
    """Now and then that is a password."""
    await log_in(client, "my-secret-password")
    await log_in(client, "naive_password")
    for _ in range(5):
        await log_in(client, "naive_password")

    kept = await fetch_one(
        conn,
        str,
        "SELECT string_agg(a::text, ' ') || (SELECT coalesce(string_agg(j::text, ' '), '') FROM procrastinate_jobs j)"
        "  FROM login_attempts a",
    )

    assert "password" not in kept


async def test_of_a_hundred_tries_at_once_five_are_checked(shop: Shop) -> None:
    """From fifty addresses at once: the account's limit holds, and none of the rest reaches the hash."""
    async with shop.db.connection() as conn:
        await somebody(conn)

    async def two_from(number: int) -> list[httpx.Response]:
        async with a_client(shop.app, address=f"198.51.100.{number}") as client:
            return list(await asyncio.gather(log_in(client), log_in(client)))

    answers = await asyncio.gather(*(two_from(number) for number in range(50)))

    assert codes([answer for pair in answers for answer in pair]) == {"login_failed": 5, "login_locked": 95}


async def test_an_address_has_twenty_free_failures_over_all_accounts(
    client: Client, conn: Connection
) -> None:
    await somebody(conn)
    answers = [await log_in(client, f"member_{number}") for number in range(20)]

    locked = await log_in(client, "member_99")
    mine_from_here = await log_in(client, password=PASSWORD)

    assert codes(answers) == {"login_failed": 20}
    assert codes([locked, mine_from_here]) == {"login_locked": 2}


async def test_another_address_is_not_locked_for_it(app: Litestar, client: Client, conn: Connection) -> None:
    await somebody(conn)
    for number in range(21):
        await log_in(client, f"member_{number}")

    async with a_client(app, address="203.0.113.9") as elsewhere:
        answer = await log_in(elsewhere, password=PASSWORD)

    assert answer.status_code == 200


async def test_answers_to_a_locked_account_are_delayed(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the ones beyond the network's places cost nothing at all."""
    monkeypatch.setattr(throttle, "PAUSE", AS_IT_IS)
    await somebody(conn)
    for _ in range(5):
        await log_in(client)
    begin = time.perf_counter()

    answers = await asyncio.gather(*(log_in(client) for _ in range(20)))

    assert time.perf_counter() - begin >= PAUSE
    assert codes(answers) == {"login_locked": passwords.PER_NETWORK, "too_busy": 20 - passwords.PER_NETWORK}


async def test_addresses_of_one_ipv6_customer_are_one(app: Litestar, conn: Connection) -> None:
    await somebody(conn)
    for number in range(20):
        async with a_client(app, address=f"2001:db8:1:{number:x}::1") as client:
            await log_in(client, f"member_{number}")

    async with a_client(app, address="2001:db8:1:ffff::1") as neighbour:
        same = await log_in(neighbour, password=PASSWORD)
    async with a_client(app, address="2001:db8:2:3::1") as other:
        another = await log_in(other, password=PASSWORD)

    assert (same.status_code, another.status_code) == (429, 200)


async def test_a_success_gives_its_address_only_its_own_try_back(client: Client, conn: Connection) -> None:
    """Else an attacker with an account of their own guesses for ever, a login of theirs between any two."""
    await somebody(conn)
    for number in range(20):
        assert (await log_in(client, f"member_{number}")).status_code == 401
        if number < 19:
            assert (await log_in(client, password=PASSWORD)).status_code == 200

    assert codes([await log_in(client, password=PASSWORD)]) == {"login_locked": 1}


async def test_the_failures_of_a_network_fade_slowly(client: Client, conn: Connection) -> None:
    for number in range(19):
        await log_in(client, f"member_{number}")
    await let_pass(conn, timedelta(seconds=60))

    assert codes([await log_in(client, f"other_{number}") for number in range(2)]) == {
        "login_failed": 1,
        "login_locked": 1,
    }


async def test_a_locked_account_costs_its_address_nothing(client: Client, conn: Connection) -> None:
    await somebody(conn)
    await somebody(conn, "colleague")
    for _ in range(5):
        await log_in(client)
    for _ in range(6):
        await asyncio.gather(*(log_in(client) for _ in range(4)))

    colleague = await log_in(client, "colleague", PASSWORD)

    assert colleague.status_code == 200


async def test_running_sessions_outlive_a_lock(client: Client, conn: Connection) -> None:
    """Neither what they read, nor their refresh, nor the password they are asked for again."""
    member = await somebody(conn)
    session = await a_session(conn, member, access_age=timedelta(minutes=16))
    for _ in range(6):
        await log_in(client)

    answer = await client.get("/api/v1/member", headers=session.headers)
    asked_again = await client.post(
        "/api/v1/member/totp",
        json={"currentPw": PASSWORD},
        headers={"Authorization": answer.headers["authorization"]},
    )

    assert (answer.status_code, asked_again.status_code) == (200, 201)


async def test_the_member_is_mailed_once_about_a_lock(shop: Shop) -> None:
    async with shop.db.connection() as conn:
        await somebody(conn)
        for _ in range(8):
            await log_in(shop.client)
            await let_pass(conn, timedelta(minutes=16))
        await log_in(shop.client, "nobody_here")
        for _ in range(5):
            await log_in(shop.client, "nobody_here")

    postman = await run_jobs(shop)

    assert [mail.recipient for mail in postman.delivered] == ["hong@example.com"]
    assert postman.delivered[0].subject == "[이음] 로그인 시도가 여러 번 실패하여 잠시 제한했습니다"
    assert "홍길동 님" in postman.delivered[0].body
    assert LOGIN_ID not in postman.delivered[0].body


async def test_old_rows_are_deleted(shop: Shop) -> None:
    async with shop.db.connection() as conn:
        for key, hours in (("login:old", 25), ("login:new", 23)):
            await execute(
                conn,
                """
                INSERT INTO login_attempts (key, failures, failed_at, blocked_until)
                VALUES (%(key)s, 9, now() - make_interval(hours => %(hours)s), now() - interval '1 hour')
                """,
                key=key,
                hours=hours,
            )
        for life in ("-1 second", "1 minute"):
            await execute(
                conn,
                """
                INSERT INTO passkey_challenges (id, challenge, asked_by, expires_at)
                VALUES (gen_random_uuid(), repeat('x', 32)::bytea, '-', now() + %(life)s::interval)
                """,
                life=life,
            )
        member = await somebody(conn)
        await execute(
            conn,
            """
            INSERT INTO totp_secrets (member_id, sealed_secret, created_at)
            VALUES (%(member)s, '-', now() - interval '25 hours')
            """,
            member=member,
        )
        await jobs.delete_old.configure(connection=conn).defer_async(timestamp=0)

    await run_jobs(shop)

    async with shop.db.connection() as conn:
        assert await fetch_all(conn, str, "SELECT key FROM login_attempts") == ["login:new"]
        assert await fetch_one(conn, int, "SELECT count(*) FROM passkey_challenges") == 1
        assert await fetch_one(conn, int, "SELECT count(*) FROM totp_secrets") == 0


async def test_while_hashing_no_connection_is_held(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    async with shop.db.connection() as conn:
        await somebody(conn)
    free: list[int] = []
    verify = passwords.verify_password

    async def noting(password_hash: str | None, password: str, **how: Any) -> bool:
        stats = shop.db.pool.get_stats()
        free.append(stats["pool_size"] - stats["pool_available"])
        return await verify(password_hash, password, **how)

    monkeypatch.setattr(passwords, "verify_password", noting)

    assert (await log_in(shop.client, password=PASSWORD)).status_code == 200
    assert free == [0]


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"),
        ("2001:db8::1", "2001:db8::/48"),
    ],
)
def test_which_addresses_count_as_one_caller(address: str, network: str) -> None:
    assert rules.network_of(address) == network
    assert len(rules.network_key("2001:0db8:1111:2222:3333:4444:5555:6666")) <= 80


def test_a_stored_key_reveals_nothing_of_the_id_without_our_secret() -> None:
    mine = rules.login_key(LOGIN_ID, key=KEY)

    assert mine == rules.login_key(LOGIN_ID, key=KEY)
    assert mine != rules.login_key(LOGIN_ID, key=KEY + "x")
    assert LOGIN_ID not in mine
    assert len(mine) <= 80


@pytest.mark.parametrize(
    ("seconds", "wait"),
    [(1, "1초"), (59, "59초"), (60, "1분"), (61, "2분"), (300, "5분"), (899, "15분"), (900, "15분")],
)
def test_the_wait_is_told_in_words(seconds: int, wait: str) -> None:
    assert (
        rules.wait_text("로그인", seconds)
        == f"로그인 시도 횟수를 초과했습니다. {wait} 후 다시 시도해 주세요."
    )

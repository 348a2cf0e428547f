"""Login: what it brings, and what it does not tell."""

import re

from ieum.shop.kernel.db import Connection, fetch_one
from ieum.shop.members import passwords
from ieum.shop.members.types import MemberId
from tests.shop.builders.members import a_member
from tests.shop.builders.shops import Client, Configure

PASSWORD = "correct-horse-42"


async def a_member_with_password(conn: Connection) -> MemberId:
    return await a_member(conn, login_id="hongkildong", password_hash=await passwords.hash_password(PASSWORD))


async def test_a_login_brings_both_tokens_as_headers_and_as_cookies(client: Client, conn: Connection) -> None:
    await a_member_with_password(conn)

    answer = await client.post(
        "/api/login", json={"mberId": "hongkildong", "mberPw": PASSWORD}, headers={"x-platform": "web"}
    )

    assert (answer.status_code, answer.json()) == (200, {"status": 200, "data": None})
    access = answer.headers["authorization"].removeprefix("Bearer ")
    cookies = answer.headers.get_list("set-cookie")
    assert cookies[:-1] == [
        f"ieum_at={access}; HttpOnly; Max-Age=31536000; Path=/; SameSite=Lax",
        f"ieum_rt={answer.headers['etis-rt']}; HttpOnly; Max-Age=31536000; Path=/; SameSite=Lax",
    ]
    assert re.fullmatch(
        r"ieum_device=[\w-]{22}(\.\d+-[0-9a-f]{32}){2}; HttpOnly; Max-Age=31536000; Path=/; SameSite=Lax",
        cookies[-1],
    )
    assert answer.headers["cache-control"] == "no-store"


async def test_over_https_the_cookies_travel_over_https_only(
    client: Client, conn: Connection, configure: Configure
) -> None:
    configure(IEUM_PUBLIC_URL="https://ieum.example")
    await a_member_with_password(conn)

    answer = await client.post("/api/login", json={"mberId": "hongkildong", "mberPw": PASSWORD})

    cookies = answer.headers.get_list("set-cookie")
    assert len(cookies) == 3
    assert all("; Secure" in cookie and "; HttpOnly" in cookie for cookie in cookies)


async def test_the_tokens_are_not_stored_in_readable_form(client: Client, conn: Connection) -> None:
    await a_member_with_password(conn)
    answer = await client.post("/api/login", json={"mberId": "hongkildong", "mberPw": PASSWORD})

    kept = await fetch_one(
        conn,
        str,
        "SELECT string_agg(to_jsonb(t)::text || to_jsonb(s)::text, '') FROM refresh_tokens t, login_sessions s",
    )

    assert answer.headers["etis-rt"] not in kept
    assert answer.headers["etis-rt"].encode().hex() not in kept


async def test_a_wrong_id_and_a_wrong_password_get_the_same_answer(client: Client, conn: Connection) -> None:
    await a_member_with_password(conn)

    wrong_id = await client.post("/api/login", json={"mberId": "hongkildang", "mberPw": PASSWORD})
    wrong_password = await client.post("/api/login", json={"mberId": "hongkildong", "mberPw": "wrong"})

    assert wrong_id.status_code == wrong_password.status_code == 401
    assert wrong_id.json() == wrong_password.json()
    assert wrong_id.json()["code"] == "login_failed"
    assert "set-cookie" not in wrong_id.headers
    assert await fetch_one(conn, int, "SELECT count(*) FROM login_sessions") == 0


async def test_an_id_nobody_can_have_is_a_failed_login(client: Client) -> None:
    answer = await client.post("/api/login", json={"mberId": "hong\0kil", "mberPw": PASSWORD})

    assert (answer.status_code, answer.json()["code"]) == (401, "login_failed")


async def test_a_login_stores_the_device_it_was_made_with(client: Client, conn: Connection) -> None:
    await a_member_with_password(conn)

    await client.post(
        "/api/login",
        json={"mberId": "hongkildong", "mberPw": PASSWORD},
        headers={"User-Agent": "Firefox/150"},
    )

    assert await fetch_one(conn, str, "SELECT user_agent FROM login_sessions") == "Firefox/150"

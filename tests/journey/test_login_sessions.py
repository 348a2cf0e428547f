"""A login's life on a real server: many tabs at once, a stolen token, another site."""

import asyncio
import secrets
from datetime import timedelta
from http.cookies import SimpleCookie
from typing import Any

import httpx
import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.members import passwords
from tests.journey.crowd import connected
from tests.journey.running import RunningShop
from tests.shop.builders.members import Session, a_member, a_session
from tests.waiting import wait_until_async

EXPIRED = timedelta(minutes=16)
PASSWORD = "correct-horse-42"


async def somebody(conn: Connection, *, mail: str = "hong@example.com") -> tuple[str, Session]:
    """A member with a password, logged in with an access token that is past its time."""
    login_id = f"hong{secrets.token_hex(6)}"
    member = await a_member(conn, login_id=login_id, password_hash=await passwords.hash_password(PASSWORD))
    await execute(conn, "UPDATE members SET email = %(mail)s WHERE id = %(member)s", mail=mail, member=member)
    return login_id, await a_session(conn, member, access_age=EXPIRED)


def browser(shop: RunningShop) -> httpx.AsyncClient:
    """As many connections as it likes; the cookies are said by hand."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    return httpx.AsyncClient(base_url=shop.url, limits=limits, timeout=60)


def brought(answer: httpx.Response) -> dict[str, str]:
    """The cookies that this answer leaves in the browser, as it sends them next."""
    cookies: SimpleCookie = SimpleCookie()
    for line in answer.headers.get_list("set-cookie"):
        cookies.load(line)
    return {"Cookie": "; ".join(f"{name}={morsel.value}" for name, morsel in cookies.items())}


async def test_a_hundred_requests_at_the_moment_of_expiry_log_nobody_out(shop: RunningShop) -> None:
    """Twice: whatever pair a tab was left with, it is good for the next rotation, too."""
    async with connected(shop) as conn, browser(shop) as client:
        _, session = await somebody(conn)
        tabs = [session.cookies] * 100
        for _ in range(2):
            answers = await asyncio.gather(*(client.get("/api/v1/member", headers=tab) for tab in tabs))
            assert {answer.status_code for answer in answers} == {200}
            # With the old access token, as if the new one were past its time, too.
            tabs = [
                {"Cookie": f"ieum_at={session.access}; ieum_rt={answer.headers['etis-rt']}"}
                for answer in answers
            ]

        tokens = await fetch_one(
            conn,
            int,
            "SELECT count(*) FROM refresh_tokens WHERE session_id = %(session)s",
            session=session.id,
        )
        alive = await fetch_all(
            conn,
            bool,
            "SELECT ended_at IS NULL FROM login_sessions WHERE id = %(session)s",
            session=session.id,
        )

    assert len({tab["Cookie"] for tab in tabs}) == 1
    # The first, its successor, and that one's: one rotation each time.
    assert tokens == 3
    assert alive == [True]


async def test_a_stolen_token_ends_the_login_for_both_and_its_member_is_told(shop: RunningShop) -> None:
    mail = f"{secrets.token_hex(6)}@mail.example"
    async with connected(shop) as conn, browser(shop) as client:
        _, session = await somebody(conn, mail=mail)
        owner = await client.get("/api/v1/member", headers=session.cookies)
        await execute(
            conn,
            "UPDATE refresh_tokens SET rotated_at = rotated_at - interval '31 seconds' WHERE session_id = %(session)s"
            "  AND rotated_at IS NOT NULL",
            session=session.id,
        )

        thieves = await asyncio.gather(
            *(client.get("/api/v1/member", headers=session.cookies) for _ in range(10))
        )
        afterwards = await client.get("/api/v1/member", headers=brought(owner))

    assert owner.status_code == 200
    assert {answer.status_code for answer in thieves} == {401}
    assert not any("etis-rt" in answer.headers for answer in thieves)
    assert afterwards.status_code == 401
    told = await letters(shop, mail, at_least=1)
    assert [letter["subject"] for letter in told] == ["[이음] 다른 곳에서 로그인 정보가 사용된 것 같습니다"]


async def letters(shop: RunningShop, to: str, *, at_least: int) -> list[Any]:
    """What has arrived for them, once that is enough."""
    found: list[Any] = []
    async with httpx.AsyncClient(base_url=shop.sandbox_url) as sandbox:

        async def arrived() -> bool:
            found[:] = (await sandbox.get("/inbox/messages", params={"to": to})).json()
            return len(found) >= at_least

        await wait_until_async(arrived, f"fewer than {at_least} letters reached {to}")
    return found


async def test_the_cookies_of_a_login_over_http(shop: RunningShop) -> None:
    async with connected(shop) as conn, browser(shop) as client:
        login_id, _ = await somebody(conn)

        answer = await client.post("/api/login", json={"mberId": login_id, "mberPw": PASSWORD})

    cookies: SimpleCookie = SimpleCookie()
    for line in answer.headers.get_list("set-cookie"):
        cookies.load(line)
    assert set(cookies) == {"ieum_at", "ieum_rt", "ieum_device"}
    for cookie in cookies.values():
        attributes = {name: value for name, value in cookie.items() if value}
        assert attributes == {"path": "/", "max-age": "31536000", "samesite": "Lax", "httponly": True}


@pytest.mark.parametrize("path", ["/api/logout", "/api/v1/member/totp/confirm"])
async def test_a_change_that_another_sites_page_sends_is_refused(shop: RunningShop, path: str) -> None:
    async with connected(shop) as conn, browser(shop) as client:
        _, session = await somebody(conn)

        sent = await client.post(
            path,
            json={"code": "000000"},
            headers={
                **session.cookies,
                "Origin": "https://evil.example",
                "Sec-Fetch-Site": "cross-site",
            },
        )
        after = await client.get("/api/v1/member", headers=brought(sent) | session.headers)

    assert (sent.status_code, sent.json()["code"]) == (403, "cross_site_request")
    assert after.status_code == 200


async def test_wrong_logins_at_once_from_one_address_are_few_and_told_when_to_come_back(
    shop: RunningShop,
) -> None:
    async with connected(shop) as conn, browser(shop) as client:
        login_id, session = await somebody(conn)

        answers = await asyncio.gather(
            *(
                client.post("/api/login", json={"mberId": login_id, "mberPw": f"wrong {number}"})
                for number in range(60)
            )
        )
        still_in = await client.get("/api/v1/member", headers=session.headers)
        await execute(conn, "DELETE FROM login_attempts")

    failed = [answer for answer in answers if answer.status_code == 401]
    assert 1 <= len(failed) <= 5
    refused = [answer for answer in answers if answer.status_code == 429]
    assert len(failed) + len(refused) == 60
    assert {answer.json()["code"] for answer in refused} <= {"login_locked", "too_busy"}
    assert all(int(answer.headers["retry-after"]) >= 1 for answer in refused)
    assert still_in.status_code == 200

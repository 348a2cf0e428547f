"""Where a member is logged in."""

from datetime import timedelta

import pytest

from ieum.shop.kernel.db import Connection, execute
from ieum.shop.members.profile.rules import describe_device
from tests.shop.builders.members import a_member, a_session, an_account
from tests.shop.builders.shops import Client

SESSIONS = "/api/v1/member/sessions"
WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
ANDROID = "Mozilla/5.0 (Linux; Android 15; SM-S928N) AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("user_agent", "words"),
    [
        (f"{WINDOWS} Safari/537.36", "Chrome · Windows"),
        (f"{WINDOWS} Safari/537.36 Edg/142.0.0.0", "Edge · Windows"),
        (f"{WINDOWS} Whale/4.33.325.17 Safari/537.36", "Whale · Windows"),
        (f"{WINDOWS} Safari/537.36 OPR/120.0.0.0", "Opera · Windows"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
            "Firefox · Windows",
        ),
        (f"{IPHONE} Version/18.0 Mobile/15E148 Safari/604.1", "Safari · iOS"),
        (f"{IPHONE} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1", "Chrome · iOS"),
        (f"{IPHONE} Mobile/15E148 KAKAOTALK 25.1.0", "KakaoTalk · iOS"),
        (f"{IPHONE} Mobile/15E148 NAVER(inapp; search; 2000; 12.9.1; 15PRO)", "NAVER · iOS"),
        (
            f"{ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
            "Samsung Internet · Android",
        ),
        (f"{ANDROID} Chrome/142.0.0.0 Mobile Safari/537.36", "Chrome · Android"),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15",
            "Safari · macOS",
        ),
        ("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/142.0.0.0 Safari/537.36", "Chrome · ChromeOS"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox · Linux"),
        ("Dalvik/2.1.0 (Linux; U; Android 15)", "Android"),
        ("python-httpx/0.28.1", "알 수 없는 기기"),
        ("", "알 수 없는 기기"),
    ],
)
def test_a_user_agent_is_shown_as_a_device_in_words(user_agent: str, words: str) -> None:
    assert describe_device(user_agent) == words


async def test_devices_are_listed_with_this_one_first(client: Client, conn: Connection) -> None:
    account = await an_account(conn)
    older, newer = await a_session(conn, account.member), await a_session(conn, account.member)
    await execute(
        conn,
        """
        UPDATE login_sessions
           SET last_used_at = now() - CASE id WHEN %(older)s THEN interval '2 hours' WHEN %(newer)s THEN '1 hour'
                                              ELSE '3 hours' END,
               user_agent = %(agent)s, ip_address = '203.0.113.7'
        """,
        older=older.id,
        newer=newer.id,
        agent=f"{WINDOWS} Safari/537.36",
    )

    listed = (await client.get(SESSIONS, headers=account.headers)).json()["data"]

    assert [device["id"] for device in listed] == [account.session.id, newer.id, older.id]
    assert [device["current"] for device in listed] == [True, False, False]
    assert set(listed[0]) == {"id", "startedAt", "lastUsedAt", "ipAddress", "device", "current"}
    assert (listed[0]["ipAddress"], listed[0]["device"]) == ("203.0.113.7", "Chrome · Windows")


async def test_ended_sessions_and_those_of_others_are_not_listed(client: Client, conn: Connection) -> None:
    account = await an_account(conn)
    await a_session(conn, await a_member(conn))
    ended, expired = await a_session(conn, account.member), await a_session(conn, account.member)
    await client.post("/api/logout", headers=ended.headers)
    await execute(
        conn,
        "UPDATE login_sessions SET expires_at = now() - interval '1 second' WHERE id = %(id)s",
        id=expired.id,
    )

    listed = (await client.get(SESSIONS, headers=account.headers)).json()["data"]

    assert [device["id"] for device in listed] == [account.session.id]
    for gone in (ended, expired):
        answer = await client.delete(f"{SESSIONS}/{gone.id}", headers=account.headers)
        assert (answer.status_code, answer.json()["code"]) == (404, "session_not_found")


async def test_a_device_that_is_logged_out_is_out_at_once_and_once(client: Client, conn: Connection) -> None:
    account = await an_account(conn)
    other = await a_session(conn, account.member)

    first = await client.delete(f"{SESSIONS}/{other.id}", headers=account.headers)
    second = await client.delete(f"{SESSIONS}/{other.id}", headers=account.headers)

    assert (first.status_code, first.json()) == (200, {"status": 200, "data": None})
    assert second.status_code == 404
    assert (await client.get("/api/v1/member", headers=other.headers)).status_code == 401
    assert (await client.get("/api/v1/member", headers={"etis-rt": other.refresh})).status_code == 401
    assert (await client.get("/api/v1/member", headers=account.headers)).status_code == 200


async def test_nobody_logs_another_member_out(client: Client, conn: Connection) -> None:
    account = await an_account(conn)
    theirs = await a_session(conn, await a_member(conn))

    answer = await client.delete(f"{SESSIONS}/{theirs.id}", headers=account.headers)
    others = await client.post(f"{SESSIONS}/end-others", headers=account.headers)

    assert (answer.status_code, others.json()["data"]) == (404, {"ended": 0})
    assert (await client.get("/api/v1/member", headers=theirs.headers)).status_code == 200


async def test_all_the_others_are_ended_with_one_call(client: Client, conn: Connection) -> None:
    account = await an_account(conn)
    others = [await a_session(conn, account.member, access_age=timedelta(minutes=n)) for n in range(3)]

    answer = await client.post(f"{SESSIONS}/end-others", headers=account.headers)

    assert answer.json()["data"] == {"ended": 3}
    for other in others:
        assert (await client.get("/api/v1/member", headers=other.headers)).status_code == 401
    assert (await client.get("/api/v1/member", headers=account.headers)).status_code == 200

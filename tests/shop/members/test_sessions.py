"""What keeps a login alive, and what ends it."""

import asyncio

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from tests.shop.builders.members import EXPIRED, a_member, a_session
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.worker import run_jobs


async def test_cookies_and_headers_are_the_same_to_the_server(client: Client, conn: Connection) -> None:
    session = await a_session(conn, await a_member(conn))

    by_headers = await client.get("/api/v1/member", headers=session.headers)
    by_cookies = await client.get("/api/v1/member", headers=session.cookies)

    assert by_headers.status_code == by_cookies.status_code == 200
    assert by_headers.json() == by_cookies.json()
    assert "etis-rt" not in by_headers.headers


@pytest.mark.parametrize("way", ["headers", "cookies"])
async def test_an_expired_access_token_is_answered_normally_with_a_new_pair(
    client: Client, conn: Connection, way: str
) -> None:
    session = await a_session(conn, await a_member(conn), access_age=EXPIRED)

    answer = await client.get("/api/v1/member", headers=getattr(session, way))

    assert answer.status_code == 200
    assert answer.headers["etis-rt"] not in {"", session.refresh}
    assert len(answer.headers.get_list("set-cookie")) == 2
    assert answer.headers["cache-control"] == "no-store"
    again = await client.get("/api/v1/member", headers={"Authorization": answer.headers["authorization"]})
    assert again.status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        pytest.param("GET", "/api/v1/orders/20261120-ABCDEFGHJK", None, 404, id="not found"),
        pytest.param("GET", "/api/v1/services?page=0", None, 422, id="wrong query"),
        pytest.param("POST", "/api/v1/orders", b'{"planId": 1', 400, id="broken JSON"),
        pytest.param("POST", "/api/v1/orders", b'{"planId": "x"}', 422, id="wrong body"),
        pytest.param(
            "POST", "/api/v1/orders/quote", b'{"planId": 999999999, "months": 1}', 404, id="no plan"
        ),
        pytest.param("POST", "/api/v1/orders", b" " * 70_000, 413, id="too large"),
        pytest.param("GET", "/api/v1/pg/nobody", None, 404, id="open to all"),
    ],
)
async def test_a_refusal_carries_the_new_pair_too(
    client: Client, conn: Connection, method: str, path: str, body: bytes | None, status: int
) -> None:
    """Else the token that was just rotated away is all the browser has, and the family ends with its next use."""
    session = await a_session(conn, await a_member(conn), access_age=EXPIRED)

    headers = {**session.headers, "Content-Type": "application/json"}

    answer = await client.request(method, path, content=body, headers=headers)

    assert answer.status_code == status
    assert answer.headers["authorization"].startswith("Bearer ")
    assert len(answer.headers["etis-rt"]) == 43


async def test_a_refresh_token_alone_is_enough(client: Client, conn: Connection) -> None:
    session = await a_session(conn, await a_member(conn))

    answer = await client.get("/api/v1/member", headers={"etis-rt": session.refresh})

    assert answer.status_code == 200
    assert answer.headers["authorization"].startswith("Bearer ")


async def test_within_the_grace_the_token_used_twice_gives_the_same_successor(
    client: Client, conn: Connection
) -> None:
    session = await a_session(conn, await a_member(conn), access_age=EXPIRED)

    first = await client.get("/api/v1/member", headers=session.headers)
    second = await client.get("/api/v1/member", headers=session.headers)

    assert first.status_code == second.status_code == 200
    assert first.headers["etis-rt"] == second.headers["etis-rt"]
    assert await fetch_one(conn, int, "SELECT count(*) FROM refresh_tokens") == 2


async def test_a_token_used_again_after_the_grace_ends_the_whole_family(
    client: Client, conn: Connection
) -> None:
    session = await a_session(conn, await a_member(conn), access_age=EXPIRED)
    rotated = await client.get("/api/v1/member", headers=session.headers)
    await execute(conn, "UPDATE refresh_tokens SET rotated_at = rotated_at - interval '31 seconds'")

    stolen = await client.get("/api/v1/member", headers=session.headers)
    owner = await client.get(
        "/api/v1/member",
        headers={"Authorization": rotated.headers["authorization"], "etis-rt": rotated.headers["etis-rt"]},
    )

    assert (stolen.status_code, owner.status_code) == (401, 401)
    assert "etis-rt" not in stolen.headers
    assert await fetch_all(conn, str, "SELECT end_reason FROM login_sessions") == ["reuse"]


async def test_a_hundred_requests_with_one_old_token_make_one_rotation(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        session = await a_session(conn, await a_member(conn), access_age=EXPIRED)

    answers = await asyncio.gather(
        *(shop.client.get("/api/v1/member", headers=session.headers) for _ in range(100))
    )

    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.headers["etis-rt"] for answer in answers}) == 1
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM refresh_tokens") == 2
        assert await fetch_one(conn, int, "SELECT count(*) FROM login_sessions WHERE ended_at IS NULL") == 1


async def test_a_session_is_over_after_its_year(client: Client, conn: Connection) -> None:
    session = await a_session(conn, await a_member(conn), access_age=EXPIRED)
    await execute(conn, "UPDATE login_sessions SET expires_at = now() - interval '1 second'")

    answer = await client.get("/api/v1/member", headers=session.headers)

    assert answer.status_code == 401


@pytest.mark.parametrize("path", ["/api/v1/member", "/api/v1/services"])
async def test_a_logout_kills_the_still_valid_access_token_at_once(
    client: Client, conn: Connection, path: str
) -> None:
    session = await a_session(conn, await a_member(conn))

    out = await client.post("/api/logout", headers=session.headers)
    after = await client.get(path, headers={"Authorization": f"Bearer {session.access}"})

    assert (out.status_code, out.json()) == (200, {"status": 200, "data": None})
    assert after.status_code == 401
    assert (await client.get(path, headers={"etis-rt": session.refresh})).status_code == 401


async def test_a_logout_takes_the_cookies_away_and_brings_no_new_ones(
    client: Client, conn: Connection
) -> None:
    session = await a_session(conn, await a_member(conn), access_age=EXPIRED)

    out = await client.post("/api/logout", headers=session.cookies | {"Sec-Fetch-Site": "same-origin"})

    cookies = out.headers.get_list("set-cookie")
    assert {cookie.partition("=")[0] for cookie in cookies} == {"ieum_at", "ieum_rt"}
    assert all("Max-Age=0" in cookie for cookie in cookies)
    assert "etis-rt" not in out.headers
    assert await fetch_all(conn, str, "SELECT end_reason FROM login_sessions") == ["logout"]


async def test_a_logout_ends_this_session_alone(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    here, there = await a_session(conn, member), await a_session(conn, member)

    await client.post("/api/logout", headers=here.headers)

    assert (await client.get("/api/v1/member", headers=there.headers)).status_code == 200


async def test_a_logout_without_a_session_does_no_harm(client: Client) -> None:
    answer = await client.post("/api/logout")

    assert answer.status_code == 200


async def test_the_member_is_mailed_once_about_a_stolen_token(shop: Shop) -> None:
    """In the transaction that ends the family, however many come with it."""
    async with shop.db.connection() as conn:
        session = await a_session(conn, await a_member(conn), access_age=EXPIRED)
        await shop.client.get("/api/v1/member", headers=session.headers)
        await execute(
            conn,
            "UPDATE refresh_tokens SET rotated_at = rotated_at - interval '31 seconds' WHERE rotated_at IS NOT NULL",
        )

    answers = await asyncio.gather(
        *(shop.client.get("/api/v1/member", headers=session.headers) for _ in range(10))
    )

    assert {answer.status_code for answer in answers} == {401}
    [mail] = (await run_jobs(shop)).delivered
    assert mail.recipient == "hong@example.com"
    assert mail.subject == "[이음] 다른 곳에서 로그인 정보가 사용된 것 같습니다"
    assert session.refresh not in mail.body


async def test_who_presents_old_tokens_all_day_has_five_mails_sent(client: Client, conn: Connection) -> None:
    """A sub-id's go to its owner, who would drown in them."""
    member = await a_member(conn)
    for _ in range(7):
        session = await a_session(conn, member, access_age=EXPIRED)
        await client.get("/api/v1/member", headers=session.headers)
        await execute(conn, "UPDATE refresh_tokens SET rotated_at = rotated_at - interval '31 seconds'")
        await client.get("/api/v1/member", headers=session.headers)

    ended = "SELECT count(*) FROM login_sessions WHERE end_reason = 'reuse'"
    assert await fetch_one(conn, int, ended) == 7
    assert await fetch_one(conn, int, "SELECT count(*) FROM messages") == 5


async def test_a_parallel_request_within_the_grace_sends_no_mail(client: Client, conn: Connection) -> None:
    session = await a_session(conn, await a_member(conn), access_age=EXPIRED)

    for _ in range(3):
        await client.get("/api/v1/member", headers=session.headers)

    assert await fetch_one(conn, int, "SELECT count(*) FROM messages") == 0

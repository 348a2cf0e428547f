"""More callers than connections."""

import asyncio

import pytest

from tests.shop.builders.members import EXPIRED, a_login, a_member, a_session
from tests.shop.builders.shops import Shop


@pytest.mark.parametrize("path", ["/api/v1/catalog/plans?kind=static", "/api/v1/member", "/api/v1/services"])
async def test_without_a_free_connection_a_call_answers_503_with_a_retry_after(shop: Shop, path: str) -> None:
    """A handler's connection, a session's refresh, and a member's connection."""
    async with shop.db.connection() as conn:
        session = await a_session(conn, await a_member(conn), access_age=EXPIRED)
    shop.db.pool.timeout = 0.2
    taken = [await shop.db.pool.getconn(timeout=20) for _ in range(shop.db.pool.max_size)]

    refused = await shop.client.get(path, headers=session.headers)
    for connection in taken:
        await shop.db.pool.putconn(connection)
    shop.db.pool.timeout = 20
    answered = await shop.client.get(path, headers=session.headers)

    assert (refused.status_code, refused.json()["code"]) == (503, "overloaded")
    assert refused.headers["retry-after"] == "5"
    assert answered.status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "/support/notice", "/robots.txt", "/sitemap.xml", "/sitemap/pages.xml", "/rss.xml"]
)
async def test_what_asks_our_own_api_needs_no_second_connection_meanwhile(shop: Shop, path: str) -> None:
    """Where each of many requests held one and waited for another, nobody would be answered."""
    # Longer than a busy machine needs to answer: only whoever waits for a second one waits so long.
    shop.db.pool.timeout = 5
    taken = [await shop.db.pool.getconn(timeout=20) for _ in range(shop.db.pool.max_size - 1)]

    answer = await shop.client.get(path)
    for connection in taken:
        await shop.db.pool.putconn(connection)
    shop.db.pool.timeout = 20

    assert answer.status_code == 200


async def test_more_requests_than_connections_wait_for_each_other_and_are_all_answered(
    shop: Shop,
) -> None:
    async with shop.db.transaction() as conn:
        headers = await a_login(conn, await a_member(conn))

    # One that waits for a connection in vain is refused after ten seconds, and would not be a 200.
    async with asyncio.timeout(60):
        answers = await asyncio.gather(
            *(shop.client.get("/api/v1/services", headers=headers) for _ in range(60))
        )

    assert {answer.status_code for answer in answers} == {200}

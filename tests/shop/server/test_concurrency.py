"""What holds when everybody comes at once."""

import asyncio

from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.shops import Shop


async def test_more_requests_than_connections_wait_for_each_other_no_longer_than_they_work(
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

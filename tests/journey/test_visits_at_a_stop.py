"""A server that is stopped while visits come in: whoever was told 200 is in the table."""

import asyncio
from collections import Counter
from pathlib import Path

import httpx

from tests.journey.running import RunningShop
from tests.waiting import wait_until_async

VISITORS = 60


async def visit_until_it_stops(client: httpx.AsyncClient, number: int, seen: Counter[int]) -> None:
    """One after the other, each from another address, until nobody takes them; 0 where no answer came."""
    for turn in range(10_000):
        try:
            answer = await client.post(
                "/api/v1/home/visit",
                json={"ipAddress": "", "referrerUrl": "", "landingUrl": "", "keyword": f"{number}-{turn}"},
                headers={"X-Forwarded-For": f"10.{number}.{turn // 256}.{turn % 256}"},
            )
        except httpx.ConnectError:
            return
        except httpx.TransportError:
            seen[0] += 1
            return
        seen[answer.status_code] += 1


async def test_nothing_that_was_answered_is_lost_at_a_stop(tmp_path: Path) -> None:
    seen = Counter[int]()
    with RunningShop(tmp_path) as shop:
        shop.environ["IEUM_TRUSTED_PROXIES"] = "127.0.0.1, ::1"
        shop.start("serve")
        limits = httpx.Limits(max_connections=VISITORS, max_keepalive_connections=VISITORS)
        async with httpx.AsyncClient(base_url=shop.url, timeout=30, limits=limits) as client:
            visitors = [
                asyncio.create_task(visit_until_it_stops(client, number, seen)) for number in range(VISITORS)
            ]
            await wait_until_async(lambda: seen[200] >= 3 * VISITORS, "too few visits come in")

            code = await asyncio.to_thread(shop.stop, "serve")
            await asyncio.gather(*visitors)

        with shop.database_connection() as conn:
            row = conn.execute("SELECT count(*) FROM visits").fetchone()

    assert code == 0
    assert row is not None
    assert seen[200] <= row[0] <= seen[200] + seen[0], seen
    assert set(seen) <= {0, 200, 503}, seen

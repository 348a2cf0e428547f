"""Visits: how many a core can store, how they slow down pages, and the cost of totalling and dropping a month."""

import asyncio
import json
import os
import statistics
import time
from collections.abc import Awaitable
from datetime import date, timedelta

from bench.api import rate_figures
from bench.beside import added_latency
from bench.figures import Figure, alternate
from bench.load import Run, get, request
from bench.stage import Stage
from ieum.shop.kernel.db import Connection, PooledDatabase, execute, fetch_all, fetch_one
from ieum.shop.site import queries, service
from ieum.shop.site.types import VisitRow

# A visit waits a moment to be written together with others, so it takes many visitors to keep a server busy.
VISITORS, VISITORS_BESIDE_PAGES = 400, 64
PAGE = get("/")
# `IEUM_BENCH_VISITS=10000000` takes a minute and a half to insert.
VISITS = int(os.environ.get("IEUM_BENCH_VISITS") or 1_000_000)
# A month that no other benchmark uses.
MONTH, NEXT_MONTH = date(2026, 1, 1), date(2026, 2, 1)
ROW = VisitRow("203.0.113.7", "", "", "", "", "", {}, "")


def visits(stage: Stage) -> list[Figure]:
    return [*_intake(stage), *asyncio.run(_a_month(stage.database_url))]


def _intake(stage: Stage) -> list[Figure]:
    # Every visitor has an own address, because the rate limit counts by address.
    shop = stage.serve("visited", IEUM_TRUSTED_PROXIES="127.0.0.1")

    def ask() -> list[bytes]:
        return [
            request("POST", "/api/v1/home/visit", _visit(number), x_forwarded_for=_address(stage))
            for number in range(4_000)
        ]

    press = stage.press(shop, ask, connections=VISITORS)
    bare = stage.press(stage.bare("make_visit"), ask, connections=VISITORS)
    runs = alternate({"ours": press, "bare": bare})
    few = stage.press(shop, ask, connections=VISITORS_BESIDE_PAGES)
    return [
        *rate_figures(
            "POST visit, answered when stored", runs, "  against its insert alone, one by one", aim=2_000
        ),
        added_latency(_rate_beside_pages, shop.port, PAGE, load=few),
    ]


def _rate_beside_pages(loads: list[Run]) -> str:
    rate = statistics.median(run.rate for run in loads)
    return f"  what {rate:,.0f}/s of them add to a page's p99"


async def _a_month(url: str) -> list[Figure]:
    db = PooledDatabase(url, size=2)
    await db.open()
    try:
        async with db.connection() as conn:
            await _fill(conn)
            scanned = await _timed(fetch_one(conn, int, "SELECT count(ad) FROM visits_2026_01"))
        totalled = 0.0
        for number in range((NEXT_MONTH - MONTH).days):
            async with db.transaction() as conn:
                totalled += await _timed(
                    queries.insert_totals(conn, MONTH + timedelta(days=number), top_values=service.TOP_VALUES)
                )
        async with db.connection() as conn:
            counted = await fetch_one(
                conn, int, "SELECT sum(count)::bigint FROM visit_days WHERE kind = 'visits'"
            )
            assert counted > 0.9 * VISITS
            coming = asyncio.create_task(_keep_visiting(db, longest := [0.0]))
            dropped = await _timed(
                fetch_all(conn, str, "SELECT drop_visit_months(%(next)s)", next=NEXT_MONTH)
            )
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)
            # So that this can be measured again.
            await execute(conn, "DELETE FROM visit_days")
    finally:
        await db.close()
    return [
        Figure(
            what=f"a month of {VISITS:,} visits, totalled",
            value=totalled,
            unit="s",
            ours=f"{1000 * totalled / 31:,.0f} ms a day",
            baseline=f"{scanned:.2g} s: a bare scan",
        ),
        Figure(
            what="  dropped: the longest that a visit waits meanwhile",
            value=1000 * longest[0],
            unit="ms",
            ours=f"{dropped:.2g} s until the disk is free",
            aim=1000,
            at_most=True,
        ),
    ]


async def _fill(conn: Connection) -> None:
    """Insert a month of visits in order of time: 211 sources, 3,001 keywords, one robot in twenty visits."""
    await execute(
        conn, "SELECT make_visit_month(%(month)s::timestamp AT TIME ZONE 'Asia/Seoul')", month=MONTH
    )
    await execute(
        conn,
        """
        INSERT INTO visits (visited_at, ip_address, referrer_url, referrer_host, landing_url, keyword, campaign, ad,
                            robot)
        SELECT (%(month)s::timestamp AT TIME ZONE 'Asia/Seoul') + interval '31 days' * (n::float8 / %(visits)s),
               inet '10.0.0.0' + (n / 2 * 7919) %% 16777216,
               'https://site-' || n %% 211 || '.example/search.naver?where=nexearch&sm=top_hty&query=',
               'site-' || n %% 211 || '.example',
               'https://shop.example/static-ip?n_media=27758&n_query=keyword&n_rank=1&n_ad_group=grp-a001',
               CASE WHEN n %% 3 = 0 THEN 'keyword ' || (n * 31) %% 3001 ELSE '' END,
               CASE WHEN n %% 4 = 0 THEN 'grp-' || n %% 53 ELSE '' END,
               '{"n_media": "27758", "n_query": "keyword", "n_rank": "1", "n_ad_group": "grp-a001"}',
               CASE WHEN n %% 20 = 0 THEN 'yeti' ELSE '' END
          FROM generate_series(0::bigint, %(visits)s - 1) n
        """,
        month=MONTH,
        visits=VISITS,
    )
    await execute(conn, "VACUUM ANALYZE visits_2026_01")


async def _keep_visiting(db: PooledDatabase, longest: list[float]) -> None:
    """Insert one visit after another into the current month and note the longest time that one took."""
    async with db.connection() as conn:
        await execute(conn, "SELECT make_visit_month(now())")
        while True:
            longest[0] = max(longest[0], await _timed(queries.insert_visits(conn, [ROW])))
            await asyncio.sleep(0.002)


async def _timed[T](done: Awaitable[T]) -> float:
    begin = time.perf_counter()
    await done
    return time.perf_counter() - begin


def _visit(number: int) -> bytes:
    return json.dumps(
        {
            "ipAddress": "",
            "referrerUrl": "https://search.naver.com/search.naver?where=nexearch&query=vpn",
            "landingUrl": f"https://shop.example/?n_media=27758&n_query=VPN+{number}&n_rank=1&n_ad_group=grp-a001",
            "keyword": f"VPN {number}",
        }
    ).encode()


def _address(stage: Stage) -> str:
    return ".".join(["10", *(str(stage.random.randrange(256)) for _ in range(3))])

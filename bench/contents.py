"""Notices, search and inquiries: the p95 of single requests in a shop with 1,000 of each and in a large one."""

import asyncio
import os
import random
import time
from collections.abc import Callable, Sequence
from functools import partial

from psycopg import AsyncConnection

from bench import pair, texts
from bench.figures import Figure, alternate, percentile
from bench.load import get
from bench.pair import Shop
from bench.stage import SECONDS, Stage, authorization_headers, sessions
from ieum.shop.desk.listing import Pages
from ieum.shop.inquiries.desk.filters import InquiryFilters, without_words
from ieum.shop.inquiries.desk.listed import INQUIRIES
from ieum.shop.inquiries.types import State

SIZES = {"small": 1_000, "large": int(os.environ.get("IEUM_BENCH_TEXTS", "100000"))}
PAGE_SIZE = 10
# More than fit into the second for which an answer is cached.
REQUESTS = 4_000
OPERATOR_QUERIES = 200

type Paths = Callable[[random.Random, int], str]


def contents(stage: Stage) -> list[Figure]:
    fill = {name: partial(texts.fill, size=size) for name, size in SIZES.items()}
    with pair.shops(fill) as shops:
        figures = [_figure(what, _visits(stage, shops, path)) for what, path in _paths().items()]
        figures.append(_figure("inquiries of a member", _members(stage, shops)))
        states: dict[str, State] = {"waiting": "received", "answered": "answered"}
        for what, state in states.items():
            figures.append(_figure(f"operators' inquiries, {what}", _operators(shops, state)))
    return figures


def _paths() -> dict[str, Paths]:
    rare = texts.rare_words()
    return {
        "notices, first page": lambda _chance, _size: _page(1),
        "notices, around the middle": lambda chance, size: _page(
            size // 2 // PAGE_SIZE + chance.randrange(20)
        ),
        "notices, last page": lambda _, size: _page(size // PAGE_SIZE),
        "a notice": lambda chance, size: f"/api/v1/notices/notice-{1 + chance.randrange(size)}?",
        "search, a rare word": lambda chance, _: f"/api/v1/search?q={chance.choice(rare)}",
        "search, a common word": lambda chance, _: f"/api/v1/search?q={chance.choice(texts.COMMON)}",
        "search, two common words": lambda chance, _: (
            f"/api/v1/search?q={'+'.join(chance.sample(texts.COMMON, 2))}"
        ),
        "search, a rare and a common word": (
            lambda chance, _: f"/api/v1/search?q={chance.choice(rare)}+{chance.choice(texts.COMMON)}"
        ),
    }


def _page(number: int) -> str:
    return f"/api/v1/notices?page={number}"


def _figure(what: str, seconds: dict[str, list[float]]) -> Figure:
    return pair.growth(f"{what} (p95)", seconds, SIZES, aim=1.5)


def _visits(stage: Stage, shops: dict[str, Shop], path: Paths) -> dict[str, list[float]]:
    """Each request has a path of its own, because a repeated one is answered from the cache."""

    def requests(size: int) -> list[bytes]:
        return [get(_quoted(f"{path(stage.random, size)}&n={number}")) for number in range(REQUESTS)]

    return alternate(
        {name: partial(_p95, stage, shops[name], requests(size)) for name, size in SIZES.items()}
    )


def _members(stage: Stage, shops: dict[str, Shop]) -> dict[str, list[float]]:
    return alternate(
        {
            name: partial(
                _p95,
                stage,
                shop,
                [
                    get("/api/v1/inquiries?page=1", authorization=bearer)
                    for bearer in authorization_headers(sessions(shop.url))
                ],
            )
            for name, shop in shops.items()
        }
    )


def _p95(stage: Stage, shop: Shop, requests: Sequence[bytes]) -> float:
    run = stage.generator.press(
        shop.server.port, requests, seconds=SECONDS, connections=1, server=shop.server.process.pid
    )
    return percentile(run.latencies, 0.95)


def _operators(shops: dict[str, Shop], state: State) -> dict[str, list[float]]:
    """The query of the console's queue."""

    queue = Pages(INQUIRIES)

    async def ask(url: str) -> float:
        async with await AsyncConnection.connect(url, autocommit=True) as conn:
            latencies: list[float] = []
            for _ in range(OPERATOR_QUERIES):
                begin = time.perf_counter()
                filters = InquiryFilters(state=state)
                page = await queue.fetch(
                    conn, filters, without_words(filters), order=None, after=None, size=20
                )
                if len(page.items) != 20:
                    raise RuntimeError("the list is not full")
                latencies.append(time.perf_counter() - begin)
        return percentile(latencies, 0.95)

    return alternate({name: lambda url=shop.url: asyncio.run(ask(url)) for name, shop in shops.items()})


def _quoted(path: str) -> str:
    return "".join(
        char if char.isascii() else "".join(f"%{byte:02X}" for byte in char.encode()) for char in path
    )

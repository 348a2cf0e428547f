"""Time passes for a running shop and for the world outside it, and what is due then is done."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import httpx
import psycopg
from procrastinate import PsycopgConnector

from ieum.shop.server.worker import app
from tests.journey.running import RunningShop
from tests.shop.builders.time_passing import let_pass


def pass_time(shop: RunningShop, by: timedelta) -> None:
    """Everything in the books is older by so much, and the sandbox's clock is on; sessions may be over."""

    async def age() -> None:
        async with await psycopg.AsyncConnection.connect(shop.database.url) as conn:
            await let_pass(conn, by)

    _run(age())
    clock = httpx.post(f"{shop.sandbox_url}/control/clock", json={"advanceSeconds": by.total_seconds()})
    assert clock.is_success, clock.text


def run_periodic(shop: RunningShop, *tasks: str) -> None:
    """Have the worker do at once what it does every so often."""

    async def defer() -> None:
        connector = PsycopgConnector(conninfo=shop.database.url)
        with app.replace_connector(connector) as connected:
            async with connected.open_async() as opened:
                for task in tasks:
                    await opened.configure_task(task).defer_async(timestamp=0)

    _run(defer())


def _run(work: Coroutine[Any, Any, None]) -> None:
    """In a thread of its own: in this one the browser's loop runs."""
    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, work).result()

"""Waiting until a shop has heard of a change in its database."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from litestar import Litestar


async def feed_connected(app: Litestar) -> None:
    async with asyncio.timeout(30):
        while not app.state.feed.connected:
            await asyncio.sleep(0.01)


@asynccontextmanager
async def feed_heard(app: Litestar) -> AsyncGenerator[None]:
    """What is changed in here, and committed, has been heard when this ends."""
    before = app.state.feed.pages_version
    yield
    async with asyncio.timeout(30):
        while app.state.feed.pages_version == before:
            await asyncio.sleep(0.01)

"""Waiting until a shop has heard of a change in its database."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from litestar import Litestar

from tests.waiting import wait_until_async


async def feed_connected(app: Litestar) -> None:
    await wait_until_async(lambda: app.state.feed.connected, "the shop does not listen to its database")


@asynccontextmanager
async def feed_heard(app: Litestar) -> AsyncGenerator[None]:
    """What is changed in here, and committed, has been heard when this ends."""
    before = app.state.feed.pages_version
    yield
    await wait_until_async(
        lambda: app.state.feed.pages_version != before, "the shop does not hear of a change"
    )

"""A member's leaving, paused before it is committed."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from ieum.shop.ledgers import service as ledgers
from ieum.shop.messaging import queries as messages
from tests.shop.builders.members import Account, leave
from tests.shop.builders.shops import Shop


@asynccontextmanager
async def leaving_paused(
    shop: Shop, account: Account, monkeypatch: pytest.MonkeyPatch, *, destroyed: bool = False
) -> AsyncGenerator[None]:
    """Run the body while leaving holds its locks; `destroyed`: after the data is destroyed, before the commit."""
    room, step = (messages, "forget_sent_to") if destroyed else (ledgers, "forfeit")
    reached, go_on = asyncio.Event(), asyncio.Event()
    carry_on = getattr(room, step)

    async def wait(*args: Any) -> Any:
        reached.set()
        await go_on.wait()
        return await carry_on(*args)

    monkeypatch.setattr(room, step, wait)
    task = asyncio.create_task(leave(shop.client, account))
    await asyncio.wait_for(reached.wait(), 30)
    yield
    go_on.set()
    assert (await task).status_code == 200

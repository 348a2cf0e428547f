"""The line on which a gateway hears what it should do."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from ieum.shop.gateways import service
from ieum.shop.gateways.types import Gateway
from ieum.shop.kernel.db import Database


class Listening:
    """A gateway on the line."""

    def __init__(self, lines: AsyncIterator[bytes]) -> None:
        self.lines = lines

    async def hear(self, seconds: float = 30) -> dict[str, Any]:
        async with asyncio.timeout(seconds):
            line = await anext(self.lines)
        assert line.endswith(b"\n")
        assert line.count(b"\n") == 1
        return json.loads(line)


async def gateway_of(db: Database, token: str = "gw_test") -> Gateway:
    async with db.connection() as conn:
        return await service.authenticate(conn, f"Bearer {token}")

"""Agents that run for the length of a test."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from ieum.gateway.agent import Agent
from ieum.gateway.plane import Plane
from ieum.gateway.proving import Proving, SandboxProver
from ieum.gateway.shop import ShopClient
from ieum.gateway.store import Store
from ieum.gateway.trying import WayWatch

OWN_KEY = "o" * 42 + "A="


@asynccontextmanager
async def a_running_agent(
    client: ShopClient, plane: Plane, store: Store, *, proving: Proving | None = None
) -> AsyncGenerator[Agent]:
    """Ended as by a signal. By itself it proves addresses as one that carries no traffic."""
    proving = proving or Proving(SandboxProver(client))
    trying = WayWatch(client, plane, url="http://shop.example")
    agent = Agent(client, plane, store, public_key=OWN_KEY, proving=proving, trying=trying)
    task = asyncio.create_task(agent.run())
    try:
        yield agent
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

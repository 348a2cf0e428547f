"""The sandbox's block lists, which answer queries on a UDP port of their own."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import NamedTuple

from ieum.dev.sandbox.block_lists import block_list_listener
from ieum.dev.sandbox.settings import SandboxSettings
from ieum.dev.sandbox.world import World
from ieum.shop.proofs.block_lists import BlockLists, CarrierNetworks, ReputationSources

LIST = "bl.ieum.test"


class Lists(NamedTuple):
    world: World
    sources: ReputationSources


@asynccontextmanager
async def block_lists(*names: str, networks: CarrierNetworks | None = None) -> AsyncGenerator[Lists]:
    world = World(SandboxSettings())
    async with block_list_listener(world, "127.0.0.1", 0) as port:
        lists = BlockLists(names or (LIST,), server=("127.0.0.1", port))
        yield Lists(world, ReputationSources(lists, networks or CarrierNetworks()))
    world.store.close()

"""What the agent does when the shop asks it for proofs, with a data plane that changes no host."""

import asyncio
from pathlib import Path

import pytest

from ieum.gateway.agent import Agent
from ieum.gateway.plane import AcknowledgingPlane
from ieum.gateway.protocol import Question
from ieum.gateway.proving import Proving, SandboxProver
from ieum.gateway.shell import CommandError
from ieum.gateway.shop import ShopClient
from ieum.gateway.store import Store
from ieum.sandbox.lab.shop import LabShop
from tests.waiting import wait_until_async


@pytest.mark.anyio
async def test_a_gateway_without_traffic_says_so(tmp_path: Path) -> None:
    with LabShop(heartbeat=0.1) as shop:
        client = ShopClient(shop.url, "lab-token")
        proving = Proving(SandboxProver(client))
        agent = Agent(
            client, AcknowledgingPlane(), Store(tmp_path), public_key="o" * 42 + "A=", proving=proving
        )
        task = asyncio.create_task(agent.run())
        [nonce] = shop.ask("203.0.113.10")
        await asyncio.to_thread(shop.wait, lambda: shop.proofs or None, "no proof")
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    assert shop.proofs == [{"nonce": nonce, "sandbox": True, "seen": "127.0.0.1"}]


@pytest.mark.anyio
async def test_questions_that_come_meanwhile_are_answered_next_and_a_failure_ends_nothing() -> None:
    class Slow:
        def __init__(self) -> None:
            self.asked: list[list[Question]] = []
            self.may_end = asyncio.Event()

        async def prove(self, questions: list[Question]) -> None:
            self.asked.append(questions)
            await self.may_end.wait()
            raise CommandError("ip: broken")

    prover = Slow()
    proving = Proving(prover)
    first, older, newer = [
        Question("203.0.113.1", "a"),
        Question("203.0.113.2", "b"),
        Question("203.0.113.2", "c"),
    ]
    running_loop = asyncio.create_task(proving.run())
    proving.ask([first])
    await wait_until_async(lambda: prover.asked, "nothing was asked")
    proving.ask([older])
    proving.ask([newer])
    prover.may_end.set()
    await wait_until_async(lambda: prover.asked[1:], "the newer ones were not asked")
    running_loop.cancel()
    await asyncio.gather(running_loop, return_exceptions=True)

    # A newer question takes the place of an older one, whose nonce is no longer good.
    assert prover.asked == [[first], [newer]]

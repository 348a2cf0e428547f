"""What the agent does when the shop asks it for proofs, with a data plane that changes no host."""

import asyncio
import contextlib
import os
import socket
import threading
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import cast

import pytest

from ieum.dev.lab.shop import LabShop
from ieum.gateway import proving
from ieum.gateway.dataplane import DataPlane, NotSetUpError
from ieum.gateway.plane import AcknowledgingPlane
from ieum.gateway.protocol import Question
from ieum.gateway.proving import HostProver, Origin, Proving
from ieum.gateway.shell import CommandError
from ieum.gateway.shop import ShopClient
from ieum.gateway.store import Store
from ieum.gateway.uplinks import Line
from tests.gateway.agents import a_running_agent
from tests.gateway.builders import KEYS, KT
from tests.waiting import wait_until_async


@pytest.mark.anyio
async def test_a_gateway_without_traffic_says_so(tmp_path: Path) -> None:
    with LabShop(heartbeat=0.1) as shop:
        client = ShopClient(shop.url, "lab-token")
        async with a_running_agent(client, AcknowledgingPlane(), Store(tmp_path)):
            [nonce] = shop.ask("203.0.113.10")
            await asyncio.to_thread(shop.wait, lambda: shop.proofs or None, "no proof")

    assert shop.proofs == [{"nonce": nonce, "sandbox": True, "seen": "127.0.0.1"}]


class Lending(AcknowledgingPlane):
    """Has every address on one line."""

    def lend(self, addresses: Collection[str]) -> dict[str, Line]:
        return dict.fromkeys(addresses, KT)

    def take_back(self, addresses: Collection[str]) -> None:
        pass


class Unreturning(Lending):
    def take_back(self, addresses: Collection[str]) -> None:
        raise CommandError(f"ip: {len(addresses)} failed")


class Hanging:
    """In the place of calls that do not come back until they may."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.calls: list[str] = []
        self.may_end = threading.Event()
        patch.setattr(proving, "call_from", self._call)

    def _call(self, question: Question, *_: object) -> None:
        self.calls.append(question.address)
        self.may_end.wait(30)
        raise TimeoutError("no answer")


def a_prover(plane: Lending, client: ShopClient, shop: LabShop) -> Proving:
    return Proving(HostProver(cast("DataPlane", plane), client, Origin(shop.url, shop.token)))


@pytest.mark.anyio
async def test_calls_that_hang_hold_up_no_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "process_cpu_count", lambda: 1)  # few threads for everybody
    monkeypatch.setattr(os, "cpu_count", lambda: 1)  # before Python 3.13
    hanging, plane = Hanging(monkeypatch), Lending()
    with LabShop(heartbeat=0.1) as shop:
        client = ShopClient(shop.url, shop.token)
        proving = a_prover(plane, client, shop)
        async with a_running_agent(client, plane, Store(tmp_path), proving=proving):
            shop.ask(*[f"203.0.113.{number}" for number in range(10, 40)])
            await wait_until_async(lambda: len(hanging.calls) >= 5, "nothing is called")
            newest = shop.put(KEYS[0], "10.64.0.2", "203.0.113.10")
            await asyncio.get_running_loop().run_in_executor(
                ThreadPoolExecutor(1), partial(shop.wait_for_ack, newest)
            )
            still_hanging = not hanging.may_end.is_set()
            hanging.may_end.set()

    assert still_hanging


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("failure", "tries"),
    [(NotSetUpError("not yet"), 3), (OSError("no space"), 1)],
    ids=["a-host-that-is-set-up-is-waited-for", "a-host-that-cannot-lend-is-not-tried-again"],
)
async def test_lending_is_tried_again_only_while_the_host_is_set_up(
    monkeypatch: pytest.MonkeyPatch, failure: Exception, tries: int
) -> None:
    lent: list[Collection[str]] = []

    class Failing(Lending):
        def lend(self, addresses: Collection[str]) -> dict[str, Line]:
            lent.append(addresses)
            raise failure

    monkeypatch.setattr(proving, "_TRIES", 3)
    monkeypatch.setattr(proving, "_BETWEEN_TRIES", 0.01)
    with LabShop() as shop:
        client = ShopClient(shop.url, shop.token)
        prover = HostProver(cast("DataPlane", Failing()), client, Origin(shop.url, shop.token))
        with pytest.raises(type(failure)):
            await prover.prove([Question("203.0.113.10", "nonce")])
        await client.close()

    assert len(lent) == tries


@pytest.mark.anyio
async def test_a_resolver_that_fails_is_no_fault_of_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shop flags what cannot be called from, and may still be heard of by a connection that is open."""

    def unresolved(*_: object) -> None:
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    monkeypatch.setattr(proving, "call_from", unresolved)
    with LabShop() as shop:
        client = ShopClient(shop.url, shop.token)
        prover = HostProver(cast("DataPlane", Lending()), client, Origin(shop.url, shop.token))
        await prover.prove([Question("203.0.113.10", "nonce")])
        await client.close()

    assert shop.unreachable == []


@pytest.mark.anyio
async def test_the_agent_ends_during_a_proof_whose_addresses_cannot_be_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hanging = Hanging(monkeypatch)
    with LabShop() as shop:
        client = ShopClient(shop.url, shop.token)
        proofs = a_prover(Unreturning(), client, shop)
        task = asyncio.create_task(proofs.run())
        proofs.ask([Question("203.0.113.10", "nonce")])
        await wait_until_async(lambda: hanging.calls, "nothing is called")
        task.cancel()
        done, _ = await asyncio.wait({task}, timeout=10)
        hanging.may_end.set()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await client.close()

    assert done


def test_an_answer_that_never_ends_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte comes in time, so no limit of one step is exceeded."""
    monkeypatch.setattr(proving, "_CALL_SECONDS", 0.5)
    monkeypatch.setattr(proving.socket, "SO_MARK", socket.SO_REUSEADDR)  # a mark takes root
    ended = threading.Event()

    def drip() -> None:
        connection, _ = server.accept()
        with connection, contextlib.suppress(OSError):
            connection.sendall(b"HTTP/1.1 200 OK\r\n")
            for _ in range(200):
                connection.sendall(b"x-more: to come\r\n")
                if ended.wait(0.1):
                    break

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=drip)
        thread.start()
        origin = Origin(f"http://127.0.0.1:{server.getsockname()[1]}", "token")
        with pytest.raises(TimeoutError):
            proving.call_from(Question("127.0.0.1", "nonce"), 1, origin)
        ended.set()
        thread.join()


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

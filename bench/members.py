"""Members in one process: so many purchases a second, however long each takes.

They buy, prolong, connect, change addresses, leave orders unpaid and want their money back.

Started with a plan as JSON on its stdin; writes what was done, and how long it took, into a file. Ends at SIGTERM.
"""

import asyncio
import base64
import json
import os
import random
import secrets
import signal
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec

from bench.purchases import pay_at_window
from bench.stage import ROOT, authorization_headers
from bench.whole import ORDER_AGREEMENTS, consents_to, data_of

# What of all purchases is what. The others are of static services, new to their members.
RENEWALS, DYNAMIC, TICKETS = 0.35, 0.1, 0.05
# And what happens beside so many of them.
DEVICES, REFUNDS, LEFT_UNPAID, ROTATIONS, PAGES = 0.6, 0.1, 0.05, 0.2, 1.0
REFUNDED_AFTER = 20.0
AT_ONCE = 60
KEPT = 5_000

chance = random.SystemRandom().random


class Plan(msgspec.Struct):
    """`members`: pairs of a member and a session."""

    shop: str
    sandbox_port: int
    done: str
    members: list[tuple[int, int]]
    static_plans: list[int]
    dynamic_plan: int
    ticket_plan: int
    a_second: float


class Done(NamedTuple):
    at: float
    what: str
    seconds: float


class Members:
    """The process of the members, seen from the benchmark."""

    def __init__(self, plan: Plan, log: Path) -> None:
        self._path = Path(plan.done)
        self._path.touch()
        self._read = 0
        with log.open("wb") as sink:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "bench.members"], cwd=ROOT, stdin=subprocess.PIPE, stderr=sink
            )
        assert self.process.stdin is not None
        self.process.stdin.write(msgspec.json.encode(plan) + b"\n")
        self.process.stdin.close()

    def fresh(self) -> list[Done]:
        """Return the steps since the last call."""
        with self._path.open() as lines:
            lines.seek(self._read)
            text = lines.read()
        whole = text[: text.rfind("\n") + 1]
        self._read += len(whole)
        return [Done(*json.loads(line)) for line in whole.splitlines()]

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(120)


@contextmanager
def members(plan: Plan, log: Path) -> Generator[Members]:
    running = Members(plan, log)
    try:
        yield running
    finally:
        running.stop()


class Held(NamedTuple):
    """A service, with the member who holds it."""

    member: tuple[int, int]
    service: int
    plan: int


class Crowd:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        limits = httpx.Limits(max_connections=AT_ONCE, max_keepalive_connections=AT_ONCE)
        self._shop = httpx.AsyncClient(base_url=plan.shop, timeout=60, limits=limits)
        self._window = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{plan.sandbox_port}", timeout=60, limits=limits
        )
        self._done = os.open(plan.done, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        self._static: deque[Held] = deque(maxlen=KEPT)
        self._dynamic: deque[Held] = deque(maxlen=KEPT)
        self._running: set[asyncio.Task[None]] = set()
        self._agreed: list[dict[str, str]] = []
        # A member orders thirty times an hour at most, and has one unpaid order; each comes again when all had a turn.
        self._turns = random.SystemRandom().sample(plan.members, len(plan.members))
        self.stopping = asyncio.Event()

    async def run(self) -> None:
        """Begin purchases by the clock, whether or not those before have ended."""
        self._agreed = consents_to(data_of(await self._shop.get(ORDER_AGREEMENTS)))
        begin, number = time.monotonic(), 0
        while not self.stopping.is_set():
            if len(self._running) < AT_ONCE:
                self._start(self._one())
            else:
                self._note("not begun: too many under way", 0)
            number += 1
            pause = begin + number / self._plan.a_second - time.monotonic()
            await asyncio.sleep(max(0, pause))
        if self._running:
            await asyncio.wait(self._running, timeout=90)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self._note(f"failed: {type(error).__name__} {error}"[:300], 0)

    async def _one(self) -> None:
        """Buy once, with the steps that go with some purchases."""
        kind = chance()
        if kind < RENEWALS and self._static:
            held = self._static[int(chance() * len(self._static))]
            await self._buy("renewed", held.member, {"planId": held.plan, "serviceId": held.service})
        elif kind < RENEWALS + DYNAMIC:
            await self._buy_service("dynamic", self._plan.dynamic_plan, self._dynamic)
        elif kind < RENEWALS + DYNAMIC + TICKETS and self._static:
            await self._timed("address changed", self._change_address)
        else:
            plans = self._plan.static_plans
            await self._buy_service("static", plans[int(chance() * len(plans))], self._static)
        if chance() < ROTATIONS and self._dynamic:
            await self._timed("rotated", self._rotate)
        if chance() < LEFT_UNPAID:
            await self._timed("left unpaid", self._leave_unpaid)
        if chance() < PAGES:
            await self._timed("page", self._look)

    def _next_member(self) -> tuple[int, int]:
        member = self._turns.pop()
        self._turns.insert(0, member)
        return member

    async def _buy_service(self, what: str, plan: int, held: deque[Held]) -> None:
        member = self._next_member()
        order = await self._buy(what, member, {"planId": plan})
        if order is None:
            return
        found = await self._timed(
            "services", lambda: self._call("GET", "/api/v1/services?state=all&page=1", member)
        )
        if found is None:
            return
        one = Held(member, int(found["items"][0]["id"]), plan)
        if chance() < DEVICES:
            await self._timed("device", lambda: self._connect(one))
        if chance() < REFUNDS:
            await asyncio.sleep(REFUNDED_AFTER)
            await self._timed("refunded", lambda: self._refund(member, order))
        else:
            held.append(one)

    async def _buy(self, what: str, member: tuple[int, int], wanted: dict[str, int]) -> str | None:
        """Returns the number of the paid order."""
        order = await self._timed(f"order {what}", lambda: self._order(member, wanted))
        if order is None:
            return None
        paid = await self._timed("window", lambda: pay_at_window(self._window, order))
        if paid is None:
            return None
        answer = await self._timed(
            "confirm", lambda: self._call("POST", "/api/v1/payments/confirm", member, paid)
        )
        if answer is None or answer["state"] != "paid":
            self._note(f"failed: {what} is {answer and answer['state']}", 0)
            return None
        self._note(f"purchase {what}", 0)
        return order["orderId"]

    async def _order(self, member: tuple[int, int], wanted: dict[str, int]) -> dict[str, Any]:
        body = {"months": 1, "agreements": self._agreed} | wanted
        return await self._call("POST", "/api/v1/orders", member, body)

    async def _leave_unpaid(self) -> None:
        await self._order(self._next_member(), {"planId": self._plan.static_plans[0]})

    async def _connect(self, held: Held) -> None:
        key = base64.b64encode(secrets.token_bytes(32)).decode()
        path = f"/api/v1/services/{held.service}/devices"
        await self._call("POST", path, held.member, {"name": "PC", "publicKey": key})

    async def _refund(self, member: tuple[int, int], order: str) -> None:
        quote = await self._call("POST", f"/api/v1/orders/{order}/refund-quote", member)
        await self._call("POST", f"/api/v1/orders/{order}/refund", member, {"quote": quote["quote"]})

    async def _rotate(self) -> None:
        held = self._dynamic[int(chance() * len(self._dynamic))]
        await self._call("POST", f"/api/v1/services/{held.service}/rotation", held.member)

    async def _change_address(self) -> None:
        held = self._static[int(chance() * len(self._static))]
        if await self._buy("ticket", held.member, {"planId": self._plan.ticket_plan, "months": 12}) is None:
            return
        path = f"/api/v1/services/{held.service}/ip-change"
        seen = await self._call("GET", path, held.member)
        await self._call("POST", path, held.member, {"address": seen["address"]})

    async def _look(self) -> None:
        answer = await self._shop.get(("/", "/sign-up", "/login")[int(chance() * 3)])
        answer.raise_for_status()

    async def _call(
        self, method: str, path: str, member: tuple[int, int], body: dict[str, Any] | None = None
    ) -> Any:
        [bearer] = authorization_headers([member])
        return data_of(await self._shop.request(method, path, json=body, headers={"authorization": bearer}))

    async def _timed[T](self, what: str, work: Callable[[], Coroutine[Any, Any, T]]) -> T | None:
        """None where it failed, which is noted with the reason."""
        begin = time.perf_counter()
        try:
            done = await work()
        except (RuntimeError, httpx.HTTPError) as error:
            self._note(f"failed: {what}: {type(error).__name__} {error}"[:300], time.perf_counter() - begin)
            return None
        self._note(what, time.perf_counter() - begin)
        return done

    def _note(self, what: str, seconds: float) -> None:
        os.write(self._done, json.dumps([time.monotonic(), what, seconds]).encode() + b"\n")


def purchases(done: Sequence[Done]) -> int:
    return sum(one.what.startswith("purchase ") for one in done)


def failures(done: Sequence[Done]) -> Counter[str]:
    """Return the failures by step and reason, with numbers cut out."""
    return Counter(
        "".join("#" if letter.isdigit() else letter for letter in one.what[:160])
        for one in done
        if one.what.startswith(("failed", "not begun"))
    )


async def _main() -> None:
    crowd = Crowd(msgspec.json.decode(sys.stdin.buffer.readline(), type=Plan))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, crowd.stopping.set)
    await crowd.run()


if __name__ == "__main__":
    asyncio.run(_main())

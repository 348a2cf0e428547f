"""What every step has in common, the steps that nobody takes, and the reckoning at the end."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Sequence
from datetime import timedelta
from typing import Any

import httpx
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tests.shop.model.audit import audit
from tests.shop.model.house import LINE, Customer, Fault, House
from tests.shop.model.standing import check_standing

ANY = st.integers(0, 999)
# The process dies at the n-th point of what it does, or lives.
CRASHES = st.one_of(st.none(), st.none(), st.integers(1, 14))
# Most of those who begin go on at once.
ON = st.sampled_from([True, True, True, False])
KINDS = ("error_after_approval", "error_then_success", "error", "refuse", "cut_after_approval")
WAITS = (1, 4, 11, 16, 31, 65, 60 * 24, 60 * 24 * 2, 60 * 24 * 8, 60 * 24 * 31, None)


def faults(*operations: str) -> st.SearchStrategy[Fault | None]:
    """Mostly none; else one of what can go wrong with these calls."""
    known = [Fault(LINE, "lost"), Fault(LINE, "down")]
    known += [Fault(operation, kind) for operation in operations for kind in KINDS]
    return st.one_of(st.none(), st.none(), st.sampled_from(known))


class Running:
    """The house and the loop that it lives in, for all runs of one test."""

    def __init__(self, house: House, url: str, runner: asyncio.Runner) -> None:
        self.house = house
        self.url = url
        self.runner = runner
        self.steps: Counter[str] = Counter()


class Clockwork(RuleBasedStateMachine):
    """Time, the worker and the provider's messages."""

    running: Running

    def __init__(self) -> None:
        super().__init__()
        self.house = self.running.house
        self.do(self.house.open(self.running.url))

    def do[T](self, deed: Awaitable[T]) -> T:
        async def wait() -> T:
            return await deed

        return self.running.runner.run(wait())

    @invariant()
    def stands(self) -> None:
        self.do(check_standing(self.house.db.here, self.house.hosts))

    def count(self, what: str) -> None:
        self.running.steps[what] += 1

    @staticmethod
    def one_of[T](some: Sequence[T], which: int) -> T | None:
        """No rule has a precondition: what is there may hang on the clock, and a walk has to be repeatable."""
        return some[which % len(some)] if some else None

    def customer(self, who: int) -> Customer:
        return self.house.customers[who % len(self.house.customers)]

    async def press(
        self, customer: Customer, crash_at: int | None, method: str, path: str, **body: Any
    ) -> Any:
        """Ask for something; what was answered with success, else None, for example where the shop has died."""
        answers: list[httpx.Response] = []
        async with self.house.may_crash(crash_at, None):
            answers.append(await self.house.ask(customer, method, path, **body))
        return answers[0].json()["data"] if answers and answers[0].is_success else None

    async def hear_gateways(self, problem: str | None) -> None:
        for host in self.house.hosts:
            await host.hear(self.house.db, self.house.app.state.feed)
            await host.agrees(self.house.db.here)
            await host.say(self.house.client, host.write(problem))

    @rule(which=ANY, crash_at=CRASHES, fault=faults("lookup"))
    def hear(self, which: int, crash_at: int | None, fault: Fault | None) -> None:
        """Any message that the provider ever wrote arrives: late, again, out of order, or never."""
        delivery = self.one_of(self.house.world.webhooks.deliveries, which)
        if delivery is None:
            return
        self.count("message")

        async def act() -> None:
            async with self.house.may_crash(crash_at, fault):
                answer = await self.house.client.post(
                    "/api/v1/payments/webhooks/toss",
                    content=delivery.body,
                    headers={"content-type": "application/json"},
                )
                assert answer.status_code == 200, answer.text

        self.do(act())

    @rule(crash_at=CRASHES, fault=faults("confirm", "lookup", "cancel", "charge"), everything=st.booleans())
    def work(self, crash_at: int | None, fault: Fault | None, *, everything: bool) -> None:
        """The worker does what is due, and now and then looks after everything."""
        self.count("work")

        async def act() -> None:
            async with self.house.may_crash(crash_at, fault):
                if everything:
                    await self.house.clerk.look_after_everything()
                await self.house.clerk.run_due(self.house.db.here)

        self.do(act())

    @rule(minutes=st.sampled_from(WAITS))
    def wait(self, minutes: int | None) -> None:
        """None: until all has come to rest."""
        self.count("wait")
        if minutes is None:
            self.rest()
        else:
            self.do(self.house.let_pass(timedelta(minutes=minutes)))

    def rest(self) -> None:
        async def act() -> None:
            await self.house.come_to_rest()
            await audit(self.house)

        self.do(act())

    def teardown(self) -> None:
        try:
            self.rest()
        finally:
            self.do(self.house.close())

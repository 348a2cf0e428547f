"""A shop, its customers, its provider and the line between them, all in one process that may die at any point."""

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, NamedTuple

import httpx
from psycopg import AsyncConnection

from ieum.sandbox.app import app_of
from ieum.sandbox.settings import SandboxSettings
from ieum.sandbox.world import World
from ieum.shop.catalog.types import PlanId
from ieum.shop.kernel.db import execute
from ieum.shop.kernel.settings import Settings
from ieum.shop.members.types import MemberId
from ieum.shop.pages.web_app import Site
from ieum.shop.payments.provider import Channel
from ieum.shop.payments.toss import TossClient
from ieum.shop.server.app import create_app
from tests.shop.builders.catalog import a_dynamic_plan, a_plan, a_ticket_plan
from tests.shop.builders.changes import give_tickets
from tests.shop.builders.clients import a_client, within
from tests.shop.builders.crashes import Crash, CrashingProvider, Killed
from tests.shop.builders.members import PASSWORD_HASH, a_login, a_member
from tests.shop.builders.time_passing import let_pass
from tests.shop.builders.wire import Wire
from tests.shop.builders.worker import Postman, worker_tools
from tests.shop.model.clerk import Clerk
from tests.shop.model.database import SavepointDatabase
from tests.waiting import one_turn

WEBHOOK = "http://testserver.local/api/v1/payments/webhooks/toss"


class Fault(NamedTuple):
    """What the provider, or the line to it, does wrong once."""

    operation: str
    kind: str


LINE = "line"


class Alarmed(logging.Handler):
    """An exception that the shop swallowed is a finding."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self.seen.append(logging.Formatter().format(record))


class Customer(NamedTuple):
    member: MemberId
    headers: dict[str, str]


class House:
    def __init__(self, settings: Settings, site: Site) -> None:
        self.settings = settings
        self.crash = Crash()
        self.db = SavepointDatabase(self.crash)
        self.world = World(SandboxSettings())
        provider_app = app_of(self.world)
        self.line = Wire(within(provider_app))
        secrets = {
            Channel.NORMAL: settings.toss_normal.secret,
            Channel.BILLING: settings.toss_billing.secret,
        }
        self.provider = CrashingProvider(
            TossClient("http://sandbox/toss", secrets, transport=self.line), self.crash
        )
        self.app = create_app(settings, db=self.db, provider=self.provider, site=site)
        self.client = a_client(self.app)
        self.sandbox = httpx.AsyncClient(transport=within(provider_app), base_url="http://sandbox")
        postman = Postman()
        self.clerk = Clerk(
            worker_tools(self.db, provider=self.provider, mailer=postman, texter=postman, settings=settings)
        )
        self.alarmed = Alarmed()
        self.customers: list[Customer] = []
        self.plans: dict[str, PlanId] = {}

    async def open(self, url: str) -> None:
        """Everything from here to `close` happens in one transaction that is rolled back."""
        if self.db.conn is None:
            self.db.conn = await AsyncConnection.connect(url, autocommit=True, options="-c timezone=UTC")
        await self.db.here.execute("BEGIN")
        self.world.reset()
        self.world.webhooks.url = WEBHOOK
        self.crash.left = None
        self.line.down, self.line.lost_answers = False, 0
        self.alarmed.seen.clear()
        conn = self.db.here
        await execute(conn, "DELETE FROM procrastinate_jobs")
        await execute(
            conn,
            """
            UPDATE site_config SET point_threshold = 0, cool_down = interval '1 hour', ticket_enabled = true,
                   refund_penalty_percent = 10
            """,
        )
        self.plans = {
            "static": await a_plan(conn, addresses=3, prices={1: 33_000, 3: 89_100}),
            "dynamic": await a_dynamic_plan(conn),
            "ticket": await a_ticket_plan(conn),
        }
        self.customers = [await self.join(points=points) for points in (0, 5_000)]

    async def join(self, *, points: int) -> Customer:
        member = await a_member(self.db.here, password_hash=PASSWORD_HASH, points=points)
        # Some tickets are there from the start, so that addresses are changed more often than tickets are bought.
        await give_tickets(self.db.here, member, 2)
        return Customer(member, await a_login(self.db.here, member))

    async def close(self) -> None:
        await self.db.here.execute("ROLLBACK")

    async def leave(self) -> None:
        for client in (self.client, self.sandbox):
            await client.aclose()
        await self.provider.close()
        if self.db.conn is not None:
            await self.db.conn.close()

    @asynccontextmanager
    async def may_crash(self, crash_at: int | None, fault: Fault | None) -> AsyncGenerator[None]:
        """The process may die at its n-th point; a request or a job it was at is lost, and the jobs wait again."""
        await self.go_wrong(fault)
        self.crash.left = crash_at
        try:
            yield
        except Killed:
            await self.db.forget_the_dead()
            await self.clerk.take_over(self.db.here)
        except BaseExceptionGroup as group:
            rest = group.split(Killed)[1]
            if rest is not None:
                raise
            await self.db.forget_the_dead()
            await self.clerk.take_over(self.db.here)
        finally:
            self.crash.left = None
            self.line.down, self.line.lost_answers = False, 0

    async def go_wrong(self, fault: Fault | None) -> None:
        if fault is None:
            return
        if fault.operation == LINE:
            self.line.down = fault.kind == "down"
            self.line.lost_answers = int(fault.kind == "lost")
            return
        answer = await self.sandbox.post(
            "/control/faults", json={"operation": fault.operation, "kind": fault.kind}
        )
        assert answer.status_code == 201, answer.text

    async def ask(self, customer: Customer, method: str, path: str, **body: Any) -> httpx.Response:
        """As that customer; an answer that is our fault fails the test."""
        answer = await self.client.request(
            method, f"/api/v1{path}", json=body or None, headers=customer.headers
        )
        assert answer.status_code < 500 or answer.status_code == 503, f"{method} {path}: {answer.text}"
        return answer

    async def let_pass(self, by: timedelta) -> None:
        self.world.clock.advance(by)
        self.world.payments.expire_due()
        await let_pass(self.db.here, by)
        # They keep coming back.
        await execute(self.db.here, "UPDATE login_sessions SET expires_at = now() + interval '1 year'")

    async def come_to_rest(self) -> None:
        """No more faults; time passes until nothing is under way any more."""
        self.world.faults.waiting.clear()
        for hours in (0, 1, 1, 25):
            await self.let_pass(timedelta(hours=hours, minutes=16))
            await self.clerk.look_after_everything()
            await self.clerk.run_due(self.db.here)
            # What was queued for a little later.
            await execute(
                self.db.here,
                """
                UPDATE procrastinate_jobs SET scheduled_at = NULL
                 WHERE scheduled_at < clock_timestamp() + interval '1 hour'
                """,
            )
            await self.clerk.run_due(self.db.here)
        await one_turn()

"""A shop, its customers, its provider and the line between them, all in one process that may die at any point."""

import logging
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, NamedTuple

import httpx
import msgspec
from psycopg import AsyncConnection

from ieum.dev.sandbox.app import app_of
from ieum.dev.sandbox.settings import SandboxSettings
from ieum.dev.sandbox.world import World
from ieum.shop.gateways import queries
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import execute, fetch_all, fetch_one
from ieum.shop.kernel.settings import Settings
from ieum.shop.members.types import MemberId
from ieum.shop.pages.web_app import Site
from ieum.shop.payments.provider import Channel
from ieum.shop.payments.toss import TossClient
from ieum.shop.server.app import create_app
from ieum.shop.services import grants
from ieum.shop.services.types import GrantedDevice, ServiceId
from tests.shop.builders.catalog import a_ticket_plan
from tests.shop.builders.changes import give_tickets
from tests.shop.builders.clients import a_client, within
from tests.shop.builders.crashes import Crash, CrashingProvider, Killed
from tests.shop.builders.lock_order import watched_by
from tests.shop.builders.members import PASSWORD_HASH, a_login, a_member
from tests.shop.builders.orders import agreements
from tests.shop.builders.services import a_device
from tests.shop.builders.staff import Login, a_staff
from tests.shop.builders.time_passing import let_pass
from tests.shop.builders.wire import Wire
from tests.shop.builders.worker import Postman, worker_tools
from tests.shop.model.clerk import Clerk
from tests.shop.model.database import SavepointDatabase
from tests.shop.model.hosts import Host, plans_of, two_hosts
from tests.waiting import one_turn

WEBHOOK = "http://testserver.local/api/v1/payments/webhooks/toss"


class Fault(NamedTuple):
    """What the provider, or the line to it, does wrong once."""

    operation: str
    kind: str


LINE = "line"
PRICES = {"static": 33_000, "dynamic": 22_000}
START_POINTS = sum(PRICES.values())


class Alarmed(logging.Handler):
    """An exception that the shop swallowed is a finding."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self.seen.append(logging.Formatter().format(record))


class Customer(NamedTuple):
    """`line`: by which of the house's two internet lines they call."""

    member: MemberId
    headers: dict[str, str]
    line: int = 0


class Backup(NamedTuple):
    """What a copy of the database was made of, and when, by the time that has passed in all."""

    name: str
    passed: timedelta
    customers: list[Customer]
    sequences: dict[str, int | None]
    given: Counter[int]


def refuse_unserved(answer: httpx.Response) -> None:
    """Fail if the shop serves no such call: an object that is gone is refused by a code of its own."""
    is_unserved = answer.status_code == 405 or (
        answer.status_code == 404 and answer.json()["code"] == "not_found"
    )
    assert not is_unserved, f"{answer.request.method} {answer.request.url}: {answer.text}"


class House:
    staff: Login

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
        self.lines = (self.client, a_client(self.app, address="203.0.113.9"))
        self.sandbox = httpx.AsyncClient(transport=within(provider_app), base_url="http://sandbox")
        postman = Postman()
        self.clerk = Clerk(
            worker_tools(self.db, provider=self.provider, mailer=postman, texter=postman, settings=settings)
        )
        self.alarmed = Alarmed()
        self.customers: list[Customer] = []
        self.plans: dict[str, int] = {}
        self.hosts: list[Host] = []
        self.passed = timedelta()
        self.backups: list[Backup] = []
        # Payments of which the shop's books need not know what the provider's do.
        self.forgotten: set[str] = set()
        # Points that members came with, and those that staff have given them since.
        self.start: dict[int, int] = {}
        self.given = Counter[int]()
        # What went back of orders at the provider's dashboard, in won.
        self.elsewhere = Counter[str]()
        # Services that staff have let run longer than is paid.
        self.extended: set[int] = set()

    async def open(self, url: str) -> None:
        """Everything from here to `close` happens in one transaction that is rolled back."""
        if self.db.conn is None:
            self.db.conn = await AsyncConnection.connect(url, autocommit=True, options="-c timezone=UTC")
            self.db.conn.cursor_factory = watched_by(self.db.locks)
        # A walk that could not begin has left its transaction open.
        await self.db.here.execute("ROLLBACK")
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
        self.hosts = await two_hosts(conn)
        self.plans = await plans_of(conn, self.hosts) | {"ticket": await a_ticket_plan(conn)}
        self.passed, self.backups = timedelta(), []
        self.forgotten.clear()
        self.start.clear()
        self.given.clear()
        self.elsewhere.clear()
        self.extended.clear()
        self.staff = await a_staff(conn, owner=True)
        self.customers = [await self.join(points=points) for points in (START_POINTS, 5_000)]
        for kind in ("static", "dynamic"):
            await self.furnish(self.customers[0], kind)

    async def join(self, *, points: int, line: int = 0) -> Customer:
        member = await a_member(self.db.here, password_hash=PASSWORD_HASH, points=points)
        self.start[member] = points
        # Some tickets are there from the start, so that addresses are changed more often than tickets are bought.
        await give_tickets(self.db.here, member, 2)
        return Customer(member, await a_login(self.db.here, member), line)

    async def furnish(self, customer: Customer, kind: str) -> None:
        """One has a service of each kind from the start, paid with points, with a device."""
        wanted = {"planId": self.plans[kind], "months": 1, "quantity": 1, "points": PRICES[kind]}
        placed = await self.ask(
            customer, "POST", "/orders", agreements=await agreements(self.client), **wanted
        )
        assert placed.status_code == 201, placed.text
        service = await fetch_one(self.db.here, ServiceId, "SELECT id FROM services ORDER BY id DESC LIMIT 1")
        await self.plug(service)

    async def plug(self, service: ServiceId) -> str:
        """A new device of the member's, in place of the oldest where the plan allows no more; returns its key."""
        oldest = await fetch_all(
            self.db.here,
            GrantedDevice,
            """
            SELECT d.id, d.service_id, d.public_key, d.off_at IS NOT NULL AS off
              FROM devices d JOIN services s ON s.id = d.service_id JOIN plans p ON p.id = s.plan_id
             WHERE d.service_id = %(service)s AND d.removed_at IS NULL
               AND p.device_limit <= (SELECT count(*) FROM devices
                                       WHERE service_id = %(service)s AND removed_at IS NULL)
             ORDER BY d.id LIMIT 1
            """,
            service=service,
        )
        await grants.remove_devices(self.db.here, oldest)
        return await a_device(self.db.here, service)

    async def close(self) -> None:
        await self.db.here.execute("ROLLBACK")

    async def leave(self) -> None:
        for client in (*self.lines, self.sandbox):
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
        answer = await self.lines[customer.line].request(
            method, f"/api/v1{path}", json=body or None, headers=customer.headers
        )
        assert answer.status_code < 500 or answer.status_code == 503, f"{method} {path}: {answer.text}"
        refuse_unserved(answer)
        return answer

    async def order(self, method: str, path: str, **body: Any) -> httpx.Response:
        """As somebody of the staff who may do everything, of something that is there."""
        answer = await self.client.request(
            method, f"/api/v1/console{path}", json=body or None, headers=self.staff.headers
        )
        assert answer.status_code < 500 or answer.status_code == 503, f"{method} {path}: {answer.text}"
        assert answer.status_code not in {404, 405}, f"{method} {path}: {answer.text}"
        return answer

    async def let_a_moment_pass(self, seconds: int) -> None:
        await self.let_pass(timedelta(seconds=seconds))

    async def let_pass(self, by: timedelta) -> None:
        self.passed += by
        self.world.clock.advance(by)
        self.world.payments.expire_due()
        await self._let_database_pass(by)

    async def _let_database_pass(self, by: timedelta) -> None:
        await let_pass(self.db.here, by)
        # They keep coming back; sub-ids log in anew.
        await execute(
            self.db.here,
            """
            UPDATE login_sessions l SET expires_at = now() + interval '1 year'
              FROM members m WHERE m.id = l.member_id AND m.owner_id IS NULL
            """,
        )
        await execute(self.db.here, "UPDATE staff_sessions SET started_at = now(), seen_at = now()")

    async def tell(self, order: str) -> None:
        """The provider's newest message about an order arrives, and the worker looks the payment up."""
        told = [one for one in self.world.webhooks.deliveries if one.order_id == order]
        answer = await self.client.post(
            "/api/v1/payments/webhooks/toss",
            content=told[-1].body,
            headers={"content-type": "application/json"},
        )
        assert answer.status_code == 200, answer.text
        await self.clerk.run_due(self.db.here)

    async def come_to_rest(self) -> None:
        """No more faults; the shop hears of all cancels elsewhere, and time passes until nothing is under way."""
        self.world.faults.waiting.clear()
        for order in self.elsewhere:
            await self.tell(order)
        # What ends in the long pass is looked after in the last: a service whose recurring payment has just ended, say.
        for hours in (0, 1, 1, 25, 0):
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

    async def back_up(self) -> None:
        sequences = await fetch_one(
            self.db.here,
            dict[str, int | None],
            """
            SELECT jsonb_object_agg(format('%%I.%%I', schemaname, sequencename), last_value) FROM pg_sequences
            """,
        )
        name = await self.db.back_up()
        self.backups.append(Backup(name, self.passed, list(self.customers), sequences, self.given.copy()))

    async def restore(self, backup: Backup, away: timedelta) -> None:
        """Go back to a copy, numbers of rows included; everybody else has gone on meanwhile."""
        await self.db.restore(backup.name)
        await execute(
            self.db.here,
            """
            SELECT setval(key::regclass, coalesce(value, '1')::bigint, value IS NOT NULL)
              FROM jsonb_each_text(%(sequences)s::jsonb)
            """,
            sequences=msgspec.json.encode(backup.sequences).decode(),
        )
        del self.backups[self.backups.index(backup) + 1 :]
        self.customers = list(backup.customers)
        self.given = backup.given.copy()
        self.forgotten |= {checkout.payment.payment_key for checkout in self.world.payments.all()}
        lost = self.passed - backup.passed
        await self.let_pass(away)
        await self._let_database_pass(lost)
        for host in self.hosts:
            gateway = await queries.get_gateway(self.db.here, GatewayId(host.gateway))
            host.forgotten_at = gateway.revision

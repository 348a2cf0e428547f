"""Members, gateways, operators and two workers who all act at once, on connections of their own."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, NamedTuple

import httpx

from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.proofs import service as proofs
from ieum.shop.stock import queries as stock
from ieum.shop.stock.types import AddressId
from tests.shop.builders.changes import give_tickets
from tests.shop.builders.gateways import a_key
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.orders import agreements
from tests.shop.builders.shops import Shop
from tests.shop.builders.time_passing import let_pass
from tests.shop.builders.worker import Postman, worker_tools
from tests.shop.model.audit import check_log
from tests.shop.model.clerk import Clerk
from tests.shop.model.hosts import Host, plans_of, two_hosts
from tests.shop.model.house import refuse_unserved
from tests.shop.model.standing import check_standing
from tests.waiting import one_turn

MEMBERS = 4
AT_ONCE = (2, 3, 4, 6)
# Seconds between two rounds: within a plan's least interval, past a timer, past a tail, past a rest, past a month.
PASSES = (1, 1, 70, 70, 240, 700, 2 * 3600, 33 * 24 * 3600)
# Turns of the event loop, by which some begin later than others.
LATER = 200
# What these do at the same moment as everybody else must not fail; a refusal is an answer, too.
REFUSED = frozenset({401, 404, 409, 422, 429})


class Somebody(NamedTuple):
    member: int
    headers: dict[str, str]


class Crowd:
    """One walk. `chance` decides who acts in each round; what they meet there is for the scheduler to decide."""

    def __init__(self, shop: Shop, chance: random.Random, steps: Counter[str]) -> None:
        self.shop = shop
        self.chance = chance
        self.steps = steps
        self.refused = Counter[str]()
        postman = Postman()
        tools = worker_tools(shop.db, provider=shop.provider, mailer=postman, texter=postman)
        self.workers = [Clerk(tools), Clerk(tools)]
        self.hosts: list[Host] = []
        self.plans: dict[str, int] = {}
        self.people: list[Somebody] = []
        self.links: list[str] = []
        self.deeds: list[tuple[int, Callable[[], Awaitable[None]]]] = [
            (6, self.buy),
            (6, self.rotate),
            (2, self.choose),
            (2, self.use_link),
            (4, self.swap),
            (3, self.swap_back),
            (2, self.plug),
            (1, self.unplug),
            (1, self.ask_for_money_back),
            (2, self.take_offer),
            (2, self.doubt),
            (4, self.hear),
            (2, self.say_again),
            (2, self.shake_hands),
        ]

    async def gather(self) -> None:
        """Everybody comes in: members with points and tickets, two gateways with too few addresses."""
        async with self.shop.db.transaction() as conn:
            await execute(
                conn,
                """
                UPDATE site_config SET point_threshold = 0, cool_down = interval '1 hour', ticket_enabled = true
                """,
            )
            self.hosts = await two_hosts(conn)
            self.plans = await plans_of(conn, self.hosts)
            await execute(conn, "UPDATE plans SET rotation_least_seconds = 1")
            for _ in range(MEMBERS):
                member = await a_member(conn, points=100_000_000)
                await give_tickets(conn, member, 200)
                self.people.append(Somebody(member, await a_login(conn, member)))

    async def round(self) -> int:
        """Several act at once, both workers among them; then everything must stand. Returns how many acted."""
        weights, deeds = zip(*self.deeds, strict=True)
        chosen = self.chance.choices(deeds, weights, k=self.chance.choice(AT_ONCE))
        async with asyncio.TaskGroup() as acting:
            for deed in [*chosen, *(worker.look_after_everything for worker in self.workers)]:
                acting.create_task(self._act(deed))
            for worker in self.workers:
                acting.create_task(self._run_jobs(worker))
        for deed in chosen:
            self.steps[deed.__name__.replace("_", " ")] += 1
        self.steps["worker"] += 2
        host = self.chance.choice(self.hosts)
        await host.hear(self.shop.db, self.shop.app.state.feed)
        async with self.shop.db.connection() as conn:
            await host.agrees(conn)
            await check_standing(conn, self.hosts)
        # Both workers have written it at the same moment.
        await check_log(self.shop.db)
        async with self.shop.db.connection() as conn:
            await self._let_pass(conn)
        return len(chosen) + 2

    async def _act(self, deed: Callable[[], Awaitable[None]]) -> None:
        for _ in range(self.chance.randrange(LATER)):
            await one_turn()
        await deed()

    async def _run_jobs(self, worker: Clerk) -> None:
        async with self.shop.db.connection() as conn:
            await worker.run_due(conn)

    async def _let_pass(self, conn: Connection) -> None:
        await let_pass(conn, timedelta(seconds=self.chance.choice(PASSES)))
        await execute(
            conn,
            """
            UPDATE login_sessions l SET expires_at = now() + interval '1 year'
              FROM members m WHERE m.id = l.member_id AND m.owner_id IS NULL
            """,
        )

    async def _ask(self, who: Somebody, method: str, path: str, **body: Any) -> httpx.Response:
        answer = await self.shop.client.request(
            method, f"/api/v1{path}", json=body or None, headers=who.headers
        )
        return self._heard(answer, f"{method} {path}")

    def _heard(self, answer: httpx.Response, asked: str) -> httpx.Response:
        refuse_unserved(answer)
        assert answer.is_success or answer.status_code in REFUSED, f"{asked}: {answer.text}"
        if not answer.is_success:
            self.refused[answer.json()["code"]] += 1
        return answer

    async def _one(self, query: str, who: Somebody) -> dict[str, Any] | None:
        async with self.shop.db.connection() as conn:
            rows = await fetch_all(conn, dict[str, Any], query, member=who.member)  # pyright: ignore[reportArgumentType]
        return self.chance.choice(rows) if rows else None

    async def _service(self, who: Somebody, kind: str) -> dict[str, Any] | None:
        return await self._one(
            f"""
            SELECT jsonb_build_object('id', s.id, 'address', host(e.address), 'order', s.order_id)
              FROM services s
              JOIN plans p ON p.id = s.plan_id AND p.kind = '{kind}'
              JOIN leases l ON l.service_id = s.id AND l.state = 'active'
              JOIN exit_addresses e ON e.id = l.address_id
             WHERE s.member_id = %(member)s ORDER BY s.id
            """,
            who,
        )

    def _somebody(self) -> Somebody:
        return self.chance.choice(self.people)

    async def buy(self) -> None:
        who, kind = self._somebody(), self.chance.choice(["static", "dynamic"])
        wanted = {"planId": self.plans[kind], "months": 1, "quantity": self.chance.choice([1, 1, 2])}
        price = {"static": 33_000, "dynamic": 22_000}[kind] * wanted["quantity"]
        # Now and then something is left to pay, and nobody pays it.
        points = price - self.chance.choice([0, 0, 0, 5_000])
        agreed = await agreements(self.shop.client)
        answer = await self._ask(who, "POST", "/orders", points=points, agreements=agreed, **wanted)
        if answer.is_success:
            await self.plug()

    async def rotate(self) -> None:
        service = await self._service(who := self._somebody(), "dynamic")
        if service is not None:
            await self._ask(who, "POST", f"/services/{service['id']}/rotation")

    async def choose(self) -> None:
        service = await self._service(who := self._somebody(), "dynamic")
        if service is not None:
            chosen = {
                "timer": self.chance.choice([None, 1, 1]),
                "onReconnect": self.chance.random() < 0.5,
                "letRun": self.chance.random() < 0.7,
            }
            await self._ask(who, "PUT", f"/services/{service['id']}/rotation", **chosen)

    async def use_link(self) -> None:
        service = await self._service(who := self._somebody(), "dynamic")
        if service is not None:
            made = await self._ask(who, "POST", f"/services/{service['id']}/rotation/links", name="crowd")
            if made.is_success:
                self.links.append(made.json()["data"]["path"])
        for path in self.links[-2:]:
            self._heard(await self.shop.client.post(path), path)

    async def swap(self) -> None:
        service = await self._service(who := self._somebody(), "static")
        if service is not None:
            path = f"/services/{service['id']}/ip-change"
            await self._ask(who, "POST", path, address=service["address"], reason="slow")

    async def swap_back(self) -> None:
        change = await self._one(
            """
            SELECT jsonb_build_object('id', c.id, 'address', host(a.address)) FROM ip_changes c
              JOIN services s ON s.id = c.service_id AND s.member_id = %(member)s
              JOIN leases l ON l.service_id = s.id AND l.state = 'active'
              JOIN exit_addresses a ON a.id = l.address_id
             WHERE c.undoes IS NULL ORDER BY c.id DESC LIMIT 2
            """,
            who := self._somebody(),
        )
        if change is not None:
            await self._ask(who, "POST", f"/ip-changes/{change['id']}/undo", address=change["address"])

    async def plug(self) -> None:
        service = await self._service(who := self._somebody(), self.chance.choice(["static", "dynamic"]))
        if service is not None:
            path = f"/services/{service['id']}/devices"
            await self._ask(who, "POST", path, name="PC", publicKey=a_key())

    async def unplug(self) -> None:
        device = await self._one(
            """
            SELECT jsonb_build_object('id', d.id, 'service', s.id) FROM devices d
              JOIN services s ON s.id = d.service_id AND s.member_id = %(member)s
             WHERE d.removed_at IS NULL ORDER BY d.id
            """,
            who := self._somebody(),
        )
        if device is not None:
            await self._ask(who, "DELETE", f"/services/{device['service']}/devices/{device['id']}")

    async def ask_for_money_back(self) -> None:
        service = await self._service(who := self._somebody(), self.chance.choice(["static", "dynamic"]))
        if service is None:
            return
        path = f"/orders/{service['order']}"
        quote = await self._ask(who, "POST", f"{path}/refund-quote")
        if quote.is_success:
            await self._ask(who, "POST", f"{path}/refund", quote=quote.json()["data"]["quote"])

    async def take_offer(self) -> None:
        service = await self._service(who := self._somebody(), "static")
        if service is not None:
            path = f"/services/{service['id']}/address-offer"
            await self._ask(who, "POST", path, address=service["address"])

    async def doubt(self) -> None:
        """An address is found bad or good, or an operator takes it out of sale or back."""
        address = await self._one(
            "SELECT jsonb_build_object('id', id, 'name', host(address)) FROM exit_addresses ORDER BY id",
            self._somebody(),
        )
        assert address is not None
        id_, name = AddressId(address["id"]), address["name"]
        async with self.shop.db.transaction() as conn:
            match self.chance.choice(["flag", "lift", "lift", "withdraw", "return", "return"]):
                case "flag":
                    await proofs.flag(conn, id_, name, "listed")
                case "lift":
                    await proofs.lift_flag(conn, id_, name, "listed")
                case "withdraw":
                    await proofs.withdraw(conn, name, reason="crowd")
                case _:
                    if await proofs.return_address(conn, name, reason="crowd"):
                        await stock.note_proven(conn, [id_], "call")
                        await stock.note_cleared(conn, [id_])

    async def hear(self) -> None:
        host = self.chance.choice(self.hosts)
        await host.hear(self.shop.db, self.shop.app.state.feed)
        await host.say(self.shop.client, host.write(self.chance.choice([None, None, None, "nft: busy"])))

    async def say_again(self) -> None:
        host = self.chance.choice(self.hosts)
        if host.said:
            await host.say(self.shop.client, self.chance.choice(host.said))

    async def shake_hands(self) -> None:
        host = self.chance.choice(self.hosts)
        if host.desired.endpoints:
            await host.report(self.shop.client, self.chance.choice(sorted(host.desired.endpoints)))

"""Dynamic services that change their address by button, timer, reconnect and link, cut or let run."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from ieum.shop.kernel.db import fetch_all
from ieum.shop.members.types import MemberId
from tests.shop.model.house import Customer, refuse_unserved
from tests.shop.model.machine import ANY, CRASHES, Clockwork

# Seconds: within the least interval of a plan, past a timer of a minute, past a silence, past a tail.
SHORT = st.sampled_from([5, 70, 70, 240, 660])


class Rotating(Clockwork):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []

    async def service_of(self, which: int) -> tuple[Customer, int] | None:
        """A dynamic service that runs, mostly; another one for those who press without looking."""
        customers = {customer.member: customer for customer in self.house.customers}
        services = await fetch_all(
            self.house.db.here,
            tuple[MemberId, int],
            """
            SELECT jsonb_build_array(s.member_id, s.id) FROM services s JOIN plans p ON p.id = s.plan_id
             WHERE s.member_id = ANY(%(members)s)
             ORDER BY p.kind = 'dynamic' AND s.state = 'active' DESC, s.id LIMIT 3
            """,
            members=list(customers),
        )
        chosen = self.one_of(services, which // 500)
        return (customers[chosen[0]], chosen[1]) if chosen else None

    def at_one(
        self, which: int, what: str, method: str, path: str, crash_at: int | None, **body: Any
    ) -> dict[str, Any] | None:
        async def act() -> dict[str, Any] | None:
            chosen = await self.service_of(which)
            if chosen is None:
                return None
            customer, service = chosen
            given = await self.press(customer, crash_at, method, f"/services/{service}/{path}", **body)
            self.count(what if given is not None else f"{what}, refused")
            return given

        return self.do(act())

    @rule(which=ANY, let_run=st.sampled_from([None, True, False]), seconds=SHORT, crash_at=CRASHES)
    def rotate(self, which: int, let_run: bool | None, seconds: int, crash_at: int | None) -> None:
        """Press the button; now and then say first what becomes of open connections, and wait until one may press."""
        if let_run is not None:
            self.do(self.house.let_a_moment_pass(seconds))
            self.choose_one(which, None, on_reconnect=False, let_run=let_run)
        self.at_one(which, "rotate", "POST", "rotation", crash_at)

    @rule(
        which=ANY,
        timer=st.sampled_from([None, 1, 1, 5, 60]),
        on_reconnect=st.booleans(),
        let_run=st.booleans(),
    )
    def choose(self, *, which: int, timer: int | None, on_reconnect: bool, let_run: bool) -> None:
        """Say how it changes by itself, and what becomes of open connections."""
        self.choose_one(which, timer, on_reconnect=on_reconnect, let_run=let_run)

    def choose_one(self, which: int, timer: int | None, *, on_reconnect: bool, let_run: bool) -> None:
        chosen = {"timer": timer, "onReconnect": on_reconnect, "letRun": let_run}
        self.at_one(which, "choose", "PUT", "rotation", None, **chosen)

    @rule(which=ANY, crash_at=CRASHES)
    def make_link(self, which: int, crash_at: int | None) -> None:
        made = self.at_one(which, "link", "POST", "rotation/links", crash_at, name="model")
        if made is not None:
            self.links.append(made["path"])

    @rule(which=ANY, crash_at=CRASHES)
    def follow_link(self, which: int, crash_at: int | None) -> None:
        """Whoever has a link may use it for ever, whatever has become of the service."""
        path = self.one_of(self.links, which)
        if path is None:
            return

        async def act() -> None:
            async with self.house.may_crash(crash_at, None):
                answer = await self.house.client.post(path)
                refuse_unserved(answer)
                assert answer.status_code in {202, 404, 409, 429}, answer.text
                self.count("by link" if answer.status_code == 202 else "by link, refused")

        self.do(act())

    @rule(seconds=SHORT, crash_at=CRASHES)
    def tick(self, seconds: int, crash_at: int | None) -> None:
        """A moment passes, and what looks every few seconds looks, by two workers one after the other."""
        self.count("tick")

        async def act() -> None:
            await self.house.let_a_moment_pass(seconds)
            async with self.house.may_crash(crash_at, None):
                for _ in range(2):
                    await self.house.clerk.look_often()

        self.do(act())

    @rule(who=ANY, which=ANY, crash_at=CRASHES)
    def unplug(self, who: int, which: int, crash_at: int | None) -> None:
        """Remove a device."""
        customer = self.customer(who)

        async def act() -> None:
            devices = await fetch_all(
                self.house.db.here,
                dict[str, int],
                """
                SELECT to_jsonb(r) FROM (
                    SELECT d.id, d.service_id FROM devices d JOIN services s ON s.id = d.service_id
                     WHERE s.member_id = %(member)s AND d.removed_at IS NULL ORDER BY d.id) r
                """,
                member=customer.member,
            )
            device = self.one_of(devices, which)
            if device is not None:
                self.count("unplug")
                async with self.house.may_crash(crash_at, None):
                    path = f"/services/{device['service_id']}/devices/{device['id']}"
                    await self.house.ask(customer, "DELETE", path)

        self.do(act())

"""Gateways that are drained, evacuated, kept in maintenance, or lost: nothing new begins where nothing serves."""

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from ieum.shop.evacuation import service as evacuation
from ieum.shop.gateways import states
from ieum.shop.gateways.state_queries import Wanted
from ieum.shop.kernel.db import fetch_all, fetch_one
from ieum.shop.members.types import MemberId
from tests.shop.model.hosts import Host
from tests.shop.model.machine import ANY, CRASHES, Clockwork

WANTED: st.SearchStrategy[Wanted] = st.sampled_from(["serving", "serving", "draining", "maintenance"])


class Draining(Clockwork):
    def __init__(self) -> None:
        super().__init__()
        # Of each gateway that does not serve: the newest lease of when that was seen first.
        self.newest: dict[int, int] = {}

    def host(self, which: int) -> Host:
        return self.house.hosts[which % len(self.house.hosts)]

    async def name_of(self, host: Host) -> str:
        return await fetch_one(
            self.house.db.here, str, "SELECT name FROM gateways WHERE id = %(gateway)s", gateway=host.gateway
        )

    @rule(which=ANY, wanted=WANTED, crash_at=CRASHES)
    def want(self, which: int, wanted: Wanted, crash_at: int | None) -> None:
        """The operator drains a gateway, or takes it out for a while, or has it serve again."""
        self.count(wanted)

        async def act() -> None:
            name = await self.name_of(self.host(which))
            async with self.house.may_crash(crash_at, None), self.house.db.transaction() as conn:
                await states.want(conn, name, wanted)

        self.do(act())

    @rule(which=ANY, days=st.sampled_from([2, 10]), crash_at=CRASHES)
    def evacuate(self, which: int, days: int, crash_at: int | None) -> None:
        """The operator has everybody moved off a gateway, or goes on with it."""
        self.count("evacuate")

        async def act() -> None:
            name, until = await self.name_of(self.host(which)), datetime.now(UTC) + timedelta(days=days)
            async with self.house.may_crash(crash_at, None):
                async with self.house.db.transaction() as conn:
                    begun = await evacuation.begin(conn, name, until=until, reason="model")
                assert begun is not None
                await evacuation.plan(self.house.db, begun)

        self.do(act())

    @rule(which=ANY, crash_at=CRASHES)
    def move(self, which: int, crash_at: int | None) -> None:
        """Press the button of any move that there ever was."""
        customers = {customer.member: customer for customer in self.house.customers}

        async def act() -> None:
            offered = await fetch_all(
                self.house.db.here,
                tuple[MemberId, int],
                """
                SELECT jsonb_build_array(s.member_id, s.id)
                  FROM service_moves m JOIN services s ON s.id = m.service_id
                 WHERE s.member_id = ANY(%(members)s) ORDER BY m.id DESC
                """,
                members=list(customers),
            )
            chosen = self.one_of(offered, which)
            if chosen is not None:
                path = f"/services/{chosen[1]}/move"
                moved = await self.press(customers[chosen[0]], crash_at, "POST", path)
                self.count("move" if moved is not None else "move, refused")

        self.do(act())

    @rule(which=ANY, crash_at=CRASHES)
    def call_off(self, which: int, crash_at: int | None) -> None:
        """The operator takes an evacuation back."""

        async def act() -> None:
            async with self.house.may_crash(crash_at, None):
                name = await self.name_of(self.host(which))
                async with self.house.db.transaction() as conn:
                    # The same as to begin it, where it has begun.
                    found = await evacuation.begin(
                        conn, name, until=datetime.now(UTC) + timedelta(days=3), reason="model"
                    )
                assert found is not None
                self.count("call off")
                async with self.house.db.transaction() as conn:
                    await evacuation.call_off(conn, found)

        self.do(act())

    @invariant()
    def begins_nothing_where_nothing_new_is_served(self) -> None:
        self.do(self.check_new_leases())

    async def check_new_leases(self) -> None:
        conn = self.house.db.here
        now = await fetch_all(
            conn,
            tuple[int, str, int],
            """
            SELECT jsonb_build_array(g.id, g.state, (SELECT coalesce(max(id), 0) FROM leases))
              FROM gateways g ORDER BY g.id
            """,
        )
        for gateway, state, newest in now:
            if state == "serving":
                self.newest.pop(gateway, None)
                continue
            # A restore takes numbers back.
            since = self.newest[gateway] = min(self.newest.get(gateway, newest), newest)
            begun = await fetch_all(
                conn,
                int,
                """
                SELECT l.id FROM leases l JOIN exit_addresses e ON e.id = l.address_id
                 WHERE e.gateway_id = %(gateway)s AND l.id > %(since)s
                   AND (l.state IN ('held', 'coming') OR l.cause = 'order')
                """,
                gateway=gateway,
                since=since,
            )
            assert not begun, f"gateway {gateway} is {state}, and leases {begun} began there"

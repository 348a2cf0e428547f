"""Addresses changed for tickets and changed back, and gateways that acknowledge late, with a problem, or never."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from ieum.shop.kernel.db import fetch_all
from tests.shop.builders.changes import let_gateways_call, settle_all
from tests.shop.model.house import Customer
from tests.shop.model.machine import ANY, CRASHES, Clockwork

# Most gateways acknowledge soon.
HEARD = st.sampled_from([True, True, False])


class Swapping(Clockwork):
    @rule(who=ANY, which=ANY, heard=HEARD, back=st.booleans(), crash_at=CRASHES)
    def swap(self, *, who: int, which: int, heard: bool, back: bool, crash_at: int | None) -> None:
        """Use a ticket on a service; mostly the gateway answers at once, and every other time they want it back."""
        customer = self.customer(who)

        async def act() -> None:
            service = self.one_of(await self.addresses(customer), which)
            if service is None:
                return
            self.count("swap")
            # Where a gateway is away, no change begins.
            await let_gateways_call(self.house.db.here)
            async with self.house.may_crash(crash_at, None):
                path = f"/services/{service['id']}/ip-change"
                await self.house.ask(customer, "POST", path, address=service["address"], reason="slow")
            if heard:
                await self.hear_gateways(None)
                await settle_all(self.house.db)

        self.do(act())
        if back:
            self.go_back(who, -1, crash_at)

    @rule(who=ANY, which=ANY, crash_at=CRASHES)
    def swap_back(self, *, who: int, which: int, crash_at: int | None) -> None:
        """Press on any change that was ever made, whether or not the page still offers it."""
        self.go_back(who, which, crash_at)

    def go_back(self, who: int, which: int, crash_at: int | None) -> None:
        customer = self.customer(who)

        async def act() -> None:
            changes = await fetch_all(
                self.house.db.here,
                dict[str, Any],
                """
                SELECT to_jsonb(r) FROM (
                    SELECT c.id, host(a.address) AS address FROM ip_changes c
                      JOIN services s ON s.id = c.service_id AND s.member_id = %(member)s
                      JOIN leases l ON l.service_id = s.id AND l.state = 'active'
                      JOIN exit_addresses a ON a.id = l.address_id
                     WHERE c.undoes IS NULL ORDER BY c.id) r
                """,
                member=customer.member,
            )
            change = self.one_of(changes, which)
            if change is None:
                return
            async with self.house.may_crash(crash_at, None):
                path = f"/ip-changes/{change['id']}/undo"
                answer = await self.house.ask(customer, "POST", path, address=change["address"])
                self.count("swap back" if answer.status_code == 200 else "swap back, refused")

        self.do(act())

    @rule(problem=st.sampled_from([None, None, "nft: no such table"]), crash_at=CRASHES)
    def acknowledge(self, *, problem: str | None, crash_at: int | None) -> None:
        """Gateways have applied what they were told; the worker sees it."""
        self.count("acknowledge")

        async def act() -> None:
            await self.hear_gateways(problem)
            async with self.house.may_crash(crash_at, None):
                await self.house.clerk.look_after_everything()

        self.do(act())

    async def addresses(self, customer: Customer) -> list[dict[str, Any]]:
        return await fetch_all(
            self.house.db.here,
            dict[str, Any],
            """
            SELECT to_jsonb(r) FROM (
                SELECT s.id, host(a.address) AS address FROM services s
                  JOIN leases l ON l.service_id = s.id AND l.state = 'active'
                  JOIN exit_addresses a ON a.id = l.address_id
                 WHERE s.member_id = %(member)s AND s.state = 'active' ORDER BY s.id) r
            """,
            member=customer.member,
        )

"""The shop's database goes back to an earlier copy, while gateways and the provider remember what it has forgotten."""

from datetime import timedelta

from hypothesis import strategies as st
from hypothesis.stateful import rule

from ieum.shop.kernel.db import fetch_all
from ieum.shop.services.types import ServiceId
from tests.shop.model.machine import ANY, Clockwork

# Minutes between the disaster and the shop's return; None: a copy is made.
AWAY = st.sampled_from([None, 1, 30, 60 * 5])


class Restoring(Clockwork):
    @rule(which=ANY, away=AWAY)
    def copy(self, which: int, away: int | None) -> None:
        """Make a copy of the database, or go back to any that was made."""
        backup = self.one_of(self.house.backups, which)
        if away is None:
            self.count("backup")
            self.do(self.house.back_up())
        elif backup is not None:
            self.count("restore")
            self.do(self.house.restore(backup, timedelta(minutes=away)))

    @rule(which=ANY, told=st.integers(1, 4), missed=st.integers(0, 6))
    def forget(self, which: int, told: int, missed: int) -> None:
        """Gateways hear of changes that the shop forgets then, and miss as many or more that it makes instead."""

        async def act() -> None:
            services = await fetch_all(
                self.house.db.here, ServiceId, "SELECT id FROM services WHERE state = 'active' ORDER BY id"
            )
            if not services:
                return
            self.count("forget")
            await self.house.back_up()
            for number in range(told):
                await self.stir(services[(which + number) % len(services)])
            for host in self.house.hosts:
                await host.hear(self.house.db, self.house.app.state.feed)
                await host.say(self.house.client, host.write(None))
            await self.house.restore(self.house.backups[-1], timedelta(minutes=1))
            for number in range(missed):
                await self.stir(services[(which - number) % len(services)])

        self.do(act())

    async def stir(self, service: ServiceId) -> None:
        """Change what a gateway is told of a service: each new device raises the revision."""
        async with self.house.db.transaction():
            await self.house.plug(service)

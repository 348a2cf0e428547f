"""Gateways that hear late or never and say so late, twice or never, and addresses that go out of sale and come back."""

from hypothesis import strategies as st
from hypothesis.stateful import rule

from ieum.shop.gateways import service
from ieum.shop.kernel.db import fetch_all
from ieum.shop.proofs import service as proofs
from ieum.shop.stock import queries as stock
from ieum.shop.stock.types import AddressId
from tests.shop.model.hosts import Host
from tests.shop.model.house import Customer
from tests.shop.model.machine import ANY, CRASHES, Clockwork

PROBLEMS = st.sampled_from([None, None, None, "nft: no such table"])
DOUBTS = ("flag", "flag", "lift", "withdraw", "return", "return")
# Of the addresses that the shop asks for at once.
PROVEN_AT_ONCE = 2


class Serving(Clockwork):
    @rule(which=ANY, says=st.sampled_from([True, True, False]), problem=PROBLEMS, crash_at=CRASHES)
    def hear_shop(self, *, which: int, says: bool, problem: str | None, crash_at: int | None) -> None:
        """A gateway hears what it should do and applies it; what it says of it may be lost."""
        self.count("hear" if says else "hear, and say nothing")
        host = self.house.hosts[which % len(self.house.hosts)]

        async def act() -> None:
            asked = await host.hear(self.house.db, self.house.app.state.feed)
            await host.agrees(self.house.db.here)
            said = host.write(problem)
            async with self.house.may_crash(crash_at, None):
                if says:
                    await host.say(self.house.client, said)
                for one in asked[:PROVEN_AT_ONCE]:
                    async with self.house.db.transaction() as conn:
                        gateway = await service.authenticate(conn, host.bearer["Authorization"])
                        await proofs.reflect(
                            conn, gateway, one.nonce, seen=one.address, sandbox=False, production=True
                        )

        self.do(act())

    @rule(which=ANY, said=ANY)
    def say_again(self, which: int, said: int) -> None:
        """Anything that a gateway ever said arrives: late, again, or out of order."""
        host = self.house.hosts[which % len(self.house.hosts)]
        chosen = self.one_of(host.said, said)
        if chosen is not None:
            self.count("say again")
            self.do(host.say(self.house.client, chosen))

    @rule(which=ANY, device=ANY)
    def shake_hands(self, which: int, device: int) -> None:
        """A device connects to a gateway, by what that gateway knows of it."""
        host: Host = self.house.hosts[which % len(self.house.hosts)]
        endpoint = self.one_of(sorted(host.desired.endpoints, key=int), device)
        if endpoint is not None:
            self.count("handshake")
            self.do(host.report(self.house.client, endpoint))

    @rule(which=ANY, what=st.sampled_from(DOUBTS), crash_at=CRASHES)
    def doubt(self, which: int, what: str, crash_at: int | None) -> None:
        """Something is found wrong with an address, or right again; or an operator takes it out of sale, or back."""
        self.count(what)

        async def act() -> None:
            addresses = await fetch_all(
                self.house.db.here,
                list[str],
                "SELECT jsonb_build_array(id::text, host(address)) FROM exit_addresses ORDER BY id",
            )
            id_, name = addresses[which % len(addresses)]
            async with self.house.may_crash(crash_at, None):
                await self.judge(AddressId(int(id_)), name, what)

        self.do(act())

    async def judge(self, address: AddressId, name: str, what: str) -> None:
        async with self.house.db.transaction() as conn:
            match what:
                case "flag":
                    await proofs.flag(conn, address, name, "listed")
                case "lift":
                    await proofs.lift_flag(conn, address, name, "listed")
                case "withdraw":
                    await proofs.withdraw(conn, name, reason="model")
                case _:
                    await proofs.return_address(conn, name, reason="model")
                    # Block lists have nothing against it.
                    await stock.note_cleared(conn, [address])

    @rule(who=ANY, which=ANY, crash_at=CRASHES)
    def take_offer(self, who: int, which: int, crash_at: int | None) -> None:
        """Take another address for nothing, be there reason for it or not."""
        customer: Customer = self.customer(who)

        async def act() -> None:
            have = await fetch_all(
                self.house.db.here,
                tuple[int, str],
                """
                SELECT jsonb_build_array(s.id, host(e.address))
                  FROM services s
                  JOIN leases l ON l.service_id = s.id AND l.state = 'active'
                  JOIN exit_addresses e ON e.id = l.address_id
                 WHERE s.member_id = %(member)s ORDER BY e.flagged_at IS NULL, s.id LIMIT 2
                """,
                member=customer.member,
            )
            chosen = self.one_of(have, which)
            if chosen is None:
                return
            path = f"/services/{chosen[0]}/address-offer"
            taken = await self.press(customer, crash_at, "POST", path, address=chosen[1])
            self.count("offer" if taken is not None else "offer, refused")

        self.do(act())

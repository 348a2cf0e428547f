"""Prices that change, members who agree to it or not, and members who go for good."""

from datetime import timedelta

from hypothesis import strategies as st
from hypothesis.stateful import rule

from ieum.shop.kernel.db import execute, fetch_all, fetch_one
from tests.shop.builders.members import PASSWORD
from tests.shop.model.house import Customer
from tests.shop.model.machine import ANY, CRASHES, Clockwork

# Days ahead: asked about in time, and too late to be asked about.
AHEAD = (3, 20, 35)
PRICES = (22_000, 36_300, 36_300, 44_000)
SAYS = st.sampled_from([True, True, False, None])


class Changing(Clockwork):
    @rule(
        kind=st.sampled_from(["static", "dynamic"]),
        price=st.sampled_from(PRICES),
        days=st.sampled_from(AHEAD),
        says=SAYS,
        crash_at=CRASHES,
    )
    def price(self, *, kind: str, price: int, days: int, says: bool | None, crash_at: int | None) -> None:
        """The operator enters what a month will cost from some day on; who is asked mostly says something."""
        self.count("price")

        async def act() -> None:
            await execute(
                self.house.db.here,
                """
                INSERT INTO plan_prices (plan_id, months, amount, effective_from)
                VALUES (%(plan)s, 1, %(price)s, clock_timestamp() + %(ahead)s)
                """,
                plan=self.house.plans[kind],
                price=price,
                ahead=timedelta(days=days),
            )
            async with self.house.may_crash(crash_at, None):
                await self.house.clerk.look_after_everything()

        self.do(act())
        if says is not None:
            for who in range(len(self.house.customers)):
                self.answer_one(who, -1, None, agreed=says)

    @rule(who=ANY, which=ANY, agreed=st.booleans(), crash_at=CRASHES)
    def answer(self, *, who: int, which: int, agreed: bool, crash_at: int | None) -> None:
        """Agree to a higher price, or not, or change one's mind."""
        self.answer_one(who, which, crash_at, agreed=agreed)

    def answer_one(self, who: int, which: int, crash_at: int | None, *, agreed: bool) -> None:
        customer = self.customer(who)

        async def act() -> None:
            asked = await fetch_all(
                self.house.db.here,
                int,
                """
                SELECT c.subscription_id FROM price_consents c
                  JOIN subscriptions s ON s.id = c.subscription_id AND s.member_id = %(member)s
                 ORDER BY c.subscription_id, c.period
                """,
                member=customer.member,
            )
            subscription = self.one_of(asked, which)
            if subscription is None:
                return
            self.count("agree" if agreed else "decline")
            async with self.house.may_crash(crash_at, None):
                path = f"/subscriptions/{subscription}/price-consent"
                await self.house.ask(customer, "POST", path, agreed=agreed)

        self.do(act())

    @rule(who=ANY, crash_at=CRASHES)
    def leave(self, who: int, crash_at: int | None) -> None:
        """Go for good, where nothing is in use or on its way; somebody else joins then. Who came for nothing stays."""
        customer = self.customer(who)

        async def act() -> None:
            if not await self.has_bought(customer):
                return
            async with self.house.may_crash(crash_at, None):
                await self.house.ask(customer, "POST", "/member/leave", currentPw=PASSWORD)
            # Whoever was killed in the middle may be gone all the same.
            if await self.is_gone(customer):
                self.count("leave")
                self.house.customers.remove(customer)
                self.house.customers.append(await self.house.join(points=500))

        self.do(act())

    async def has_bought(self, customer: Customer) -> bool:
        return await fetch_one(
            self.house.db.here,
            bool,
            "SELECT EXISTS (SELECT FROM orders WHERE member_id = %(member)s AND paid_at IS NOT NULL)",
            member=customer.member,
        )

    async def is_gone(self, customer: Customer) -> bool:
        return await fetch_one(
            self.house.db.here,
            bool,
            "SELECT left_at IS NOT NULL FROM members WHERE id = %(member)s",
            member=customer.member,
        )

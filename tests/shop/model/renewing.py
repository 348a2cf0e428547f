"""What members do with cards on file and what renews itself, and what happens to their cards."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from ieum.dev.sandbox.toss.billing_book import BillingKey
from ieum.shop.kernel.db import fetch_all
from tests.shop.builders.orders import agreements
from tests.shop.builders.payment_window import register_card
from tests.shop.model.house import Customer, Fault
from tests.shop.model.machine import ANY, CRASHES, ON, Clockwork, faults

CARDS = ("001", "001", "002", "101", "201", "204")
TAKEN, REMOVED = "taken", "removed"
TROUBLES = (None, None, "REJECT_CARD_PAYMENT", "REJECT_CARD_PAYMENT", "INVALID_STOPPED_CARD", TAKEN, REMOVED)
DEEDS = ("stop", "resume", "pay-now", "pay-now", "billing-method")


class Renewing(Clockwork):
    def __init__(self) -> None:
        super().__init__()
        self.windows: list[tuple[Customer, dict[str, str]]] = []
        self.to_start: list[tuple[Customer, str]] = []

    @rule(who=ANY, card=st.sampled_from(CARDS), crash_at=CRASHES, fault=faults("issue"))
    def register(self, who: int, card: str, crash_at: int | None, fault: Fault | None) -> None:
        """Choose a card at the window and come back."""
        self.register_one(self.customer(who), card, crash_at, fault)

    def register_one(self, customer: Customer, card: str, crash_at: int | None, fault: Fault | None) -> None:
        self.count("card")

        async def act() -> None:
            known = await self.house.ask(customer, "GET", "/billing-methods/customer-key")
            brought = await register_card(self.house.sandbox, known.json()["data"]["customerKey"], card=card)
            self.windows.append((customer, brought))
            async with self.house.may_crash(crash_at, fault):
                await self.house.ask(customer, "POST", "/billing-methods", **brought)

        self.do(act())

    @rule(which=ANY, crash_at=CRASHES, fault=faults("issue"))
    def register_again(self, which: int, crash_at: int | None, fault: Fault | None) -> None:
        """Reload the page that one comes back to."""
        chosen = self.one_of(self.windows, which)
        if chosen is None:
            return
        self.count("card again")
        customer, brought = chosen

        async def act() -> None:
            async with self.house.may_crash(crash_at, fault):
                await self.house.ask(customer, "POST", "/billing-methods", **brought)

        self.do(act())

    @rule(
        who=ANY,
        kind=st.sampled_from(["static", "dynamic"]),
        quantity=st.sampled_from([1, 1, 2]),
        crash_at=CRASHES,
        on=ON,
    )
    def subscribe(self, *, who: int, kind: str, quantity: int, crash_at: int | None, on: bool) -> None:
        """Agree to something that renews itself, and mostly go on to its first charge."""
        self.subscribe_one(who, kind, quantity, crash_at, on=on)

    def subscribe_one(self, who: int, kind: str, quantity: int, crash_at: int | None, *, on: bool) -> None:
        self.count("recurring order")
        customer = self.customer(who)

        async def act() -> None:
            async with self.house.may_crash(None if on else crash_at, None):
                placed = await self.house.ask(
                    customer, "POST", "/orders", planId=self.house.plans[kind], months=1, quantity=quantity,
                    paymentType="billing", agreements=await agreements(self.house.client),
                )  # fmt: skip
                if placed.status_code == 201:
                    self.to_start.append((customer, placed.json()["data"]["orderId"]))

        self.do(act())
        if on:
            if self.do(self.card_of(customer, 0)) is None:
                self.register_one(customer, "001", None, None)
            self.start_one(self.to_start[-1:], 0, who, crash_at, None)

    @rule(which=ANY, with_card=ANY, crash_at=CRASHES, fault=faults("charge", "lookup"))
    def start(self, which: int, with_card: int, crash_at: int | None, fault: Fault | None) -> None:
        """Pay the first period, or press the button again."""
        self.start_one(self.to_start, which, with_card, crash_at, fault)

    def start_one(
        self,
        orders: list[tuple[Customer, str]],
        which: int,
        with_card: int,
        crash_at: int | None,
        fault: Fault | None,
    ) -> None:
        chosen = self.one_of(orders, which)
        if chosen is None:
            return
        self.count("start")
        customer, order = chosen

        async def act() -> None:
            card = await self.card_of(customer, with_card)
            async with self.house.may_crash(crash_at, fault):
                await self.house.ask(
                    customer, "POST", "/subscriptions", orderId=order, billingMethodId=card or 1
                )

        self.do(act())

    @rule(
        who=ANY,
        which=ANY,
        with_card=ANY,
        deed=st.sampled_from(DEEDS),
        crash_at=CRASHES,
        fault=faults("charge", "lookup"),
    )
    def decide(
        self, *, who: int, which: int, with_card: int, deed: str, crash_at: int | None, fault: Fault | None
    ) -> None:
        """Stop, go on after all, pay at once what is owed, or take another card."""
        customer = self.customer(who)

        async def act() -> None:
            subscription = await self.subscription_of(customer, which)
            card = await self.card_of(customer, with_card)
            if subscription is None or card is None:
                return
            self.count(deed)
            path = f"/subscriptions/{subscription}/{deed}"
            async with self.house.may_crash(crash_at, fault):
                if deed == "billing-method":
                    await self.house.ask(customer, "PUT", path, billingMethodId=card)
                else:
                    await self.house.ask(customer, "POST", path)

        self.do(act())

    @rule(which=ANY, trouble=st.sampled_from(TROUBLES), crash_at=CRASHES, fault=faults("lookup"))
    def card_trouble(
        self, which: int, trouble: str | None, crash_at: int | None, fault: Fault | None
    ) -> None:
        """A card is refused from now on or good again, removed by its owner, or taken away by its company."""
        key = self.one_of(self.keys(), which)
        if key is None:
            return
        self.count("card trouble")
        if trouble == TAKEN:
            self.house.world.billing.remove(key.pair, key.billing.billing_key, reason="CARD_COMPANY")
        elif trouble == REMOVED:
            self.do(self.remove(self.customer(which), which, crash_at, fault))
        else:
            self.house.world.billing.set_refusal(key.billing.billing_key, trouble)

    async def remove(self, customer: Customer, which: int, crash_at: int | None, fault: Fault | None) -> None:
        card = await self.card_of(customer, which)
        if card is not None:
            async with self.house.may_crash(crash_at, fault):
                await self.house.ask(customer, "DELETE", f"/billing-methods/{card}")

    def keys(self) -> list[BillingKey]:
        return [key for key in self.house.world.billing.all() if not key.removed]

    async def card_of(self, customer: Customer, which: int) -> int | None:
        cards = await fetch_all(
            self.house.db.here,
            int,
            "SELECT id FROM billing_methods WHERE member_id = %(member)s ORDER BY id",
            member=customer.member,
        )
        return self.one_of(cards, which)

    async def subscription_of(self, customer: Customer, which: int) -> int | None:
        subscriptions: list[Any] = await fetch_all(
            self.house.db.here,
            int,
            "SELECT id FROM subscriptions WHERE member_id = %(member)s ORDER BY id",
            member=customer.member,
        )
        return self.one_of(subscriptions, which)

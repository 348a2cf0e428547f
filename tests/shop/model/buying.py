"""What members do with orders: place, pay in every way, give up, prolong, use, and ask for their money back."""

from typing import Any

import httpx
from hypothesis import strategies as st
from hypothesis.stateful import rule

from ieum.dev.sandbox.toss import deposits
from ieum.shop.kernel.db import fetch_all
from ieum.shop.services.types import ServiceId
from tests.shop.builders.orders import agreements
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.refunds import NAMED
from tests.shop.model.house import Customer, Fault
from tests.shop.model.machine import ANY, CRASHES, ON, Clockwork, faults

METHODS = {"card": "CARD", "transfer": "TRANSFER", "virtualAccount": "VIRTUAL_ACCOUNT"}
# The window opens in the buyer's browser, for whatever it is told there.
FORGED = st.sampled_from([None, None, None, *METHODS.values()])
TURNS: dict[str, tuple[str, dict[str, Any]]] = {
    "give up": ("/payments/fail", {"code": "PAY_PROCESS_CANCELED"}),
    "cancel": ("/orders/{}/cancel", {}),
    "account": ("/orders/{}/refund-account", NAMED),
}
# No window opens for an order that the provider knows as one of these.
SETTLED = frozenset({"DONE", "CANCELED", "PARTIAL_CANCELED", "WAITING_FOR_DEPOSIT"})


class Buying(Clockwork):
    def __init__(self) -> None:
        super().__init__()
        self.orders: list[tuple[Customer, dict[str, Any]]] = []
        self.brought: list[tuple[Customer, dict[str, Any]]] = []

    @rule(
        who=ANY,
        kind=st.sampled_from(["static", "static", "dynamic", "ticket"]),
        quantity=st.sampled_from([1, 1, 2]),
        points=st.sampled_from([0, 0, 500]),
        method=st.sampled_from(list(METHODS)),
        crash_at=CRASHES,
        on=ON,
    )
    def order(
        self, *, who: int, kind: str, quantity: int, points: int, method: str, crash_at: int | None, on: bool
    ) -> None:
        """Put something into the basket, agree, and mostly go on to pay."""
        self.count("order")
        wanted = {"planId": self.house.plans[kind], "months": 12 if kind == "ticket" else 1}
        wanted |= {"quantity": quantity, "points": points, "payMethod": method}
        self.do(self.place(self.customer(who), None if on else crash_at, **wanted))
        if on:
            self.pay_one(self.orders[-1:], 0, crash_at, None)

    @rule(who=ANY, which=ANY, crash_at=CRASHES, on=ON)
    def prolong(self, *, who: int, which: int, crash_at: int | None, on: bool) -> None:
        """Order another period of a service, and mostly go on to pay."""
        self.count("prolong")
        customer = self.customer(who)

        async def act() -> None:
            services = await fetch_all(
                self.house.db.here,
                dict[str, int],
                "SELECT to_jsonb(s) FROM (SELECT id, plan_id FROM services WHERE member_id = %(member)s ORDER BY id) s",
                member=customer.member,
            )
            if services:
                service = services[which % len(services)]
                await self.place(
                    customer, None if on else crash_at, planId=service["plan_id"], serviceId=service["id"]
                )

        self.do(act())
        if on:
            self.pay_one(self.orders[-1:], 0, crash_at, None)

    async def place(self, customer: Customer, crash_at: int | None, **wanted: Any) -> httpx.Response | None:
        """What the shop answered; None where it has died."""
        async with self.house.may_crash(crash_at, None):
            placed = await self.house.ask(
                customer,
                "POST",
                "/orders",
                **{"months": 1, "agreements": await agreements(self.house.client)} | wanted,
            )
            if placed.status_code == 201:
                self.orders.append((customer, placed.json()["data"]))
            return placed
        return None

    @rule(which=ANY, forged=FORGED, crash_at=CRASHES, fault=faults("confirm", "lookup"))
    def pay(self, *, which: int, forged: str | None, crash_at: int | None, fault: Fault | None) -> None:
        """Pay at the window, be it another one than the shop opens, and come back."""
        self.pay_one(self.orders, which, crash_at, fault, forged=forged)

    def pay_one(
        self,
        orders: list[tuple[Customer, dict[str, Any]]],
        which: int,
        crash_at: int | None,
        fault: Fault | None,
        *,
        forged: str | None = None,
    ) -> None:
        chosen = self.one_of(orders, which)
        if chosen is None:
            return
        self.count("forge" if forged else "pay")
        customer, order = chosen

        async def act() -> None:
            brought = await self.at_window(order, forged)
            if brought is not None:
                self.brought.append((customer, brought))
                async with self.house.may_crash(crash_at, fault):
                    await self.house.ask(customer, "POST", "/payments/confirm", **brought)

        self.do(act())

    async def at_window(self, order: dict[str, Any], forged: str | None) -> dict[str, Any] | None:
        """What the browser brings back; None where no window opens."""
        known = {
            checkout.payment.status
            for checkout in self.house.world.payments.all()
            if checkout.payment.order_id == order["orderId"]
        }
        if order["payMethod"] not in METHODS or known & SETTLED:
            return None
        method = forged or METHODS[order["payMethod"]]
        return await pay_at_window(self.house.sandbox, order, method=method)

    @rule(which=ANY, crash_at=CRASHES, fault=faults("confirm", "lookup"))
    def confirm_again(self, which: int, crash_at: int | None, fault: Fault | None) -> None:
        """Reload the page that one comes back to."""
        chosen = self.one_of(self.brought, which)
        if chosen is None:
            return
        self.count("confirm again")
        customer, brought = chosen

        async def act() -> None:
            async with self.house.may_crash(crash_at, fault):
                await self.house.ask(customer, "POST", "/payments/confirm", **brought)

        self.do(act())

    @rule(which=ANY)
    def deposit(self, which: int) -> None:
        """Pay into a virtual account, whatever has become of its order."""
        checkout = self.one_of(deposits.accounts(self.house.world.payments), which)
        if checkout is None:
            return
        self.count("deposit")

        async def act() -> None:
            await self.house.sandbox.post("/control/deposits", json={"orderId": checkout.payment.order_id})

        self.do(act())

    @rule(which=ANY, deed=st.sampled_from(list(TURNS)), crash_at=CRASHES, fault=faults("cancel", "lookup"))
    def turn_back(self, which: int, deed: str, crash_at: int | None, fault: Fault | None) -> None:
        """Give up, cancel, or say where a deposit shall go back to, be there reason for it or not."""
        chosen = self.one_of(self.orders, which)
        if chosen is None:
            return
        self.count(deed)
        customer, order = chosen
        path, body = TURNS[deed]

        async def act() -> None:
            async with self.house.may_crash(crash_at, fault):
                if deed == "give up":
                    await self.house.ask(customer, "POST", path, orderId=order["orderId"], **body)
                else:
                    await self.house.ask(customer, "POST", path.format(order["orderId"]), **body)

        self.do(act())

    @rule(which=ANY, crash_at=CRASHES)
    def ask_for_money_back(self, which: int, crash_at: int | None) -> None:
        chosen = self.one_of(self.orders, which)
        if chosen is None:
            return
        self.count("refund")
        self.do(self.give_back(*chosen, crash_at))

    async def give_back(self, customer: Customer, order: dict[str, Any], crash_at: int | None) -> None:
        path = f"/orders/{order['orderId']}"
        async with self.house.may_crash(crash_at, None):
            quote = await self.house.ask(customer, "POST", f"{path}/refund-quote")
            if quote.status_code == 200:
                promised = quote.json()["data"]
                account = NAMED if promised["needsAccount"] else {}
                await self.house.ask(customer, "POST", f"{path}/refund", quote=promised["quote"], **account)

    @rule(who=ANY, which=ANY)
    def use(self, *, who: int, which: int) -> None:
        """Connect a device, so that a service can no longer be given back as new."""
        customer = self.customer(who)

        async def act() -> None:
            services = await fetch_all(
                self.house.db.here,
                ServiceId,
                "SELECT id FROM services WHERE member_id = %(member)s AND state = 'active' ORDER BY id",
                member=customer.member,
            )
            service = self.one_of(services, which)
            if service is None:
                return
            self.count("connect")
            await self.connect(service)

        self.do(act())

    async def connect(self, service: ServiceId) -> None:
        key = await self.house.plug(service)
        await self.house.db.here.execute(
            """
            INSERT INTO device_usage (device_id, first_handshake_at, last_handshake_at)
            SELECT id, now(), now() FROM devices WHERE public_key = %s
            """,
            [key],
        )

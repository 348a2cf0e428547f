"""What staff do by hand: presses of which each is sent again, and cancels in the provider's own dashboard."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from ieum.shop.kernel.db import fetch_all, fetch_one
from tests.shop.builders.presses import a_press_key
from tests.shop.model.buying import Buying
from tests.shop.model.machine import ANY, CRASHES

GIFTS = st.sampled_from([("points", 700), ("points", 700), ("points", -200), ("tickets", 1)])
WISHES: tuple[dict[str, Any], ...] = (
    {"kind": "rules"},
    {"kind": "all"},
    {"kind": "amount", "amount": 9_999},
)
# Answers that say no: there is nothing to give back, too little to take, or somebody was quicker.
SAYS_NO = frozenset({409, 422})
CANCELS = st.sampled_from([1, 5_000, 9_999, 20_000])


class Pressing(Buying):
    @rule(who=ANY, gift=GIFTS, crash_at=CRASHES)
    def give(self, who: int, gift: tuple[str, int], crash_at: int | None) -> None:
        """Give points or tickets, or take some; the press is sent twice, be it answered or not."""
        customer = self.customer(who)
        of, amount = gift

        async def act() -> None:
            change, what = (f"members.{of}", "give") if amount > 0 else (f"members.{of}_taken", "take")
            before = await self.ledger(customer.member, of)
            done = await self.send_twice(change, customer.member, crash_at, **{of: abs(amount)})
            self.count(f"{what} {of}" if done else f"{what} {of}, refused")
            after = await self.ledger(customer.member, of)
            assert after - before == amount * done, f"{of} {amount}, sent twice: {before}, and then {after}"
            if of == "points" and done:
                self.house.given[customer.member] += amount

        self.do(act())

    @rule(which=ANY, days=st.sampled_from([1, 7]), crash_at=CRASHES)
    def extend(self, which: int, days: int, crash_at: int | None) -> None:
        """Let a service run longer, by a press that is sent twice."""

        async def act() -> None:
            services = await fetch_all(
                self.house.db.here,
                int,
                "SELECT id FROM services WHERE state = 'active' AND subscription_id IS NULL ORDER BY id",
            )
            service = self.one_of(services, which)
            if service is None:
                return
            query = "SELECT extract(epoch FROM ends_at)::bigint FROM services WHERE id = %(service)s"
            before = await fetch_one(self.house.db.here, int, query, service=service)
            done = await self.send_twice("services.extend", service, crash_at, days=days)
            self.count("extend" if done else "extend, refused")
            after = await fetch_one(self.house.db.here, int, query, service=service)
            if done:
                self.house.extended.add(service)
            assert after - before == days * 86_400 * done, (
                f"service {service}: {days} days, {before}, {after}"
            )

        self.do(act())

    @rule(which=ANY, wish=st.sampled_from(WISHES), crash_at=CRASHES)
    def refund(self, which: int, wish: dict[str, Any], crash_at: int | None) -> None:
        """Refund an order as staff do, by a press that is sent twice."""

        async def act() -> None:
            paid = await fetch_all(
                self.house.db.here, str, "SELECT id FROM orders WHERE state = 'paid' ORDER BY created_at, id"
            )
            order = self.one_of(paid, which)
            if order is None:
                return
            done = await self.send_twice("orders.refund", order, crash_at, **wish)
            self.count("refund by staff" if done else "refund by staff, refused")

        self.do(act())

    async def send_twice(self, change: str, target: object, crash_at: int | None, **wish: Any) -> bool:
        """Press, with the same key again, and once more; whether it was done."""
        path, what = f"/changes/{change}", {"target": target, "wish": wish}
        shown = await self.house.order("POST", f"{path}/preview", **what)
        if not shown.is_success:
            assert shown.status_code in SAYS_NO, shown.text
            return False
        body = what | {"key": a_press_key(), "digest": shown.json()["data"]["digest"], "reason": "model"}
        async with self.house.may_crash(crash_at, None):
            await self.house.order("POST", path, **body)
        second, third = [await self.house.order("POST", path, **body) for _ in range(2)]
        assert second.status_code == third.status_code, f"{change}: {second.text}, and then {third.text}"
        assert second.status_code == 200 or second.status_code in SAYS_NO, second.text
        return second.status_code == 200

    async def ledger(self, member: int, of: str) -> int:
        return await fetch_one(
            self.house.db.here,
            int,
            "SELECT coalesce(sum(amount), 0)::bigint FROM point_entries WHERE member_id = %(member)s"
            if of == "points"
            else "SELECT coalesce(sum(amount), 0)::bigint FROM ticket_entries WHERE member_id = %(member)s",
            member=member,
        )

    @rule(which=ANY, amount=CANCELS, heard=st.booleans())
    def cancel_in_dashboard(self, *, which: int, amount: int, heard: bool) -> None:
        """Cancel a part of a payment at the provider; the shop hears of it now, or when its money is asked for."""
        paid = [
            checkout
            for checkout in self.house.world.payments.all()
            if checkout.received
            and checkout.payment.balance_amount > amount
            # After a refund of ours it would come on top.
            and checkout.given_back == self.house.elsewhere[checkout.payment.order_id]
        ]
        checkout = self.one_of(paid, which)
        if checkout is None:
            return
        self.do(self.cancel_part(checkout.payment.order_id, amount, heard=heard))

    async def cancel_part(self, order: str, amount: int, *, heard: bool) -> None:
        """Of an order that the shop knows as paid, or refunds and has not given back."""
        known = await fetch_all(
            self.house.db.here,
            str,
            "SELECT id FROM orders WHERE id = %(order)s AND state IN ('paid', 'refunding')",
            order=order,
        )
        if not known:
            return
        answer = await self.house.sandbox.post("/control/cancels", json={"orderId": order, "amount": amount})
        assert answer.status_code == 200, answer.text
        self.count("dashboard")
        self.house.elsewhere[order] += amount
        if heard:
            await self.house.tell(order)

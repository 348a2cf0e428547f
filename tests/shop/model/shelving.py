"""Members who buy, perhaps connect, give back and buy again, and how much of the shelf they may keep by that."""

from datetime import timedelta
from typing import Any, LiteralString

import httpx
from hypothesis import strategies as st
from hypothesis.stateful import rule

from ieum.shop.kernel.db import execute, fetch_all, fetch_one
from ieum.shop.services.types import ServiceId
from tests.shop.builders.presses import a_press_key
from tests.shop.model import budget
from tests.shop.model.budget import Hold, Rest, Shelf, Wish
from tests.shop.model.house import Customer
from tests.shop.model.machine import ANY, CRASHES
from tests.shop.model.pressing import Pressing
from tests.shop.model.selling import Selling

HOLDS: LiteralString = """
    SELECT o.member_id AS member, o.id AS order, e.pool_id AS pool, o.state, o.method = 'virtual_account' AS by_deposit,
           CASE o.state WHEN 'awaiting_payment' THEN o.hold_until < now()
                        WHEN 'awaiting_deposit' THEN o.deposit_due_at < now() ELSE false END AS overdue
      FROM leases l
      JOIN orders o ON o.id = l.order_id
      JOIN exit_addresses e ON e.id = l.address_id
     WHERE l.state = 'held'
"""
# The address that a service had when the refund of its order, which the member had asked for, ended it.
RESTS: LiteralString = """
    SELECT e.id AS address, r.member_id AS member, r.order_id AS order, e.pool_id AS pool, l.service_id AS service,
           NOT EXISTS (SELECT FROM devices d JOIN device_usage u ON u.device_id = d.id
                        WHERE d.service_id = l.service_id AND u.first_handshake_at IS NOT NULL) AS unused,
           e.available_at > now() + interval '2 hours' AS long
      FROM refunds r
      JOIN leases l ON l.order_id = r.order_id AND l.state = 'ended' AND l.ended_at = r.requested_at
      JOIN exit_addresses e ON e.id = l.address_id AND e.available_at > now()
     WHERE r.requested_by IS NULL AND r.mode <> 'unfulfilled' AND l.service_id IS NOT NULL
       AND NOT EXISTS (SELECT FROM leases later WHERE later.address_id = e.id AND later.id > l.id)
     ORDER BY e.id
"""
# What the model does not foresee: points that are not enough are the price's business.
PRICE = frozenset({"invalid_fields"})


class Shelving(Pressing, Selling):
    def __init__(self) -> None:
        super().__init__()
        self.line_of: dict[int, int] = {}
        self.do(self.stock_up())

    async def stock_up(self) -> None:
        """A larger shelf, addresses that rest for a week, and two more members, one of them behind another line."""
        conn = self.house.db.here
        await execute(
            conn,
            """
            UPDATE site_config SET cool_down = interval '7 days', hold_share_percent = %(member)s,
                   network_hold_percent = %(line)s, card_hold_limit = %(card)s, deposit_hold_limit = %(deposit)s
            """,
            member=budget.OF_MEMBER,
            line=budget.OF_NETWORK,
            card=budget.BY_CARD,
            deposit=budget.BY_DEPOSIT,
        )
        await execute(
            conn,
            """
            INSERT INTO exit_addresses (pool_id, gateway_id, address, proven_at, proven_by, cleared_at)
            SELECT pool_id, gateway_id, max(address) + 100 + n, now(), 'call', now()
              FROM exit_addresses JOIN plans p USING (pool_id), generate_series(1, 14) n
             WHERE p.id = %(plan)s AND gateway_id = %(gateway)s GROUP BY pool_id, gateway_id, n
            """,
            plan=self.house.plans["static"],
            gateway=self.house.hosts[0].gateway,
        )
        self.house.customers += [await self.house.join(points=3_000, line=line) for line in (0, 1)]

    @rule(
        who=ANY,
        kind=st.sampled_from(["static", "static", "static", "dynamic"]),
        quantity=st.sampled_from([1, 2, 3, 5]),
        points=st.sampled_from([0, 0, 500, 3_000]),
        connects=st.booleans(),
        days=st.sampled_from([0, 0, 0, 3, 9]),
        times=st.integers(1, 3),
        told=st.sampled_from([True, False, False]),
        elsewhere=st.sampled_from([0, 0, 5_000]),
        crash_at=CRASHES,
    )
    def buy_and_return(
        self,
        *,
        who: int,
        kind: str,
        quantity: int,
        points: int,
        connects: bool,
        days: int,
        times: int,
        told: bool,
        elsewhere: int,
        crash_at: int | None,
    ) -> None:
        """Buy, perhaps connect and wait, ask for the money back, and do it again; the third time as somebody else."""
        wanted = {
            "planId": self.house.plans[kind],
            "quantity": quantity,
            "points": points,
            "payMethod": "card",
        }
        for number in range(times):
            customer = self.customer(who + number // 2)
            placed = self.do(self.place(customer, None, **wanted))
            if placed is None or placed.status_code != 201:
                self.count("cycle, refused")
                return
            self.count("cycle")
            order = placed.json()["data"]
            self.pay_one(self.orders[-1:], 0, None, None)
            self.do(self.use_all(order["orderId"], connects=connects))
            # What it earned counts before it is taken back.
            self.do(self.check_sales())
            if days:
                self.do(self.house.let_pass(timedelta(days=days)))
            if elsewhere:
                self.do(self.cancel_part(order["orderId"], elsewhere, heard=True))
            self.do(self.give_back(customer, order, crash_at))
            self.do(self.check_sales())
            if told:
                self.do(self.hear_figures())

    async def use_all(self, order: str, *, connects: bool) -> None:
        """Put a device on each service of the order, and perhaps connect."""
        services = await fetch_all(
            self.house.db.here,
            ServiceId,
            "SELECT id FROM services WHERE order_id = %(order)s AND state = 'active' ORDER BY id",
            order=order,
        )
        for service in services:
            if connects:
                await self.connect(service)
            else:
                await self.house.plug(service)

    @rule(who=ANY, which=ANY)
    def replace(self, *, who: int, which: int) -> None:
        """Staff give a service another address; what it had rests and is nobody's refund."""
        customer = self.customer(who)

        async def act() -> None:
            services = await fetch_all(
                self.house.db.here,
                int,
                "SELECT id FROM services WHERE member_id = %(member)s AND state = 'active' ORDER BY id",
                member=customer.member,
            )
            service = self.one_of(services, which)
            if service is None:
                return
            path = "/changes/services.replace"
            shown = await self.house.order("POST", f"{path}/preview", target=service)
            if shown.is_success:
                digest = shown.json()["data"]["digest"]
                done = await self.house.order(
                    "POST", path, target=service, key=a_press_key(), digest=digest, reason="model"
                )
                self.count("replace" if done.is_success else "replace, refused")
                # A transaction's time is that of the whole walk: a refund must not end what this has ended.
                await self.house.let_a_moment_pass(60)

        self.do(act())

    @rule(told=st.sampled_from([True, False, False]))
    def tell_last_figures(self, *, told: bool) -> None:
        """Gateways say what was used last of services that are over: what nobody used is for sale again at once.

        Not each time: a rule without a choice is taken again and again.
        """
        if not told:
            return
        self.count("last figures")
        self.do(self.hear_figures())

    async def hear_figures(self) -> None:
        conn = self.house.db.here
        resting = await fetch_all(conn, Rest, RESTS)
        await self.hear_gateways(None)
        await execute(
            conn,
            """
            INSERT INTO device_usage (device_id, reported_at)
            SELECT d.id, clock_timestamp() FROM devices d JOIN services s ON s.id = d.service_id
             WHERE s.state IN ('expired', 'ended')
                ON CONFLICT (device_id) DO UPDATE SET reported_at = excluded.reported_at
            """,
        )
        await self.house.clerk.end_rests()
        still = {rest.address for rest in await fetch_all(conn, Rest, RESTS)}
        for rest in resting:
            assert (rest.address in still) != rest.unused, (
                f"{rest} {'rests on' if rest.unused else 'is sold again'}"
            )

    async def place(self, customer: Customer, crash_at: int | None, **wanted: Any) -> httpx.Response | None:
        """Order, and compare the answer with what the model holds for right."""
        right = await self.foresee(customer, **wanted)
        placed = await super().place(customer, crash_at, **wanted)
        if placed is not None and right is not None:
            got = budget.SOLD if placed.is_success else placed.json()["code"]
            if got not in PRICE:
                self.count(f"foreseen: {got}")
                assert got in right, f"{wanted} of {customer.member}: {got}, and right are {right}"
        return placed

    async def foresee(self, customer: Customer, **wanted: Any) -> set[str] | None:
        """None of what takes no addresses: renewals and tickets."""
        kinds = {plan: kind for kind, plan in self.house.plans.items()}
        kind = kinds[wanted["planId"]]
        if "serviceId" in wanted or kind == "ticket":
            return None
        conn, by_deposit = self.house.db.here, wanted["payMethod"] == "virtualAccount"
        recent, deposits, regular, pool = await fetch_one(
            conn,
            tuple[int, int, bool, int],
            """
            SELECT jsonb_build_array(
                       count(*) FILTER (WHERE created_at > now() - interval '1 hour' AND coalesce(period, 1) = 1),
                       count(*) FILTER (WHERE method = 'virtual_account'
                                          AND state IN ('awaiting_deposit', 'confirming')),
                       coalesce(bool_or(state = 'paid' AND amount > 0 AND paid_at < now() - interval '7 days'), false),
                       (SELECT pool_id FROM plans WHERE id = %(plan)s))
              FROM orders WHERE member_id = %(member)s
            """,
            member=customer.member,
            plan=wanted["planId"],
        )
        if recent >= budget.ORDERS_AN_HOUR:
            return {"too_many_orders"}
        if by_deposit and deposits >= budget.DEPOSITS:
            return {"too_many_deposits"}
        wish = Wish(
            member=customer.member,
            pool=pool,
            quantity=wanted["quantity"],
            by_deposit=by_deposit,
            by_card=wanted["payMethod"] == "card",
            regular=regular,
        )
        right = (await self.shelf(customer, pool, replacing=True)).answers(wish)
        # A share of the addresses of a dynamic plan is kept for changes.
        return right | {budget.NONE_LEFT} if kind == "dynamic" and budget.SOLD in right else right

    async def shelf(self, customer: Customer, pool: int, *, replacing: bool) -> Shelf:
        """What is held and rests now; `replacing`: as if the order that awaits their payment were cancelled."""
        conn = self.house.db.here
        self.line_of |= {one.member: one.line for one in self.house.customers}
        free = await fetch_one(
            conn,
            int,
            "SELECT count(*) FROM exit_addresses WHERE pool_id = %(pool)s AND sellable_at <= now()",
            pool=pool,
        )
        holds = await fetch_all(conn, Hold, HOLDS)
        given_up = [
            hold
            for hold in holds
            if replacing and (hold.member, hold.state) == (customer.member, "awaiting_payment")
        ]
        return Shelf(
            free=free + sum(hold.pool == pool for hold in given_up),
            holds=[hold for hold in holds if hold not in given_up],
            rests=await fetch_all(conn, Rest, RESTS),
            lines=self.line_of,
            line=customer.line,
        )

    async def give_back(self, customer: Customer, order: dict[str, Any], crash_at: int | None) -> None:
        """Ask for the money back; no more rests for days than the shares leave room for, and what was used rests."""
        conn = self.house.db.here
        before = {rest.address for rest in await fetch_all(conn, Rest, RESTS)}
        await super().give_back(customer, order, crash_at)
        new = [rest for rest in await fetch_all(conn, Rest, RESTS) if rest.address not in before]
        for pool in {rest.pool for rest in new}:
            here = [rest for rest in new if rest.pool == pool]
            shelf = await self.shelf(customer, pool, replacing=False)
            right = budget.may_rest_long(shelf, customer.member, pool, len(here))
            long = sum(rest.long for rest in here)
            assert long == right, f"{long} of {here} rest for days, and {right} may: {shelf}"
        sold_again = await fetch_all(
            conn,
            int,
            """
            SELECT l.service_id
              FROM refunds r
              JOIN leases l ON l.order_id = r.order_id AND l.ended_at = r.requested_at
              JOIN exit_addresses e ON e.id = l.address_id AND e.available_at <= now()
             WHERE r.order_id = %(order)s AND r.requested_at = now()
               AND EXISTS (SELECT FROM devices d JOIN device_usage u ON u.device_id = d.id
                            WHERE d.service_id = l.service_id AND u.first_handshake_at IS NOT NULL)
            """,
            order=order["orderId"],
        )
        assert not sold_again, f"services {sold_again} were used, and their addresses do not rest"

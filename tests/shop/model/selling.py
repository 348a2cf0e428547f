"""What was sold stays as it was sold, and points are what the model counts: asked after each step.

The model notes each order's line at the end of the step that brought the order, from the plan as it stands then.
"""

from collections import Counter
from datetime import UTC, datetime
from typing import Any, LiteralString

import msgspec
from hypothesis.stateful import invariant

from ieum.shop.kernel.db import fetch_all, fetch_optional
from tests.shop.model.house import Customer
from tests.shop.model.machine import Clockwork
from tests.shop.model.sale import (
    GIVEN_BACK,
    Line,
    Owed,
    Sale,
    Use,
    by_rules,
    by_staff,
    change_of_points,
    first_line,
    not_delivered,
)

SALES: LiteralString = """
    SELECT o.id, o.member_id AS member, o.state, o.subscription_id AS subscription, o.period, o.points_earned,
           to_jsonb(k) AS line, c.point_percent AS earns,
           to_jsonb(k) || jsonb_build_object(
               'name', p.name, 'kind', p.kind, 'carrier', coalesce(a.carrier, ''), 'region', coalesce(a.region, ''),
               'device_limit', p.device_limit, 'connections', p.connections, 'upload_mbit', p.upload_mbit,
               'download_mbit', p.download_mbit) AS plan
      FROM orders o
      JOIN order_lines k ON k.order_id = o.id
      JOIN plans p ON p.id = o.plan_id
      LEFT JOIN address_pools a ON a.id = p.pool_id
     CROSS JOIN site_config c
     ORDER BY coalesce(o.period, 0), o.created_at, o.id
"""
REFUNDS: LiteralString = """
    SELECT r.id, r.order_id AS order, r.mode, r.amount, r.points_returned AS points,
           r.points_clawed_back AS clawed_back, coalesce(y.cancelled_elsewhere, 0) AS elsewhere,
           jsonb_build_object(
               'paid_at', o.paid_at, 'starts_at', had.starts_at, 'ends_at', had.ends_at, 'used_at', had.used_at,
               'penalty_percent', o.refund_penalty_percent, 'tickets_left', CASE k.kind WHEN 'ticket' THEN t.left END
           ) AS use,
           EXISTS (SELECT FROM service_moves m JOIN service_periods s USING (service_id)
                    WHERE s.order_id = o.id) AS evacuated
      FROM refunds r
      JOIN orders o ON o.id = r.order_id
      JOIN order_lines k ON k.order_id = o.id
      LEFT JOIN payments y ON y.order_id = o.id AND y.state <> 'refused'
     CROSS JOIN LATERAL (
           SELECT min(s.starts_at) AS starts_at, max(s.ends_at) AS ends_at,
                  min(greatest(u.first_handshake_at, s.starts_at))
                      FILTER (WHERE u.first_handshake_at < s.ends_at AND u.last_handshake_at >= s.starts_at) AS used_at
             FROM service_periods s
             LEFT JOIN devices d ON d.service_id = s.service_id
             LEFT JOIN device_usage u ON u.device_id = d.id
            WHERE s.order_id = o.id) had
     CROSS JOIN LATERAL (
           SELECT -coalesce(sum(e.amount) FILTER (WHERE e.kind = 'clawed_back'), 0)
                  - count(*) FILTER (WHERE e.kind = 'returned') AS left
             FROM ticket_entries g JOIN ticket_entries e ON g.id IN (e.id, e.grant_id)
            WHERE g.order_id = o.id AND g.kind = 'granted') t
     ORDER BY r.id
"""
# What a contract says of its order and what must say the same ever after.
STAYS = (
    "planName", "planKind", "carrier", "region", "months", "quantity", "listAmount", "discountAmount",
    "quantityDiscountAmount", "pointsUsed", "amount", "supplyAmount", "vatAmount", "pointsEarned", "payMethod",
)  # fmt: skip


class Refund(msgspec.Struct):
    id: int
    order: str
    mode: str
    amount: int
    points: int
    clawed_back: int
    elsewhere: int
    use: Use
    evacuated: bool


class Selling(Clockwork):
    def __init__(self) -> None:
        super().__init__()
        self.sold: dict[str, Line] = {}
        self.earned: dict[str, int] = {}
        self.owed: dict[str, Owed] = {}
        self.contracts: dict[str, dict[str, Any]] = {}
        self.turn = 0

    @invariant()
    def sells_and_keeps_count(self) -> None:
        self.do(self.check_sales())

    async def check_sales(self) -> None:
        conn = self.house.db.here
        sales = await fetch_all(conn, Sale, SALES)
        self._note_lines(sales)
        refunded = {sale.id for sale in sales if sale.state in GIVEN_BACK}
        if refunded != self.owed.keys():
            await self._note_refunds()
        await self._check_points(sales)
        await self._check_contract([sale for sale in sales if sale.state == "paid"])

    def _note_lines(self, sales: list[Sale]) -> None:
        """A restore takes orders back, and a renewal may come again under its name and be of another price."""
        known = {sale.id for sale in sales}
        for notes in (self.sold, self.earned, self.owed, self.contracts):
            for order in notes.keys() - known:
                del notes[order]
        firsts = {sale.subscription: sale for sale in sales if sale.period == 1}
        for sale in sales:
            if sale.id not in self.sold:
                first = firsts.get(sale.subscription) if sale.subscription is not None else None
                later = first is not None and first.id != sale.id
                self.sold[sale.id] = first_line(sale, self.sold[first.id] if first and later else None)
                self.earned[sale.id] = sale.line.amount * sale.earns // 100
            assert sale.line == self.sold[sale.id], f"{sale} was sold as {self.sold[sale.id]}"
            assert sale.points_earned == self.earned[sale.id], f"{sale} earns {self.earned[sale.id]}"

    async def _note_refunds(self) -> None:
        """Reckon what each new refund owes, and compare it with what the shop says."""
        conn = self.house.db.here
        seen = await fetch_all(conn, Refund, REFUNDS)
        for refund in seen:
            if refund.order not in self.owed:
                self.owed[refund.order] = await self._reckon(refund)

    async def _reckon(self, refund: Refund) -> Owed:
        line, earned = self.sold[refund.order], self.earned[refund.order]
        if refund.mode == "unfulfilled":
            return not_delivered(line)
        before = await fetch_optional(
            self.house.db.here,
            int,
            """
            SELECT coalesce(sum(e.amount), 0)::bigint FROM point_entries e JOIN orders o ON o.member_id = e.member_id
             WHERE o.id = %(order)s
               AND NOT (e.order_id IS NOT DISTINCT FROM o.id AND e.kind IN ('returned', 'clawed_back'))
            """,
            order=refund.order,
        )
        assert before is not None
        if refund.mode == "operator":
            owed = by_staff(line, earned, refund.amount + refund.elsewhere, balance=before)
        else:
            owed = by_rules(
                line, earned, refund.use, balance=before, elsewhere=refund.elsewhere, at=datetime.now(UTC)
            )
        in_all = owed.money + owed.spent
        expected = (
            owed.mode,
            in_all - min(refund.elsewhere, in_all) - owed.spent,
            owed.points,
            owed.clawed_back,
        )
        shown = (refund.mode, refund.amount, refund.points, refund.clawed_back)
        if refund.evacuated:
            # Who declines to move gets more than by the rules; how much is for the tests of evacuation to say.
            return Owed(refund.mode, refund.amount + refund.elsewhere, refund.points, refund.clawed_back)
        assert shown == expected, f"{refund} of {line}, earned {earned}, {before} points: expected {expected}"
        return owed

    async def _check_points(self, sales: list[Sale]) -> None:
        counted = dict(self.house.start)
        for member, given in self.house.given.items():
            counted[member] += given
        for sale in sales:
            if sale.member in counted:
                counted[sale.member] += change_of_points(
                    sale, self.sold[sale.id], self.earned[sale.id], self.owed.get(sale.id)
                )
        there = await fetch_all(
            self.house.db.here,
            tuple[int, int],
            "SELECT jsonb_build_array(member_id, sum(amount)) FROM point_entries GROUP BY member_id",
        )
        points = dict(there)
        for customer in self.house.customers:
            has = points.get(customer.member, 0)
            assert has == counted[customer.member], (
                f"member {customer.member} has {has} points, and should have {counted[customer.member]}"
            )

    def rest(self) -> None:
        super().rest()
        self.do(self.check_returns())

    async def check_returns(self) -> None:
        """Once all is at rest: who was refunded has as much as the model reckons, by whichever way.

        An order may have several windows at the provider, of which one took the money.
        """
        await self.check_sales()
        done = set(await fetch_all(self.house.db.here, str, "SELECT id FROM orders WHERE state = 'refunded'"))
        given_back = Counter[str]()
        for checkout in self.house.world.payments.all():
            order = checkout.payment.order_id
            given_back[order] += checkout.given_back
            if checkout.payment.payment_key in self.house.forgotten:
                done.discard(order)
        for order in done & self.owed.keys() & given_back.keys():
            right = max(self.owed[order].money, self.house.elsewhere[order])
            assert given_back[order] == right, f"{order}: {given_back[order]} won went back of {right}"

    async def _check_contract(self, paid: list[Sale]) -> None:
        """One contract in three steps, in turn."""
        self.turn += 1
        if self.turn % 3:
            return
        customers: dict[int, Customer] = {customer.member: customer for customer in self.house.customers}
        mine = [sale for sale in paid if sale.member in customers]
        sale = self.one_of(mine, self.turn // 3)
        if sale is not None:
            await self.check_contract(customers[sale.member], sale.id)

    async def check_contract(self, customer: Customer, order: str) -> None:
        answer = await self.house.ask(customer, "GET", f"/orders/{order}/contract")
        assert answer.status_code == 200, answer.text
        told = answer.json()["data"]
        line = self.sold[order]
        says = {field: told["order"][field] for field in STAYS}
        sold = (
            line.name,
            line.carrier,
            line.region,
            line.months,
            line.quantity,
            line.amount,
            line.points_used,
        )
        assert sold == tuple(
            says[field]
            for field in ("planName", "carrier", "region", "months", "quantity", "amount", "pointsUsed")
        ), f"the contract says {says}, and {line} was sold"
        says |= {"shop": told["shop"], "refundRule": told["refundRule"]}
        says["agreements"] = [(one["title"], one["version"]) for one in told["agreements"]]
        assert self.contracts.setdefault(order, says) == says, (
            f"the contract of {order} was {self.contracts[order]}"
        )

"""What must hold once all is at rest: the provider's book against ours, and every won against what it bought."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

from ieum.shop.kernel.db import Connection, Database, fetch_all
from ieum.shop.orders.service import OPEN_DEPOSITS
from ieum.shop.reconciliation import invariants
from tests.shop.builders.address_log import misfit, write
from tests.shop.model.delegated import check_over
from tests.shop.model.house import House

type Row = dict[str, Any]
HAS_MONEY = frozenset({"approved", "cancelling", "cancelled"})
UNPAID = frozenset({"awaiting_payment", "awaiting_deposit", "due", "failed", "expired", "cancelled"})


class Books:
    """Everything that was written down, read once."""

    def __init__(self) -> None:
        self.orders: dict[str, Row] = {}
        self.payments: list[Row] = []
        self.refunds: dict[str, Row] = {}
        self.periods: list[Row] = []
        self.points: dict[str, Counter[str]] = {}
        self.tickets: dict[str, Counter[str]] = {}
        self.leases: list[Row] = []
        self.left: set[int] = set()
        self.changes: list[Row] = []
        self.grants: dict[int, list[Row]] = {}
        self.services: dict[int, Row] = {}
        self.subscriptions: dict[int, Row] = {}
        self.consents: dict[tuple[int, int], Row] = {}

    async def read(self, conn: Connection) -> None:
        async def rows(query: str) -> list[Row]:
            return await fetch_all(conn, dict[str, Any], query)  # pyright: ignore[reportArgumentType]

        self.orders = {
            row["id"]: row
            for row in await rows("SELECT to_jsonb(o) || jsonb_build_object('plan', p.kind) AS r FROM orders o"
                                  " JOIN plans p ON p.id = o.plan_id")
        }  # fmt: skip
        self.payments = await rows("SELECT to_jsonb(p) FROM payments p ORDER BY id")
        self.refunds = {row["order_id"]: row for row in await rows("SELECT to_jsonb(r) FROM refunds r")}
        self.periods = await rows("SELECT to_jsonb(p) FROM service_periods p")
        self.leases = await rows("SELECT to_jsonb(l) FROM leases l WHERE state <> 'ended'")
        self.left = {
            row["id"] for row in await rows("SELECT to_jsonb(m) FROM members m WHERE left_at IS NOT NULL")
        }
        # Where nobody settles changes for as long as the former address rests, it may be sold before one is taken back.
        self.changes = await rows("""
            SELECT to_jsonb(c) || jsonb_build_object('is_stuck', c.state = 'waiting' AND EXISTS (
                       SELECT FROM leases o JOIN exit_addresses e ON e.id = o.address_id
                        WHERE o.id = c.old_lease_id AND e.available_at IS NULL))
              FROM ip_changes c ORDER BY id
        """)
        for row in await rows("SELECT to_jsonb(e) FROM ticket_entries e ORDER BY id"):
            self.grants.setdefault(row["grant_id"] or row["id"], []).append(row)
        self.services = {row["id"]: row for row in await rows("SELECT to_jsonb(s) FROM services s")}
        self.subscriptions = {row["id"]: row for row in await rows("SELECT to_jsonb(s) FROM subscriptions s")}
        self.consents = {
            (row["subscription_id"], row["period"]): row
            for row in await rows("SELECT to_jsonb(c) FROM price_consents c")
        }
        self.points = by_order(
            await rows("SELECT to_jsonb(e) FROM point_entries e WHERE order_id IS NOT NULL")
        )
        self.tickets = by_order(
            await rows("SELECT to_jsonb(e) FROM ticket_entries e WHERE order_id IS NOT NULL")
        )


def by_order(entries: list[Row]) -> dict[str, Counter[str]]:
    sums: dict[str, Counter[str]] = {}
    for entry in entries:
        sums.setdefault(entry["order_id"], Counter())[entry["kind"]] += entry["amount"]
    return sums


async def audit(house: House) -> None:
    assert not house.alarmed.seen, house.alarmed.seen[0]
    books = Books()
    await books.read(house.db.here)
    check_money(house, books)
    for order in books.orders.values():
        check_order(books, order, elsewhere=house.elsewhere[order["id"]])
    check_goods(books, house.extended)
    check_deposits(books)
    check_charges(books)
    check_consents(books)
    check_leavers(books)
    check_changes(books)
    await check_balances(house.db.here)
    await check_over(house.db.here)
    await check_log(house.db)
    # The shop's own nightly check has to see it as we do.
    differences = await invariants.find_differences(house.db.here)
    assert not [found for found in differences if found.what != "overdue"], differences


def check_money(house: House, books: Books) -> None:
    """Per payment: what came in and what went back, at the provider and in our books.

    After a restore the daily comparison and people bring together what was forgotten.
    """
    theirs = {
        checkout.payment.payment_key: (checkout.received, checkout.given_back)
        for checkout in house.world.payments.all()
        if checkout.received and checkout.payment.payment_key not in house.forgotten
    }
    ours = {
        row["payment_key"]: (row["amount"], row["cancelled_amount"])
        for row in books.payments
        if row["state"] in HAS_MONEY and row["payment_key"] not in house.forgotten
    }
    assert ours == theirs, f"money in the books {ours}, at the provider {theirs}"


def check_order(books: Books, order: Row, *, elsewhere: int) -> None:
    """An order's state, its money, its goods and its points say the same."""
    name, state = order["id"], order["state"]
    at = f"order {order}"
    assert state != "confirming", f"{at}: {[row for row in books.payments if row['order_id'] == name]}"
    money = [row for row in books.payments if row["order_id"] == name and row["state"] in HAS_MONEY]
    refund = books.refunds.get(name)
    served = [row for row in books.periods if row["order_id"] == name and not row["refunded_at"]]
    if state in UNPAID:
        assert not money, f"{at} has {money}"
        assert not served, f"{at} is served: {served}"
        assert refund is None, f"{at} has {refund}"
        assert state != "awaiting_deposit" or order["method"] == "virtual_account", at
    elif state == "paid":
        assert [row["amount"] for row in money] == ([order["amount"]] if order["amount"] else []), (
            f"{at}: {money}"
        )
        assert sum(row["cancelled_amount"] for row in money) == elsewhere, f"{at}: {money}"
        assert refund is None, f"{at} has {refund}"
        if order["plan"] != "ticket":
            wanted = order["quantity"]
            assert len(served) == wanted, f"{at} is served {served}"
    else:
        assert state in {"refunding", "refunded"}, at
        assert refund is not None, at
        assert not served, f"{at} is served: {served}"
        assert (state == "refunded") == (refund["state"] == "done"), f"{at}: {refund}"
        returned = sum(row["cancelled_amount"] for row in money)
        owed = refund["amount"] if refund["state"] == "done" else 0
        assert max(owed, elsewhere) <= returned <= owed + elsewhere, f"{at}: {refund}, {money}, {elsewhere}"
    check_points(books, order, refund)
    check_tickets(books, order)


def check_points(books: Books, order: Row, refund: Row | None) -> None:
    entries = books.points.get(order["id"], Counter())
    used, earned = order["points_used"], order["points_earned"]
    expected = Counter({"used": -used})
    if order["state"] in {"failed", "expired", "cancelled"}:
        expected["returned"] = used
    elif order["state"] in {"refunding", "refunded"} and refund is not None:
        expected["returned"] = refund["points_returned"]
        expected["clawed_back"] = -refund["points_clawed_back"]
        expected["earned"] = 0 if refund["mode"] == "unfulfilled" else earned
    elif order["state"] == "paid":
        expected["earned"] = earned
    known = {kind: amount for kind, amount in entries.items() if amount}
    assert known == {kind: amount for kind, amount in expected.items() if amount}, (
        f"{order}: {known}, {refund}"
    )


def check_tickets(books: Books, order: Row) -> None:
    granted = books.tickets.get(order["id"], Counter())["granted"]
    is_ticket = order["plan"] == "ticket"
    if order["state"] == "paid":
        assert granted == (order["quantity"] if is_ticket else 0), f"{order} granted {granted}"
    elif order["state"] in UNPAID:
        assert granted == 0, f"{order} granted {granted}"


def check_goods(books: Books, extended: set[int]) -> None:
    held = Counter(lease["address_id"] for lease in books.leases)
    assert not [address for address, times in held.items() if times > 1], held
    for lease in books.leases:
        order = books.orders[lease["order_id"]]
        if lease["state"] == "held":
            assert order["state"] in {"awaiting_payment", "awaiting_deposit", "confirming"}, (
                f"{lease} of {order}"
            )
        else:
            service = books.services[lease["service_id"]]
            assert service["state"] in {"active", "suspended"}, f"{lease} of {service}"
    for period in books.periods:
        order = books.orders[period["order_id"]]
        paid = order["state"] == "paid"
        assert paid != bool(period["refunded_at"]), f"{period} of {order}"
    leased = Counter(lease["service_id"] for lease in books.leases if lease["state"] == "active")
    for service in books.services.values():
        periods = [
            row for row in books.periods if row["service_id"] == service["id"] and not row["refunded_at"]
        ]
        if service["state"] == "active":
            assert periods, f"{service} is paid by nothing"
            assert datetime.fromisoformat(service["ends_at"]) > datetime.now(UTC) - timedelta(hours=2), (
                service
            )
            if service["subscription_id"] is None:
                paid_until = max(row["ends_at"] for row in periods)
                assert service["ends_at"] == paid_until or service["id"] in extended, f"{service}: {periods}"
        assert leased[service["id"]] == int(service["state"] in {"active", "suspended"}), service


def check_deposits(books: Books) -> None:
    """Nobody holds more addresses on credit than they may, by whichever way."""
    waiting = Counter(row["member_id"] for row in books.orders.values() if row["state"] == "awaiting_deposit")
    assert all(number <= OPEN_DEPOSITS for number in waiting.values()), waiting


def check_charges(books: Books) -> None:
    """Nothing is owed under a recurring payment that is over."""
    for order in books.orders.values():
        if order["state"] == "due":
            subscription = books.subscriptions[order["subscription_id"]]
            assert subscription["state"] != "ended", f"{order} of {subscription}"


def check_consents(books: Books) -> None:
    """Nobody is charged more than for the period before without having said yes to as much (전자상거래법 13⑥)."""
    charges = {
        (row["subscription_id"], row["period"]): row
        for row in books.orders.values()
        if row["subscription_id"] is not None and row["state"] in {"paid", "refunding", "refunded"}
    }
    for (subscription, period), order in charges.items():
        before = charges.get((subscription, period - 1))
        if before is not None and order["amount"] > before["amount"]:
            consent = books.consents.get((subscription, period))
            assert consent is not None, f"{order} after {before}"
            assert consent["agreed"], f"{order} after {before}: {consent}"
            assert consent["new_amount"] >= order["amount"], f"{order} after {before}: {consent}"


def check_leavers(books: Books) -> None:
    """Who has gone has nothing here that runs, costs or waits."""
    for row in [*books.services.values(), *books.subscriptions.values()]:
        over = row["state"] in {"expired", "ended"}
        assert over or row["member_id"] not in books.left, row
    for order in books.orders.values():
        assert order["state"] not in {"awaiting_payment", "awaiting_deposit", "due"} or (
            order["member_id"] not in books.left
        ), order


def check_changes(books: Books) -> None:
    """Every ticket is left, used or taken; each change says the same of its ticket, and its service has its address."""
    outcomes: dict[int, list[str]] = {}
    stuck = {change["reservation"] for change in books.changes if change["is_stuck"]}
    for entries in books.grants.values():
        sums = Counter[str]()
        for entry in entries:
            sums[entry["kind"]] += 1 if entry["kind"] == "used" else abs(entry["amount"])
            if entry["kind"] in {"used", "released", "returned"}:
                outcomes.setdefault(entry["of_entry"], []).append(entry["kind"])
        left = sum(entry["amount"] for entry in entries)
        used = sums["used"] - sums["returned"]
        taken = sums["expired"] + sums["clawed_back"] + sums["forfeited"]
        # At rest nothing is reserved, but for what waits for its gateway because it cannot be taken back.
        reserved = sum(entry["id"] in stuck for entry in entries)
        assert sums["reserved"] == sums["used"] + sums["released"] + reserved, entries
        assert sums["granted"] == left + used + taken + reserved, entries
        assert sums["returned"] <= sums["granted"], entries
    undone = {change["undoes"] for change in books.changes}
    newest: dict[int, Row] = {}
    for change in books.changes:
        if change["reservation"] is not None and not change["is_stuck"]:
            kinds = outcomes[change["reservation"]]
            assert kinds[:1] == (["used"] if change["state"] == "done" else ["released"]), (
                f"{change}: {kinds}"
            )
            assert "returned" not in kinds or change["id"] in undone, f"{change}: {kinds}"
        # An undo may wait for a gateway that never came back.
        assert change["state"] != "waiting" or change["undoes"] is not None or change["is_stuck"], change
        newest[change["service_id"]] = change
    live = {lease["service_id"]: lease for lease in books.leases if lease["state"] == "active"}
    for service, change in newest.items():
        # The member may have taken an offer since, or moved to another gateway.
        is_moved = service in live and live[service]["cause"] in {"offer", "evacuation"}
        if books.services[service]["state"] in {"active", "suspended"} and not is_moved:
            kept = change["state"] != "taken_back"
            assert (change["new_lease_id"] == live[service]["id"]) == kept, (
                f"{change} of {books.services[service]}"
            )


async def check_log(db: Database) -> None:
    """Everything that the leases say of fixed addresses is in the log, and nothing else, and all of it fits."""
    await write(db)
    assert await misfit(db) is None
    async with db.connection() as conn:
        told = await fetch_all(
            conn,
            dict[str, Any],
            """
            SELECT jsonb_build_object('lease', coalesce(f.lease_id, e.lease_id), 'tells', f.event, 'log', e.event)
              FROM fixed_address_events f FULL JOIN address_log_entries e USING (lease_id, event)
             WHERE f.lease_id IS NULL OR e.lease_id IS NULL
            """,
        )
    assert not told, told


async def check_balances(conn: Connection) -> None:
    """Nobody has tickets or points below nothing."""
    below = await fetch_all(
        conn,
        dict[str, Any],
        """
        SELECT to_jsonb(t) FROM (
            SELECT coalesce(e.grant_id, e.id) AS grant_id, sum(e.amount) AS left
              FROM ticket_entries e GROUP BY 1 HAVING sum(e.amount) < 0) t
        """,
    )
    assert not below, below
    debts = await fetch_all(
        conn,
        dict[str, Any],
        """
        SELECT to_jsonb(t) FROM (
            SELECT member_id, sum(amount) AS points FROM point_entries GROUP BY 1 HAVING sum(amount) < 0) t
        """,
    )
    assert not debts, debts

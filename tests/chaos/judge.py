"""Compares what clients were told with what the database and the provider have."""

import time
from collections import Counter
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import httpx
import psycopg
from psycopg.rows import TupleRow

from ieum.shop.kernel.seoul import SEOUL
from tests.chaos.ledger import Entry

SETTLED_WITHIN = 150.0


class Verdict(NamedTuple):
    """Sentences, each about one thing that should not be; `lost` was confirmed and is not there."""

    lost: list[str]
    doubled: list[str]
    unsettled: list[str]

    @property
    def is_clean(self) -> bool:
        return not any(self)


def wait_until_settled(url: str) -> None:
    """Orders whose outcome is open are looked up by the worker, as time passes."""
    end = time.monotonic() + SETTLED_WITHIN
    while time.monotonic() < end:
        with psycopg.connect(url) as conn:
            if not conn.execute(OPEN).fetchall():
                return
        # sleep: the worker looks orders up as time passes
        time.sleep(1)


OPEN = """
    SELECT o.id || ' is ' || o.state FROM orders o
     WHERE o.state IN ('confirming', 'refunding')
        OR EXISTS (SELECT FROM payments p WHERE p.order_id = o.id AND p.state IN ('confirming', 'cancelling'))
"""


def judge(entries: list[Entry], url: str, sandbox: str) -> Verdict:
    lost: list[str] = []
    doubled: list[str] = []
    with psycopg.connect(url) as conn:
        unsettled = [row[0] for row in conn.execute(OPEN).fetchall()]
        orders = dict(conn.execute("SELECT id, state FROM orders").fetchall())
        payments: Payments = {
            key: (order, state, amount)
            for key, order, state, amount in conn.execute(
                "SELECT payment_key, order_id, state, amount FROM payments"
            ).fetchall()
        }
        lost += [found for entry in entries if (found := _what_lacks(conn, entry, orders, payments))]
        doubled += [
            f"{order} is paid {number} times"
            for order, number in Counter(one[0] for one in payments.values() if one[1] == "approved").items()
            if number > 1
        ]
        doubled += [row[0] for row in conn.execute(WRONG_SERVICES).fetchall()]
    lost += strayed(entries)
    moved = transactions(sandbox)
    at_provider = Counter[str]()
    for one in moved:
        at_provider[one["paymentKey"]] += int(one["amount"])
    charges = Counter(one["orderId"] for one in moved if one["status"] == "DONE")
    doubled += [f"{order} is charged {number} times" for order, number in charges.items() if number > 1]
    for payment, amount in at_provider.items():
        order, state, ours = payments.get(payment, ("", "unknown", 0))
        if amount != (ours if state == "approved" else 0):
            doubled.append(f"{payment} of {order}: {amount} won at the provider, and here it is {state}")
    for payment, (order, state, _) in payments.items():
        if state == "approved" and at_provider[payment] == 0:
            lost.append(f"{order} is paid here, and nothing at the provider")
    return Verdict(lost, doubled, unsettled)


type Payments = dict[str, tuple[str, str, int]]


def _what_lacks(
    conn: psycopg.Connection[TupleRow], entry: Entry, orders: dict[str, str], payments: Payments
) -> str | None:
    """What was confirmed to a client by this entry and is not there; None where all is."""
    match entry:
        case {"kind": "paid" | "renewed", "order": order, "payment": payment, "amount": amount}:
            if orders.get(order) != "paid" or payments.get(payment) != (order, "approved", amount):
                return f"{order}: {orders.get(order)}, {payments.get(payment)}"
        case {"kind": "rotated", "service": service, "address": address}:
            had = conn.execute(
                """
                SELECT 1 FROM leases l JOIN exit_addresses e ON e.id = l.address_id
                 WHERE l.service_id = %s AND e.address = %s AND l.active_at IS NOT NULL
                """,
                (service, address),
            ).fetchone()
            if had is None:
                return f"service {service} has never had {address}"
        case _:
            pass
    return None


def strayed(entries: list[Entry]) -> list[str]:
    """A tunnel's traffic leaves by the address that was bought, and by no other one."""
    bought = {one.get("address") for one in entries if one["kind"] == "device"}
    left = Counter(one.get("address") for one in entries if one["kind"] == "carried")
    return [f"the tunnel's traffic left by {one} {left[one]} times" for one in left if one not in bought]


# One service for each paid order that is no renewal, one live lease for each service, one month for each paid order.
WRONG_SERVICES = """
    SELECT o.id || ' has ' || count(s.id) || ' services' FROM orders o LEFT JOIN services s ON s.order_id = o.id
     WHERE o.state = 'paid' AND o.service_id IS NULL GROUP BY o.id HAVING count(s.id) <> 1
    UNION ALL
    SELECT 'service ' || s.id || ' has ' || count(l.id) || ' live leases'
      FROM services s LEFT JOIN leases l ON l.service_id = s.id AND l.state = 'active'
     WHERE s.state = 'active' GROUP BY s.id HAVING count(l.id) <> 1
    UNION ALL
    SELECT 'address ' || address_id || ' is leased ' || count(*) || ' times' FROM leases WHERE state <> 'ended'
     GROUP BY address_id HAVING count(*) > 1
    UNION ALL
    SELECT 'service ' || s.id || ' ends at ' || s.ends_at || ' after ' || 1 + count(o.id) || ' months'
      FROM services s LEFT JOIN orders o ON o.service_id = s.id AND o.state = 'paid'
     GROUP BY s.id, s.starts_at, s.ends_at
    HAVING abs(extract(epoch FROM s.ends_at - (s.starts_at AT TIME ZONE 'Asia/Seoul'
                                               + make_interval(months => 1 + count(o.id)::integer))
                                              AT TIME ZONE 'Asia/Seoul')) > 4 * 86400
"""


def transactions(sandbox: str) -> list[dict[str, Any]]:
    """The provider's list of all movements of money."""
    now = datetime.now(SEOUL)
    found: list[dict[str, Any]] = []
    while True:
        page = httpx.get(
            f"{sandbox}/toss/v1/transactions",
            params={
                "startDate": f"{now - timedelta(days=2):%Y-%m-%dT%H:%M:%S}",
                "endDate": f"{now + timedelta(days=2):%Y-%m-%dT%H:%M:%S}",
                "limit": "5000",
                **({"startingAfter": found[-1]["transactionKey"]} if found else {}),
            },
            auth=("test_sk_ieum_sandbox", ""),
            timeout=30,
        ).json()
        found += page
        if len(page) < 5000:
            return found

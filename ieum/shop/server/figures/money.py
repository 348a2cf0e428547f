"""Orders, payments and refunds: what is open exactly, and what came of the last hour.

All rows of all time are never counted. What is open has partial indexes and is little in a shop of any age; the last
hour lies at the end of an index by time. What Prometheus keeps is the history.
"""

from collections.abc import Sequence

import msgspec
from prometheus_client.metrics_core import Metric

from ieum.shop.kernel.db import Connection, fetch_all
from ieum.shop.orders.types import OrderState
from ieum.shop.payments.provider import Channel
from ieum.shop.server.figures.types import Figure, fill, gauge

OPEN_ORDERS = (
    OrderState.AWAITING_PAYMENT,
    OrderState.AWAITING_DEPOSIT,
    OrderState.DUE,
    OrderState.CONFIRMING,
    OrderState.REFUNDING,
)
OPEN_PAYMENTS = ("confirming", "depositing", "cancelling")
OWED_REFUNDS = ("awaiting_account", "returning", "stuck")


class Part(msgspec.Struct):
    """Number of rows of a kind; `won` and `oldest`, the age of the oldest in seconds, if they are asked for."""

    kind: str
    number: int
    won: int = 0
    oldest: float = 0


async def read_orders(conn: Connection) -> Sequence[Metric]:
    now_open = await fetch_all(
        conn,
        Part,
        # orders_of_kinds: the index alone answers, for those states alone.
        """
        SELECT state AS kind, count(*) AS number FROM orders WHERE state = ANY(%(states)s) GROUP BY state
        """,
        states=list(OPEN_ORDERS),
    )
    lately = await fetch_all(
        conn,
        Part,
        # orders_newest
        """
        SELECT state AS kind, count(*) AS number FROM orders
         WHERE created_at > now() - interval '1 hour' GROUP BY state
        """,
    )
    standing = gauge("ieum_orders_open", "Orders that are neither paid nor closed", "state")
    made = gauge("ieum_orders_last_hour", "Orders made within the last hour, by what became of them", "state")
    fill(standing, OPEN_ORDERS, {each.kind: each.number for each in now_open})
    fill(made, tuple(OrderState), {each.kind: each.number for each in lately})
    return standing, made


async def read_payments(conn: Connection) -> Sequence[Metric]:
    now_open = await fetch_all(
        conn,
        Part,
        # payments_unsettled
        """
        SELECT state AS kind, count(*) AS number,
               extract(epoch FROM greatest(interval '0', now() - min(requested_at)))::float8 AS oldest
          FROM payments WHERE state IN ('confirming', 'depositing', 'cancelling') GROUP BY state
        """,
    )
    lately = await fetch_all(
        conn,
        Part,
        # payments_by_approval
        """
        SELECT channel AS kind, count(*) AS number, sum(amount)::bigint AS won
          FROM payments WHERE approved_at > now() - interval '1 hour' GROUP BY channel
        """,
    )
    standing = gauge("ieum_payments_open", "Payments whose outcome is open", "state")
    oldest = gauge("ieum_payments_open_oldest_seconds", "Age of the oldest of them, 0 for none", "state")
    approved = gauge("ieum_payments_last_hour", "Payments approved within the last hour", "channel")
    won = gauge("ieum_payments_last_hour_won", "Won approved within the last hour", "channel")
    fill(standing, OPEN_PAYMENTS, {each.kind: each.number for each in now_open})
    fill(oldest, OPEN_PAYMENTS, {each.kind: each.oldest for each in now_open})
    fill(approved, tuple(Channel), {each.kind: each.number for each in lately})
    fill(won, tuple(Channel), {each.kind: each.won for each in lately})
    return standing, oldest, approved, won


async def read_refunds(conn: Connection) -> Sequence[Metric]:
    owed = await fetch_all(
        conn,
        Part,
        # refunds_open
        """
        SELECT state AS kind, count(*) AS number, sum(amount)::bigint AS won,
               extract(epoch FROM greatest(interval '0', now() - min(requested_at)))::float8 AS oldest
          FROM refunds WHERE state <> 'done' GROUP BY state
        """,
    )
    number = gauge("ieum_refunds_owed", "Refunds that have not come back to their members", "state")
    won = gauge("ieum_refunds_owed_won", "Won of those refunds", "state")
    oldest = gauge("ieum_refunds_owed_oldest_seconds", "Age of the oldest of them, 0 for none", "state")
    fill(number, OWED_REFUNDS, {each.kind: each.number for each in owed})
    fill(won, OWED_REFUNDS, {each.kind: each.won for each in owed})
    fill(oldest, OWED_REFUNDS, {each.kind: each.oldest for each in owed})
    return number, won, oldest


FIGURES = (
    Figure("orders", read_orders),
    Figure("payments", read_payments),
    Figure("refunds", read_refunds),
)

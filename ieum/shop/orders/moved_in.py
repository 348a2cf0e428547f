"""Orders that begin what was bought at another shop: nothing was paid for them here, and nothing is refunded."""

from collections.abc import Sequence

import msgspec

from ieum.shop.kernel.db import Connection, execute


class MovedOrder(msgspec.Struct):
    id: str
    member_id: int
    plan_id: int
    months: int


async def insert(conn: Connection, orders: Sequence[MovedOrder]) -> None:
    """Insert them as paid, with nothing, by points: no provider knows of them."""
    await execute(
        conn,
        """
        INSERT INTO orders (id, member_id, plan_id, months, quantity, payment_type, method, list_amount,
                            discount_amount, points_used, amount, points_earned, state, hold_until, paid_at)
        SELECT n.id, n.member_id, n.plan_id, n.months, 1, 'normal', 'points', 0, 0, 0, 0, 0, 'paid', now(), now()
          FROM json_to_recordset(%(orders)s::json) AS n (id text, member_id bigint, plan_id bigint, months integer)
        """,
        orders=msgspec.json.encode(orders).decode(),
    )

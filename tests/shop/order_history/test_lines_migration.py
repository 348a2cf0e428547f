"""Orders from before lines were kept have theirs after the migration, those of recurring payments among them."""

import msgspec

from ieum.shop.kernel.db import fetch_all
from tests.conftest import Cluster
from tests.shop.builders.older_database import migrated

# Two charges of a recurring payment for an address, and tickets, which have no pool.
BEFORE = """
    SET session_replication_role = replica;
    INSERT INTO address_pools (code, carrier, region) VALUES ('seoul', 'KT', '서울');
    INSERT INTO plans (code, kind, pool_id, name, device_limit, connections) VALUES
        ('static', 'static', 1, 'KT 고정 IP', 3, 2), ('ticket', 'ticket', NULL, '교체권', 0, 1);
    INSERT INTO orders (id, member_id, plan_id, months, quantity, payment_type, list_amount, discount_amount,
                        points_used, amount, points_earned, state, kind, refund_mode, refund_penalty_percent,
                        subscription_id, period, hold_until, paid_at)
    SELECT v.*, now(), now() FROM (VALUES
        ('order-first', 1, 1, 1, 2, 'billing', 66000, 6000, 1000, 59000, 0, 'paid', 'purchase', 'law', 0, 1, 1),
        ('order-second', 1, 1, 1, 2, 'billing', 66000, 6000, 0, 60000, 0, 'paid', 'renewal', 'law', 0, 1, 2),
        ('order-tickets', 1, 2, 12, 1, 'normal', 5500, 0, 0, 5500, 0, 'paid', 'purchase', 'law', 0, NULL::bigint,
         NULL::integer)) v;
"""


class Line(msgspec.Struct, frozen=True):
    order_id: str
    number: int
    name: str
    carrier: str
    quantity: int
    amount: int
    device_limit: int
    connections: int


async def test_every_earlier_order_has_one_line(cluster: Cluster) -> None:
    async with migrated(cluster, before="0178", rows=BEFORE) as conn:
        lines = await fetch_all(
            conn,
            Line,
            """
            SELECT order_id, number, name, carrier, quantity, amount, device_limit, connections
              FROM order_lines ORDER BY order_id
            """,
        )

    assert lines == [
        Line("order-first", 1, "KT 고정 IP", "KT", 2, 59000, 3, 2),
        Line("order-second", 1, "KT 고정 IP", "KT", 2, 60000, 3, 2),
        Line("order-tickets", 1, "교체권", "", 1, 5500, 0, 1),
    ]

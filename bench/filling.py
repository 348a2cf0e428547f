"""Statements that fill a shop for more than one benchmark, and how they are run."""

import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any, LiteralString

import psycopg
from psycopg import sql

# No triggers and foreign keys: the rows of benchmarks are consistent, and checking them would take an hour.
WITHOUT_TRIGGERS: LiteralString = "SET session_replication_role = replica"

MEMBERS: LiteralString = """
    INSERT INTO members (login_id, password_hash, name, email, phone)
    SELECT 'member_' || n, '-', '홍길동', 'member' || n || '@example.com', '010' || to_char(n, 'FM00000000')
      FROM generate_series(1, %(members)s) n
"""

# `logged_in` members of them, or somewhat more.
SOME_LOGINS: LiteralString = """
    INSERT INTO login_sessions (member_id, expires_at)
    SELECT id, now() + interval '1 year' FROM members WHERE id %% greatest(1, %(members)s / %(logged_in)s) = 0
"""

GATEWAY: LiteralString = """
    INSERT INTO gateways (name, endpoint, token_hash)
    VALUES ('gateway-1', 'vpn.example.com:51820', decode(repeat('00', 32), 'hex'))
"""

# What the trigger of orders writes, where a benchmark fills a shop without triggers.
ORDER_LINES: LiteralString = """
    INSERT INTO order_lines (order_id, plan_id, service_id, name, kind, carrier, region, months, quantity, list_amount,
                             discount_amount, points_used, amount, device_limit, connections, seller_id)
    SELECT o.id, o.plan_id, o.service_id, p.name, p.kind, a.carrier, a.region, o.months, o.quantity, o.list_amount,
           o.discount_amount, o.points_used, o.amount, p.device_limit, p.connections, (SELECT max(id) FROM sellers)
      FROM orders o JOIN plans p ON p.id = o.plan_id JOIN address_pools a ON a.id = p.pool_id
     ORDER BY o.created_at
"""


def fill(url: str, statements: Sequence[LiteralString], values: Mapping[str, Any]) -> None:
    """Run the statements in one transaction, and have the planner know what they have written."""
    with psycopg.connect(url) as conn:
        for statement in statements:
            conn.execute(statement, values if "%(" in statement or "%%" in statement else None)
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute("VACUUM ANALYZE")


def run_timed(
    conn: psycopg.Connection,
    statement: sql.SQL | sql.Composed | LiteralString,
    values: Mapping[str, Any] | None = None,
) -> None:
    """Run a statement. Filling a large shop takes long, so one that took its time is told."""
    begin = time.monotonic()
    conn.execute(statement, values)
    seconds = time.monotonic() - begin
    if seconds > 1:
        text = statement if isinstance(statement, str) else statement.as_string(conn)
        print(f"{seconds:5.0f} s  {' '.join(text.split())[:60]}", file=sys.stderr, flush=True)

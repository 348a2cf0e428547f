"""A shop that has been open for a while: 100,000 members, all logged in, and plenty of addresses."""

from typing import LiteralString

import psycopg
from psycopg.rows import scalar_row

from bench import filling
from ieum.shop.members.passwords import HASHER

MEMBERS = 100_000
PLANS, ADDRESSES_PER_PLAN = 4, 15_000
# The members who can log in, all with the same password.
LOGINS, PASSWORD = [f"member_{number}" for number in range(1, 65)], "correct-horse-42"

STATEMENTS: tuple[LiteralString, ...] = (
    """
    UPDATE site_config SET business_name = '이음네트웍스', business_licence = '123-45-67891', representative = '홍길동',
           address = '서울특별시 강남구 테헤란로 123, 4층', mail_order_licence = '제2026-서울강남-01234호',
           phone = '02-1234-5678', officer_name = '김보호', officer_mail = 'privacy@ieum.example',
           site_mail = 'help@ieum.example', description = '통신사 고정 IP를 내 기기에서 바로 쓰는 VPN 서비스',
           -- Everybody calls from this machine.
           sign_ups_an_hour = 100000, network_hold_percent = 100
    """,
    filling.MEMBERS,
    "UPDATE members SET password_hash = %(hash)s WHERE login_id = ANY(%(logins)s)",
    "INSERT INTO login_sessions (member_id, expires_at) SELECT id, now() + interval '1 year' FROM members",
    """
    INSERT INTO point_entries (member_id, amount, kind)
    SELECT m.id, 1000, 'earned' FROM members m, generate_series(1, 3)
    """,
    filling.GATEWAY,
    """
    INSERT INTO address_pools (code, carrier, region)
    SELECT 'pool-' || n, 'KT', '서울' FROM generate_series(1, %(plans)s) n
    """,
    """
    INSERT INTO exit_addresses (pool_id, gateway_id, address, proven_at, proven_by, cleared_at)
    SELECT p.id, g.id, inet '10.0.0.0' + (p.id * %(addresses)s + n), now(), 'call', now()
      FROM gateways g, address_pools p, generate_series(1, %(addresses)s) n
    """,
    """
    INSERT INTO plans (code, kind, pool_id, name, description, device_limit, position)
    SELECT code, 'static', id, 'KT 고정 IP', '접속할 때마다 같은 KT 주소 하나를 혼자 씁니다.', 3, id
      FROM address_pools
    """,
    """
    INSERT INTO plan_prices (plan_id, months, amount)
    SELECT p.id, t.months, t.amount
      FROM plans p, (VALUES (1, 33000), (3, 89100), (6, 168300), (12, 316800)) t (months, amount)
    """,
    """
    INSERT INTO orders (id, member_id, plan_id, months, quantity, payment_type, list_amount, discount_amount,
                        points_used, amount, points_earned, state, hold_until, paid_at)
    SELECT 'order-' || m.id, m.id, (SELECT min(id) FROM plans), 12, 1, 'normal', 396000, 79200, 0, 316800, 31680,
           'paid', now(), now()
      FROM members m WHERE m.id %% 5 = 0
    """,
    """
    INSERT INTO services (member_id, order_id, plan_id, starts_at, ends_at)
    SELECT member_id, id, plan_id, now(), now() + interval '1 year' FROM orders
    """,
)


def fill(url: str) -> None:
    values = {
        "members": MEMBERS,
        "plans": PLANS,
        "addresses": ADDRESSES_PER_PLAN,
        "logins": LOGINS,
        "hash": HASHER.hash(PASSWORD),
    }
    filling.fill(url, STATEMENTS, values)


def plan_ids(url: str) -> list[int]:
    with psycopg.connect(url) as conn:
        return conn.cursor(row_factory=scalar_row).execute("SELECT id FROM plans ORDER BY id").fetchall()

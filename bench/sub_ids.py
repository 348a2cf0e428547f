"""An owner's list of sub-ids: its time for owners of a thousand against owners of ten, in two shops of equal size."""

import random
from collections.abc import Callable
from functools import partial
from typing import LiteralString

import psycopg

from bench import filling, pair
from bench.figures import Figure, alternate, percentile
from bench.load import get
from bench.pair import Shop
from bench.stage import SECONDS, Stage, authorization_headers

SIZES = {"small": 10, "large": 1_000}
# The same in both shops, so that only the length of an owner's list differs; in the large one most members have none.
MEMBERS = 5_000
SUB_IDS = 50_000
SERVICES = 5
AIM = 1.5
# One of ten sub-ids has such an id, and one of a thousand; of the shorter one, one of ten and twelve of a thousand.
LISTS = {
    "first page": "page=1",
    "last page": "page={last}",
    "search for one": "page=1&search=desk_10_",
    "search for more": "page=1&search=desk_10",
}

STATEMENTS: tuple[LiteralString, ...] = (
    filling.WITHOUT_TRIGGERS,
    filling.MEMBERS,
    # The sub-ids of an owner are spread among those of others, as they are made over years.
    """
    INSERT INTO members (owner_id, login_id, login_id_hash, password_hash, name)
    SELECT 1 + n %% %(owners)s, 'desk_' || (1 + n / %(owners)s) || '_' || (1 + n %% %(owners)s),
           sha256(n::text::bytea), '-', '영업' || n || '팀'
      FROM generate_series(0, %(sub_ids)s - 1) n
    """,
    """
    INSERT INTO login_sessions (member_id, expires_at)
    SELECT id, now() + interval '1 year' FROM members ORDER BY random()
    """,
    filling.GATEWAY,
    "INSERT INTO address_pools (code, carrier, region) VALUES ('pool', 'KT', '서울')",
    """
    INSERT INTO exit_addresses (pool_id, gateway_id, address, proven_at, proven_by, cleared_at)
    SELECT p.id, g.id, inet '10.0.0.0' + n, now(), 'call', now()
      FROM gateways g, address_pools p, generate_series(1, %(members)s * %(services)s) n
    """,
    """
    INSERT INTO plans (code, kind, pool_id, name, device_limit, position)
    SELECT 'plan', 'static', id, 'KT 고정 IP', 3, 1 FROM address_pools
    """,
    """
    INSERT INTO services (member_id, order_id, plan_id, starts_at, ends_at)
    SELECT m.id, 'order-' || m.id || '-' || k, p.id, now(), now() + interval '1 year'
      FROM members m, plans p, generate_series(1, %(services)s) k WHERE m.owner_id IS NULL ORDER BY m.id, k
    """,
    """
    INSERT INTO order_lines (order_id, plan_id, name, kind, carrier, region, months, quantity, list_amount,
                             discount_amount, points_used, amount, device_limit, connections, seller_id)
    SELECT s.order_id, p.id, p.name, p.kind, 'KT', '서울', 12, 1, 316800, 0, 0, 316800, p.device_limit, p.connections,
           (SELECT max(id) FROM sellers)
      FROM services s JOIN plans p ON p.id = s.plan_id ORDER BY s.id
    """,
    """
    INSERT INTO leases (address_id, order_id, service_id, state, held_at, active_at, cause)
    SELECT e.id, s.order_id, s.id, 'active', now(), now(), 'order'
      FROM (SELECT id, order_id, row_number() OVER (ORDER BY id) AS n FROM services) s
      JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM exit_addresses) e USING (n)
    """,
    """
    INSERT INTO service_grants (sub_id, service_id, device_limit, change_limit, sees_record)
    SELECT m.id, s.id, 1, 3, false FROM members m JOIN services s ON s.member_id = m.owner_id
     WHERE (m.id + s.id) %% 2 = 0
    """,
)


def sub_ids(stage: Stage) -> list[Figure]:
    """The 95th percentile of single requests, each by a random owner."""
    figures: list[Figure] = []
    with pair.shops({name: partial(_fill, each=each) for name, each in SIZES.items()}) as shops:
        for name, query in LISTS.items():
            times = alternate({size: _pages(stage, shop, query, SIZES[size]) for size, shop in shops.items()})
            figures.append(pair.growth(f"sub-ids of an owner, {name} (p95)", times, SIZES, aim=AIM))
    return figures


def _pages(stage: Stage, shop: Shop, query: str, each: int) -> Callable[[], float]:
    with psycopg.connect(shop.url) as conn:
        owners = conn.execute(
            """
            SELECT s.member_id, s.id FROM login_sessions s
             WHERE EXISTS (SELECT FROM members m WHERE m.owner_id = s.member_id)
            """
        ).fetchall()
    path = f"/api/v1/sub-ids?{query.format(last=-(-each // 20))}"
    requests = [get(path, authorization=bearer) for bearer in authorization_headers(owners)]

    def measure() -> float:
        random.shuffle(requests)
        run = stage.generator.press(
            shop.server.port, requests, seconds=SECONDS, connections=1, server=shop.server.process.pid
        )
        return percentile(run.latencies, 0.95)

    return measure


def _fill(url: str, each: int) -> None:
    values = {"members": MEMBERS, "owners": SUB_IDS // each, "sub_ids": SUB_IDS, "services": SERVICES}
    with psycopg.connect(url) as conn:
        for statement in STATEMENTS:
            conn.execute(statement, values)

"""Gateways that carry many peers: their rows, and the tokens by which they call."""

from typing import LiteralString

import psycopg
from psycopg.rows import scalar_row

from bench import filling
from ieum.shop.gateways import service

DEVICES_PER_SERVICE = 5

# Half of the members hold what the gateways carry, so that the others are there to buy for the first time. Addresses,
# services and devices of one gateway are numbered together, so that a join by their number keeps them there.
STATEMENTS: tuple[LiteralString, ...] = (
    """
    INSERT INTO gateways (name, endpoint, token_hash, tunnels_begun)
    SELECT 'stream-' || n, 'vpn.example.com:51820', hash, 2 + %(services)s::int * %(devices)s::int
      FROM unnest(%(hashes)s::bytea[]) WITH ORDINALITY t (hash, n)
    """,
    "INSERT INTO address_pools (code, carrier, region) VALUES ('fleet', 'KT', '서울')",
    """
    INSERT INTO plans (code, kind, pool_id, name, device_limit)
    SELECT 'fleet', 'static', id, 'KT 고정 IP', %(devices)s::int FROM address_pools WHERE code = 'fleet'
    """,
    "INSERT INTO plan_prices (plan_id, months, amount) SELECT id, 12, 316800 FROM plans WHERE code = 'fleet'",
    """
    CREATE TEMPORARY TABLE held AS
    SELECT n, (SELECT id FROM plans WHERE code = 'fleet') AS plan,
           (SELECT min(id) FROM gateways WHERE name LIKE 'stream-%%') + (n - 1) / %(services)s::int AS gateway,
           (SELECT min(id) FROM members) + n %% (SELECT count(*) / 2 FROM members) AS member
      FROM generate_series(1, %(services)s::int * %(gateways)s::int) n
    """,
    """
    INSERT INTO exit_addresses (pool_id, gateway_id, address, available_at, proven_at, proven_by, cleared_at)
    SELECT p.id, h.gateway, inet '20.0.0.0' + h.n, NULL, now(), 'call', now()
      FROM address_pools p, held h WHERE p.code = 'fleet' ORDER BY h.n
    """,
    """
    INSERT INTO orders (id, member_id, plan_id, months, quantity, payment_type, list_amount, discount_amount,
                        points_used, amount, points_earned, state, hold_until, paid_at)
    SELECT 'fleet-' || n, member, plan, 12, 1, 'normal', 316800, 0, 0, 316800, 31680, 'paid', now(), now()
      FROM held ORDER BY n
    """,
    """
    INSERT INTO services (member_id, order_id, plan_id, starts_at, ends_at)
    SELECT member, 'fleet-' || n, plan, now() - interval '40 days', now() + interval '325 days'
      FROM held ORDER BY n
    """,
    "ALTER TABLE held ADD COLUMN service bigint",
    "UPDATE held SET service = s.id FROM services s WHERE s.order_id = 'fleet-' || n",
    """
    INSERT INTO service_periods (service_id, order_id, starts_at, ends_at)
    SELECT s.id, s.order_id, s.starts_at, s.ends_at FROM held h JOIN services s ON s.id = h.service
    """,
    """
    INSERT INTO leases (address_id, order_id, service_id, state, active_at, cause)
    SELECT e.id, 'fleet-' || h.n, h.service, 'active', now() - interval '40 days', 'order'
      FROM held h JOIN exit_addresses e ON e.address = inet '20.0.0.0' + h.n ORDER BY h.n
    """,
    """
    INSERT INTO devices (service_id, name, public_key, gateway_id, tunnel_address, created_at)
    SELECT h.service, 'PC', encode(sha256(convert_to('fleet' || h.n || '.' || k, 'UTF8')), 'base64'), h.gateway,
           inet '10.64.0.2' + ((h.n - 1) %% %(services)s::int * %(devices)s::int + k - 1), now() - interval '40 days'
      FROM held h, generate_series(1, %(devices)s::int) k ORDER BY h.n, k
    """,
    """
    INSERT INTO exits (gateway_id, service_id, address, until)
    SELECT h.gateway, h.service, inet '20.0.0.0' + h.n, now() + interval '325 days' FROM held h ORDER BY h.n
    """,
    """
    INSERT INTO endpoints (gateway_id, exit_id, kind, identity, tunnel_address)
    SELECT d.gateway_id, x.id, 'wireguard', d.public_key, d.tunnel_address
      FROM held h JOIN exits x ON x.service_id = h.service JOIN devices d ON d.service_id = h.service ORDER BY h.n
    """,
    # As on any other day, and not as on the one after all of them were imported.
    """
    UPDATE address_checks
       SET ask_at = now() + random() * interval '1 day', look_up_at = now() + random() * interval '1 day'
    """,
    # What is on sale is at all of them.
    """
    UPDATE exit_addresses e SET gateway_id = g.first + e.id %% %(gateways)s::int
      FROM (SELECT min(id) AS first FROM gateways WHERE name LIKE 'stream-%%') g
     WHERE e.available_at IS NOT NULL
    """,
)


def fill(url: str, *, gateways: int, peers: int) -> list[str]:
    """Add so many gateways with so many peers each, all of them in use, to a filled shop; returns their tokens."""
    tokens = [f"gw_stream_{number}" for number in range(1, gateways + 1)]
    values = {
        "hashes": [service.hash_token(token) for token in tokens],
        "gateways": gateways,
        "services": peers // DEVICES_PER_SERVICE,
        "devices": DEVICES_PER_SERVICE,
    }
    filling.fill(url, STATEMENTS, values)
    return tokens


def gateway_ids(url: str) -> list[int]:
    with psycopg.connect(url) as conn:
        query = "SELECT id FROM gateways WHERE name LIKE 'stream-%' ORDER BY id"
        return conn.cursor(row_factory=scalar_row).execute(query).fetchall()

"""Gateways of an older shop serve, and what was on sale stays on sale."""

from ieum.shop.kernel.db import fetch_all, fetch_one
from tests.conftest import Cluster
from tests.shop.builders.older_database import migrated

# One is free, one is withdrawn, and one has a tail.
BEFORE = """
    SET session_replication_role = replica;
    INSERT INTO gateways (name, endpoint, token_hash) VALUES ('seoul-1', 'a:1', sha256('a'));
    INSERT INTO address_pools (code, carrier, region) VALUES ('kt', 'KT', '서울');
    INSERT INTO exit_addresses
           (pool_id, gateway_id, address, proven_at, proven_by, cleared_at, withdrawn_at, available_at)
    VALUES (1, 1, '203.0.113.10', now(), 'call', now(), NULL, now()),
           (1, 1, '203.0.113.11', now(), 'call', now(), now(), now()),
           (1, 1, '203.0.113.12', now(), 'call', now(), NULL, NULL);
    INSERT INTO leases (address_id, order_id, service_id, state, active_at, cause, left_at, tail_until)
    VALUES (3, 'a', 1, 'tail', now(), 'order', now(), now());
"""


async def test_what_was_on_sale_stays_so(cluster: Cluster) -> None:
    async with migrated(cluster, before="0063", rows=BEFORE) as conn:
        on_sale = "SELECT host(address) FROM exit_addresses WHERE sellable_at <= now()"
        usable = "SELECT host(address) FROM exit_addresses WHERE usable_at <= now()"
        assert await fetch_one(conn, str, "SELECT state FROM gateways") == "serving"
        assert await fetch_all(conn, str, on_sale) == ["203.0.113.10"]
        await conn.execute("UPDATE gateways SET wanted = 'draining'")
        assert await fetch_all(conn, str, on_sale) == []
        assert await fetch_all(conn, str, usable) == ["203.0.113.10"]
        assert await fetch_one(conn, int, "SELECT free_to_sell('static', 1)") == 0
        assert await fetch_all(conn, str, "SELECT state FROM leases") == ["tail"]

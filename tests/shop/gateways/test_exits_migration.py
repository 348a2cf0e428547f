"""Gateways go on from the revision that they have when peers become exits and endpoints."""

import msgspec

from ieum.shop.kernel.db import fetch_all, fetch_one
from tests.conftest import Cluster
from tests.shop.builders.older_database import migrated

KEYS = [f"{number:042d}A=" for number in range(4)]

# Two services on one gateway: the first has three devices, of which one was removed, the second is suspended.
BEFORE = f"""
    SET session_replication_role = replica;
    INSERT INTO gateways (name, endpoint, token_hash, revision) VALUES ('seoul-1', 'a:1', sha256('a'), 9);
    INSERT INTO gateways (name, endpoint, token_hash) VALUES ('seoul-2', 'b:1', sha256('b'));
    INSERT INTO address_pools (code, carrier, region) VALUES ('seoul', 'KT', 'seoul');
    INSERT INTO exit_addresses (pool_id, gateway_id, address) VALUES (1, 1, '203.0.113.10'), (1, 1, '203.0.113.11');
    INSERT INTO services (member_id, order_id, plan_id, state, starts_at, ends_at) VALUES
        (1, 'a', 1, 'active', '2026-11-01Z', '2026-12-01Z'), (1, 'b', 1, 'suspended', '2026-11-01Z', '2026-12-02Z');
    INSERT INTO leases (address_id, order_id, service_id, state, active_at) VALUES
        (1, 'a', 1, 'active', now()), (2, 'b', 2, 'active', now());
    INSERT INTO devices (service_id, name, public_key, tunnel_address, removed_at) VALUES
        (1, 'PC', '{KEYS[0]}', '10.64.0.2', NULL), (1, 'PC', '{KEYS[1]}', '10.64.0.3', now() - interval '1 hour'),
        (1, 'PC', '{KEYS[2]}', '10.64.0.7', NULL), (2, 'PC', '{KEYS[3]}', '10.64.0.5', NULL);
    INSERT INTO gateway_peers (gateway_id, public_key, tunnel_address, exit_address, until, removed_at, revision) VALUES
        (1, '{KEYS[0]}', '10.64.0.2', '203.0.113.10', '2026-12-01Z', NULL, 0),
        (1, '{KEYS[1]}', '10.64.0.3', '203.0.113.10', '2026-12-01Z', now(), 0),
        (1, '{KEYS[2]}', '10.64.0.7', '203.0.113.10', '2026-12-01Z', NULL, 0),
        (1, '{KEYS[3]}', '10.64.0.5', '203.0.113.11', '2026-12-02Z', now(), 0);
    UPDATE gateway_peers SET revision = 5 + substring(public_key FOR 42)::integer;
"""


class Told(msgspec.Struct):
    key: str
    tunnel: str
    address: str
    exit_removed: bool
    removed: bool
    revision: int


async def test_what_gateways_were_told_is_carried_over_under_its_revisions(cluster: Cluster) -> None:
    async with migrated(cluster, before="0056", rows=BEFORE) as conn:
        told = await fetch_all(
            conn,
            Told,
            """
            SELECT p.identity AS key, host(p.tunnel_address) AS tunnel, host(x.address) AS address,
                   x.removed_at IS NOT NULL AS exit_removed, p.removed_at IS NOT NULL AS removed, p.revision
              FROM endpoints p JOIN exits x ON x.id = p.exit_id AND x.service_id IN (1, 2)
             ORDER BY p.identity
            """,
        )
        assert told == [
            Told(KEYS[0], "10.64.0.2", "203.0.113.10", False, False, 5),
            Told(KEYS[1], "10.64.0.3", "203.0.113.10", False, True, 6),
            Told(KEYS[2], "10.64.0.7", "203.0.113.10", False, False, 7),
            Told(KEYS[3], "10.64.0.5", "203.0.113.11", True, True, 8),
        ]
        assert await fetch_one(conn, int, "SELECT count(*) FROM exits") == 2
        # The gateway's own address, and all that were given out; the removed device's rests for the day.
        assert await fetch_all(conn, int, "SELECT tunnels_begun FROM gateways ORDER BY id") == [8, 2]
        assert await fetch_all(conn, str, "SELECT host(address) FROM free_tunnels") == ["10.64.0.3"]
        assert await fetch_one(conn, bool, "SELECT bool_and(free_at > now()) FROM free_tunnels")
        assert await fetch_one(conn, int, "SELECT revision FROM gateways WHERE id = 1") == 9

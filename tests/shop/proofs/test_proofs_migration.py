"""Addresses that were sold before they had to be proven are sold on; those that somebody took out of sale stay out."""

import msgspec

from ieum.shop.kernel.db import fetch_all, fetch_one
from tests.conftest import Cluster
from tests.shop.builders.older_database import migrated

# One is free, one rests, one is leased, and one was taken out of sale by hand.
BEFORE = """
    SET session_replication_role = replica;
    INSERT INTO gateways (name, endpoint, token_hash) VALUES ('seoul-1', 'a:1', sha256('a'));
    INSERT INTO address_pools (code, carrier, region) VALUES ('kt', 'KT', '서울');
    INSERT INTO exit_addresses (pool_id, gateway_id, address, available_at) VALUES
        (1, 1, '203.0.113.10', now()), (1, 1, '203.0.113.11', now() + interval '1 day'),
        (1, 1, '203.0.113.12', NULL), (1, 1, '203.0.113.13', NULL);
    INSERT INTO leases (address_id, order_id, service_id, state, active_at, cause, ended_at) VALUES
        (3, 'a', 1, 'active', now(), 'order', NULL), (4, 'b', 2, 'ended', now(), 'order', now());
"""


class Moved(msgspec.Struct):
    address: str
    state: str
    proven_by: str


async def test_what_was_sold_counts_as_proven(cluster: Cluster) -> None:
    async with migrated(cluster, before="0061", rows=BEFORE) as conn:
        moved = await fetch_all(
            conn,
            Moved,
            "SELECT host(address) AS address, state, proven_by FROM address_states ORDER BY address",
        )
        assert moved == [
            Moved("203.0.113.10", "free", "migration"),
            Moved("203.0.113.11", "resting", "migration"),
            Moved("203.0.113.12", "leased", "migration"),
            Moved("203.0.113.13", "withdrawn", "migration"),
        ]
        assert await fetch_one(conn, int, "SELECT free_to_sell('static', 1)") == 1
        # Their gateway is asked for them within the day, but not for the withdrawn one.
        due = "SELECT count(*) FROM address_checks WHERE ask_at < now() + interval '1 day'"
        assert await fetch_one(conn, int, due) == 3
        assert await fetch_one(conn, int, "SELECT count(*) FROM address_evidence WHERE is_good") == 4

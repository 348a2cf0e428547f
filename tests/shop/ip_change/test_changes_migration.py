"""Changes from before they had rows of their own stay in the history, with the tickets that they used."""

import msgspec

from ieum.shop.kernel.db import fetch_all
from tests.conftest import Cluster
from tests.shop.builders.older_database import migrated

# A service that was changed twice, one that never was, and a dynamic one that a button changed.
BEFORE = """
    SET session_replication_role = replica;
    INSERT INTO services (member_id, order_id, plan_id, state, starts_at, ends_at)
    SELECT 1, 'order-' || n, 1, 'active', '2026-11-01Z', '2026-12-01Z' FROM generate_series(1, 3) n;
    INSERT INTO leases (address_id, order_id, service_id, state, active_at, ended_at, left_at, cause) VALUES
        (1, 'order-1', 1, 'ended', '2026-11-01Z', '2026-11-02Z', '2026-11-02Z', 'order'),
        (2, 'order-2', 2, 'active', '2026-11-01Z', NULL, NULL, 'order'),
        (3, 'order-1', 1, 'ended', '2026-11-02Z', '2026-11-03Z', '2026-11-03Z', 'ticket'),
        (4, 'order-3', 3, 'ended', '2026-11-01Z', '2026-11-02Z', '2026-11-02Z', 'order'),
        (5, 'order-3', 3, 'active', '2026-11-02Z', NULL, NULL, 'button'),
        (6, 'order-1', 1, 'active', '2026-11-03Z', NULL, NULL, 'ticket');
    INSERT INTO ticket_entries (member_id, amount, kind, service_id, grant_id) VALUES
        (1, 3, 'granted', NULL, NULL), (1, -1, 'used', 1, 1), (1, -1, 'used', 1, 1);
"""


class Carried(msgspec.Struct):
    service_id: int
    reservation: int
    old: int
    new: int
    state: str
    is_final: bool


async def test_past_changes_are_carried_over_and_are_final(cluster: Cluster) -> None:
    async with migrated(cluster, before="0058", rows=BEFORE) as conn:
        carried = await fetch_all(
            conn,
            Carried,
            """
            SELECT service_id, reservation, old_lease_id AS old, new_lease_id AS new, state,
                   undo_until IS NULL AS is_final
              FROM ip_changes ORDER BY id
            """,
        )
        left = await fetch_all(
            conn, list[int], "SELECT jsonb_build_array(left_over, tried, reserved) FROM ticket_grants"
        )

    assert carried == [Carried(1, 2, 1, 3, "done", True), Carried(1, 3, 3, 6, "done", True)]
    assert left == [[1, 0, 0]]

"""What holds of sub-ids after every step: nothing of theirs is served without a right, none has more than its share.

Whether somebody may use a service is asked here of the columns themselves, not of the shop's own `may_use`.
"""

from typing import LiteralString

from ieum.shop.kernel.db import Connection, fetch_all

_GIVEN: LiteralString = """
    WITH given AS (
        SELECT g.sub_id, g.service_id, g.granted_at, g.changes,
               greatest(g.device_limit, max((e.detail->>'deviceLimit')::integer)) AS devices_at_most,
               greatest(g.change_limit, max((e.detail->>'changeLimit')::integer)) AS changes_at_most
          FROM service_grants g
          LEFT JOIN sub_id_events e
            ON e.sub_id = g.sub_id AND e.service_id = g.service_id AND e.what = 'granted'
           AND e.id > coalesce((SELECT max(w.id) FROM sub_id_events w
                                 WHERE w.sub_id = g.sub_id AND w.service_id = g.service_id
                                   AND w.what = 'withdrawn'), 0)
         GROUP BY g.sub_id, g.service_id)
"""
_SERVED: LiteralString = """
          FROM devices d
          JOIN members m ON m.id = d.made_by
          JOIN services s ON s.id = d.service_id
          JOIN members o ON o.id = s.member_id
          JOIN endpoints p ON p.identity = d.public_key AND p.removed_at IS NULL
          JOIN exits x ON x.id = p.exit_id
          LEFT JOIN waiting_services w ON w.service_id = s.id
"""

# Each selects what must not be.
WRONGS: dict[LiteralString, LiteralString] = {
    # Of a suspended service, or while its member is refunded, the exit is gone and the endpoints stay.
    "an endpoint of a sub-id that may not have it": f"""
        SELECT jsonb_build_object('why', why, 'device', d, 'sub-id', m, 'service', s) {_SERVED}
         CROSS JOIN LATERAL (
               SELECT CASE WHEN m.suspended_at IS NOT NULL THEN 'suspended'
                           WHEN m.removed_at IS NOT NULL OR m.left_at IS NOT NULL THEN 'removed'
                           WHEN o.left_at IS NOT NULL OR o.id <> m.owner_id THEN 'its owner has left'
                           WHEN s.state NOT IN ('active', 'suspended') AND w.service_id IS NULL
                                THEN 'the service is over'
                           WHEN s.state <> 'active' AND x.removed_at IS NULL AND x.shop_until IS NULL
                                THEN 'the service is suspended'
                           WHEN NOT EXISTS (SELECT FROM service_grants g
                                             WHERE g.sub_id = m.id AND g.service_id = s.id) THEN 'no right' END) y (why)
         WHERE why IS NOT NULL
    """,
    "a device of a sub-id whose service or owner is gone": """
        SELECT jsonb_build_object('device', d, 'service', s)
          FROM devices d JOIN services s ON s.id = d.service_id JOIN members o ON o.id = s.member_id
         WHERE d.made_by IS NOT NULL AND d.removed_at IS NULL
           AND (o.left_at IS NOT NULL
                OR (s.state NOT IN ('active', 'suspended')
                    AND NOT EXISTS (SELECT FROM waiting_services w WHERE w.service_id = s.id)))
    """,
    # A service that is disconnected while its member is refunded is connected again by a job.
    "a device of a sub-id that may use it, and is not served": """
        SELECT jsonb_build_object('device', d, 'sub-id', m)
          FROM devices d
          JOIN members m ON m.id = d.made_by AND m.suspended_at IS NULL AND m.removed_at IS NULL
          JOIN service_grants g ON g.sub_id = m.id AND g.service_id = d.service_id
          JOIN services s ON s.id = d.service_id AND s.state = 'active'
         WHERE d.removed_at IS NULL AND coalesce(m.access_ends_at > now(), true)
           AND NOT EXISTS (SELECT FROM endpoints p JOIN exits x ON x.id = p.exit_id AND x.removed_at IS NULL
                            WHERE p.gateway_id = d.gateway_id AND p.identity = d.public_key
                              AND p.tunnel_address = d.tunnel_address AND p.removed_at IS NULL
                              AND x.service_id = s.id)
           AND NOT EXISTS (SELECT FROM procrastinate_jobs j JOIN service_periods r ON r.service_id = s.id
                            WHERE j.task_name LIKE 'refunds.reconnect%%' AND j.args->>'order' = r.order_id)
    """,
    "a tunnel address that a device has and that is free": """
        SELECT jsonb_build_object('device', d, 'free', f)
          FROM devices d JOIN free_tunnels f ON f.gateway_id = d.gateway_id AND f.address = d.tunnel_address
         WHERE d.removed_at IS NULL
    """,
    "more devices of a service than were ever sold with it, or its plan allows": """
        SELECT jsonb_build_object('service', s.id, 'limit', p.device_limit, 'devices', jsonb_agg(d))
          FROM services s
          JOIN plans p ON p.id = s.plan_id
          JOIN devices d ON d.service_id = s.id AND d.removed_at IS NULL
         GROUP BY s.id, p.id
        HAVING count(*) > greatest(p.device_limit,
                                   (SELECT max(k.device_limit)
                                      FROM service_periods r JOIN order_lines k ON k.order_id = r.order_id
                                     WHERE r.service_id = s.id))
    """,
    "more devices of a sub-id than its share": f"""
        {_GIVEN}
        SELECT jsonb_build_object('sub-id', g.sub_id, 'limit', g.devices_at_most, 'devices', jsonb_agg(d))
          FROM given g
          JOIN devices d ON d.made_by = g.sub_id AND d.service_id = g.service_id AND d.removed_at IS NULL
         GROUP BY g.sub_id, g.service_id, g.devices_at_most HAVING count(*) > g.devices_at_most
    """,
    "more tickets used by a sub-id than it was given": f"""
        {_GIVEN}
        SELECT jsonb_build_object('sub-id', g.sub_id, 'limit', g.changes_at_most, 'changes', jsonb_agg(c))
          FROM given g
          JOIN ip_changes c ON c.made_by = g.sub_id AND c.service_id = g.service_id
                           AND c.requested_at >= g.granted_at AND c.undoes IS NULL AND c.state <> 'taken_back'
         WHERE NOT EXISTS (SELECT FROM ip_changes u WHERE u.undoes = c.id)
         GROUP BY g.sub_id, g.service_id, g.changes_at_most HAVING count(*) > g.changes_at_most
    """,
    "more changes of a day by a sub-id than it was given": f"""
        {_GIVEN}
        SELECT to_jsonb(g) FROM given g WHERE g.changes > g.changes_at_most
    """,
    "a change by a sub-id that no ticket of its owner paid for": """
        SELECT jsonb_build_object('change', c, 'entry', t)
          FROM ip_changes c
          JOIN members m ON m.id = c.made_by
          JOIN services s ON s.id = c.service_id
          LEFT JOIN ticket_entries t ON t.id = c.reservation
         WHERE s.member_id <> m.owner_id
            OR c.undoes IS NULL AND (t.member_id, t.service_id, t.kind) IS DISTINCT FROM (m.owner_id, s.id, 'reserved')
    """,
    "tickets or points of a sub-id": """
        SELECT to_jsonb(m) FROM members m
         WHERE m.owner_id IS NOT NULL
           AND (EXISTS (SELECT FROM ticket_entries t WHERE t.member_id = m.id)
                OR EXISTS (SELECT FROM point_entries t WHERE t.member_id = m.id))
    """,
    "an open link of a sub-id without a right": """
        SELECT jsonb_build_object('link', l, 'sub-id', m)
          FROM device_links l
          JOIN members m ON m.id = l.made_by
          JOIN services s ON s.id = l.service_id
         WHERE l.used_at IS NULL AND l.withdrawn_at IS NULL AND l.expires_at > now()
           AND (m.removed_at IS NOT NULL OR m.left_at IS NOT NULL OR s.state NOT IN ('active', 'suspended')
                OR NOT EXISTS (SELECT FROM service_grants g
                                WHERE g.sub_id = m.id AND g.service_id = l.service_id))
    """,
    "a right or a session of a sub-id that is suspended, removed or without an owner": """
        SELECT jsonb_build_object('sub-id', m, 'session', l, 'right', g)
          FROM members m
          JOIN members o ON o.id = m.owner_id
          LEFT JOIN login_sessions l ON l.member_id = m.id AND l.ended_at IS NULL AND l.expires_at > now()
          LEFT JOIN service_grants g ON g.sub_id = m.id
         WHERE (m.removed_at IS NOT NULL OR m.left_at IS NOT NULL OR o.left_at IS NOT NULL)
               AND (l.id IS NOT NULL OR g.sub_id IS NOT NULL OR m.removed_at IS NULL)
            OR m.suspended_at IS NOT NULL AND l.id IS NOT NULL
    """,
}


async def check_over(conn: Connection) -> None:
    """Nothing is served of a sub-id whose last day has passed. Only after the job that sees to it has run."""
    served = await fetch_all(
        conn,
        str,
        f"SELECT jsonb_build_object('device', d, 'sub-id', m)::text {_SERVED} WHERE m.access_ends_at <= now()",
    )
    assert not served, "an endpoint of a sub-id whose last day has passed: " + "\n".join(served)

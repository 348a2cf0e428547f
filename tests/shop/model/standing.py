"""What holds after every step, whoever did what: asked of the whole database in one statement."""

from typing import LiteralString

from ieum.shop.kernel.db import Connection, fetch_all
from tests.shop.model import delegated
from tests.shop.model.hosts import Host

# Each selects what must not be.
WRONGS: dict[LiteralString, LiteralString] = {
    "an address with two live leases": """
        SELECT jsonb_agg(l) FROM leases l WHERE state <> 'ended' GROUP BY address_id HAVING count(*) > 1
    """,
    "an address that two services leave by": """
        SELECT jsonb_agg(x) FROM exits x, LATERAL unnest(ARRAY[address, tail_address]) used
         WHERE removed_at IS NULL AND shop_until IS NULL AND used IS NOT NULL GROUP BY used HAVING count(*) > 1
    """,
    "an address that is neither leased nor ever for sale, or both": """
        SELECT to_jsonb(e) FROM exit_addresses e
         WHERE (available_at IS NULL)
               <> EXISTS (SELECT FROM leases l WHERE l.address_id = e.id AND l.state <> 'ended')
    """,
    "a service that runs without one address, or is over and has one": """
        SELECT to_jsonb(s) || jsonb_build_object('leases', jsonb_agg(l))
          FROM services s LEFT JOIN leases l ON l.service_id = s.id AND l.state <> 'ended'
         GROUP BY s.id
        HAVING count(*) FILTER (WHERE l.state = 'active') <> (s.state IN ('active', 'suspended'))::integer
            OR count(*) FILTER (WHERE l.state = 'tail') > (s.state IN ('active', 'suspended'))::integer
            OR bool_or(l.state = 'held')
    """,
    # One that is disconnected while its member is refunded is connected again by a job, whatever happens.
    "a service with devices and without its exit": """
        SELECT to_jsonb(s) FROM services s
         WHERE s.state = 'active'
           AND EXISTS (SELECT FROM devices d WHERE d.service_id = s.id AND d.removed_at IS NULL)
           AND NOT EXISTS (SELECT FROM exits x WHERE x.service_id = s.id AND x.removed_at IS NULL)
           AND NOT EXISTS (SELECT FROM procrastinate_jobs j JOIN service_periods p ON p.service_id = s.id
                            WHERE j.task_name LIKE 'refunds.reconnect%%' AND j.args->>'order' = p.order_id)
    """,
    # A service that moves to another gateway is served on by the one that it leaves.
    "an exit that differs from its service": """
        SELECT jsonb_build_object('exit', x, 'service', s, 'lease', l)
          FROM exits x
          JOIN services s ON s.id = x.service_id
          LEFT JOIN (leases l JOIN exit_addresses e ON e.id = l.address_id AND l.state IN ('active', 'leaving'))
            ON l.service_id = s.id AND e.gateway_id = x.gateway_id
          LEFT JOIN leases t ON t.service_id = s.id AND t.state = 'tail' AND l.state = 'active'
          LEFT JOIN exit_addresses o ON o.id = t.address_id
         WHERE x.removed_at IS NULL AND x.shop_until IS NULL
           AND (s.state, x.address, x.until, x.tail_address, x.tail_until)
               IS DISTINCT FROM ('active', e.address, s.ends_at, o.address, t.tail_until)
    """,
    # It ran out, or its recurring payment is unpaid: its devices reach the shop for 14 days.
    "an exit to the shop that its service does not have": """
        SELECT jsonb_build_object('exit', x, 'service', s, 'wait', w)
          FROM exits x
          JOIN services s ON s.id = x.service_id
          LEFT JOIN waiting_services w ON w.service_id = s.id
         WHERE x.removed_at IS NULL AND x.shop_until IS NOT NULL
           AND (x.tail_address IS NOT NULL OR s.stopped_at IS NOT NULL OR x.shop_until > x.until + interval '14 days'
                OR NOT CASE s.state WHEN 'suspended' THEN w.until IS NULL AND s.subscription_id IS NOT NULL
                                    WHEN 'expired' THEN x.shop_until <= w.until ELSE false END)
    """,
    "a service that waits and may not, or is over without a wait and has devices": """
        SELECT jsonb_build_object('service', s, 'wait', w)
          FROM services s
          JOIN members m ON m.id = s.member_id
          LEFT JOIN waiting_services w ON w.service_id = s.id
         WHERE CASE WHEN w.until IS NOT NULL
                    THEN s.state <> 'expired' OR s.stopped_at IS NOT NULL OR m.left_at IS NOT NULL
                         OR m.blocked_at IS NOT NULL OR w.until > s.ends_at + interval '14 days'
                    ELSE s.state IN ('expired', 'ended')
                         AND EXISTS (SELECT FROM devices d WHERE d.service_id = s.id AND d.removed_at IS NULL) END
    """,
    "a device that its gateway does not know, or one too many": """
        SELECT jsonb_build_object('device', d, 'endpoint', p)
          FROM (SELECT d.* FROM devices d JOIN exits x USING (service_id, gateway_id)
                 WHERE d.removed_at IS NULL AND d.off_at IS NULL AND x.removed_at IS NULL) d
          FULL JOIN (SELECT p.*, x.service_id
                       FROM endpoints p JOIN exits x ON x.id = p.exit_id
                       LEFT JOIN (leases l JOIN exit_addresses e ON e.id = l.address_id AND l.state = 'active')
                         ON l.service_id = x.service_id AND e.gateway_id = x.gateway_id
                      WHERE p.removed_at IS NULL AND x.removed_at IS NULL
                        AND (l.id IS NOT NULL
                             OR EXISTS (SELECT FROM waiting_services w WHERE w.service_id = x.service_id))) p
            ON (p.gateway_id, p.service_id, p.identity, p.tunnel_address)
               = (d.gateway_id, d.service_id, d.public_key, d.tunnel_address)
         WHERE d.id IS NULL OR p.id IS NULL
    """,
    "a history with a gap, or an overlap that is not marked as a tail": """
        SELECT jsonb_build_object('lease', l, 'next', n)
          FROM (SELECT l.id, service_id, active_at, coalesce(left_at, ended_at) AS left_at, ended_at, tail_until,
                       state, lead(active_at) OVER w AS next_at, lead(id) OVER w AS next_id
                  FROM leases l WHERE active_at IS NOT NULL
                WINDOW w AS (PARTITION BY service_id ORDER BY id)) l
          LEFT JOIN leases n ON n.id = l.next_id
         WHERE l.left_at IS DISTINCT FROM l.next_at AND (l.next_id IS NOT NULL OR l.state = 'tail')
               AND NOT coalesce(n.cause = 'order' AND l.ended_at <= l.next_at, false)
            OR l.ended_at <> l.left_at AND l.tail_until IS NULL
            OR (l.tail_until > l.left_at + interval '10 minutes' AND n.cause <> 'evacuation')
            OR l.left_at < l.active_at OR l.ended_at < l.left_at
    """,
    "an address that two services had at once": """
        SELECT jsonb_build_object('one', a, 'other', b)
          FROM leases a JOIN leases b ON b.address_id = a.address_id AND b.id > a.id
         WHERE a.held_at < coalesce(b.ended_at, 'infinity') AND b.held_at < coalesce(a.ended_at, 'infinity')
    """,
    # A service that was over and is extended comes back with the address that it had.
    "a change to the address that was there already, or a return to another one": """
        SELECT to_jsonb(l)
          FROM (SELECT *, lag(address_id) OVER (PARTITION BY service_id ORDER BY id) AS before
                  FROM leases WHERE active_at IS NOT NULL) l
         WHERE (l.before = l.address_id) <> (l.cause = 'order')
    """,
    # By half of it, because a transaction's time is not the clock's.
    "a change sooner than its plan allows": """
        SELECT to_jsonb(l)
          FROM (SELECT *, lag(active_at) OVER w AS before, lag(cause) OVER w AS caused
                  FROM leases WHERE active_at IS NOT NULL
                WINDOW w AS (PARTITION BY service_id ORDER BY id)) l
          JOIN services s ON s.id = l.service_id
          JOIN plans p ON p.id = s.plan_id
         WHERE l.cause IN ('button', 'timer', 'link') AND l.caused IN ('button', 'timer', 'link', 'reconnect')
           AND l.active_at < l.before + make_interval(secs => p.rotation_least_seconds) / 2
    """,
    "a ticket that is not accounted for": """
        SELECT jsonb_build_object('reservation', r, 'change', c, 'ends', e.kinds)
          FROM ticket_entries r
          LEFT JOIN ip_changes c ON c.reservation = r.id
          LEFT JOIN ip_changes u ON u.undoes = c.id
         CROSS JOIN LATERAL (SELECT coalesce(array_agg(kind ORDER BY id), '{}') AS kinds
                               FROM ticket_entries WHERE of_entry = r.id AND kind <> 'reserved') e
         WHERE r.kind = 'reserved'
           AND (c.id IS NULL
                OR (CASE c.state WHEN 'waiting' THEN '{}' WHEN 'done' THEN '{used}' ELSE '{released}' END)::text[]
                   <> array_remove(e.kinds, 'returned')
                OR ('returned' = ANY(e.kinds) AND u.id IS NULL))
    """,
    "more taken of a grant than was given": """
        SELECT jsonb_agg(t) FROM ticket_entries t GROUP BY coalesce(grant_id, id) HAVING sum(amount) < 0
    """,
}
_ALL: LiteralString = " UNION ALL ".join(
    f"SELECT '{what}: ' || wrong.found::text FROM ({query}) AS wrong (found)"
    for what, query in (WRONGS | delegated.WRONGS).items()
)


async def check_standing(conn: Connection, hosts: list[Host]) -> None:
    wrong = await fetch_all(conn, str, _ALL)
    assert not wrong, "\n".join(wrong)
    for host in hosts:
        await _check_acknowledged(conn, host)


async def _check_acknowledged(conn: Connection, host: Host) -> None:
    """What the shop takes for applied is what the gateway has."""
    applied = await fetch_all(
        conn,
        tuple[str, str, str | None],
        """
        SELECT jsonb_build_array(told.kind, told.id::text, told.what)
          FROM gateways g
          JOIN (SELECT 'exit' AS kind, id, gateway_id, revision,
                       CASE WHEN removed_at IS NULL THEN CASE WHEN shop_until IS NULL THEN host(address) ELSE '' END END
                       AS what FROM exits
                 UNION ALL
                SELECT 'endpoint', id, gateway_id, revision, CASE WHEN removed_at IS NULL THEN identity END
                  FROM endpoints) told
            ON told.gateway_id = g.id AND told.revision <= g.acked_revision AND told.revision > %(forgotten)s
         WHERE g.id = %(gateway)s
        """,
        gateway=host.gateway,
        forgotten=host.forgotten_at,
    )
    has = {("exit", id_): one.address for id_, one in host.desired.exits.items()}
    has |= {("endpoint", id_): one.identity for id_, one in host.desired.endpoints.items()}
    for kind, id_, what in applied:
        assert has.get((kind, id_)) == what, (
            f"gateway {host.gateway} has {has.get((kind, id_))} for {kind} {id_}, and is said to have {what}"
        )

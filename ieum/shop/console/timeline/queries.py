"""Everything that happened to a member as one list, newest first.

Each kind is a branch that begins at the member and fetches no more rows than the page has; their rows are merged here,
after the branches' own limits. A branch says what happened by `what`, and what the words need by `facts`.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, LiteralString

import msgspec

from ieum.shop.kernel.db import Connection, fetch_all
from ieum.shop.members.desk.types import MomentKind
from ieum.shop.members.types import MemberId


class MomentRow(msgspec.Struct):
    at: datetime
    key: str
    kind: MomentKind
    what: str
    ref: str
    facts: dict[str, Any]


# Each: the moment, a name that no other row has, what happened, the object, and its facts.
_ORDERS: tuple[LiteralString, ...] = (
    """
    SELECT o.created_at AS at, 'order:' || o.id AS key, 'placed' AS what, o.id AS ref,
           jsonb_build_object('plan', sold.name, 'state', o.state, 'kind', o.kind, 'months', o.months,
                              'quantity', o.quantity, 'amount', o.amount) AS facts
      FROM orders o JOIN order_lines sold ON sold.order_id = o.id AND sold.number = 1
     WHERE o.member_id = %(member)s AND o.created_at <= %(until)s
    """,
)
_MONEY: tuple[LiteralString, ...] = (
    """
    SELECT coalesce(p.approved_at, p.requested_at) AS at, 'payment:' || p.id AS key,
           CASE WHEN p.approved_at IS NULL THEN p.state ELSE 'approved' END AS what, o.id AS ref,
           jsonb_build_object('amount', p.amount, 'method', p.method, 'refusal', p.refusal_code) AS facts
      FROM orders o JOIN payments p ON p.order_id = o.id
     WHERE o.member_id = %(member)s
    """,
    """
    SELECT r.requested_at AS at, 'refund:' || r.id AS key, 'refund' AS what, r.order_id AS ref,
           jsonb_build_object('amount', r.amount, 'state', r.state, 'reason', r.reason, 'by', r.requested_by) AS facts
      FROM refunds r WHERE r.member_id = %(member)s
    """,
    """
    SELECT r.completed_at AS at, 'refunded:' || r.id AS key, 'refunded' AS what, r.order_id AS ref,
           jsonb_build_object('amount', r.amount) AS facts
      FROM refunds r WHERE r.member_id = %(member)s AND r.completed_at IS NOT NULL
    """,
)
_POINTS: tuple[LiteralString, ...] = (
    """
    SELECT e.created_at AS at, 'points:' || e.id AS key, 'points' AS what, coalesce(e.order_id, '') AS ref,
           jsonb_build_object('amount', e.amount, 'kind', e.kind) AS facts
      FROM point_entries e WHERE e.member_id = %(member)s
    """,
    """
    SELECT e.created_at AS at, 'tickets:' || e.id AS key, 'tickets' AS what, coalesce(e.order_id, '') AS ref,
           jsonb_build_object('amount', e.amount, 'kind', e.kind, 'byHand', e.by_hand) AS facts
      FROM ticket_entries e WHERE e.member_id = %(member)s AND e.amount <> 0
    """,
)
_SERVICES: tuple[LiteralString, ...] = (
    """
    SELECT s.starts_at AS at, 'service:' || s.id AS key, 'begun' AS what, s.id::text AS ref,
           jsonb_build_object('plan', sold.name, 'endsAt', s.ends_at) AS facts
      FROM services s JOIN order_lines sold ON sold.order_id = s.order_id AND sold.number = 1
     WHERE s.member_id = %(member)s
    """,
    """
    SELECT s.closed_at AS at, 'closed:' || s.id AS key, s.state AS what, s.id::text AS ref,
           jsonb_build_object('plan', sold.name) AS facts
      FROM services s JOIN order_lines sold ON sold.order_id = s.order_id AND sold.number = 1
     WHERE s.member_id = %(member)s AND s.closed_at IS NOT NULL
    """,
    """
    SELECT v.at, 'subscription:' || s.id || v.what AS key, v.what, s.id::text AS ref,
           jsonb_build_object('plan', sold.name, 'amount', s.amount, 'reason', s.end_reason) AS facts
      FROM subscriptions s JOIN orders first ON first.subscription_id = s.id AND first.period = 1
      JOIN order_lines sold ON sold.order_id = first.id AND sold.number = 1
     CROSS JOIN LATERAL (VALUES (s.started_at, 'subscribed'), (s.stop_requested_at, 'stopping'),
                                (s.ended_at, 'unsubscribed')) v (at, what)
     WHERE s.member_id = %(member)s AND v.at IS NOT NULL
    """,
    """
    SELECT e.at, 'sub_id:' || e.id AS key, 'sub_id' AS what, coalesce(e.service_id::text, '') AS ref,
           jsonb_build_object('what', e.what, 'by', e.by) AS facts
      FROM sub_id_events e WHERE e.sub_id = %(member)s
    """,
)
_DEVICES: tuple[LiteralString, ...] = (
    """
    SELECT v.at, 'device:' || d.id || v.what AS key, v.what, d.service_id::text AS ref,
           jsonb_build_object('name', d.name, 'id', d.id) AS facts
      FROM devices d
     CROSS JOIN LATERAL (VALUES (d.created_at, 'added'), (d.removed_at, 'removed')) v (at, what)
     WHERE (d.service_id = ANY(ARRAY(SELECT id FROM services WHERE member_id = %(member)s)) OR d.made_by = %(member)s)
       AND v.at IS NOT NULL
    """,
)
_CHANGES: tuple[LiteralString, ...] = (
    """
    SELECT c.requested_at AS at, 'change:' || c.id AS key, CASE WHEN c.undoes IS NULL THEN 'changed' ELSE 'undone' END
           AS what, c.service_id::text AS ref,
           jsonb_build_object('state', c.state, 'reason', c.reason, 'old', host(a.address), 'new', host(b.address))
               AS facts
      FROM ip_changes c
      LEFT JOIN leases o ON o.id = c.old_lease_id LEFT JOIN exit_addresses a ON a.id = o.address_id
      LEFT JOIN leases n ON n.id = c.new_lease_id LEFT JOIN exit_addresses b ON b.id = n.address_id
     WHERE c.service_id = ANY(ARRAY(SELECT id FROM services WHERE member_id = %(member)s)) OR c.made_by = %(member)s
    """,
    """
    SELECT v.moved_at AS at, 'move:' || v.id AS key, 'moved' AS what, v.service_id::text AS ref,
           jsonb_build_object('old', host(a.address), 'new', host(b.address)) AS facts
      FROM service_moves v
      LEFT JOIN leases o ON o.id = v.old_lease_id LEFT JOIN exit_addresses a ON a.id = o.address_id
      LEFT JOIN leases n ON n.id = v.new_lease_id LEFT JOIN exit_addresses b ON b.id = n.address_id
     WHERE v.service_id = ANY(ARRAY(SELECT id FROM services WHERE member_id = %(member)s)) AND v.moved_at IS NOT NULL
    """,
)
_INQUIRIES: tuple[LiteralString, ...] = (
    """
    SELECT t.created_at AS at, 'inquiry:' || t.id AS key, t.author AS what, i.id::text AS ref,
           jsonb_build_object('title', i.title, 'body', left(t.body, 1000), 'by', t.staff) AS facts
      FROM inquiries i JOIN inquiry_messages t ON t.inquiry_id = i.id
     WHERE i.member_id = %(member)s
    """,
)
# A code that still works is shown to nobody.
_MESSAGES: tuple[LiteralString, ...] = (
    """
    SELECT g.created_at AS at, 'message:' || g.id AS key, g.channel AS what, g.id::text AS ref,
           jsonb_build_object('subject', g.subject, 'isCode', g.code_until IS NOT NULL, 'refusal', g.refusal,
               'body', CASE WHEN g.code_until IS NULL THEN left(g.body, 5000) END,
               'state', CASE WHEN g.sent_at IS NOT NULL THEN 'sent' WHEN g.given_up_at IS NOT NULL THEN 'given_up'
                             ELSE 'waiting' END) AS facts
      FROM messages g WHERE g.member_id = %(member)s AND g.created_at <= %(until)s
    """,
)
_LOGINS: tuple[LiteralString, ...] = (
    """
    SELECT l.started_at AS at, 'login:' || l.id AS key, 'login' AS what, l.id::text AS ref,
           jsonb_build_object('address', host(l.ip_address), 'agent', l.user_agent) AS facts
      FROM login_sessions l WHERE l.member_id = %(member)s
    """,
    """
    SELECT l.ended_at AS at, 'logout:' || l.id AS key, l.end_reason AS what, l.id::text AS ref,
           jsonb_build_object('agent', l.user_agent) AS facts
      FROM login_sessions l WHERE l.member_id = %(member)s AND l.ended_at IS NOT NULL
    """,
    """
    SELECT m.joined_at AS at, 'joined' AS key, 'joined' AS what, '' AS ref, '{}'::jsonb AS facts
      FROM members m WHERE m.id = %(member)s
    """,
)
_STAFF: tuple[LiteralString, ...] = (
    """
    SELECT r.at, 'record:' || r.index AS key, r.action AS what, coalesce(r.approval_id::text, '') AS ref,
           jsonb_build_object('by', coalesce(f.name, r.role), 'reason', r.reason, 'after', r.after, 'alone', r.alone)
               AS facts
      FROM staff_record r LEFT JOIN staff f ON f.id = r.staff_id
     WHERE r.object_kind = 'member' AND r.object_id = %(member)s::text
    """,
)
_BRANCHES: dict[MomentKind, tuple[LiteralString, ...]] = {
    "orders": _ORDERS,
    "money": _MONEY,
    "points": _POINTS,
    "services": _SERVICES,
    "devices": _DEVICES,
    "changes": _CHANGES,
    "inquiries": _INQUIRIES,
    "messages": _MESSAGES,
    "logins": _LOGINS,
    "staff": _STAFF,
}
# Kinds are words of ours, and no caller's: they are written into the query.
_NAMES: dict[MomentKind, LiteralString] = {
    "orders": "'orders'",
    "money": "'money'",
    "points": "'points'",
    "services": "'services'",
    "devices": "'devices'",
    "changes": "'changes'",
    "inquiries": "'inquiries'",
    "messages": "'messages'",
    "logins": "'logins'",
    "staff": "'staff'",
}
_FIRST: LiteralString = """
    (SELECT b.at, b.key, {kind} AS kind, b.what, b.ref, b.facts FROM ({branch}) b
      WHERE b.at <= %(until)s AND (b.at, b.key COLLATE "C") < (%(until)s, %(key)s)
      ORDER BY b.at DESC, b.key COLLATE "C" DESC LIMIT %(limit)s)
    """


async def list_moments(
    conn: Connection,
    member: MemberId,
    kinds: Sequence[MomentKind],
    *,
    before: tuple[datetime, str],
    limit: int,
) -> list[MomentRow]:
    """The moments of these kinds before this one."""
    branches: list[LiteralString] = [
        _FIRST.replace("{kind}", _NAMES[kind]).replace("{branch}", branch)
        for kind in kinds
        for branch in _BRANCHES[kind]
    ]
    if not branches:
        return []
    merged = " UNION ALL ".join(branches)
    return await fetch_all(
        conn,
        MomentRow,
        f"""
        SELECT at, key, kind, what, ref, facts FROM ({merged}) merged
         ORDER BY at DESC, key COLLATE "C" DESC LIMIT %(limit)s
        """,
        member=member,
        until=before[0],
        key=before[1],
        limit=limit,
    )

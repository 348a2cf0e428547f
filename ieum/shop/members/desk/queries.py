"""SQL that reads members for the console. Names, mails and numbers are whole here; the callers mask them."""

from typing import LiteralString

from ieum.shop.kernel.db import Connection, fetch_one, fetch_optional
from ieum.shop.members.desk.types import (
    BlockReach,
    MemberFacts,
    MemberHoldings,
)
from ieum.shop.members.types import MemberId

STATE: LiteralString = """
    CASE WHEN m.left_at IS NOT NULL THEN 'left' WHEN m.owner_id IS NOT NULL THEN 'sub_id'
         WHEN m.blocked_at IS NOT NULL THEN 'blocked' ELSE 'active' END
"""


async def find_facts(conn: Connection, member: int) -> MemberFacts | None:
    return await fetch_optional(
        conn,
        MemberFacts,
        f"""
        SELECT m.id, m.login_id, m.name, m.email, m.phone, {STATE} AS state, m.joined_at, m.left_at, m.blocked_at,
               CASE WHEN m.owner_id IS NOT NULL THEN json_build_object('id', o.id, 'loginId', o.login_id) END AS owner,
               m.suspended_at IS NOT NULL OR m.removed_at IS NOT NULL
                   OR coalesce(m.access_ends_at <= now(), false) AS withheld,
               i.verified_at, m.sms_opt_in, m.mail_opt_in,
               EXISTS (SELECT FROM totp_secrets WHERE member_id = m.id AND confirmed_at IS NOT NULL) AS second_factor,
               (SELECT count(*) FROM passkeys WHERE member_id = m.id) AS passkeys,
               (SELECT count(*) FROM login_sessions
                 WHERE member_id = m.id AND ended_at IS NULL AND expires_at > now()) AS sessions,
               (SELECT max(last_used_at) FROM login_sessions WHERE member_id = m.id) AS last_seen_at,
               (SELECT count(*) FROM members s
                 WHERE s.owner_id = m.id AND s.left_at IS NULL AND s.removed_at IS NULL) AS sub_ids
          FROM members m
          LEFT JOIN members o ON o.id = m.owner_id
          LEFT JOIN member_identities i ON i.member_id = m.id
         WHERE m.id = %(member)s
        """,
        member=member,
    )


async def get_member_holdings(conn: Connection, member: MemberId) -> MemberHoldings:
    """Balances and sums of one member, each by an index that begins with the member."""
    return await fetch_one(
        conn,
        MemberHoldings,
        """
        SELECT (SELECT coalesce(sum(amount), 0)::bigint FROM point_entries WHERE member_id = %(member)s) AS points,
               (SELECT coalesce(sum(amount), 0)::bigint FROM ticket_entries WHERE member_id = %(member)s) AS tickets,
               (SELECT count(*) FROM services
                 WHERE member_id = %(member)s AND state IN ('active', 'suspended')) AS services_in_use,
               s.subscriptions, s.subscription_amount, s.past_due, o.orders, o.paid,
               (SELECT coalesce(sum(amount), 0)::bigint FROM refunds
                 WHERE member_id = %(member)s AND state = 'done') AS returned,
               (SELECT count(*) FROM inquiries
                 WHERE member_id = %(member)s AND state <> 'answered') AS inquiries_open
          FROM (SELECT count(*) FILTER (WHERE state <> 'ended' AND stop_requested_at IS NULL) AS subscriptions,
                       coalesce(sum(amount) FILTER (WHERE state <> 'ended' AND stop_requested_at IS NULL), 0)::bigint
                           AS subscription_amount,
                       count(*) FILTER (WHERE state IN ('past_due', 'suspended')) AS past_due
                  FROM subscriptions WHERE member_id = %(member)s AND state <> 'starting') s,
               (SELECT count(*) AS orders,
                       coalesce(sum(amount) FILTER (WHERE paid_at IS NOT NULL), 0)::bigint AS paid
                  FROM orders WHERE member_id = %(member)s) o
        """,
        member=member,
    )


async def get_block_reach(conn: Connection, member: MemberId) -> BlockReach:
    """Sum up the charges that `subscriptions.service.stop_all` would stop, and the sessions of sub-ids."""
    return await fetch_one(
        conn,
        BlockReach,
        """
        SELECT count(*) AS charges, coalesce(sum(amount), 0)::bigint AS amount,
               (SELECT count(*) FROM members s
                  JOIN login_sessions l ON l.member_id = s.id AND l.ended_at IS NULL AND l.expires_at > now()
                 WHERE s.owner_id = %(member)s) AS sub_id_sessions
          FROM subscriptions
         WHERE member_id = %(member)s AND state NOT IN ('starting', 'ended') AND stop_requested_at IS NULL
        """,
        member=member,
    )

"""SQL about leaving members: what they still hold, the record that the law keeps of them, and what was destroyed."""

from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.leaving.types import Holdings
from ieum.shop.members.types import MemberId

# Records of contracts, and of complaints and disputes (전자상거래법 시행령 6).
CONTRACT_YEARS, INQUIRY_YEARS = 5, 3


async def get_holdings(conn: Connection, member: MemberId) -> Holdings:
    return await fetch_one(
        conn,
        Holdings,
        """
        SELECT (SELECT count(*) FROM services
                 WHERE member_id = %(member)s AND state = 'active' AND ends_at > now()) AS services_in_use,
               (SELECT count(*) FROM orders
                 WHERE member_id = %(member)s AND state = 'awaiting_payment') AS unpaid_orders,
               (SELECT count(*) FROM orders
                 WHERE member_id = %(member)s
                   AND state IN ('awaiting_deposit', 'confirming', 'refunding')) AS settling_orders,
               (SELECT coalesce(sum(amount), 0)::bigint FROM point_entries WHERE member_id = %(member)s) AS point,
               (SELECT usage_months FROM site_config) AS usage_months,
               (SELECT session_months FROM site_config) AS session_months,
               (SELECT coalesce(sum(amount), 0)::bigint FROM ticket_entries WHERE member_id = %(member)s) AS ip_ticket
        """,
        member=member,
    )


async def archive_profile(conn: Connection, member: MemberId) -> None:
    """Copy the profile to `left_members` for as long as the law wants it; nothing where no law asks for it.

    That is five years from the end of the last contract, and three from the last message of an inquiry.
    """
    await execute(
        conn,
        """
        INSERT INTO left_members (member_id, login_id, name, email, phone, joined_at, destroy_at)
        SELECT m.id, m.login_id, m.name, m.email, m.phone, m.joined_at, kept.until
          FROM members m
         CROSS JOIN LATERAL (
               SELECT max(greatest(o.created_at, o.paid_at, o.closed_at, least(s.ends_at, s.closed_at))) AS ended_at
                 FROM orders o
                 LEFT JOIN services s ON s.order_id = o.id
                WHERE o.member_id = m.id AND o.state IN ('paid', 'refunding', 'refunded')) last
         CROSS JOIN LATERAL (
               SELECT greatest(last.ended_at + make_interval(years => %(contract)s),
                               max(i.last_message_at) + make_interval(years => %(inquiry)s)) AS until
                 FROM inquiries i WHERE i.member_id = m.id) kept
         WHERE m.id = %(member)s AND kept.until > now()
        """,
        member=member,
        contract=CONTRACT_YEARS,
        inquiry=INQUIRY_YEARS,
    )


async def delete_left_members(conn: Connection, *, limit: int) -> int:
    """Delete archived profiles whose `destroy_at` has passed; returns how many, at most `limit`."""
    return await execute(
        conn,
        """
        DELETE FROM left_members
         WHERE member_id = ANY(ARRAY(SELECT member_id FROM left_members WHERE destroy_at <= now()
                                      ORDER BY destroy_at, member_id LIMIT %(limit)s FOR UPDATE SKIP LOCKED))
        """,
        limit=limit,
    )


async def record_destruction(
    conn: Connection, what: str, *, rows: int, member: MemberId | None = None
) -> None:
    await execute(
        conn,
        "INSERT INTO destructions (what, member_id, row_count) VALUES (%(what)s, %(member)s, %(rows)s)",
        what=what,
        member=member,
        rows=rows,
    )

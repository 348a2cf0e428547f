"""Rows of who leaves: what hinders it, what is emptied, what is kept aside and deleted later."""

from datetime import datetime

from ieum.shop.db import Connection, execute, fetch_one
from ieum.shop.members.profile.types import Standing
from ieum.shop.members.types import MemberId


async def find_standing(conn: Connection, member: MemberId) -> Standing:
    return await fetch_one(
        conn,
        Standing,
        """
        SELECT (SELECT count(*) FROM services
                 WHERE member_id = %(member)s AND state = 'active' AND ends_at > now()) AS services_in_use,
               (SELECT count(*) FROM orders
                 WHERE member_id = %(member)s AND state = 'awaiting_payment') AS unpaid_orders,
               (SELECT count(*) FROM orders
                 WHERE member_id = %(member)s
                   AND state IN ('awaiting_deposit', 'confirming', 'refunding')) AS settling_orders,
               (SELECT coalesce(sum(amount), 0)::bigint FROM point_entries WHERE member_id = %(member)s) AS point,
               (SELECT coalesce(sum(amount), 0)::bigint FROM ticket_entries WHERE member_id = %(member)s) AS ip_ticket
        """,
        member=member,
    )


async def keep_by_law(conn: Connection, member: MemberId) -> bool:
    """Put who they were aside; False where there is nothing to keep it for.

    Five years from the end of their last contract, three from the last word of an inquiry.
    """
    return (
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
                   SELECT greatest(last.ended_at + interval '5 years',
                                   max(i.last_message_at) + interval '3 years') AS until
                     FROM inquiries i WHERE i.member_id = m.id) kept
             WHERE m.id = %(member)s AND kept.until > now()
            """,
            member=member,
        )
        == 1
    )


async def destroy_profile(conn: Connection, member: MemberId, login_id_hash: bytes) -> None:
    """What is left is a number that orders and ledgers hang on. The payment provider's name for them ends, too."""
    await execute(
        conn,
        """
        UPDATE members
           SET left_at = now(), login_id = NULL, login_id_hash = %(login_id_hash)s, password_hash = NULL,
               name = NULL, email = NULL, phone = NULL, sms_opt_in = false, mail_opt_in = false,
               customer_key = gen_random_uuid()
         WHERE id = %(member)s
        """,
        member=member,
        login_id_hash=login_id_hash,
    )


async def forget_login_devices(conn: Connection, member: MemberId) -> None:
    """The times and addresses of logins are kept as records; what the browsers called themselves is not."""
    await execute(
        conn, "UPDATE login_sessions SET user_agent = '' WHERE member_id = %(member)s", member=member
    )


async def delete_left_members(conn: Connection, *, limit: int) -> int:
    """Those whose five years are over."""
    return await execute(
        conn,
        """
        DELETE FROM left_members
         WHERE member_id IN (SELECT member_id FROM left_members WHERE destroy_at <= now()
                              ORDER BY destroy_at, member_id LIMIT %(limit)s FOR UPDATE SKIP LOCKED)
        """,
        limit=limit,
    )


async def delete_consents_of_left(conn: Connection, *, limit: int) -> int:
    return await execute(
        conn,
        """
        DELETE FROM consents
         WHERE id IN (SELECT c.id FROM consents c
                        JOIN members m ON m.id = c.member_id
                       WHERE m.left_at < now() - interval '5 years'
                       ORDER BY c.id LIMIT %(limit)s)
        """,
        limit=limit,
    )


async def delete_sessions(conn: Connection, *, before: datetime, limit: int) -> int:
    """Sessions that ended, or ran out, before this moment; their refresh tokens go with them."""
    return await execute(
        conn,
        """
        DELETE FROM login_sessions
         WHERE id IN (SELECT id FROM login_sessions WHERE least(ended_at, expires_at) < %(before)s
                       ORDER BY least(ended_at, expires_at), id LIMIT %(limit)s)
        """,
        before=before,
        limit=limit,
    )


async def note_destruction(conn: Connection, what: str, *, rows: int, member: MemberId | None = None) -> None:
    await execute(
        conn,
        "INSERT INTO destructions (what, member_id, row_count) VALUES (%(what)s, %(member)s, %(rows)s)",
        what=what,
        member=member,
        rows=rows,
    )

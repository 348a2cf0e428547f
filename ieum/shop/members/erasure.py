"""Rows of members that are emptied or deleted because somebody left or their time is over. Called by `leaving/`."""

from datetime import datetime

from ieum.shop.kernel.db import Connection, execute
from ieum.shop.members.types import MemberId


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

"""SQL that empties or deletes members' rows, because a member leaves or a retention period is over.

Called by `leaving/`.
"""

from datetime import datetime

from ieum.shop.kernel.db import Connection, execute
from ieum.shop.members.types import MemberId

# The proof of a contract (전자상거래법 시행령 6); a trigger refuses to delete it earlier.
CONSENT_YEARS = 5


async def destroy_profile(conn: Connection, member: MemberId, login_id_hash: bytes) -> None:
    """Empty the row and keep its id, which orders and ledgers refer to.

    Deletes what the identity provider vouched for, and erases the browsers' names from the logins, whose times and
    addresses are kept as records.
    A new customer key cuts the link to what the payment provider stores under the old one.
    """
    await execute(
        conn,
        """
        WITH names AS (DELETE FROM former_names WHERE member_id = %(member)s),
             identity AS (DELETE FROM member_identities WHERE member_id = %(member)s),
             devices AS (UPDATE login_sessions SET user_agent = '' WHERE member_id = %(member)s)
        UPDATE members
           SET left_at = now(), login_id = NULL, login_id_hash = %(login_id_hash)s, password_hash = NULL,
               name = NULL, email = NULL, phone = NULL, sms_opt_in = false, mail_opt_in = false,
               customer_key = gen_random_uuid()
         WHERE id = %(member)s
        """,
        member=member,
        login_id_hash=login_id_hash,
    )


async def delete_login_factors(conn: Connection, member: MemberId) -> None:
    """Delete the second factor, its recovery codes, and passkeys with their open challenges."""
    await execute(
        conn,
        """
        WITH secrets AS (DELETE FROM totp_secrets WHERE member_id = %(member)s),
             codes AS (DELETE FROM recovery_codes WHERE member_id = %(member)s),
             challenges AS (DELETE FROM passkey_challenges WHERE member_id = %(member)s)
        DELETE FROM passkeys WHERE member_id = %(member)s
        """,
        member=member,
    )


async def delete_consents_of_left(conn: Connection, *, limit: int) -> int:
    return await execute(
        conn,
        """
        DELETE FROM consents
         WHERE id IN (SELECT c.id FROM consents c
                        JOIN members m ON m.id = c.member_id
                       WHERE m.left_at < now() - make_interval(years => %(years)s)
                       ORDER BY c.id LIMIT %(limit)s)
        """,
        limit=limit,
        years=CONSENT_YEARS,
    )


async def delete_sessions(conn: Connection, *, before: datetime, limit: int) -> int:
    """Delete sessions that ended or expired before this moment; their refresh tokens go with them."""
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

"""Rows of members as they see and change themselves."""

from datetime import datetime
from typing import LiteralString

from ieum.shop.db import Connection, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.profile.types import (
    AgingConsent,
    ConsentProof,
    FirstConsent,
    LockedMember,
    Profile,
    SessionRow,
    Standing,
)
from ieum.shop.members.types import Identity, MemberId, SessionId

_MEMBER: LiteralString = """
    SELECT id, login_id, name, email, phone, sms_opt_in, mail_opt_in
      FROM members WHERE id = %(member)s AND left_at IS NULL
"""


async def find_profile(conn: Connection, member: MemberId) -> Profile | None:
    """None where they have left."""
    return await fetch_optional(
        conn,
        Profile,
        """
        SELECT m.login_id AS "mberId", m.name AS "mberNm", m.email, m.phone, m.joined_at AS "joinedAt",
               CASE WHEN m.sms_opt_in THEN 'Y' ELSE 'N' END AS "smsRcvYn",
               CASE WHEN m.mail_opt_in THEN 'Y' ELSE 'N' END AS "mailRcvYn",
               (SELECT recorded_at FROM consents WHERE member_id = m.id AND document_key = 'sms'
                 ORDER BY id DESC LIMIT 1) AS "smsChangedAt",
               (SELECT recorded_at FROM consents WHERE member_id = m.id AND document_key = 'email'
                 ORDER BY id DESC LIMIT 1) AS "mailChangedAt"
          FROM members m
         WHERE m.id = %(member)s AND m.left_at IS NULL
        """,
        member=member,
    )


async def lock_member(conn: Connection, member: MemberId) -> LockedMember | None:
    """Nobody else changes them until the transaction ends. None where they have left."""
    return await fetch_optional(conn, LockedMember, _MEMBER + "FOR NO KEY UPDATE", member=member)


async def lock_leaver(conn: Connection, member: MemberId) -> LockedMember | None:
    """Nobody so much as refers to them until the transaction ends: no order, no login, no second factor."""
    return await fetch_optional(conn, LockedMember, _MEMBER + "FOR UPDATE", member=member)


async def lock_sessions(conn: Connection, member: MemberId) -> list[SessionId]:
    """Those that are open; no token of theirs is exchanged until the transaction ends."""
    return await fetch_all(
        conn,
        SessionId,
        """
        SELECT id FROM login_sessions
         WHERE member_id = %(member)s AND ended_at IS NULL AND expires_at > now()
         ORDER BY id
           FOR UPDATE
        """,
        member=member,
    )


async def set_name(conn: Connection, member: MemberId, name: str) -> None:
    await execute(conn, "UPDATE members SET name = %(name)s WHERE id = %(member)s", member=member, name=name)


async def set_email(conn: Connection, member: MemberId, email: str) -> None:
    await execute(
        conn, "UPDATE members SET email = %(email)s WHERE id = %(member)s", member=member, email=email
    )


async def set_phone(conn: Connection, member: MemberId, phone: str) -> None:
    await execute(
        conn, "UPDATE members SET phone = %(phone)s WHERE id = %(member)s", member=member, phone=phone
    )


async def set_password(conn: Connection, member: MemberId, password_hash: str) -> None:
    await execute(
        conn,
        "UPDATE members SET password_hash = %(password_hash)s WHERE id = %(member)s",
        member=member,
        password_hash=password_hash,
    )


async def set_opt_ins(conn: Connection, member: MemberId, *, sms: bool, mail: bool) -> None:
    await execute(
        conn,
        "UPDATE members SET sms_opt_in = %(sms)s, mail_opt_in = %(mail)s WHERE id = %(member)s",
        member=member,
        sms=sms,
        mail=mail,
    )


async def insert_consent(
    conn: Connection, member: MemberId, document: str, *, agreed: bool, address: str
) -> ConsentProof:
    """Proof of what was said about the version that is in force."""
    return await fetch_one(
        conn,
        ConsentProof,
        """
        INSERT INTO consents (member_id, document_key, version, agreed, ip_address)
        SELECT %(member)s, key, version, %(agreed)s, %(address)s::inet
          FROM agreement_documents
         WHERE key = %(document)s AND purpose = 'sign-up' AND effective_at <= now()
         ORDER BY effective_at DESC, version DESC LIMIT 1
        RETURNING id, recorded_at
        """,
        member=member,
        document=document,
        agreed=agreed,
        address=address,
    )


async def find_consent(conn: Connection, member: MemberId, document: str) -> FirstConsent:
    """The newest on this document."""
    return await fetch_one(
        conn,
        FirstConsent,
        """
        SELECT c.id, c.recorded_at, m.email, m.phone
          FROM consents c
          JOIN members m ON m.id = c.member_id
         WHERE c.member_id = %(member)s AND c.document_key = %(document)s
         ORDER BY c.id DESC LIMIT 1
        """,
        member=member,
        document=document,
    )


async def list_aging_consents(conn: Connection, *, limit: int) -> list[AgingConsent]:
    """Consents that reached another two years and whose member was not asked since, the oldest first."""
    return await fetch_all(
        conn,
        AgingConsent,
        """
        SELECT c.id, m.id AS member_id, k.medium, c.recorded_at, c.years, m.email, m.phone
          FROM members m
         CROSS JOIN (VALUES ('sms', 'sms'), ('email', 'mail')) AS k (document, medium)
         CROSS JOIN LATERAL (
               SELECT id, agreed, recorded_at, 2 * div(extract(year FROM age(now(), recorded_at)), 2)::int AS years
                 FROM consents
                WHERE member_id = m.id AND document_key = k.document
                ORDER BY id DESC LIMIT 1) c
         WHERE CASE k.medium WHEN 'sms' THEN m.sms_opt_in ELSE m.mail_opt_in END
           AND c.agreed AND c.years >= 2
           AND NOT EXISTS (SELECT 1 FROM messages
                            WHERE channel = k.medium AND reference = concat('consent-again:', c.id, ':', c.years))
         ORDER BY c.id
         LIMIT %(limit)s
        """,
        limit=limit,
    )


async def list_sessions(conn: Connection, identity: Identity, *, limit: int) -> list[SessionRow]:
    """The open ones: this one first, then the one used last."""
    return await fetch_all(
        conn,
        SessionRow,
        """
        SELECT id, started_at, last_used_at, host(ip_address) AS ip_address, user_agent
          FROM login_sessions
         WHERE member_id = %(member)s AND ended_at IS NULL AND expires_at > now()
         ORDER BY id = %(session)s DESC, last_used_at DESC, id DESC
         LIMIT %(limit)s
        """,
        member=identity.member_id,
        session=identity.session_id,
        limit=limit,
    )


async def end_open_session(conn: Connection, member: MemberId, session: int) -> bool:
    """False where this member has no such session that is open."""
    return (
        await execute(
            conn,
            """
            UPDATE login_sessions SET ended_at = now(), end_reason = 'revoked'
             WHERE id = %(session)s AND member_id = %(member)s AND ended_at IS NULL AND expires_at > now()
            """,
            member=member,
            session=session,
        )
        == 1
    )


async def end_sessions(conn: Connection, member: MemberId, *, but: SessionId | None) -> int:
    """How many were open. None of them works from the commit on."""
    return await execute(
        conn,
        """
        UPDATE login_sessions SET ended_at = now(), end_reason = 'revoked'
         WHERE member_id = %(member)s AND ended_at IS NULL AND expires_at > now()
           AND id IS DISTINCT FROM %(but)s::bigint
        """,
        member=member,
        but=but,
    )


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
                 WHERE member_id = %(member)s AND state IN ('confirming', 'refunding')) AS settling_orders,
               (SELECT coalesce(sum(amount), 0)::bigint FROM point_entries WHERE member_id = %(member)s) AS point,
               (SELECT coalesce(sum(amount), 0)::bigint FROM ticket_entries WHERE member_id = %(member)s) AS ip_ticket
        """,
        member=member,
    )


async def keep_by_law(conn: Connection, member: MemberId) -> bool:
    """Put who they were aside for five years from the end of their last contract; False where there was none."""
    return (
        await execute(
            conn,
            """
            INSERT INTO left_members (member_id, login_id, name, email, phone, joined_at, destroy_at)
            SELECT m.id, m.login_id, m.name, m.email, m.phone, m.joined_at, last.ended_at + interval '5 years'
              FROM members m
             CROSS JOIN LATERAL (
                   SELECT max(greatest(o.created_at, o.paid_at, o.closed_at, least(s.ends_at, s.closed_at))) AS ended_at
                     FROM orders o
                     LEFT JOIN services s ON s.order_id = o.id
                    WHERE o.member_id = m.id AND o.state IN ('paid', 'refunding', 'refunded')) last
             WHERE m.id = %(member)s AND last.ended_at + interval '5 years' > now()
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

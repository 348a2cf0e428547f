"""SQL of members' profiles, consents to advertising and open sessions."""

from datetime import datetime

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.profile.types import (
    AgingConsent,
    Consent,
    LoginDevice,
    Medium,
    Profile,
)
from ieum.shop.members.types import Identity, MemberId, SessionId

# The document of the sign-up that asks for consent to advertising on a medium.
DOCUMENTS: dict[Medium, str] = {"sms": "sms", "mail": "email"}


async def find_profile(conn: Connection, member: MemberId) -> Profile | None:
    """None where the member has left."""
    return await fetch_optional(
        conn,
        Profile,
        """
        SELECT m.login_id AS "mberId", m.name AS "mberNm", coalesce(m.email, '') AS email,
               coalesce(m.phone, '') AS phone, m.joined_at AS "joinedAt",
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


async def lock_sessions(conn: Connection, member: MemberId) -> list[SessionId]:
    """Lock the member's open sessions, so that none of their tokens is rotated until the transaction ends."""
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


async def insert_consent(
    conn: Connection, member: MemberId, medium: Medium, *, agreed: bool, address: str
) -> Consent:
    """Record a consent or its withdrawal, for the version of the document that is in force."""
    return await fetch_one(
        conn,
        Consent,
        """
        WITH c AS (
            INSERT INTO consents (member_id, document_key, version, agreed, ip_address)
            SELECT %(member)s, key, version, %(agreed)s, %(address)s::inet
              FROM agreement_documents
             WHERE key = %(document)s AND purpose = 'sign-up' AND effective_at <= now()
             ORDER BY effective_at DESC, version DESC LIMIT 1
            RETURNING id, recorded_at
        )
        SELECT c.id, m.id AS member_id, %(medium)s::text AS medium, c.recorded_at,
               CASE %(medium)s WHEN 'sms' THEN m.phone ELSE m.email END AS "to"
          FROM c JOIN members m ON m.id = %(member)s
        """,
        member=member,
        medium=medium,
        document=DOCUMENTS[medium],
        agreed=agreed,
        address=address,
    )


async def find_earlier_agreement(
    conn: Connection, member: MemberId, medium: Medium, *, back: int
) -> datetime | None:
    """Return when the `back`th newest agreement was given, the newest being 1; None if it is older than a day."""
    return await fetch_optional(
        conn,
        datetime,
        """
        SELECT recorded_at FROM consents
         WHERE member_id = %(member)s AND document_key = %(document)s AND agreed
           AND recorded_at > now() - interval '1 day'
         ORDER BY id DESC OFFSET %(back)s - 1 LIMIT 1
        """,
        member=member,
        document=DOCUMENTS[medium],
        back=back,
    )


async def find_consent(conn: Connection, member: MemberId, medium: Medium) -> Consent:
    """The member's newest consent to advertising on this medium."""
    return await fetch_one(
        conn,
        Consent,
        """
        SELECT c.id, m.id AS member_id, %(medium)s::text AS medium, c.recorded_at,
               CASE %(medium)s WHEN 'sms' THEN m.phone ELSE m.email END AS "to"
          FROM consents c
          JOIN members m ON m.id = c.member_id
         WHERE c.member_id = %(member)s AND c.document_key = %(document)s
         ORDER BY c.id DESC LIMIT 1
        """,
        member=member,
        medium=medium,
        document=DOCUMENTS[medium],
    )


async def list_aging_consents(conn: Connection, *, limit: int) -> list[AgingConsent]:
    """Consents that have become another two years old without a reminder since, the oldest first."""
    return await fetch_all(
        conn,
        AgingConsent,
        """
        SELECT c.id, m.id AS member_id, k.medium, c.recorded_at, c.years,
               CASE k.medium WHEN 'sms' THEN m.phone ELSE m.email END AS "to"
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


async def list_sessions(conn: Connection, identity: Identity, *, limit: int) -> list[LoginDevice]:
    """Open sessions: the caller's own first, then the most recently used. `device` is what the browser sent."""
    return await fetch_all(
        conn,
        LoginDevice,
        """
        SELECT id, started_at, last_used_at, host(ip_address) AS ip_address, user_agent AS device,
               id = %(session)s AS current
          FROM login_sessions
         WHERE member_id = %(member)s AND ended_at IS NULL AND expires_at > now()
         ORDER BY current DESC, last_used_at DESC, id DESC
         LIMIT %(limit)s
        """,
        member=identity.member_id,
        session=identity.session_id,
        limit=limit,
    )


async def keep_former_name(conn: Connection, member: MemberId, name: str) -> None:
    await execute(
        conn,
        """
        INSERT INTO former_names (member_id, name) VALUES (%(member)s, %(name)s)
            ON CONFLICT (member_id, name) DO UPDATE SET changed_at = now()
        """,
        member=member,
        name=name,
    )


async def end_sessions(conn: Connection, member: MemberId, *, but: SessionId | None) -> list[str]:
    """End every open session, or every one but the caller's, and staff's looks; all stop working with the commit.

    Returns what their browsers sent as a name, the most recently used first.
    """
    return await fetch_all(
        conn,
        str,
        """
        WITH looks AS (
            UPDATE member_looks SET ended_at = now() WHERE member_id = %(member)s AND ended_at IS NULL
        ), ended AS (
            UPDATE login_sessions SET ended_at = now(), end_reason = 'revoked'
             WHERE member_id = %(member)s AND ended_at IS NULL AND expires_at > now()
               AND id IS DISTINCT FROM %(but)s
            RETURNING id, last_used_at, user_agent
        )
        SELECT user_agent FROM ended ORDER BY last_used_at DESC, id DESC
        """,
        member=member,
        but=but,
    )

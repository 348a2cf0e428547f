"""SQL of members, login sessions, refresh tokens and consents."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import LiteralString

from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_optional
from ieum.shop.members.types import (
    AgreementRow,
    Identity,
    MemberId,
    MemberInfo,
    MemberRow,
    NewMember,
    SessionId,
    TokenState,
)

_MEMBER: LiteralString = """
    SELECT id, login_id, name, coalesce(email, '') AS email, coalesce(phone, '') AS phone, customer_key, sms_opt_in,
           mail_opt_in, owner_id
      FROM members WHERE id = %(member)s AND left_at IS NULL
"""


async def find_member(conn: Connection, member: MemberId) -> MemberRow | None:
    """None, as in the three functions below, where there is no such member, or they have left."""
    return await fetch_optional(conn, MemberRow, _MEMBER, member=member)


async def hold_member(conn: Connection, member: MemberId) -> MemberRow | None:
    """Keep the member from leaving until the transaction ends."""
    return await fetch_optional(conn, MemberRow, _MEMBER + "FOR KEY SHARE", member=member)


async def lock_member(conn: Connection, member: MemberId) -> MemberRow | None:
    """Keep others from changing the member until the transaction ends."""
    return await fetch_optional(conn, MemberRow, _MEMBER + "FOR NO KEY UPDATE", member=member)


async def lock_leaver(conn: Connection, member: MemberId) -> MemberRow | None:
    """Lock out even new references to the member, such as orders, logins or second factors."""
    return await fetch_optional(conn, MemberRow, _MEMBER + "FOR UPDATE", member=member)


async def update_member(
    conn: Connection,
    member: MemberId,
    *,
    name: str | None = None,
    email: str | None = None,
    phone: str | None = None,
    password_hash: str | None = None,
    sms_opt_in: bool | None = None,
    mail_opt_in: bool | None = None,
) -> None:
    """Change what is given, and keep the rest."""
    await execute(
        conn,
        """
        UPDATE members
           SET name = coalesce(%(name)s, name), email = coalesce(%(email)s, email),
               email_changed_at = CASE WHEN lower(%(email)s) <> lower(email) THEN now() ELSE email_changed_at END,
               phone = coalesce(%(phone)s, phone), password_hash = coalesce(%(password_hash)s, password_hash),
               sms_opt_in = coalesce(%(sms_opt_in)s, sms_opt_in),
               mail_opt_in = coalesce(%(mail_opt_in)s, mail_opt_in)
         WHERE id = %(member)s
        """,
        member=member,
        name=name,
        email=email,
        phone=phone,
        password_hash=password_hash,
        sms_opt_in=sms_opt_in,
        mail_opt_in=mail_opt_in,
    )


async def mark_email_proven(conn: Connection, member: MemberId) -> None:
    """Note that the member reads their address of now: a code or a link that went there came back.

    Call it after a change of the address, which the database takes for unproven (decision 0158).
    """
    await execute(conn, "UPDATE members SET email_verified_at = now() WHERE id = %(member)s", member=member)


async def is_login_id_taken(conn: Connection, login_id: str, login_id_hashes: Sequence[bytes]) -> bool:
    """Tell whether a member has this id, or had it and left: an id is never given to another person."""
    return await any_row(
        conn,
        "SELECT 1 FROM members WHERE login_id = %(login_id)s OR login_id_hash = ANY (%(hashes)s) LIMIT 1",
        login_id=login_id,
        hashes=list(login_id_hashes),
    )


async def has_joined_as(conn: Connection, member: NewMember) -> bool:
    """Tell whether somebody has joined with all of these data within the last hour."""
    return await any_row(
        conn,
        """
        SELECT 1 FROM members
         WHERE login_id = %(login_id)s AND name = %(name)s AND email = %(email)s AND phone = %(phone)s
           AND joined_at > now() - interval '1 hour' AND left_at IS NULL
        """,
        login_id=member.login_id,
        name=member.name,
        email=member.email,
        phone=member.phone,
    )


async def insert_member(
    conn: Connection,
    member: NewMember,
    password_hash: str,
    agreed: Mapping[str, bool],
    *,
    login_id_hashes: Sequence[bytes],
) -> MemberId | None:
    """None where the id is taken, also by a sign-up at the same moment or a member who is just leaving."""
    return await fetch_optional(
        conn,
        MemberId,
        """
        INSERT INTO members (login_id, login_id_hash, password_hash, name, email, phone, sms_opt_in, mail_opt_in)
        SELECT %(login_id)s, %(login_id_hash)s, %(password_hash)s, %(name)s, %(email)s, %(phone)s, %(sms)s, %(mail)s
         WHERE NOT EXISTS (SELECT FROM members WHERE login_id_hash = ANY (%(hashes)s))
        ON CONFLICT DO NOTHING
        RETURNING id
        """,
        login_id=member.login_id,
        login_id_hash=login_id_hashes[0],
        hashes=list(login_id_hashes),
        password_hash=password_hash,
        name=member.name,
        email=member.email,
        phone=member.phone,
        sms=agreed.get("sms", False),
        mail=agreed.get("email", False),
    )


_INFO: LiteralString = """
    SELECT m.login_id AS "mberId", m.name AS "mberNm", m.email, m.phone,
           CASE WHEN m.sms_opt_in THEN 'Y' ELSE 'N' END AS "smsRcvYn",
           CASE WHEN m.mail_opt_in THEN 'Y' ELSE 'N' END AS "mailRcvYn",
           (SELECT coalesce(sum(amount), 0)::bigint FROM point_entries WHERE member_id = m.id) AS point,
           (SELECT coalesce(sum(amount), 0)::bigint FROM ticket_entries WHERE member_id = m.id) AS "ipTicket",
           s.in_use AS "useSvCnt", s.over AS "expSvCnt"
      FROM members m
     CROSS JOIN LATERAL (
           SELECT count(*) FILTER (WHERE state = 'active' AND ends_at > now()) AS in_use,
                  count(*) FILTER (WHERE state IN ('expired', 'ended')
                                      OR (state = 'active' AND ends_at <= now())) AS over
             FROM services WHERE member_id = m.id) s
     WHERE m.id = %(member)s
"""


async def member_info(conn: Connection, identity: Identity) -> MemberInfo | None:
    """The member with balances and counts, in one query; None where the session is over."""
    return await fetch_optional(
        conn,
        MemberInfo,
        _INFO
        + """
          AND EXISTS (SELECT FROM login_sessions l
                       WHERE l.id = %(session)s AND l.member_id = m.id AND l.acts_as IS NULL
                         AND l.ended_at IS NULL AND l.expires_at > now())
        """,
        session=identity.session_id,
        member=identity.member_id,
    )


async def looked_at_info(conn: Connection, identity: Identity) -> MemberInfo | None:
    """Return the member's figures for staff who look; their look was checked as the request came in."""
    return await fetch_optional(conn, MemberInfo, _INFO, member=identity.member_id)


async def sub_id_info(conn: Connection, identity: Identity) -> MemberInfo | None:
    """Return the figures of a sub-id, also for its owner who looks as it, with the rest of its shares."""
    return await fetch_optional(
        conn,
        MemberInfo,
        """
        SELECT m.login_id AS "mberId", m.name AS "mberNm", '' AS email, '' AS phone, 'N' AS "smsRcvYn",
               'N' AS "mailRcvYn", 0 AS point, greatest(0, least(s.tickets, (
                   SELECT coalesce(sum(amount), 0) FROM ticket_entries WHERE member_id = m.owner_id)))::bigint
                   AS "ipTicket",
               s.in_use AS "useSvCnt", s.over AS "expSvCnt",
               CASE WHEN l.acts_as IS NULL THEN 'sub_id' ELSE 'acting' END AS kind,
               CASE WHEN s.may_undo THEN true END AS "mayUndo"
          FROM login_sessions l
          JOIN members m ON m.id = %(member)s
         CROSS JOIN LATERAL (
               SELECT count(*) FILTER (WHERE v.state = 'active' AND v.ends_at > now()) AS in_use,
                      count(*) FILTER (WHERE v.state IN ('expired', 'ended')
                                          OR (v.state = 'active' AND v.ends_at <= now())) AS over,
                      coalesce(sum(greatest(0, g.change_limit - tickets_taken(g)))
                               FILTER (WHERE p.kind = 'static' AND v.state = 'active' AND v.ends_at > now()), 0)
                          AS tickets,
                      bool_or(v.state = 'active' AND v.ends_at > now() AND EXISTS (
                          SELECT FROM ip_changes c
                           WHERE c.made_by = g.sub_id AND c.service_id = g.service_id
                             AND c.state IN ('waiting', 'done') AND c.undo_until > now()
                             AND NOT EXISTS (SELECT FROM ip_changes u WHERE u.undoes = c.id))) AS may_undo
                 FROM service_grants g
                 JOIN services v ON v.id = g.service_id
                 JOIN plans p ON p.id = v.plan_id
                WHERE g.sub_id = m.id) s
         WHERE l.id = %(session)s AND l.member_id = %(holder)s AND l.acts_as IS NOT DISTINCT FROM %(acts_as)s
           AND l.ended_at IS NULL AND l.expires_at > now()
        """,
        **_session(identity),
    )


async def is_session_alive(conn: Connection, identity: Identity) -> bool:
    """Also false for a token from before its session began, or stopped, to act as a sub-id."""
    return await any_row(
        conn,
        """
        SELECT 1 FROM login_sessions
         WHERE id = %(session)s AND member_id = %(holder)s AND acts_as IS NOT DISTINCT FROM %(acts_as)s
           AND ended_at IS NULL AND expires_at > now()
        """,
        **_session(identity),
    )


def _session(identity: Identity) -> dict[str, int | None]:
    """Return what the session of a token must say: its member, and the sub-id as which its owner looks."""
    return {
        "session": identity.session_id,
        "member": identity.member_id,
        "holder": identity.owner_id if identity.acting else identity.member_id,
        "acts_as": identity.member_id if identity.acting else None,
    }


async def lock_row(conn: Connection, member: MemberId) -> None:
    """Make requests that count or take something of this member's wait for one another.

    Count in a later statement: the snapshot of this one is from before the wait.
    """
    await execute(conn, "SELECT 1 FROM members WHERE id = %(member)s FOR NO KEY UPDATE", member=member)


async def insert_session(
    conn: Connection,
    member: MemberId,
    *,
    password_hash: str | None,
    expires_at: datetime,
    address: str,
    user_agent: str,
    token_hash: bytes,
) -> SessionId | None:
    """Insert a session with its first refresh token.

    None where the member has left or is blocked or the sub-id may not be used, or where the password was changed after
    it was checked: that change ended every session, and would have missed this one. Whatever blocks a login or
    withholds it updates its row, and so comes before this or finds the session.
    """
    return await fetch_optional(
        conn,
        SessionId,
        """
        WITH member AS (
            SELECT id, access_ends_at FROM members
             WHERE id = %(member)s AND left_at IS NULL AND blocked_at IS NULL AND suspended_at IS NULL
               AND removed_at IS NULL
               AND (access_ends_at IS NULL OR access_ends_at > now())
               AND (%(password_hash)s::text IS NULL OR password_hash = %(password_hash)s)
               FOR SHARE
        ), session AS (
            INSERT INTO login_sessions (member_id, expires_at, ip_address, user_agent)
            SELECT id, least(%(expires_at)s, access_ends_at), %(address)s, %(user_agent)s FROM member
            RETURNING id
        )
        INSERT INTO refresh_tokens (session_id, token_hash) SELECT id, %(token_hash)s FROM session
        RETURNING session_id
        """,
        token_hash=token_hash,
        member=member,
        password_hash=password_hash,
        expires_at=expires_at,
        address=address,
        user_agent=user_agent,
    )


async def insert_refresh_token(conn: Connection, session: SessionId, token_hash: bytes) -> None:
    await execute(
        conn,
        "INSERT INTO refresh_tokens (session_id, token_hash) VALUES (%(session)s, %(token_hash)s)",
        session=session,
        token_hash=token_hash,
    )


async def lock_refresh_token(conn: Connection, token_hash: bytes) -> TokenState | None:
    """Lock the token and its session, so that a parallel request waits and then sees what the first one did.

    None also where the member is blocked.
    """
    return await fetch_optional(
        conn,
        TokenState,
        """
        SELECT t.session_id, s.member_id, m.owner_id, s.acts_as, t.rotated_at, t.sealed_successor, s.expires_at,
               s.ended_at
          FROM refresh_tokens t
          JOIN login_sessions s ON s.id = t.session_id
          JOIN members m ON m.id = s.member_id
         WHERE t.token_hash = %(token_hash)s AND m.blocked_at IS NULL
           FOR UPDATE OF t, s
        """,
        token_hash=token_hash,
    )


async def mark_rotated(
    conn: Connection, token_hash: bytes, sealed_successor: bytes, *, now: datetime
) -> None:
    await execute(
        conn,
        """
        UPDATE refresh_tokens SET rotated_at = %(now)s, sealed_successor = %(sealed)s
         WHERE token_hash = %(token_hash)s
        """,
        token_hash=token_hash,
        sealed=sealed_successor,
        now=now,
    )


async def set_acting(conn: Connection, session: SessionId, sub_id: MemberId | None) -> None:
    await execute(
        conn,
        "UPDATE login_sessions SET acts_as = %(sub_id)s WHERE id = %(session)s AND ended_at IS NULL",
        session=session,
        sub_id=sub_id,
    )


async def touch_session(conn: Connection, session: SessionId, *, now: datetime) -> None:
    """Note that the session was used."""
    await execute(
        conn,
        "UPDATE login_sessions SET last_used_at = %(now)s WHERE id = %(session)s",
        session=session,
        now=now,
    )


async def end_session(conn: Connection, member: MemberId, session: int, reason: str) -> bool:
    """False where this member has no such open session."""
    return await any_row(
        conn,
        """
        UPDATE login_sessions SET ended_at = now(), end_reason = %(reason)s
         WHERE id = %(session)s AND member_id = %(member)s AND ended_at IS NULL AND expires_at > now()
        """,
        member=member,
        session=session,
        reason=reason,
    )


async def end_all_sessions(conn: Connection) -> int:
    """Have every member log in again; returns how many sessions have ended."""
    return await execute(
        conn,
        """
        UPDATE login_sessions SET ended_at = now(), end_reason = 'revoked'
         WHERE ended_at IS NULL AND expires_at > now()
        """,
    )


async def list_agreement_documents(
    conn: Connection, purpose: str, *, whole: bool = False
) -> list[AgreementRow]:
    """The version in force of every document for this purpose, in the order they are shown.

    `whole` reads the published texts word for word; without it their `html` is None.
    """
    return await fetch_all(
        conn,
        AgreementRow,
        """
        SELECT d.key, d.version AS summary_version, concat_ws('+', d.version, f.edition || '.' || f.number) AS version,
               d.title, d.body, d.required, f.entry_id, f.number,
               CASE WHEN v.number IS NOT NULL THEN jsonb_build_object(
                   'slug', f.slug, 'title', v.title, 'edition', f.edition, 'effectiveFrom', f.effective_from,
                   'html', CASE WHEN %(whole)s THEN v.html END)
               END AS text
          FROM (SELECT DISTINCT ON (key) *
                  FROM agreement_documents
                 WHERE purpose = %(purpose)s AND effective_at <= now()
                   AND (refund_mode IS NULL OR refund_mode = (SELECT c.refund_mode FROM site_config c))
                 ORDER BY key, effective_at DESC, version DESC) d
          LEFT JOIN legal_in_force f
            ON f.slug = CASE d.key WHEN 'terms' THEN 'terms-use' WHEN 'order-confirm' THEN 'terms-use'
                                   WHEN 'privacy' THEN 'policy' END
          LEFT JOIN content_versions v ON v.entry_id = f.entry_id AND v.number = f.number
         ORDER BY d.position, d.key
        """,
        purpose=purpose,
        whole=whole,
    )


async def insert_consents(
    conn: Connection,
    member: MemberId,
    documents: list[AgreementRow],
    agreed: Mapping[str, bool],
    *,
    address: str,
    order_id: str | None = None,
) -> None:
    """Record what was agreed to and what was not, with the words on the screen, the time and the IP address."""
    await execute(
        conn,
        """
        INSERT INTO consents (member_id, document_key, version, agreed, order_id, ip_address, text_entry_id,
                              text_number)
        SELECT %(member)s, d.key, d.version, d.agreed, %(order_id)s, %(address)s::inet, d.entry_id, d.number
          FROM unnest(%(keys)s::text[], %(versions)s::text[], %(agreed)s::boolean[], %(entries)s::bigint[],
                      %(numbers)s::integer[]) AS d (key, version, agreed, entry_id, number)
        """,
        member=member,
        order_id=order_id,
        address=address,
        keys=[doc.key for doc in documents],
        versions=[doc.summary_version for doc in documents],
        entries=[doc.entry_id for doc in documents],
        numbers=[doc.number for doc in documents],
        agreed=[agreed[doc.key] for doc in documents],
    )

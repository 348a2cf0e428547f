"""SQL of requests for a lost id or password, and of the members that match them."""

from datetime import timedelta
from uuid import UUID

from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.names import spellings
from ieum.shop.members.recovery.types import AccountSearch, Claimant, PendingSearch
from ieum.shop.members.security.types import FORMER_NAME_KEPT_FOR, KNOWN_FOR
from ieum.shop.members.types import MemberId, MemberRow


async def insert_request(
    conn: Connection, verification: UUID, search: AccountSearch, *, household: str
) -> None:
    await execute(
        conn,
        """
        INSERT INTO recovery_requests (verification_id, name, login_id, device, household)
        VALUES (%(id)s, %(name)s, %(login_id)s, %(device)s, %(household)s::cidr)
        """,
        id=verification,
        name=search.name,
        login_id=search.login_id,
        device=search.device,
        household=household,
    )


async def lock_request(conn: Connection, verification: UUID) -> PendingSearch | None:
    """Lock the request, so that a single job answers it; None where it was answered before or has expired."""
    return await fetch_optional(
        conn,
        PendingSearch,
        """
        SELECT v.purpose, r.name, v.target AS email, r.login_id, coalesce(r.device, '') AS device, v.expires_at
          FROM recovery_requests r
          JOIN verifications v ON v.id = r.verification_id
         WHERE r.verification_id = %(id)s AND r.looked_up_at IS NULL AND v.expires_at > clock_timestamp()
           FOR UPDATE
        """,
        id=verification,
    )


async def find_members(conn: Connection, search: AccountSearch) -> list[MemberRow]:
    """Members with this name and mail address, and with this login id where one is given.

    A name that a member had lately counts, so that a thief who renames them does not keep them out.
    """
    return await fetch_all(
        conn,
        MemberRow,
        """
        SELECT id, login_id, name, email, phone, customer_key, sms_opt_in, mail_opt_in, owner_id
          FROM members
         WHERE lower(email) = %(email)s AND left_at IS NULL
           AND (name = ANY(%(names)s) OR EXISTS (SELECT 1 FROM former_names f
                                            WHERE f.member_id = members.id AND f.name = ANY(%(names)s)
                                              AND f.changed_at > now() - %(name_kept)s::interval))
           AND (%(login_id)s::text IS NULL OR login_id = %(login_id)s)
         ORDER BY id
        """,
        names=spellings(search.name),
        name_kept=FORMER_NAME_KEPT_FOR,
        email=search.email,
        login_id=search.login_id,
    )


async def list_claimants(
    conn: Connection, verification: UUID, members: list[MemberId], *, limit: int
) -> list[Claimant]:
    """List these members as far as they are among the `limit` that have had this mailbox longest, in that order."""
    return await fetch_all(
        conn,
        Claimant,
        """
        SELECT first.id, first.login_id,
               EXISTS (SELECT 1 FROM login_sessions s
                        WHERE s.member_id = first.id AND s.started_at > now() - %(known_for)s::interval
                          AND (s.end_reason IS NULL OR s.end_reason = 'logout')
                          AND s.ip_address <<= first.household) AS is_at_home
          FROM (SELECT m.id, m.login_id, r.household, coalesce(m.email_changed_at, m.joined_at) AS since
                  FROM verifications v
                  JOIN recovery_requests r ON r.verification_id = v.id
                  JOIN members m ON lower(m.email) = v.target
                 WHERE v.id = %(id)s AND m.left_at IS NULL
                 ORDER BY since, m.id LIMIT %(limit)s) first
         WHERE first.id = ANY(%(members)s)
         ORDER BY first.since, first.id
        """,
        id=verification,
        members=members,
        known_for=KNOWN_FOR,
        limit=limit,
    )


async def list_counters(conn: Connection, email: str) -> list[str]:
    """The counter of each code that this mailbox was sent within a day; of this request's before it is stored."""
    return await fetch_all(
        conn,
        str,
        """
        SELECT counter FROM verifications
         WHERE target = %(email)s AND counter IS NOT NULL AND created_at > now() - interval '1 day'
         ORDER BY created_at, id
        """,
        email=email,
    )


async def find_wait(
    conn: Connection, request: UUID, search: AccountSearch, *, counter: str, pause: timedelta
) -> int:
    """The seconds until this request may be mailed; zero or less: now.

    Between two mails of one purpose to one mailbox under one counter lies a pause, and earlier requests go first.
    """
    return await fetch_one(
        conn,
        int,
        """
        WITH mailed AS (
            SELECT ceil(extract(epoch FROM max(r.looked_up_at) + %(pause)s::interval - clock_timestamp())) AS seconds
              FROM verifications v JOIN recovery_requests r ON r.verification_id = v.id
             WHERE v.target = %(email)s AND v.purpose = %(purpose)s AND v.counter = %(counter)s
        ), before AS (
            SELECT count(*) AS requests
              FROM verifications v
              JOIN recovery_requests r ON r.verification_id = v.id AND r.looked_up_at IS NULL
              JOIN verifications this ON this.id = %(request)s
             WHERE v.target = %(email)s AND v.purpose = %(purpose)s AND v.expires_at > clock_timestamp()
               AND (v.created_at, v.id) < (this.created_at, this.id)
        )
        SELECT coalesce(CASE WHEN seconds > 0
                             THEN seconds + requests * extract(epoch FROM %(pause)s::interval) END, 0)::integer
          FROM mailed, before
        """,
        request=request,
        email=search.email,
        purpose=search.purpose,
        counter=counter,
        pause=pause,
    )


async def lock_mailbox(conn: Connection, email: str) -> None:
    """Let look-ups for the same address wait for one another until the transaction ends."""
    await execute(conn, "SELECT pg_advisory_xact_lock(hashtextextended(%(email)s, 7212))", email=email)


async def mark_looked_up(
    conn: Connection,
    verification: UUID,
    *,
    members: list[MemberId],
    code_hash: bytes | None,
    counter: str | None,
) -> None:
    """Record which members matched, erase what was typed, and store the code's hash and its counter."""
    await execute(
        conn,
        """
        WITH answered AS (
            UPDATE recovery_requests
               SET looked_up_at = now(), name = NULL, login_id = NULL, device = NULL,
                   household = NULL, member_ids = %(members)s::bigint[]
             WHERE verification_id = %(id)s
            RETURNING verification_id
        )
        UPDATE verifications v SET code_hash = %(code_hash)s, counter = %(counter)s
          FROM answered a WHERE v.id = a.verification_id
        """,
        id=verification,
        members=members,
        code_hash=code_hash,
        counter=counter,
    )


async def list_matched_members(conn: Connection, verification: UUID) -> list[MemberRow]:
    """The members that this request matched, locked until the transaction ends.

    Leaves out members who have left, and those who have since changed their mail address: perhaps they changed it
    because somebody else reads the mailbox that the code went to.
    """
    return await fetch_all(
        conn,
        MemberRow,
        """
        SELECT m.id, m.login_id, m.name, m.email, m.phone, m.customer_key, m.sms_opt_in, m.mail_opt_in,
               m.owner_id
          FROM recovery_requests r
          JOIN verifications v ON v.id = r.verification_id
          JOIN members m ON m.id = ANY(r.member_ids) AND lower(m.email) = v.target
         WHERE r.verification_id = %(id)s AND m.left_at IS NULL
         ORDER BY m.id
           FOR NO KEY UPDATE OF m
        """,
        id=verification,
    )


async def close(conn: Connection, verification: UUID) -> bool:
    """Use the request up; False where it is used up already."""
    return await any_row(
        conn,
        """
        UPDATE verifications
           SET verified_at = clock_timestamp(), valid_until = clock_timestamp(), spent_at = clock_timestamp()
         WHERE id = %(id)s AND spent_at IS NULL
        """,
        id=verification,
    )

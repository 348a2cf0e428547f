"""Requests for a lost id or password, and the members they may be about."""

from uuid import UUID

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_optional
from ieum.shop.members.recovery.types import Found, Request
from ieum.shop.members.types import MemberId


async def insert_request(conn: Connection, verification: UUID, *, name: str, login_id: str | None) -> None:
    await execute(
        conn,
        """
        INSERT INTO recovery_requests (verification_id, name, login_id)
        VALUES (%(id)s, %(name)s, %(login_id)s)
        """,
        id=verification,
        name=name,
        login_id=login_id,
    )


async def take_request(conn: Connection, verification: UUID) -> Request | None:
    """What was asked, to one job alone; None where it was looked after before or is too old."""
    return await fetch_optional(
        conn,
        Request,
        """
        SELECT v.purpose, r.name, v.target AS email, r.login_id, v.expires_at
          FROM recovery_requests r
          JOIN verifications v ON v.id = r.verification_id
         WHERE r.verification_id = %(id)s AND r.looked_up_at IS NULL AND v.expires_at > clock_timestamp()
           FOR UPDATE
        """,
        id=verification,
    )


async def find_members(conn: Connection, *, name: str, email: str, login_id: str | None) -> list[Found]:
    """Whoever has this name and address, and this id where one is given."""
    return await fetch_all(
        conn,
        Found,
        """
        SELECT id, login_id, name, email, phone FROM members
         WHERE lower(email) = %(email)s AND name = %(name)s AND left_at IS NULL
           AND (%(login_id)s::text IS NULL OR login_id = %(login_id)s)
         ORDER BY id
        """,
        name=name,
        email=email,
        login_id=login_id,
    )


async def mark_looked_up(
    conn: Connection, verification: UUID, *, members: list[MemberId], code_hash: bytes | None
) -> None:
    """Who was meant; what was typed is forgotten."""
    await execute(
        conn,
        """
        WITH answered AS (
            UPDATE recovery_requests
               SET looked_up_at = now(), name = NULL, login_id = NULL, member_ids = %(members)s::bigint[]
             WHERE verification_id = %(id)s
            RETURNING verification_id
        )
        UPDATE verifications v SET code_hash = %(code_hash)s FROM answered a WHERE v.id = a.verification_id
        """,
        id=verification,
        members=members,
        code_hash=code_hash,
    )


async def list_found(conn: Connection, verification: UUID) -> list[Found]:
    """The members that this request is about, held until the transaction ends.

    Not who left, nor who gave up the mailbox that the code went to: it may be why they did.
    """
    return await fetch_all(
        conn,
        Found,
        """
        SELECT m.id, m.login_id, m.name, m.email, m.phone
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
    """Use it up; False where somebody else just did."""
    return (
        await execute(
            conn,
            """
            UPDATE verifications
               SET verified_at = clock_timestamp(), valid_until = clock_timestamp(), spent_at = clock_timestamp()
             WHERE id = %(id)s AND spent_at IS NULL
            """,
            id=verification,
        )
        == 1
    )

"""SQL of passkeys and of the challenges that they answer."""

from datetime import timedelta
from uuid import UUID

from msgspec.structs import asdict

from ieum.shop.kernel.db import Connection, any_row, fetch_all, fetch_optional
from ieum.shop.members.security.types import (
    Credential,
    Passkey,
    PasskeyId,
    RegisteredPasskey,
    StoredPasskey,
)
from ieum.shop.members.types import MemberId


async def insert_challenge(
    conn: Connection,
    challenge: bytes,
    *,
    member: MemberId | None,
    lifetime: timedelta,
    asked_by: str,
    at_most: int,
) -> UUID | None:
    """None where `asked_by` has `at_most` open challenges; parallel requests may get a few more, which is harmless.

    `member` is who adds a passkey, and None at a login.
    """
    return await fetch_optional(
        conn,
        UUID,
        """
        INSERT INTO passkey_challenges (id, challenge, member_id, asked_by, expires_at)
        SELECT gen_random_uuid(), %(challenge)s, %(member)s, %(asked_by)s, now() + %(lifetime)s
         WHERE (SELECT count(*) FROM passkey_challenges
                 WHERE asked_by = %(asked_by)s AND expires_at > now()) < %(at_most)s
        RETURNING id
        """,
        challenge=challenge,
        member=member,
        lifetime=lifetime,
        asked_by=asked_by,
        at_most=at_most,
    )


async def take_challenge(conn: Connection, challenge_id: UUID, *, member: MemberId | None) -> bytes | None:
    """Delete the challenge and return it, so that it works once. None where it expired or was made for another."""
    return await fetch_optional(
        conn,
        bytes,
        """
        WITH taken AS (DELETE FROM passkey_challenges WHERE id = %(id)s RETURNING challenge, member_id, expires_at)
        SELECT challenge FROM taken
         WHERE member_id IS NOT DISTINCT FROM %(member)s::bigint AND expires_at > now()
        """,
        id=challenge_id,
        member=member,
    )


async def list_credentials(conn: Connection, member: MemberId) -> list[Credential]:
    return await fetch_all(
        conn,
        Credential,
        "SELECT credential_id AS id, transports FROM passkeys WHERE member_id = %(member)s ORDER BY passkeys.id",
        member=member,
    )


async def insert_passkey(
    conn: Connection, member: MemberId, name: str, verified: RegisteredPasskey
) -> Passkey | None:
    """None where this credential is registered already, by whomever."""
    return await fetch_optional(
        conn,
        Passkey,
        """
        INSERT INTO passkeys (member_id, credential_id, public_key, sign_count, transports, name)
        VALUES (%(member)s, %(credential_id)s, %(public_key)s, %(sign_count)s, %(transports)s, %(name)s)
            ON CONFLICT (credential_id) DO NOTHING
        RETURNING id, name, created_at, last_used_at
        """,
        member=member,
        name=name,
        **asdict(verified),
    )


async def find_passkey(conn: Connection, credential_id: bytes) -> StoredPasskey | None:
    return await fetch_optional(
        conn,
        StoredPasskey,
        """
        SELECT p.id, p.member_id, m.owner_id, m.login_id, m.customer_key, p.public_key, p.sign_count,
               m.blocked_at IS NOT NULL AS blocked
          FROM passkeys p
          JOIN members m ON m.id = p.member_id
         WHERE p.credential_id = %(credential_id)s AND m.left_at IS NULL
        """,
        credential_id=credential_id,
    )


async def record_use(conn: Connection, passkey: PasskeyId, sign_count: int) -> bool:
    """False where this signature count, or a higher one, was used meanwhile; passkeys without a counter stay at 0."""
    return await any_row(
        conn,
        """
        UPDATE passkeys SET sign_count = %(count)s, last_used_at = now()
         WHERE id = %(passkey)s AND (sign_count < %(count)s OR (sign_count = 0 AND %(count)s = 0))
        """,
        passkey=passkey,
        count=sign_count,
    )


async def delete_passkey(conn: Connection, member: MemberId, passkey: PasskeyId) -> bool:
    """False where this member has no such passkey."""
    return await any_row(
        conn,
        "DELETE FROM passkeys WHERE id = %(passkey)s AND member_id = %(member)s",
        passkey=passkey,
        member=member,
    )

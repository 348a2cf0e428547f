"""SQL of passkeys and of the challenges that they answer."""

from datetime import datetime
from uuid import UUID

from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_optional
from ieum.shop.members.security.types import (
    Challenge,
    Credential,
    Passkey,
    PasskeyId,
    RegisteredPasskey,
    StoredPasskey,
)
from ieum.shop.members.types import MemberId


async def insert_challenge(
    conn: Connection, challenge_id: UUID, challenge: Challenge, *, asked_by: str, at_most: int, now: datetime
) -> bool:
    """False where `asked_by` has `at_most` open challenges; parallel requests may get a few more, which is harmless."""
    return await any_row(
        conn,
        """
        INSERT INTO passkey_challenges (id, challenge, member_id, asked_by, expires_at)
        SELECT %(id)s, %(challenge)s, %(member)s, %(asked_by)s, %(expires_at)s
         WHERE (SELECT count(*) FROM passkey_challenges
                 WHERE asked_by = %(asked_by)s AND expires_at > %(now)s) < %(at_most)s
        """,
        id=challenge_id,
        challenge=challenge.challenge,
        member=challenge.member_id,
        expires_at=challenge.expires_at,
        asked_by=asked_by,
        at_most=at_most,
        now=now,
    )


async def take_challenge(
    conn: Connection, challenge_id: UUID, *, member: MemberId | None, now: datetime
) -> bytes | None:
    """Delete the challenge and return it, so that it works once. None where it expired or was made for another."""
    challenge = await fetch_optional(
        conn,
        Challenge,
        "DELETE FROM passkey_challenges WHERE id = %(id)s RETURNING challenge, member_id, expires_at",
        id=challenge_id,
    )
    if challenge is None or challenge.member_id != member or challenge.expires_at <= now:
        return None
    return challenge.challenge


async def delete_old_challenges(conn: Connection) -> int:
    return await execute(conn, "DELETE FROM passkey_challenges WHERE expires_at < now()")


async def list_passkeys(conn: Connection, member: MemberId) -> list[Passkey]:
    return await fetch_all(
        conn,
        Passkey,
        """
        SELECT id, name, created_at AS "createdAt", last_used_at AS "lastUsedAt"
          FROM passkeys WHERE member_id = %(member)s ORDER BY id
        """,
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
        RETURNING id, name, created_at AS "createdAt", last_used_at AS "lastUsedAt"
        """,
        member=member,
        credential_id=verified.credential_id,
        public_key=verified.public_key,
        sign_count=verified.sign_count,
        transports=verified.transports,
        name=name,
    )


async def find_passkey(conn: Connection, credential_id: bytes) -> StoredPasskey | None:
    return await fetch_optional(
        conn,
        StoredPasskey,
        """
        SELECT p.id, p.member_id, m.customer_key, p.public_key, p.sign_count
          FROM passkeys p
          JOIN members m ON m.id = p.member_id
         WHERE p.credential_id = %(credential_id)s
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

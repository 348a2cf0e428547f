from datetime import timedelta
from uuid import UUID

from msgspec.structs import asdict

from ieum.shop.console.login.types import StaffPasskey, StaffPasskeyId, StoredStaffPasskey
from ieum.shop.desk.types import StaffId
from ieum.shop.kernel.db import Connection, any_row, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.security.types import Credential, RegisteredPasskey


async def insert_challenge(
    conn: Connection, challenge: bytes, *, staff: StaffId | None, lifetime: timedelta
) -> UUID:
    """`staff` is who adds a passkey, and None at a login."""
    return await fetch_one(
        conn,
        UUID,
        """
        INSERT INTO staff_challenges (challenge, staff_id, expires_at)
        VALUES (%(challenge)s, %(staff)s, now() + %(lifetime)s) RETURNING id
        """,
        challenge=challenge,
        staff=staff,
        lifetime=lifetime,
    )


async def take_challenge(conn: Connection, id: UUID, *, staff: StaffId | None) -> bytes | None:
    """Delete the challenge and return it, so that it works once. None where it expired or was made for another."""
    return await fetch_optional(
        conn,
        bytes,
        """
        WITH taken AS (DELETE FROM staff_challenges WHERE id = %(id)s RETURNING challenge, staff_id, expires_at)
        SELECT challenge FROM taken
         WHERE staff_id IS NOT DISTINCT FROM %(staff)s::bigint AND expires_at > now()
        """,
        id=id,
        staff=staff,
    )


async def get_handle(conn: Connection, staff: StaffId) -> UUID:
    return await fetch_one(conn, UUID, "SELECT handle FROM staff WHERE id = %(staff)s", staff=staff)


async def list_credentials(conn: Connection, staff: StaffId) -> list[Credential]:
    return await fetch_all(
        conn,
        Credential,
        """
        SELECT credential_id AS id, transports FROM staff_passkeys WHERE staff_id = %(staff)s
         ORDER BY staff_passkeys.id
        """,
        staff=staff,
    )


async def list_passkeys(conn: Connection, staff: StaffId) -> list[StaffPasskey]:
    return await fetch_all(
        conn,
        StaffPasskey,
        "SELECT id, name, created_at, used_at FROM staff_passkeys WHERE staff_id = %(staff)s ORDER BY id",
        staff=staff,
    )


async def insert_passkey(
    conn: Connection, staff: StaffId, name: str, verified: RegisteredPasskey
) -> StaffPasskey | None:
    """None where this credential is registered already, by whomever."""
    return await fetch_optional(
        conn,
        StaffPasskey,
        """
        INSERT INTO staff_passkeys (staff_id, credential_id, public_key, sign_count, transports, name)
        VALUES (%(staff)s, %(credential_id)s, %(public_key)s, %(sign_count)s, %(transports)s, %(name)s)
            ON CONFLICT (credential_id) DO NOTHING
        RETURNING id, name, created_at, used_at
        """,
        staff=staff,
        name=name,
        **asdict(verified),
    )


async def find_passkey(conn: Connection, credential_id: bytes) -> StoredStaffPasskey | None:
    return await fetch_optional(
        conn,
        StoredStaffPasskey,
        """
        SELECT p.public_key, p.sign_count, p.id, p.staff_id, s.handle
          FROM staff_passkeys p JOIN staff s ON s.id = p.staff_id AND s.removed_at IS NULL
         WHERE p.credential_id = %(credential_id)s
        """,
        credential_id=credential_id,
    )


async def record_use(conn: Connection, passkey: StaffPasskeyId, sign_count: int) -> bool:
    """False where the passkey was deleted meanwhile."""
    return await any_row(
        conn,
        "UPDATE staff_passkeys SET sign_count = %(sign_count)s, used_at = now() WHERE id = %(passkey)s",
        passkey=passkey,
        sign_count=sign_count,
    )


async def delete_passkey(conn: Connection, staff: StaffId, passkey: StaffPasskeyId) -> str | None:
    """Delete one of this person's passkeys and return its name; None where there is none."""
    return await fetch_optional(
        conn,
        str,
        "DELETE FROM staff_passkeys WHERE id = %(passkey)s AND staff_id = %(staff)s RETURNING name",
        passkey=passkey,
        staff=staff,
    )

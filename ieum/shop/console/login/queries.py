"""SQL of logins: secrets, codes, sessions, invitations."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from ieum.shop.console.login.types import Invitation, InvitationId, Secrets, UsedStaffSession
from ieum.shop.desk.types import StaffId, StaffSessionId
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.kernel.sealed_columns import SealedColumn
from ieum.shop.members.security.types import KNOWN_FOR

SEALED = SealedColumn("staff", "totp_secret", row="'staff:' || id")
SEALED_INVITATIONS = SealedColumn("staff_invitations", "totp_secret", row="'staff:' || staff_id")


async def find_secrets(conn: Connection, email: str) -> Secrets | None:
    return await fetch_optional(
        conn,
        Secrets,
        """
        SELECT id, password_hash, totp_secret AS sealed_secret FROM staff
         WHERE email = %(email)s AND removed_at IS NULL
        """,
        email=email,
    )


async def has_logged_in_from(conn: Connection, email: str, network: str) -> bool:
    """Tell whether this person has begun a session from this network lately, and nobody had to end it."""
    return await any_row(
        conn,
        """
        SELECT FROM staff f JOIN staff_sessions s ON s.staff_id = f.id
         WHERE f.email = %(email)s AND f.removed_at IS NULL AND s.started_at > now() - %(known_for)s::interval
           AND s.address <<= %(network)s::inet AND (s.end_reason IS NULL OR s.end_reason IN ('logout', 'role'))
         LIMIT 1
        """,
        email=email,
        network=network,
        known_for=KNOWN_FOR,
    )


async def get_secrets(conn: Connection, staff: StaffId) -> Secrets | None:
    return await fetch_optional(
        conn,
        Secrets,
        """
        SELECT id, password_hash, totp_secret AS sealed_secret FROM staff
         WHERE id = %(staff)s AND removed_at IS NULL
        """,
        staff=staff,
    )


async def spend_step(conn: Connection, staff: StaffId, step: int) -> bool:
    """False where this code, or a later one, was used before, also by a request at the same moment."""
    return await any_row(
        conn,
        "UPDATE staff SET totp_step = %(step)s WHERE id = %(staff)s AND removed_at IS NULL AND totp_step < %(step)s",
        staff=staff,
        step=step,
    )


async def spend_recovery_code(conn: Connection, staff: StaffId, code_hash: bytes) -> bool:
    return await any_row(
        conn,
        "DELETE FROM staff_recovery_codes WHERE staff_id = %(staff)s AND code_hash = %(code_hash)s",
        staff=staff,
        code_hash=code_hash,
    )


async def list_sessions(
    conn: Connection, staff: StaffId, *, current: StaffSessionId | None
) -> list[UsedStaffSession]:
    """List live sessions, newest first."""
    return await fetch_all(
        conn,
        UsedStaffSession,
        """
        SELECT id, started_at, seen_at, host(address) AS address, user_agent,
               id IS NOT DISTINCT FROM %(current)s::bigint AS current
          FROM staff_sessions
         WHERE staff_id = %(staff)s AND ended_at IS NULL
           AND seen_at > now() - interval '30 minutes' AND started_at > now() - interval '12 hours'
         ORDER BY started_at DESC, id DESC
        """,
        staff=staff,
        current=current,
    )


async def replace_invitation(
    conn: Connection, staff: StaffId, token_hash: bytes, *, made_by: StaffId | None, lifetime: timedelta
) -> datetime:
    """Make a link in place of the one that may be open; returns until when it works."""
    return await fetch_one(
        conn,
        datetime,
        """
        WITH before AS (UPDATE staff_invitations SET revoked_at = now()
                         WHERE staff_id = %(staff)s AND used_at IS NULL AND revoked_at IS NULL
                        RETURNING id)
        INSERT INTO staff_invitations (staff_id, token_hash, made_by, expires_at)
        SELECT id, %(token_hash)s, %(made_by)s, now() + %(lifetime)s
          FROM staff, (SELECT count(*) FROM before) AS first
         WHERE id = %(staff)s
        RETURNING expires_at
        """,
        staff=staff,
        token_hash=token_hash,
        made_by=made_by,
        lifetime=lifetime,
    )


async def find_invitation(conn: Connection, token_hash: bytes, *, holds: bool = False) -> Invitation | None:
    """An invitation that still works; `holds` keeps others from using it until the transaction ends."""
    return await fetch_optional(
        conn,
        Invitation,
        f"""
        SELECT i.id, i.staff_id, s.email, s.name, r.name AS role_name, i.totp_secret AS sealed_secret, i.expires_at,
               s.password_hash IS NOT NULL AS is_reset
          FROM staff_invitations i
          JOIN staff s ON s.id = i.staff_id AND s.removed_at IS NULL
          JOIN staff_roles r ON r.id = s.role_id
         WHERE i.token_hash = %(token_hash)s AND i.used_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()
         {"FOR UPDATE OF i, s" if holds else ""}
        """,
        token_hash=token_hash,
    )


async def keep_secret(conn: Connection, invitation: InvitationId, sealed: bytes) -> bytes:
    """Store the authenticator's secret where there is none yet, and return the one that is stored."""
    return await fetch_one(
        conn,
        bytes,
        """
        UPDATE staff_invitations SET totp_secret = coalesce(totp_secret, %(sealed)s) WHERE id = %(invitation)s
        RETURNING totp_secret
        """,
        invitation=invitation,
        sealed=sealed,
    )


async def use_invitation(
    conn: Connection,
    invitation: Invitation,
    *,
    password_hash: str,
    step: int,
    code_hashes: Sequence[bytes],
) -> None:
    """Give the person both factors, new recovery codes and no passkeys. The caller holds invitation and person."""
    await execute(
        conn,
        """
        WITH used AS (UPDATE staff_invitations SET used_at = now(), totp_secret = NULL WHERE id = %(invitation)s),
             passkeys AS (DELETE FROM staff_passkeys WHERE staff_id = %(staff)s)
        UPDATE staff SET password_hash = %(password_hash)s, totp_secret = %(secret)s, totp_step = %(step)s
         WHERE id = %(staff)s
        """,
        invitation=invitation.id,
        staff=invitation.staff_id,
        password_hash=password_hash,
        secret=invitation.sealed_secret,
        step=step,
    )
    await execute(
        conn, "DELETE FROM staff_recovery_codes WHERE staff_id = %(staff)s", staff=invitation.staff_id
    )
    await execute(
        conn,
        "INSERT INTO staff_recovery_codes (staff_id, code_hash) SELECT %(staff)s, unnest(%(hashes)s::bytea[])",
        staff=invitation.staff_id,
        hashes=list(code_hashes),
    )


async def vouch(conn: Connection, staff: StaffId) -> bool:
    """Let whoever used a link within seven days be a second person at once; False if the person is no newcomer."""
    changed = await execute(
        conn,
        """
        UPDATE staff_invitations SET vouched_at = now()
         WHERE staff_id = %(staff)s AND vouched_at IS NULL AND used_at > now() - interval '7 days'
        """,
        staff=staff,
    )
    return changed > 0


async def set_password(conn: Connection, staff: StaffId, password_hash: str) -> None:
    await execute(
        conn,
        "UPDATE staff SET password_hash = %(password_hash)s WHERE id = %(staff)s AND removed_at IS NULL",
        staff=staff,
        password_hash=password_hash,
    )


async def delete_old_challenges(conn: Connection) -> None:
    await execute(conn, "DELETE FROM staff_challenges WHERE expires_at < now()")

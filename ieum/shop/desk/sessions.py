"""Writes sessions of staff: they begin at a login, are touched while in use, and end."""

from typing import Literal

from ieum.shop.desk.types import StaffId, StaffSessionId
from ieum.shop.kernel.db import Connection, execute, fetch_optional

type EndReason = Literal["logout", "ended", "removed", "password", "link", "role"]


async def insert_session(
    conn: Connection,
    staff: StaffId,
    *,
    password_hash: str | None,
    token_hash: bytes,
    address: str,
    user_agent: str,
) -> StaffSessionId | None:
    """None where the person was removed or has another password meanwhile; without a hash a passkey was checked."""
    return await fetch_optional(
        conn,
        StaffSessionId,
        """
        INSERT INTO staff_sessions (staff_id, token_hash, address, user_agent)
        SELECT id, %(token_hash)s, %(address)s, %(user_agent)s
          FROM staff
         WHERE id = %(staff)s AND removed_at IS NULL AND password_hash IS NOT NULL
           AND (%(password_hash)s::text IS NULL OR password_hash = %(password_hash)s)
           FOR SHARE
        RETURNING id
        """,
        staff=staff,
        password_hash=password_hash,
        token_hash=token_hash,
        address=address,
        user_agent=user_agent,
    )


async def touch_session(conn: Connection, session: StaffSessionId) -> None:
    await execute(conn, "UPDATE staff_sessions SET seen_at = now() WHERE id = %(session)s", session=session)


async def end_sessions(
    conn: Connection,
    staff: StaffId,
    reason: EndReason,
    *,
    only: StaffSessionId | None = None,
    but: StaffSessionId | None = None,
) -> int:
    """End one session, or all but one; returns how many that were alive."""
    return await execute(
        conn,
        """
        UPDATE staff_sessions SET ended_at = now(), end_reason = %(reason)s
         WHERE staff_id = %(staff)s AND ended_at IS NULL
           AND (%(only)s::bigint IS NULL OR id = %(only)s) AND id IS DISTINCT FROM %(but)s::bigint
        """,
        staff=staff,
        reason=reason,
        only=only,
        but=but,
    )


async def end_session_of_token(conn: Connection, token_hash: bytes) -> StaffSessionId | None:
    return await fetch_optional(
        conn,
        StaffSessionId,
        """
        UPDATE staff_sessions SET ended_at = now(), end_reason = 'logout'
         WHERE token_hash = %(token_hash)s AND ended_at IS NULL
        RETURNING id
        """,
        token_hash=token_hash,
    )


async def end_all_sessions(conn: Connection) -> int:
    """Have everybody log in again; returns how many sessions have ended."""
    return await execute(
        conn, "UPDATE staff_sessions SET ended_at = now(), end_reason = 'ended' WHERE ended_at IS NULL"
    )

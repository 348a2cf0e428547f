"""Staff who see the shop as a member does (docs/decisions/0110): half an hour, in a cookie of its own, without tokens.

Whether a look goes on is asked at each request: it is over with the session, the role or the network of whoever looks,
and when the member is blocked, leaves, or ends all sessions.
"""

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from secrets import token_urlsafe

import msgspec

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.types import Look, MemberId

LONGEST = timedelta(minutes=30)


class NewLook(msgspec.Struct, frozen=True):
    token: str
    until: datetime


class SeenLook(msgspec.Struct, rename="camel"):
    """A look as its member sees it: when staff looked, and in which role."""

    started_at: datetime
    role: str


class OpenLook(Look, frozen=True):
    """A look that goes on, with its member."""

    member_id: MemberId


async def begin(
    conn: Connection, member: MemberId, *, staff_session: int, role: str, needs: Sequence[str]
) -> NewLook:
    """Begin a look in place of any other of the same session of the console."""
    await execute(
        conn,
        "UPDATE member_looks SET ended_at = now() WHERE staff_session_id = %(session)s AND ended_at IS NULL",
        session=staff_session,
    )
    token = token_urlsafe(32)
    until = await fetch_one(
        conn,
        datetime,
        """
        INSERT INTO member_looks (member_id, staff_session_id, role, needs, token_hash, expires_at)
        VALUES (%(member)s, %(session)s, %(role)s, %(needs)s, %(token_hash)s, now() + %(longest)s)
        RETURNING expires_at
        """,
        member=member,
        session=staff_session,
        role=role,
        needs=list(needs),
        token_hash=_hash(token),
        longest=LONGEST,
    )
    return NewLook(token, until)


async def find(conn: Connection, token: str, *, address: str) -> OpenLook | None:
    """None where it is over. Looking counts as use of the console's session, so its last use is not asked for."""
    return await fetch_optional(
        conn,
        OpenLook,
        """
        SELECT l.id, l.expires_at AS until, l.member_id
          FROM member_looks l
          JOIN members m ON m.id = l.member_id AND m.left_at IS NULL AND m.blocked_at IS NULL
          JOIN staff_sessions s ON s.id = l.staff_session_id AND s.ended_at IS NULL
                               AND s.started_at > now() - interval '12 hours'
          JOIN staff f ON f.id = s.staff_id AND f.removed_at IS NULL
          JOIN staff_roles r ON r.id = f.role_id AND (r.is_owner OR r.permissions @> l.needs)
         WHERE l.token_hash = %(token_hash)s AND l.ended_at IS NULL AND l.expires_at > now()
           AND (NOT EXISTS (SELECT FROM staff_networks)
                OR EXISTS (SELECT FROM staff_networks WHERE network >>= %(address)s::inet))
        """,
        token_hash=_hash(token),
        address=address,
    )


async def end(conn: Connection, token: str) -> MemberId | None:
    """End a look and return its member, also if the look was over; None if there is no such look."""
    return await fetch_optional(
        conn,
        MemberId,
        """
        UPDATE member_looks SET ended_at = coalesce(ended_at, now()) WHERE token_hash = %(token_hash)s
        RETURNING member_id
        """,
        token_hash=_hash(token),
    )


async def end_all_of(conn: Connection, member: MemberId) -> None:
    """End every look at a member's pages."""
    await execute(
        conn,
        "UPDATE member_looks SET ended_at = now() WHERE member_id = %(member)s AND ended_at IS NULL",
        member=member,
    )


async def list_of(conn: Connection, member: MemberId, *, limit: int) -> list[SeenLook]:
    """List the latest looks at a member's pages."""
    return await fetch_all(
        conn,
        SeenLook,
        """
        SELECT started_at, role FROM member_looks
         WHERE member_id = %(member)s ORDER BY started_at DESC, id DESC LIMIT %(limit)s
        """,
        member=member,
        limit=limit,
    )


def _hash(token: str) -> bytes:
    return hashlib.sha256(b"look:" + token.encode()).digest()

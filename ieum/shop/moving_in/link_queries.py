"""SQL of the links by which moved members choose their passwords."""

from datetime import datetime, timedelta
from typing import LiteralString

import msgspec

from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.types import MemberId
from ieum.shop.moving_in.types import Invited, Link

# The other shop as the import named it, of the member `m`; empty where it named none.
_CAME_FROM: LiteralString = """
    coalesce((SELECT r.came_from FROM moved_rows w JOIN moving_runs r ON r.id = w.run_id
               WHERE w.member_id = m.id AND w.kind = 'member' LIMIT 1), '') AS came_from
"""


class LinkCounts(msgspec.Struct):
    waiting: int
    used: int


async def lock_turn(conn: Connection) -> None:
    """Lock the mailing: one batch at a time, so that the number of an hour is not counted twice."""
    await execute(conn, "SELECT pg_advisory_xact_lock(7218)")


async def count_mailed(conn: Connection, *, within: timedelta) -> int:
    return await fetch_one(
        conn,
        int,
        "SELECT count(*) FROM moving_links WHERE mailed_at > now() - %(within)s::interval",
        within=within,
    )


async def count(conn: Connection, *, again_after: timedelta) -> LinkCounts:
    return await fetch_one(
        conn,
        LinkCounts,
        """
        SELECT count(*) FILTER (WHERE used_at IS NULL
                                  AND NOT EXISTS (SELECT FROM login_sessions s WHERE s.member_id = l.member_id)
                                  AND (mails = 0 OR mails = 1 AND mailed_at < now() - %(again)s::interval)) AS waiting,
               count(*) FILTER (WHERE used_at IS NOT NULL) AS used
          FROM moving_links l
        """,
        again=again_after,
    )


async def lock_invited(conn: Connection, *, again_after: timedelta, limit: int) -> list[Invited]:
    """Lock members who were never mailed, and then those who were mailed once and have not come."""
    return await fetch_all(
        conn,
        Invited,
        f"""
        SELECT l.member_id, m.login_id, m.name, m.email, l.mails,
               {_CAME_FROM}
          FROM moving_links l JOIN members m ON m.id = l.member_id
         WHERE l.used_at IS NULL AND m.left_at IS NULL
           -- Who has come by resetting the password needs no link.
           AND NOT EXISTS (SELECT FROM login_sessions s WHERE s.member_id = l.member_id)
           AND (l.mails = 0 OR l.mails = 1 AND l.mailed_at < now() - %(again)s::interval)
         ORDER BY l.mails, l.mailed_at, l.member_id
         LIMIT %(limit)s
           FOR UPDATE OF l SKIP LOCKED
        """,
        again=again_after,
        limit=limit,
    )


async def put(conn: Connection, member: MemberId, token_hash: bytes, *, expires_at: datetime) -> None:
    """In place of the one before, which stops working."""
    await execute(
        conn,
        """
        UPDATE moving_links
           SET token_hash = %(token)s, expires_at = %(expires)s, mails = mails + 1, mailed_at = now()
         WHERE member_id = %(member)s
        """,
        member=member,
        token=token_hash,
        expires=expires_at,
    )


async def take_back(conn: Connection, member: MemberId) -> None:
    """End the link that went to an address which is not the member's: another is mailed as if there had been none."""
    await execute(
        conn,
        "UPDATE moving_links SET token_hash = NULL, expires_at = NULL, mails = 0 WHERE member_id = %(member)s",
        member=member,
    )


async def find(conn: Connection, token_hash: bytes, *, lock: bool = False) -> Link | None:
    """None where there was never such a link, or a newer one was mailed, or its member has left."""
    if lock:
        await execute(
            conn, "SELECT 1 FROM moving_links WHERE token_hash = %(token)s FOR UPDATE", token=token_hash
        )
    return await fetch_optional(
        conn,
        Link,
        f"""
        SELECT l.member_id, m.login_id, m.name, m.email, m.phone, l.expires_at, l.used_at IS NOT NULL AS is_used,
               l.expires_at <= now() AS is_over, {_CAME_FROM}
          FROM moving_links l JOIN members m ON m.id = l.member_id AND m.left_at IS NULL
         WHERE l.token_hash = %(token)s
        """,
        token=token_hash,
    )


async def use(conn: Connection, member: MemberId) -> bool:
    """False where it was used already."""
    return await any_row(
        conn,
        "UPDATE moving_links SET used_at = now() WHERE member_id = %(member)s AND used_at IS NULL",
        member=member,
    )

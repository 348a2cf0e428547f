"""Members whom staff keep out: neither they nor their sub-ids have a session, or begin one, until that is lifted."""

from datetime import UTC, datetime
from functools import partial
from uuid import uuid4

from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_optional
from ieum.shop.kernel.errors import ShopError
from ieum.shop.members import looks, notices
from ieum.shop.members import queries as members
from ieum.shop.members.profile import queries as profile
from ieum.shop.members.security import queries as security
from ieum.shop.members.types import MemberId
from ieum.shop.messaging import member_templates as texts


class AlreadyBlocked(ShopError):
    code = "member_already_blocked"
    title = "이미 차단한 회원입니다"
    detail = "이미 차단한 회원입니다. 화면을 새로 고쳐 주세요."


class NotBlocked(ShopError):
    code = "member_not_blocked"
    title = "차단하지 않은 회원입니다"
    detail = "차단하지 않은 회원이거나 다른 사람이 먼저 해제했습니다. 화면을 새로 고쳐 주세요."


async def block(conn: Connection, member: MemberId, *, stopped: int) -> int:
    """End every session of the member and of their sub-ids, let nobody begin one, and mail the member.

    `stopped` of their recurring payments the caller has stopped before, whose locks come before the member's. Returns
    how many sessions ended. Raises AlreadyBlocked.
    """
    await profile.lock_sessions(conn, member)
    if await members.lock_member(conn, member) is None or not await _set_blocked(conn, member):
        raise AlreadyBlocked
    # Whoever was about to begin a session held the row until now: a statement of its own sees that session.
    ended = await _end_all_sessions(conn, member)
    await looks.end_all_of(conn, member)
    text = partial(texts.account_blocked, when=seoul.minute(datetime.now(UTC)), subscriptions=stopped)
    await notices.mail_member(conn, member, f"blocked:{member}:{uuid4().hex}", text)
    return ended


async def unblock(conn: Connection, member: MemberId) -> None:
    """Let them log in again, and mail them. Raises NotBlocked."""
    await members.lock_row(conn, member)
    since = await fetch_optional(
        conn,
        datetime,
        "SELECT blocked_at FROM members WHERE id = %(member)s AND blocked_at IS NOT NULL",
        member=member,
    )
    if since is None:
        raise NotBlocked
    await execute(
        conn,
        "UPDATE members SET blocked_at = NULL WHERE id = %(member)s OR owner_id = %(member)s",
        member=member,
    )
    await notices.mail_member(conn, member, f"unblocked:{member}:{uuid4().hex}", texts.account_unblocked)


async def end_sessions(conn: Connection, member: MemberId) -> int:
    """Log a member or sub-id out everywhere; returns from how many devices."""
    await profile.lock_sessions(conn, member)
    return len(await profile.end_sessions(conn, member, but=None))


async def reset_second_factor(conn: Connection, member: MemberId) -> int:
    """Turn the second factor off, log out everywhere, and mail the member; returns how many sessions ended.

    Passkeys stay: they are two factors themselves, and whoever pretends to be the member has none of them.
    """
    ended = await end_sessions(conn, member)
    await security.delete_secret(conn, member)
    text = partial(texts.second_factor_reset, when=seoul.minute(datetime.now(UTC)))
    await notices.mail_member(conn, member, f"security:reset:{uuid4().hex}", text)
    return ended


async def _set_blocked(conn: Connection, member: MemberId) -> bool:
    """False where they are blocked already. Sub-ids are locked in the order of their ids."""
    await fetch_all(
        conn,
        MemberId,
        "SELECT id FROM members WHERE owner_id = %(member)s ORDER BY id FOR NO KEY UPDATE",
        member=member,
    )
    changed = await fetch_all(
        conn,
        MemberId,
        """
        UPDATE members SET blocked_at = now()
         WHERE (id = %(member)s OR owner_id = %(member)s) AND blocked_at IS NULL
        RETURNING id
        """,
        member=member,
    )
    return member in changed


async def _end_all_sessions(conn: Connection, member: MemberId) -> int:
    return await execute(
        conn,
        """
        UPDATE login_sessions SET ended_at = now(), end_reason = 'revoked'
         WHERE member_id IN (SELECT id FROM members WHERE id = %(member)s OR owner_id = %(member)s)
           AND ended_at IS NULL AND expires_at > now()
        """,
        member=member,
    )

"""Rows of attempts, second factors and passkeys."""

from datetime import datetime

from ieum.shop.db import Connection, execute, fetch_optional
from ieum.shop.members.security.types import FORGOTTEN_AFTER, Charge, Credentials, Limit
from ieum.shop.members.types import MemberId


async def charge(conn: Connection, key: str, limit: Limit, *, now: datetime) -> Charge | None:
    """Count one more failure, unless this key is kept away now: then None.

    One statement, so that of a hundred at once only those that are free get through.
    """
    return await fetch_optional(
        conn,
        Charge,
        """
        INSERT INTO login_attempts AS a (key, failures, failed_at, blocked_until)
        VALUES (%(key)s, 1, %(now)s, %(now)s)
            ON CONFLICT (key) DO UPDATE
           SET (failures, failed_at, blocked_until) = (
               SELECT n, %(now)s::timestamptz, %(now)s::timestamptz
                      + make_interval(secs => CASE WHEN n < %(free)s THEN 0 ELSE
                            (%(delays)s::integer[])[least(floor(n - %(free)s)::integer + 1, %(steps)s)] END)
                 FROM (SELECT 1 + CASE WHEN a.failed_at <= %(now)s - %(forgotten)s::interval THEN 0 ELSE
                              greatest(0, a.failures - greatest(0, extract(epoch FROM %(now)s - a.failed_at))
                                                       / %(fade)s::double precision) END) AS standing (n))
         WHERE a.blocked_until <= %(now)s
        RETURNING failures, blocked_until
        """,
        key=key,
        now=now,
        free=limit.free,
        delays=list(limit.delays),
        steps=len(limit.delays),
        fade=limit.fade_seconds,
        forgotten=FORGOTTEN_AFTER,
    )


async def blocked_until(conn: Connection, key: str) -> datetime | None:
    return await fetch_optional(
        conn, datetime, "SELECT blocked_until FROM login_attempts WHERE key = %(key)s", key=key
    )


async def give_back(conn: Connection, key: str, charged: Charge, *, now: datetime) -> None:
    """It was no failure; what it blocked is open again, unless a later one blocks it."""
    await execute(
        conn,
        """
        UPDATE login_attempts
           SET failures = greatest(0, failures - 1),
               blocked_until = CASE WHEN blocked_until = %(blocked_until)s THEN %(now)s ELSE blocked_until END
         WHERE key = %(key)s
        """,
        key=key,
        blocked_until=charged.blocked_until,
        now=now,
    )


async def forget_failures(conn: Connection, key: str) -> None:
    await execute(conn, "DELETE FROM login_attempts WHERE key = %(key)s", key=key)


async def delete_old_attempts(conn: Connection) -> int:
    """Those that stand for nothing any more."""
    return await execute(
        conn,
        """
        DELETE FROM login_attempts WHERE failed_at < now() - %(forgotten)s::interval AND blocked_until < now()
        """,
        forgotten=FORGOTTEN_AFTER,
    )


async def find_credentials(conn: Connection, login_id: str) -> Credentials | None:
    return await fetch_optional(
        conn,
        Credentials,
        """
        SELECT m.id, m.password_hash, t.sealed_secret
          FROM members m
          LEFT JOIN totp_secrets t ON t.member_id = m.id AND t.confirmed_at IS NOT NULL
         WHERE m.login_id = %(login_id)s
        """,
        login_id=login_id,
    )


async def find_password_hash(conn: Connection, member: MemberId) -> str | None:
    return await fetch_optional(
        conn,
        str,
        "SELECT password_hash FROM members WHERE id = %(member)s AND left_at IS NULL",
        member=member,
    )


async def delete_factors(conn: Connection, member: MemberId) -> None:
    """Second factor, recovery codes and passkeys of who leaves."""
    await execute(conn, "DELETE FROM totp_secrets WHERE member_id = %(member)s", member=member)
    await execute(conn, "DELETE FROM recovery_codes WHERE member_id = %(member)s", member=member)
    await execute(conn, "DELETE FROM passkeys WHERE member_id = %(member)s", member=member)
    await execute(conn, "DELETE FROM passkey_challenges WHERE member_id = %(member)s", member=member)

"""Rows of attempts, second factors and passkeys."""

from datetime import datetime

from ieum.shop.kernel.db import Connection, execute, fetch_one, fetch_optional
from ieum.shop.members.security.types import (
    FORGOTTEN_AFTER,
    KNOWN_FOR,
    Account,
    Charge,
    Credentials,
    Factors,
    Limit,
    TotpSecret,
)
from ieum.shop.members.types import MemberId


async def charge(conn: Connection, key: str, limit: Limit, *, now: datetime) -> Charge | None:
    """Count one more failure, unless this key is kept away now: then None.

    One statement, so that of a hundred at once only those that are free get through. Where nothing
    is kept away, no moment is noted: the clocks of two servers, or two requests, are not in step.
    Half a failure less is as good as a whole one, so that what faded meanwhile frees no further try.
    """
    return await fetch_optional(
        conn,
        Charge,
        """
        INSERT INTO login_attempts AS a (key, failures, failed_at, blocked_until)
        VALUES (%(key)s, 1, %(now)s, '-infinity')
            ON CONFLICT (key) DO UPDATE
           SET (failures, failed_at, blocked_until) = (
               SELECT n, %(now)s::timestamptz,
                      CASE WHEN n < %(free)s - 0.5 THEN '-infinity' ELSE %(now)s::timestamptz + make_interval(
                          secs => (%(delays)s::integer[])[least(floor(n - %(free)s + 0.5)::integer + 1, %(steps)s)]) END
                 FROM (SELECT 1 + CASE WHEN a.failed_at <= %(now)s - %(forgotten)s::interval THEN 0 ELSE
                              greatest(0, a.failures - greatest(0, extract(epoch FROM %(now)s - a.failed_at))
                                                       / %(fade)s::double precision) END) AS standing (n))
         WHERE a.blocked_until <= %(now)s
        RETURNING failures, nullif(blocked_until, '-infinity') AS blocked_until, succeeded_at
        """,
        key=key,
        now=now,
        free=limit.free,
        delays=list(limit.delays),
        steps=len(limit.delays),
        fade=limit.fade_seconds,
        forgotten=FORGOTTEN_AFTER,
    )


async def find_block(conn: Connection, key: str, *, now: datetime) -> datetime | None:
    """Until when this key is kept away; None where it is not, or no more."""
    return await fetch_optional(
        conn,
        datetime,
        "SELECT blocked_until FROM login_attempts WHERE key = %(key)s AND blocked_until > %(now)s",
        key=key,
        now=now,
    )


async def give_back(conn: Connection, key: str, charged: Charge) -> None:
    """It was no failure; what it blocked is open again, unless a later one blocks it."""
    await execute(
        conn,
        """
        UPDATE login_attempts
           SET failures = greatest(0, failures - 1),
               blocked_until = CASE WHEN blocked_until = %(blocked_until)s THEN '-infinity' ELSE blocked_until END
         WHERE key = %(key)s
        """,
        key=key,
        blocked_until=charged.blocked_until,
    )


async def settle_success(conn: Connection, account_key: str, network_key: str, charged: Charge) -> None:
    """All of the account's, and of its network's the one that this attempt was charged with."""
    await execute(
        conn,
        """
        WITH forgotten AS (DELETE FROM login_attempts WHERE key = %(account_key)s)
        UPDATE login_attempts
           SET failures = greatest(0, failures - 1), succeeded_at = now(),
               blocked_until = CASE WHEN blocked_until = %(blocked_until)s THEN '-infinity' ELSE blocked_until END
         WHERE key = %(network_key)s
        """,
        account_key=account_key,
        network_key=network_key,
        blocked_until=charged.blocked_until,
    )


async def forget_failures(conn: Connection, key: str) -> None:
    await execute(conn, "DELETE FROM login_attempts WHERE key = %(key)s", key=key)


async def delete_old_attempts(conn: Connection) -> int:
    """Those that stand for nothing any more."""
    return await execute(
        conn,
        """
        DELETE FROM login_attempts
         WHERE failed_at < now() - %(forgotten)s::interval AND blocked_until < now()
           AND (succeeded_at IS NULL OR succeeded_at < now() - %(known_for)s::interval)
        """,
        forgotten=FORGOTTEN_AFTER,
        known_for=KNOWN_FOR,
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


async def find_account(conn: Connection, member: MemberId) -> Account | None:
    """None where they have just left."""
    return await fetch_optional(
        conn,
        Account,
        "SELECT login_id, customer_key FROM members WHERE id = %(member)s AND left_at IS NULL",
        member=member,
    )


async def get_factors(conn: Connection, member: MemberId) -> Factors:
    return await fetch_one(
        conn,
        Factors,
        """
        SELECT EXISTS (SELECT 1 FROM totp_secrets WHERE member_id = %(member)s AND confirmed_at IS NOT NULL) AS totp,
               (SELECT count(*) FROM recovery_codes WHERE member_id = %(member)s) AS recovery_codes_left
        """,
        member=member,
    )


async def insert_secret(conn: Connection, member: MemberId, sealed_secret: bytes) -> bool:
    """In place of one that was never confirmed; False where one is in use."""
    return (
        await execute(
            conn,
            """
            INSERT INTO totp_secrets AS t (member_id, sealed_secret) VALUES (%(member)s, %(sealed)s)
                ON CONFLICT (member_id) DO UPDATE
               SET sealed_secret = excluded.sealed_secret, created_at = now(), last_step = 0
             WHERE t.confirmed_at IS NULL
            """,
            member=member,
            sealed=sealed_secret,
        )
        == 1
    )


async def lock_secret(conn: Connection, member: MemberId) -> TotpSecret | None:
    return await fetch_optional(
        conn,
        TotpSecret,
        """
        SELECT sealed_secret, confirmed_at IS NOT NULL AS confirmed
          FROM totp_secrets WHERE member_id = %(member)s FOR UPDATE
        """,
        member=member,
    )


async def confirm_secret(conn: Connection, member: MemberId, step: int) -> None:
    """The code that confirms it is spent with that."""
    await execute(
        conn,
        "UPDATE totp_secrets SET confirmed_at = now(), last_step = %(step)s WHERE member_id = %(member)s",
        member=member,
        step=step,
    )


async def spend_step(conn: Connection, member: MemberId, step: int) -> bool:
    """False where this code, or a later one, was spent before: of two at once one gets it."""
    return (
        await execute(
            conn,
            """
            UPDATE totp_secrets SET last_step = %(step)s
             WHERE member_id = %(member)s AND confirmed_at IS NOT NULL AND last_step < %(step)s
            """,
            member=member,
            step=step,
        )
        == 1
    )


async def delete_secret(conn: Connection, member: MemberId) -> bool:
    """With its recovery codes. Whether it was in use."""
    await execute(conn, "DELETE FROM recovery_codes WHERE member_id = %(member)s", member=member)
    return (
        await fetch_optional(
            conn,
            bool,
            "DELETE FROM totp_secrets WHERE member_id = %(member)s RETURNING confirmed_at IS NOT NULL",
            member=member,
        )
        is True
    )


async def replace_recovery_codes(conn: Connection, member: MemberId, hashes: list[bytes]) -> None:
    await execute(conn, "DELETE FROM recovery_codes WHERE member_id = %(member)s", member=member)
    await execute(
        conn,
        """
        INSERT INTO recovery_codes (member_id, code_hash) SELECT %(member)s, unnest(%(hashes)s::bytea[])
        """,
        member=member,
        hashes=hashes,
    )


async def spend_recovery_code(conn: Connection, member: MemberId, code_hash: bytes) -> bool:
    """Gone with that: of two at once one gets it."""
    return (
        await execute(
            conn,
            "DELETE FROM recovery_codes WHERE member_id = %(member)s AND code_hash = %(code_hash)s",
            member=member,
            code_hash=code_hash,
        )
        == 1
    )


async def delete_unconfirmed_secrets(conn: Connection) -> int:
    return await execute(
        conn,
        "DELETE FROM totp_secrets WHERE confirmed_at IS NULL AND created_at < now() - interval '1 day'",
    )

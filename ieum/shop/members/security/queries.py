"""SQL of login attempts and second factors."""

from datetime import datetime

from ieum.shop.kernel.db import Connection, any_row, execute, fetch_one, fetch_optional
from ieum.shop.kernel.sealed_columns import SealedColumn
from ieum.shop.members.security.types import (
    FORGOTTEN_AFTER,
    FORMER_NAME_KEPT_FOR,
    KNOWN_FOR,
    Charge,
    Credentials,
    Limit,
    Security,
    TotpSecret,
)
from ieum.shop.members.types import MemberId


async def charge(conn: Connection, key: str, limit: Limit, *, now: datetime) -> Charge | None:
    """Count an attempt against this key as a failure in advance; None where the key is blocked now.

    One statement, so that of a hundred attempts at once only the free ones get through. A key that is not blocked has
    `-infinity` and not a time, because the clocks of two servers differ. A count within half a failure of the limit
    counts as full, so that the little that has faded meanwhile does not free another attempt.
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
    """Until when this key is blocked; None where it is not."""
    return await fetch_optional(
        conn,
        datetime,
        "SELECT blocked_until FROM login_attempts WHERE key = %(key)s AND blocked_until > %(now)s",
        key=key,
        now=now,
    )


async def give_back(conn: Connection, key: str, charged: Charge) -> None:
    """Take back one charge, and lift the block that it caused, unless a later one has renewed that."""
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


async def has_logged_in_from(conn: Connection, login_id: str, network: str) -> bool:
    """Tell whether this id's member lately logged in from this network, in a session that nobody had to end."""
    return await any_row(
        conn,
        """
        SELECT 1 FROM members m
          JOIN login_sessions s ON s.member_id = m.id
         WHERE m.login_id = %(login_id)s AND s.started_at > now() - %(known_for)s::interval
           AND s.ip_address <<= %(network)s::inet AND (s.end_reason IS NULL OR s.end_reason = 'logout')
         LIMIT 1
        """,
        login_id=login_id,
        network=network,
        known_for=KNOWN_FOR,
    )


async def settle_success(
    conn: Connection, account_key: str, network_key: str, charged: Charge | None
) -> None:
    """After a success: forget all failures of the account, and take back what this attempt charged to the network."""
    await execute(
        conn,
        """
        WITH forgotten AS (DELETE FROM login_attempts WHERE key = %(account_key)s)
        UPDATE login_attempts
           SET failures = greatest(0, failures - %(charges)s), succeeded_at = now(),
               blocked_until = CASE WHEN blocked_until = %(blocked_until)s THEN '-infinity' ELSE blocked_until END
         WHERE key = %(network_key)s
        """,
        account_key=account_key,
        network_key=network_key,
        charges=1 if charged else 0,
        blocked_until=charged and charged.blocked_until,
    )


async def forget_failures(conn: Connection, key: str) -> None:
    await execute(conn, "DELETE FROM login_attempts WHERE key = %(key)s", key=key)


async def delete_old(conn: Connection) -> None:
    """Delete attempts that neither count nor make a network known, what was not completed, and old names."""
    await execute(
        conn,
        """
        WITH challenges AS (DELETE FROM passkey_challenges WHERE expires_at < now()),
             secrets AS (DELETE FROM totp_secrets
                          WHERE confirmed_at IS NULL AND created_at < now() - interval '1 day'),
             names AS (DELETE FROM former_names WHERE changed_at < now() - %(name_kept)s::interval)
        DELETE FROM login_attempts
         WHERE failed_at < now() - %(forgotten)s::interval AND blocked_until < now()
           AND (succeeded_at IS NULL OR succeeded_at < now() - %(known_for)s::interval)
        """,
        forgotten=FORGOTTEN_AFTER,
        known_for=KNOWN_FOR,
        name_kept=FORMER_NAME_KEPT_FOR,
    )


async def find_credentials(conn: Connection, login_id: str) -> Credentials | None:
    return await fetch_optional(
        conn,
        Credentials,
        """
        SELECT m.id, m.owner_id, m.password_hash, t.sealed_secret,
               m.suspended_at IS NOT NULL OR coalesce(m.access_ends_at <= now(), false) AS withheld,
               m.blocked_at IS NOT NULL AS blocked
          FROM members m
          LEFT JOIN totp_secrets t ON t.member_id = m.id AND t.confirmed_at IS NOT NULL
         WHERE m.login_id = %(login_id)s AND m.removed_at IS NULL
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


async def get_security(conn: Connection, member: MemberId) -> Security:
    """Passkeys come oldest first."""
    return await fetch_one(
        conn,
        Security,
        """
        SELECT EXISTS (SELECT 1 FROM totp_secrets WHERE member_id = %(member)s AND confirmed_at IS NOT NULL) AS totp,
               (SELECT count(*) FROM recovery_codes WHERE member_id = %(member)s) AS recovery_codes_left,
               ARRAY(SELECT json_build_object('id', id, 'name', name, 'createdAt', created_at,
                                              'lastUsedAt', last_used_at)
                       FROM passkeys WHERE member_id = %(member)s ORDER BY id) AS passkeys
        """,
        member=member,
    )


async def delete_passkeys(conn: Connection, member: MemberId) -> None:
    """Delete all passkeys, and what would add another one."""
    await execute(
        conn,
        """
        WITH challenges AS (DELETE FROM passkey_challenges WHERE member_id = %(member)s)
        DELETE FROM passkeys WHERE member_id = %(member)s
        """,
        member=member,
    )


SEALED = SealedColumn("totp_secrets", "sealed_secret", row="member_id::text", id="member_id")


async def insert_secret(conn: Connection, member: MemberId, sealed_secret: bytes) -> bool:
    """Store a secret in place of an unconfirmed one; False where one is in use."""
    return await any_row(
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
    """Turn the second factor on; the code that confirmed it cannot be used again."""
    await execute(
        conn,
        "UPDATE totp_secrets SET confirmed_at = now(), last_step = %(step)s WHERE member_id = %(member)s",
        member=member,
        step=step,
    )


async def spend_step(conn: Connection, member: MemberId, step: int) -> bool:
    """False where this code, or a later one, was used before, also by a request at the same moment."""
    return await any_row(
        conn,
        """
        UPDATE totp_secrets SET last_step = %(step)s
         WHERE member_id = %(member)s AND confirmed_at IS NOT NULL AND last_step < %(step)s
        """,
        member=member,
        step=step,
    )


async def delete_secret(conn: Connection, member: MemberId) -> bool:
    """Delete the secret and its recovery codes; returns whether the second factor was in use."""
    row = await fetch_optional(
        conn,
        bool,
        """
        WITH codes AS (DELETE FROM recovery_codes WHERE member_id = %(member)s)
        DELETE FROM totp_secrets WHERE member_id = %(member)s RETURNING confirmed_at IS NOT NULL
        """,
        member=member,
    )
    return row is True


async def replace_recovery_codes(conn: Connection, member: MemberId, hashes: list[bytes]) -> None:
    await execute(
        conn,
        """
        WITH old AS (DELETE FROM recovery_codes WHERE member_id = %(member)s)
        INSERT INTO recovery_codes (member_id, code_hash) SELECT %(member)s, unnest(%(hashes)s::bytea[])
        """,
        member=member,
        hashes=hashes,
    )


async def spend_recovery_code(conn: Connection, member: MemberId, code_hash: bytes) -> bool:
    """Delete the code, so that it works once; False where there is none like it."""
    return await any_row(
        conn,
        "DELETE FROM recovery_codes WHERE member_id = %(member)s AND code_hash = %(code_hash)s",
        member=member,
        code_hash=code_hash,
    )

"""SQL of verifications and verified identities."""

from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from msgspec.structs import asdict

from ieum.shop.kernel.db import Connection, execute, fetch_one, fetch_optional
from ieum.shop.members.types import MemberId
from ieum.shop.members.verification.types import (
    CountedTry,
    Counts,
    NewVerification,
    Recent,
    SpentVerification,
    VerificationState,
)


async def lock_limits(conn: Connection, *, network: str, target: str | None) -> None:
    """Let requests for the same network or target wait for one another until the transaction ends.

    Count in a later statement, because a statement that waited still sees the tables as before the wait.
    """
    await execute(
        conn,
        """
        SELECT pg_advisory_xact_lock(hashtextextended(%(network)s, 7211)),
               pg_advisory_xact_lock(hashtextextended(%(target)s, 7212))
        """,
        network=network,
        target=target,
    )


async def list_recent(conn: Connection, new: NewVerification, *, network: str, counts: Counts) -> Recent:
    """The newest requests, as many as the limits of `rules` need; `counts` says which of the target's those are.

    Of all networks together, those for other spellings of a mailbox count as well.
    """
    return await fetch_one(
        conn,
        Recent,
        """
        SELECT clock_timestamp() AS now,
               ARRAY(SELECT created_at FROM verifications
                      WHERE target = %(target)s AND channel <> 'identity' AND created_at > now() - interval '1 day'
                        AND purpose = ANY(%(purposes)s) AND network = %(network)s::cidr
                      ORDER BY created_at DESC LIMIT 10) AS of_target,
               ARRAY(SELECT created_at FROM verifications
                      WHERE mailbox = %(mailbox)s AND channel <> 'identity' AND created_at > now() - interval '1 day'
                        AND purpose = ANY(%(purposes)s) AND %(anywhere)s
                      ORDER BY created_at DESC LIMIT 30) AS of_target_anywhere,
               ARRAY(SELECT created_at FROM verifications
                      WHERE target = %(target)s AND channel <> 'identity' AND created_at > now() - interval '1 day'
                        AND purpose = ANY(%(pausing)s) AND (%(anywhere)s OR network = %(network)s::cidr)
                      ORDER BY created_at DESC LIMIT 1) AS pausing,
               ARRAY(SELECT created_at FROM verifications
                      WHERE network = %(network)s::cidr AND created_at > now() - interval '1 day'
                      ORDER BY created_at DESC LIMIT 100) AS of_network
        """,
        network=network,
        target=new.target,
        mailbox=new.mailbox,
        purposes=list(counts.purposes),
        pausing=list(counts.pausing),
        anywhere=counts.anywhere,
    )


async def insert_verification(conn: Connection, new: NewVerification, *, network: str) -> datetime:
    """Returns the moment at which the verification expires."""
    return await fetch_one(
        conn,
        datetime,
        """
        INSERT INTO verifications (id, channel, purpose, target, mailbox, network, code_hash, expires_at)
        VALUES (%(id)s, %(channel)s, %(purpose)s, %(target)s, %(mailbox)s, %(network)s::cidr, %(code_hash)s,
                clock_timestamp() + %(lifetime)s)
        RETURNING expires_at
        """,
        network=network,
        mailbox=new.mailbox,
        **asdict(new),
    )


async def count_try(
    conn: Connection, verification: UUID, *, purposes: Collection[str], limit: int, identity: bool = False
) -> CountedTry | None:
    """Count a try before its code is compared, so that many tries at once cannot exceed the limit.

    Locks the row until the transaction ends. None where no try is left, the time is over, the verification was
    confirmed before, or there is no such row.
    """
    return await fetch_optional(
        conn,
        CountedTry,
        """
        UPDATE verifications SET tries = tries + 1
         WHERE id = %(id)s AND purpose = ANY(%(purposes)s) AND (channel = 'identity') = %(identity)s
           AND tries < %(limit)s AND expires_at > clock_timestamp() AND spent_at IS NULL
           AND (verified_at IS NULL OR %(identity)s)
        RETURNING code_hash, tries
        """,
        id=verification,
        purposes=list(purposes),
        identity=identity,
        limit=limit,
    )


async def find_state(
    conn: Connection, verification: UUID, *, purposes: Collection[str]
) -> VerificationState | None:
    return await fetch_optional(
        conn,
        VerificationState,
        """
        SELECT expires_at <= clock_timestamp() AS over, verified_at IS NOT NULL AS verified
          FROM verifications
         WHERE id = %(id)s AND purpose = ANY(%(purposes)s)
        """,
        id=verification,
        purposes=list(purposes),
    )


async def mark_verified(
    conn: Connection,
    verification: UUID,
    *,
    valid_for: timedelta,
    phone: str | None = None,
    person_hash: bytes | None = None,
) -> datetime | None:
    """Returns the moment until which it can be used, the same at every call; None where it was used meanwhile.

    `phone` and `person_hash` are what the identity provider found out.
    """
    return await fetch_optional(
        conn,
        datetime,
        """
        UPDATE verifications
           SET target = coalesce(%(phone)s, target), person_hash = %(person_hash)s,
               verified_at = coalesce(verified_at, clock_timestamp()),
               valid_until = coalesce(valid_until, clock_timestamp() + %(valid_for)s)
         WHERE id = %(id)s AND spent_at IS NULL
        RETURNING valid_until
        """,
        id=verification,
        valid_for=valid_for,
        phone=phone,
        person_hash=person_hash,
    )


async def spend(conn: Connection, verification: UUID, *, purpose: str) -> SpentVerification | None:
    """Use the verification up and return what it proves; None where it is unconfirmed, expired or used already."""
    return await fetch_optional(
        conn,
        SpentVerification,
        """
        UPDATE verifications SET spent_at = clock_timestamp()
         WHERE id = %(id)s AND purpose = %(purpose)s AND spent_at IS NULL
           AND verified_at IS NOT NULL AND valid_until > clock_timestamp()
        RETURNING channel, target
        """,
        id=verification,
        purpose=purpose,
    )


async def insert_identity(conn: Connection, member: MemberId, verification: UUID) -> None:
    """Inserts nothing for a verification by code."""
    await execute(
        conn,
        """
        INSERT INTO member_identities (member_id, person_hash, verified_at)
        SELECT %(member)s, person_hash, verified_at FROM verifications
         WHERE id = %(id)s AND person_hash IS NOT NULL
        """,
        member=member,
        id=verification,
    )


async def delete_old(conn: Connection, *, older_than: timedelta) -> None:
    """Delete rows that no limit counts any more; nothing else needs them for longer."""
    await execute(conn, "DELETE FROM verifications WHERE created_at < now() - %(age)s", age=older_than)

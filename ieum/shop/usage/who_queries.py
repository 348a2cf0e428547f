"""Queries on who had an address at a time, and on who asked."""

from collections.abc import Sequence
from datetime import datetime

from ieum.shop.kernel.db import Connection, fetch_all, fetch_one, fetch_optional
from ieum.shop.services.types import CONNECTED_SECONDS
from ieum.shop.usage.types import HeldLease, Looked, Question, UsedSession


async def list_leases(conn: Connection, address: str, *, since: datetime, until: datetime) -> list[HeldLease]:
    """The leases of the address in this time, tails included. At the moment of a change, the new holder is named."""
    return await fetch_all(
        conn,
        HeldLease,
        """
        SELECT l.service_id, s.member_id, m.login_id, m.name, l.active_at, l.left_at, l.tail_until, l.ended_at
          FROM exit_addresses e
          JOIN leases l ON l.address_id = e.id
          JOIN services s ON s.id = l.service_id
          JOIN members m ON m.id = s.member_id
         WHERE e.address = %(address)s::inet AND l.active_at < %(until)s
           AND (l.ended_at IS NULL OR l.ended_at > %(since)s)
         ORDER BY l.active_at, l.id
        """,
        address=address,
        since=since,
        until=until,
    )


async def list_sessions(
    conn: Connection, address: str, *, since: datetime, until: datetime
) -> list[UsedSession]:
    """The sessions that left by the address in this time, those that still run among them.

    A session ends with its month in Seoul, so that only the months of this time are read.
    """
    return await fetch_all(
        conn,
        UsedSession,
        """
        WITH used AS (
            SELECT device_id, service_id, client, began_at, ended_at
              FROM usage_sessions
             WHERE exit_address = %(address)s::inet
               AND began_at >= date_trunc('month', %(since)s::timestamptz, 'Asia/Seoul') AND began_at < %(until)s
               AND ended_at > %(since)s
             UNION ALL
            SELECT u.device_id, d.service_id, u.session_client, u.session_began_at,
                   CASE WHEN u.last_handshake_at < now() - make_interval(secs => %(silence)s)
                        THEN u.last_handshake_at + make_interval(secs => %(silence)s) END
              FROM device_usage u JOIN devices d ON d.id = u.device_id
             WHERE u.session_exit = %(address)s::inet AND u.session_began_at < %(until)s
               AND u.last_handshake_at + make_interval(secs => %(silence)s) > %(since)s
        )
        SELECT u.device_id, u.service_id, s.member_id, m.login_id, m.name, d.made_by AS sub_id,
               b.login_id AS sub_login_id, u.client, u.began_at, u.ended_at
          FROM used u
          JOIN services s ON s.id = u.service_id
          JOIN members m ON m.id = s.member_id
          LEFT JOIN devices d ON d.id = u.device_id
          LEFT JOIN members b ON b.id = d.made_by
         ORDER BY u.began_at, u.device_id
        """,
        address=address,
        since=since,
        until=until,
        silence=CONNECTED_SECONDS,
    )


async def insert_lookup(conn: Connection, asked: Question, services: Sequence[int]) -> int:
    return await fetch_one(
        conn,
        int,
        """
        INSERT INTO address_lookups (asked_by, reason, address, since, until, clients_opened, services)
        VALUES (%(by)s, %(reason)s, %(address)s, %(since)s, %(until)s, %(opened)s, %(services)s)
        RETURNING id
        """,
        by=asked.by,
        reason=asked.reason,
        address=asked.address,
        since=asked.since,
        until=asked.until,
        opened=asked.opens_clients,
        services=list(services),
    )


async def find_lookup(conn: Connection, lookup: int) -> Looked | None:
    return await fetch_optional(
        conn,
        Looked,
        "SELECT host(address) AS address, since, until FROM address_lookups WHERE id = %(lookup)s",
        lookup=lookup,
    )

"""Queries that check the log against itself and against the leases."""

from collections.abc import AsyncGenerator
from datetime import date, datetime

from ieum.shop.address_log.check_types import Promised, Told, Unwritten
from ieum.shop.address_log.types import Day
from ieum.shop.kernel.db import Connection, fetch_all, fetch_optional, stream

# So many rows of the log are in memory at a time.
ROWS = 2000


async def find_begin(conn: Connection) -> datetime | None:
    return await fetch_optional(
        conn, datetime, "SELECT began_at FROM address_log_reading WHERE began_at IS NOT NULL"
    )


async def list_days(conn: Connection, only: date | None) -> list[Day]:
    """All days, or the one and the day before it, in their order."""
    return await fetch_all(
        conn,
        Day,
        """
        SELECT day, previous, entry_count, head, key_id, signature, destroyed_at
          FROM address_log_days
         WHERE %(only)s::date IS NULL OR day BETWEEN %(only)s::date - 1 AND %(only)s::date
         ORDER BY day
        """,
        only=only,
    )


def stream_day(conn: Connection, day: date, *, gone_before: datetime) -> AsyncGenerator[list[Told]]:
    """The entries of a day in their order, each compared with its lease, some at a time; in a transaction.

    A lease may be gone where it ended before `gone_before`, and the log's name for its service with it.
    """
    return stream(
        conn,
        Told,
        """
        SELECT e.day, e.index, e.lease_id, e.event, e.at, e.written_at, host(e.address) AS address, e.service, e.salt,
               e.hash,
               CASE WHEN l.id IS NULL AND e.at < %(gone_before)s THEN NULL
                    WHEN l.id IS NULL THEN 'the lease is gone'
                    WHEN CASE e.event WHEN 'leased' THEN l.cause = 'order' AND l.active_at = e.at
                                      WHEN 'changed' THEN l.cause <> 'order' AND l.active_at = e.at
                                      WHEN 'left' THEN l.left_at = e.at
                                      ELSE l.ended_at = e.at END IS NOT TRUE
                         THEN format('the lease says %%s',
                                     coalesce(to_char(CASE e.event WHEN 'left' THEN l.left_at
                                                                   WHEN 'released' THEN l.ended_at
                                                                   ELSE l.active_at END AT TIME ZONE 'UTC',
                                                      'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'nothing of it')
                                     || CASE WHEN e.event IN ('leased', 'changed') THEN ', ' || coalesce(l.cause, '-')
                                             ELSE '' END)
                    WHEN x.address <> e.address THEN 'the lease is of ' || host(x.address)
                    WHEN n.name IS DISTINCT FROM e.service THEN 'the lease is of another service' END AS differs
          FROM address_log_entries e
          LEFT JOIN leases l ON l.id = e.lease_id
          LEFT JOIN exit_addresses x ON x.id = l.address_id
          LEFT JOIN address_log_services n ON n.service_id = l.service_id
         WHERE e.day = %(day)s
         ORDER BY e.index
        """,
        size=ROWS,
        day=day,
        gone_before=gone_before,
    )


async def find_unwritten(conn: Connection, *, before: datetime) -> Unwritten | None:
    """The earliest thing that a lease tells of the time before, and the log does not."""
    return await fetch_optional(
        conn,
        Unwritten,
        """
        SELECT f.lease_id, f.event, f.at
          FROM fixed_address_events f
         WHERE f.at < %(before)s
           AND NOT EXISTS (SELECT FROM address_log_entries e WHERE e.lease_id = f.lease_id AND e.event = f.event)
         ORDER BY f.at, f.lease_id, f.event
         LIMIT 1
        """,
        before=before,
    )


async def find_broken_promise(conn: Connection) -> Promised | None:
    """The earliest place of an entry that a certificate has, and the log has another there, or none.

    Of a destroyed day nothing is left to compare.
    """
    return await fetch_optional(
        conn,
        Promised,
        """
        SELECT p.day, p.index
          FROM certificate_versions v
         CROSS JOIN LATERAL (SELECT convert_from(v.document, 'UTF8')::jsonb -> 'log' AS log) d
         CROSS JOIN LATERAL (SELECT (d.log ->> 'day')::date AS day, (d.log ->> 'index')::integer AS index) p
          LEFT JOIN address_log_days g ON g.day = p.day
          LEFT JOIN address_log_entries e ON e.day = p.day AND e.index = p.index
         WHERE p.day IS NOT NULL AND g.destroyed_at IS NULL
           AND encode(e.hash, 'hex') IS DISTINCT FROM d.log ->> 'hash'
         ORDER BY p.day, p.index LIMIT 1
        """,
    )

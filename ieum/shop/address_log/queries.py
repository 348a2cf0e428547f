"""Queries of the job that writes the log, and of what is published of it."""

from collections.abc import Sequence
from datetime import date, datetime

import msgspec

from ieum.shop.address_log.types import Day, Entry, Event, ServiceName
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one, fetch_optional


class Reading(msgspec.Struct):
    """Since when there is a log, and how far the leases have been read; None before the first run."""

    began_at: datetime | None
    read_until: datetime | None


class _Named(msgspec.Struct):
    service_id: int
    name: ServiceName


async def lock_reading(conn: Connection) -> Reading | None:
    """Take the turn to write the log, until the transaction ends; None where somebody else has it."""
    return await fetch_optional(
        conn, Reading, "SELECT began_at, read_until FROM address_log_reading FOR UPDATE SKIP LOCKED"
    )


async def set_began_at(conn: Connection, at: datetime) -> None:
    await execute(conn, "UPDATE address_log_reading SET began_at = %(at)s", at=at)


async def set_read_until(conn: Connection, until: datetime) -> None:
    await execute(conn, "UPDATE address_log_reading SET read_until = %(until)s", until=until)


async def find_horizon(conn: Connection) -> datetime:
    """Return when the oldest transaction began that still runs; now if there is no other.

    Whatever is committed from now on happened at that moment or later, because `now()` in a transaction is its begin.
    The caller reads the leases in a statement after this one.
    """
    return await fetch_one(
        conn,
        datetime,
        """
        SELECT coalesce(min(xact_start), now()) FROM pg_stat_activity
         WHERE datname = current_database() AND backend_type = 'client backend'
        """,
    )


async def find_bound(conn: Connection, *, after: datetime | None, number: int) -> datetime | None:
    """Until when there are so many leases that began, were left, or ended after this; None where there are fewer.

    So a batch reads its own leases only, not all that are left to be read.
    """
    return await fetch_optional(
        conn,
        datetime,
        """
        WITH after AS MATERIALIZED (SELECT coalesce(%(after)s::timestamptz, '-infinity') AS at)
        SELECT at FROM (
            (SELECT active_at AS at FROM leases
              WHERE cause NOT IN ('button', 'timer', 'reconnect', 'link') AND active_at IS NOT NULL
                AND active_at > (SELECT at FROM after)
              ORDER BY active_at OFFSET %(number)s LIMIT 1)
             UNION ALL
            (SELECT left_at FROM leases
              WHERE cause NOT IN ('button', 'timer', 'reconnect', 'link') AND left_at IS NOT NULL
                AND left_at IS DISTINCT FROM ended_at AND left_at > (SELECT at FROM after)
              ORDER BY left_at OFFSET %(number)s LIMIT 1)
             UNION ALL
            (SELECT ended_at FROM leases
              WHERE cause NOT IN ('button', 'timer', 'reconnect', 'link') AND ended_at IS NOT NULL
                AND ended_at > (SELECT at FROM after)
              ORDER BY ended_at OFFSET %(number)s LIMIT 1)) bounds
         ORDER BY at LIMIT 1
        """,
        after=after,
        number=number,
    )


async def list_unwritten(conn: Connection, *, since: datetime | None, until: datetime | None) -> list[Event]:
    """List what has happened from then to then, both included, and is not in the log, the earliest first."""
    return await fetch_all(
        conn,
        Event,
        """
        SELECT f.lease_id, f.service_id, host(f.address) AS address, f.event, f.at
          FROM fixed_address_events f
         WHERE f.at >= coalesce(%(since)s::timestamptz, '-infinity')
           AND f.at <= coalesce(%(until)s::timestamptz, 'infinity')
           AND NOT EXISTS (SELECT FROM address_log_entries e WHERE e.lease_id = f.lease_id AND e.event = f.event)
         ORDER BY f.at, f.lease_id, f.event
        """,
        since=since,
        until=until,
    )


async def name_services(conn: Connection, services: Sequence[int]) -> dict[int, ServiceName]:
    """The names of these services in the log; those that have none get one."""
    await execute(
        conn,
        """
        INSERT INTO address_log_services (service_id)
        SELECT DISTINCT id FROM unnest(%(services)s::bigint[]) AS s (id)
        ON CONFLICT DO NOTHING
        """,
        services=list(services),
    )
    named = await fetch_all(
        conn,
        _Named,
        "SELECT service_id, name FROM address_log_services WHERE service_id = ANY(%(services)s)",
        services=list(services),
    )
    return {one.service_id: one.name for one in named}


async def insert_entries(conn: Connection, entries: Sequence[Entry]) -> None:
    """All of one day, in one statement."""
    await execute(
        conn,
        """
        INSERT INTO address_log_entries (day, index, lease_id, event, at, written_at, address, service, salt, hash)
        SELECT %(day)s, index, lease_id, event, at, %(written_at)s, address, service, salt, hash
          FROM unnest(%(indexes)s::integer[], %(leases)s::bigint[], %(events)s::text[], %(at)s::timestamptz[],
                      %(addresses)s::inet[], %(services)s::uuid[], %(salts)s::bytea[], %(hashes)s::bytea[])
               AS e (index, lease_id, event, at, address, service, salt, hash)
        """,
        day=entries[0].day,
        written_at=entries[0].written_at,
        indexes=[entry.index for entry in entries],
        leases=[entry.lease_id for entry in entries],
        events=[entry.event for entry in entries],
        at=[entry.at for entry in entries],
        addresses=[entry.address for entry in entries],
        services=[entry.service for entry in entries],
        salts=[entry.salt for entry in entries],
        hashes=[entry.hash for entry in entries],
    )


async def find_open_day(conn: Connection) -> Day | None:
    return await fetch_optional(
        conn,
        Day,
        """
        SELECT day, previous, entry_count, head, key_id, signature, destroyed_at
          FROM address_log_days WHERE closed_at IS NULL
        """,
    )


async def insert_day(conn: Connection, day: Day) -> None:
    await execute(
        conn,
        "INSERT INTO address_log_days (day, previous, head) VALUES (%(day)s, %(previous)s, %(head)s)",
        day=day.day,
        previous=day.previous,
        head=day.head,
    )


async def set_head(conn: Connection, day: date, *, entry_count: int, head: bytes) -> None:
    await execute(
        conn,
        "UPDATE address_log_days SET entry_count = %(count)s, head = %(head)s WHERE day = %(day)s",
        day=day,
        count=entry_count,
        head=head,
    )


async def close_day(conn: Connection, day: date, *, key_id: str, signature: bytes) -> None:
    await execute(
        conn,
        """
        UPDATE address_log_days SET key_id = %(key_id)s, signature = %(signature)s, closed_at = now()
         WHERE day = %(day)s
        """,
        day=day,
        key_id=key_id,
        signature=signature,
    )


async def list_last_entries(conn: Connection, day: date) -> list[Entry]:
    """The last two of a day, the later first."""
    return await fetch_all(
        conn,
        Entry,
        """
        SELECT day, index, lease_id, event, at, written_at, host(address) AS address, service, salt, hash
          FROM address_log_entries WHERE day = %(day)s ORDER BY index DESC LIMIT 2
        """,
        day=day,
    )


async def list_entries(conn: Connection, day: date, *, first: int, limit: int) -> list[Entry]:
    """Entries of a day from this index on."""
    return await fetch_all(
        conn,
        Entry,
        """
        SELECT day, index, lease_id, event, at, written_at, host(address) AS address, service, salt, hash
          FROM address_log_entries WHERE day = %(day)s AND index >= %(first)s ORDER BY index LIMIT %(limit)s
        """,
        day=day,
        first=first,
        limit=limit,
    )


async def list_entries_of(conn: Connection, lease_id: int) -> list[Entry]:
    """List what the log has of a lease, in its own order."""
    return await fetch_all(
        conn,
        Entry,
        """
        SELECT day, index, lease_id, event, at, written_at, host(address) AS address, service, salt, hash
          FROM address_log_entries WHERE lease_id = %(lease)s ORDER BY day, index
        """,
        lease=lease_id,
    )


async def find_day(conn: Connection, day: date) -> Day | None:
    return await fetch_optional(
        conn,
        Day,
        """
        SELECT day, previous, entry_count, head, key_id, signature, destroyed_at
          FROM address_log_days WHERE day = %(day)s
        """,
        day=day,
    )


async def list_spent_days(conn: Connection, *, before: date) -> list[date]:
    """Days before this one of whose leases none is left, the oldest first."""
    return await fetch_all(
        conn,
        date,
        """
        SELECT d.day FROM address_log_days d
         WHERE d.day < %(before)s AND d.destroyed_at IS NULL AND d.closed_at IS NOT NULL AND d.entry_count > 0
           AND NOT EXISTS (SELECT FROM address_log_entries e JOIN leases l ON l.id = e.lease_id WHERE e.day = d.day)
         ORDER BY d.day
        """,
        before=before,
    )


async def destroy_day(conn: Connection, day: date) -> int:
    """Delete the day's entries and return how many there were. Its head stays, and says that they were destroyed."""
    if not await any_row(
        conn,
        "UPDATE address_log_days SET destroyed_at = now() WHERE day = %(day)s AND destroyed_at IS NULL",
        day=day,
    ):
        return 0
    return await execute(conn, "DELETE FROM address_log_entries WHERE day = %(day)s", day=day)


async def forget_services(conn: Connection, *, limit: int) -> int:
    """Delete the names of services of which no lease is left; returns how many, at most `limit`."""
    return await execute(
        conn,
        """
        DELETE FROM address_log_services
         WHERE service_id IN (SELECT n.service_id FROM address_log_services n
                               WHERE NOT EXISTS (SELECT FROM leases l WHERE l.service_id = n.service_id)
                               ORDER BY n.service_id LIMIT %(limit)s)
        """,
        limit=limit,
    )

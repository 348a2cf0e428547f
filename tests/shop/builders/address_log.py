"""The log of fixed addresses: written, read, and tampered with."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from psycopg.abc import Query

from ieum.shop.address_log import checking, service
from ieum.shop.address_log.check_types import Checked
from ieum.shop.kernel.db import Connection, Database, fetch_all
from tests.shop.builders.secrets import SEALER


async def write(db: Database, *, now: datetime | None = None, whole: bool = False) -> int:
    return await service.append(db, SEALER, now=now, whole=whole)


async def checked(db: Database, *, now: datetime | None = None) -> Checked:
    return await checking.check(db, now=now)


async def misfit(db: Database, *, now: datetime | None = None) -> str | None:
    """The place of the first row that does not fit, and what it says."""
    found = (await checked(db, now=now)).misfit
    return found and f"{checking.place_of(found)}: {found.what}"


async def happened(conn: Connection, at: datetime) -> None:
    """What leases say of the last hour happened at this moment instead."""
    async with by_hand(conn):
        await conn.execute(
            """
            UPDATE leases
               SET active_at = CASE WHEN active_at > now() - interval '1 hour' AND active_at <= now()
                                    THEN %(at)s ELSE active_at END,
                   left_at = CASE WHEN left_at > now() - interval '1 hour' AND left_at <= now()
                                  THEN %(at)s ELSE left_at END,
                   ended_at = CASE WHEN ended_at > now() - interval '1 hour' AND ended_at <= now()
                                   THEN %(at)s ELSE ended_at END
            """,
            {"at": at},
        )


async def written(conn: Connection) -> list[str]:
    """`leased 100.64.0.1`, in the order of the log."""
    return await fetch_all(
        conn, str, "SELECT event || ' ' || host(address) FROM address_log_entries ORDER BY day, index"
    )


@asynccontextmanager
async def by_hand(conn: Connection) -> AsyncGenerator[Connection]:
    """As somebody who may do anything in the database: no trigger and no reference holds them."""
    async with conn.transaction():
        await conn.execute("SET LOCAL session_replication_role = replica")
        yield conn
        await conn.execute("SET LOCAL session_replication_role = origin")


async def tamper(conn: Connection, statement: Query) -> None:
    async with by_hand(conn):
        cursor = await conn.execute(statement)
        assert cursor.rowcount, statement


def day(number: int, *, hour: int = 12, minute: int = 0) -> datetime:
    """A moment of a day in December 2026, by a clock in Seoul twelve hours ahead of nine in UTC."""
    return datetime(2026, 12, number, hour, minute, tzinfo=UTC)

"""Hours and sessions have a table for each month in Seoul, made ahead and dropped whole."""

from collections.abc import Sequence
from datetime import datetime

from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.usage.types import OldMonth

MONTHLY = ("usage_hours", "usage_sessions")


async def make_months(conn: Connection, moments: Sequence[datetime]) -> None:
    """Make the months of these moments where the job has not made them; none that is over and dropped."""
    await execute(
        conn,
        """
        SELECT make_usage_month(parent, moment)
          FROM unnest(%(parents)s::text[]) parent, unnest(%(moments)s::timestamptz[]) moment
         WHERE moment >= usage_kept_since(parent)
        """,
        parents=list(MONTHLY),
        moments=list(moments),
    )


async def make_months_ahead(conn: Connection) -> None:
    await execute(
        conn,
        """
        SELECT make_usage_month(parent, (date_trunc('month', now() AT TIME ZONE 'Asia/Seoul') + step)
                                            AT TIME ZONE 'Asia/Seoul')
          FROM unnest(%(parents)s::text[]) parent, unnest(ARRAY[interval '0', interval '1 month']) step
        """,
        parents=list(MONTHLY),
    )


async def list_old_months(conn: Connection) -> list[OldMonth]:
    """List the months that have been kept as long as the config says, and count their rows, which nobody adds to."""
    return await fetch_all(
        conn,
        OldMonth,
        """
        SELECT parent, c.relname AS name, count_usage_month(c.relname) AS rows
          FROM unnest(%(parents)s::text[]) parent
          JOIN pg_inherits i ON i.inhparent = parent::regclass
          JOIN pg_class c ON c.oid = i.inhrelid
         WHERE c.relname < parent || to_char(usage_kept_since(parent) AT TIME ZONE 'Asia/Seoul', '_YYYY_MM')
         ORDER BY c.relname
        """,
        parents=list(MONTHLY),
    )


async def drop_month(conn: Connection, month: OldMonth) -> None:
    """Drop a month whole. Every report waits until the transaction ends: nothing long may follow in it.

    Raises LockNotAvailable where somebody reads for longer than a second.
    """
    await execute(conn, "SELECT drop_usage_month(%(parent)s, %(name)s)", parent=month.parent, name=month.name)

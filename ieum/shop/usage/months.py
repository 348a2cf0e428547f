"""Hours and sessions have a table for each month in Seoul, made ahead and dropped whole."""

from collections.abc import Sequence
from datetime import datetime

from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.usage.types import DroppedMonth

MONTHLY = ("usage_hours", "usage_sessions")


async def make_months(conn: Connection, moments: Sequence[datetime]) -> None:
    """Make the months of these moments where the job has not made them."""
    await execute(
        conn,
        """
        SELECT make_usage_month(parent, moment)
          FROM unnest(%(parents)s::text[]) parent, unnest(%(moments)s::timestamptz[]) moment
        """,
        parents=list(MONTHLY),
        moments=list(moments),
    )


async def make_months_ahead(conn: Connection) -> None:
    await execute(
        conn,
        """
        SELECT make_usage_month(parent, now() + step)
          FROM unnest(%(parents)s::text[]) parent, unnest(ARRAY[interval '0', interval '1 month']) step
        """,
        parents=list(MONTHLY),
    )


async def drop_old_months(conn: Connection) -> list[DroppedMonth]:
    """Drop the months that have been kept as long as the config says, whole."""
    return await fetch_all(
        conn,
        DroppedMonth,
        """
        SELECT d.name, d.rows FROM site_config, drop_usage_months('usage_hours', usage_months) d
         UNION ALL
        SELECT d.name, d.rows FROM site_config, drop_usage_months('usage_sessions', session_months) d
         ORDER BY name
        """,
    )
